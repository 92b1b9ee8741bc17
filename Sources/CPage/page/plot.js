// A picture with its axes: values at the sides, times below.
import { el, setText, svg } from "./dom.js";

// Labels at places from 0 to 1 along a side. Nodes are used again, as a chart that moves has new labels each frame.
/**
 * @param {HTMLElement} side
 * @param {"bottom" | "left"} edge
 * @param {{ at: number, text: string, kind?: string }[]} labels
 */
function place(side, edge, labels) {
  while (side.children.length > labels.length) side.lastElementChild?.remove();
  labels.forEach(({ at, text, kind = "" }, index) => {
    const node = /** @type {HTMLElement} */ (side.children[index] ?? side.appendChild(el("span")));
    setText(node, text);
    if (node.className !== kind) node.className = kind;
    node.style[edge] = `${(at * 100).toFixed(2)}%`;
  });
}

/** An area for SVG shapes in pixels, with labels around it. */
export class Plot {
  /**
   * @param {{ kind: string, hasRight?: boolean, layers: string[], draw: () => void }} parts the class of the picture,
   *   the classes of its layers from the back to the front, and the function that draws them at the present size
   */
  constructor({ kind, hasRight = false, layers, draw }) {
    this.width = 0;
    this.height = 0;
    this.layers = Object.fromEntries(layers.map((name) => [name, svg("path", { class: name })]));
    this.picture = svg("svg", { class: kind, role: "img", tabindex: 0 }, ...Object.values(this.layers));
    const side = (/** @type {string} */ name) => el("div", { class: name, "aria-hidden": "true" });
    this.above = side("above");
    this.left = side("left");
    this.right = side("right");
    this.below = side("below");
    this.node = el("div", { class: `plot ${hasRight ? "both" : ""}` }, this.above, this.left, this.picture, this.right,
      this.below);
    // Text and thin lines keep their shape, as a unit of the picture is a pixel.
    new ResizeObserver(([{ contentRect: { width, height } }]) => {
      if (width < 1 || (width === this.width && height === this.height)) return;
      this.width = width;
      this.height = height;
      this.picture.setAttribute("viewBox", `0 0 ${width} ${height}`);
      draw();
    }).observe(this.picture);
  }

  /**
   * Sets the shape of a layer.
   * @param {string} layer
   * @param {string} path
   */
  set(layer, path) { this.layers[layer].setAttribute("d", path); }

  /**
   * Labels a side with values, 0 at the bottom.
   * @param {"left" | "right"} side
   * @param {{ at: number, text: string, kind?: string }[]} labels
   */
  label(side, labels) { place(this[side], "bottom", labels); }

  /**
   * Labels the horizontal axis, 0 at the left.
   * @param {{ at: number, text: string, kind?: string }[]} labels
   */
  labelBelow(labels) { place(this.below, "left", labels); }
}

/**
 * The path of a rectangle.
 * @param {number} x
 * @param {number} y
 * @param {number} width
 * @param {number} height
 */
export const box = (x, y, width, height) =>
  `M${x.toFixed(1)} ${y.toFixed(1)}h${width.toFixed(1)}v${height.toFixed(1)}h${(-width).toFixed(1)}z`;

/**
 * The part of the width or the height that a value has on a scale.
 * @param {import("./axes.js").Axis} axis
 * @param {number} value
 */
export const shareOf = (axis, value) => (value - axis.low) / (axis.high - axis.low);
