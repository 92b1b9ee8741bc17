// Pictures of the ride, as SVG.
import { call } from "./api.js";
import { svg } from "./dom.js";
import { zoneClass } from "./powerzones.js";
import { skyline, Trail, unrolled } from "./ride.js";

const width = 1000;
const skyHeight = 200;

/**
 * A plan as a skyline, each block in the colour of its power zone. Its shapes are drawn once; as the ride goes on, only
 * the edge of the ridden part moves.
 */
export class Skyline {
  #drawn = "";
  #intervals = null;

  /** @param {SVGElement} node The picture to draw in. */
  constructor(node) {
    this.node = node;
    node.setAttribute("viewBox", `0 0 ${width} ${skyHeight}`);
    node.setAttribute("preserveAspectRatio", "none");
  }

  /** Draws the intervals; `present` is the current one, undefined before a ride. */
  update(intervals, present, zones = []) {
    const { blocks, cursor } = skyline(intervals, present, zones);
    const shape = JSON.stringify([present?.number, present?.handWatts, present?.watts, present?.toWatts,
      zones.map(({ fromWatts }) => fromWatts)]);
    if (intervals !== this.#intervals || shape !== this.#drawn) {
      [this.#intervals, this.#drawn] = [intervals, shape];
      this.#draw(blocks, present !== undefined, zones.length);
    }
    if (!this.ridden) return;
    const x = Math.min(width - 2, Math.max(2, cursor * width));
    this.ridden.setAttribute("width", (cursor * width).toFixed(1));
    this.cursor.setAttribute("d", `M${x.toFixed(1)} 0V${skyHeight}`);
  }

  #draw(blocks, isRidden, count) {
    const gap = blocks.length < 80 ? 1.2 : 0;
    const shapes = (kind) => blocks.map((block) => {
      const [left, end] = [block.x * width, (block.x + block.width) * width];
      const right = block.isJoined ? end : Math.max(left, end - gap);
      const [from, to] = [block.from, block.to].map((value) => skyHeight - Math.max(0.03, value) * (skyHeight - 8));
      const top = `${left.toFixed(1)} ${from.toFixed(1)}L${right.toFixed(1)} ${to.toFixed(1)}`;
      const zone = block.zone !== undefined ? " heart"
        : block.powerZone === undefined ? "" : ` ${zoneClass(block.powerZone, count)}`;
      return kind === "edge" ? svg("path", { d: `M${top}`, class: `edge${zone}` })
        : svg("path", { d: `M${left.toFixed(1)} ${skyHeight}L${top}V${skyHeight}Z`, class: `${kind}${zone}` });
    });
    this.ridden = isRidden && blocks.length > 0 ? svg("svg", { x: 0, y: 0, width: 0, height: skyHeight },
      ...shapes("plan ridden"), ...shapes("edge")) : null;
    this.cursor = svg("path", { class: "cursor" });
    this.node.replaceChildren(...shapes("plan"), ...(this.ridden ? [this.ridden, this.cursor] : []));
  }
}

/** Draws an unridden plan. */
export const drawSkyline = (node, intervals, zones) => new Skyline(node).update(intervals, undefined, zones);

function path(points) {
  let text = "";
  let isBroken = true;
  for (const point of points) {
    if (point === null) isBroken = true;
    else {
      text += `${isBroken ? "M" : "L"}${point[0].toFixed(1)} ${point[1].toFixed(1)}`;
      isBroken = false;
    }
  }
  return text;
}

/** The skylines of plans, each loaded when it scrolls into view. */
export class Skylines {
  /** @type {Wire.PowerZone[] | undefined} */
  zones;

  #observer = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting) continue;
      this.#observer.unobserve(target);
      call("ShowPlan", { name: target.getAttribute("data-plan") }).then(
        ({ groups, thresholdWatts }) => drawSkyline(target, unrolled(groups, thresholdWatts), this.zones), () => {});
    }
  });

  /** The SVG of a plan's skyline. */
  of({ name }) {
    const sky = svg("svg", { class: "sky", "aria-hidden": "true", "data-plan": name });
    this.#observer.observe(sky);
    return sky;
  }

  close() { this.#observer.disconnect(); }
}

/** Five minutes of power, target and heart rate. */
export function drawTrace(node, trail) {
  const height = 200;
  const { points } = trail;
  const last = points.at(-1)?.[0] ?? 0;
  const x = (second) => width - ((last - second) / Trail.seconds) * width;
  const most = Math.max(100, ...points.map(([, watts, target]) => Math.max(watts ?? 0, target ?? 0))) * 1.1;
  const beats = points.map((point) => point[3]).filter((value) => value !== null);
  const [low, high] = [Math.min(...beats, 200) - 5, Math.max(...beats, 0) + 5];
  const at = (index, y) => path(points.map((point) => (point[index] === null ? null : [x(point[0]), y(point[index])])));
  const power = (watts) => height - (watts / most) * height;
  const heart = (value) => height - ((value - low) / Math.max(20, high - low)) * height;
  const line = at(1, power);
  node.setAttribute("viewBox", `0 0 ${width} ${height}`);
  node.setAttribute("preserveAspectRatio", "none");
  const parts = [];
  if (line) {
    parts.push(svg("path", { d: area(points, x, power, height), class: "area" }));
    parts.push(svg("path", { d: line, class: "power" }), svg("path", { d: at(2, power), class: "target" }));
  }
  if (beats.length > 0) parts.push(svg("path", { d: at(3, heart), class: "heart" }));
  node.replaceChildren(...parts);
}

function area(points, x, y, height) {
  const known = points.filter((point) => point[1] !== null);
  if (known.length === 0) return "";
  const line = known.map((point) => `L${x(point[0]).toFixed(1)} ${y(point[1]).toFixed(1)}`).join("");
  return `M${x(known[0][0]).toFixed(1)} ${height}${line}V${height}Z`;
}

/**
 * The share of time in each zone, as a bar.
 * @param {SVGElement} node
 * @param {{ number: number, seconds?: number }[]} zones
 */
export function drawZones(node, zones, classOf = (number) => `zone zone-${number}`) {
  const whole = zones.reduce((sum, zone) => sum + (zone.seconds ?? 0), 0) || 1;
  let x = 0;
  const parts = zones.map((zone) => {
    const part = ((zone.seconds ?? 0) / whole) * width;
    const bar = svg("rect", { x, y: 0, width: Math.max(0, part - 3), height: 40, class: classOf(zone.number) });
    x += part;
    return bar;
  });
  node.setAttribute("viewBox", `0 0 ${width} 40`);
  node.setAttribute("preserveAspectRatio", "none");
  node.replaceChildren(...parts);
}
