// Fingers, mouse and wheel on a chart.

/** A finger that moves less is a tap, in pixels. */
const slop = 8;

/**
 * Runs `draw` at most once a frame.
 * @param {() => void} draw
 */
export function onceAFrame(draw) {
  let isDue = false;
  return () => {
    if (isDue) return;
    isDue = true;
    requestAnimationFrame(() => {
      isDue = false;
      draw();
    });
  };
}

/**
 * One finger reads a value, or moves a zoomed chart, in which a tap reads. Two fingers zoom. The mouse reads, and can
 * select a part. The wheel alone scrolls the page; with Ctrl it zooms, as a touchpad reports a pinch.
 */
export class Gestures {
  #fingers = new Map();
  #began = { x: 0, y: 0 };
  #isTap = false;
  #hasMoved = false;
  #isHovering = false;

  /**
   * @param {Element} node
   * @param {{ part: () => import("./axes.js").Part, isZoomed: () => boolean,
   *   read: (share: number | null, isHover?: boolean) => void,
   *   pan: (start: import("./axes.js").Part, share: number) => void,
   *   zoom: (start: import("./axes.js").Part, factor: number, place: number, now: number) => void,
   *   settled: () => void, select?: (from: number, to: number, isDone: boolean) => void }} chart
   * Places in the chart are shares of its width, from 0 to 1.
   */
  constructor(node, chart) {
    this.node = node;
    this.chart = chart;
    this.start = chart.part();
    /** @type {Page.Listen} */
    const on = (name, run) => node.addEventListener(name, /** @type {EventListener} */ (run));
    on("pointerdown", (event) => this.#down(event));
    on("pointermove", (event) => this.#move(event));
    on("pointerup", (event) => this.#up(event));
    on("pointercancel", (event) => this.#up(event));
    // What a finger reads stays; browsers send a mouse away from where a finger was.
    on("pointerleave", (event) => { if (event.pointerType === "mouse" && this.#isHovering) chart.read(null); });
    on("wheel", (event) => this.#turn(event));
    // One finger may scroll the page. Two never do, whichever way they move.
    node.addEventListener("touchmove", (event) => {
      if (event instanceof TouchEvent && event.touches.length > 1) event.preventDefault();
    }, { passive: false });
  }

  /** @param {PointerEvent | WheelEvent} event */
  #share(event) {
    const box = this.node.getBoundingClientRect();
    return Math.min(1, Math.max(0, (event.clientX - box.left) / Math.max(1, box.width)));
  }

  // The fingers that remain start a gesture of their own.
  #anchor() {
    this.start = this.chart.part();
    for (const finger of this.#fingers.values()) finger.from = finger.at;
  }

  /** @param {PointerEvent} event */
  #down(event) {
    if (event.pointerType === "mouse" && event.button !== 0) return;
    this.#isHovering &&= event.pointerType === "mouse";
    this.node.setPointerCapture(event.pointerId);
    const at = this.#share(event);
    this.#fingers.set(event.pointerId, { from: at, at });
    this.#anchor();
    this.#isTap = this.#fingers.size === 1;
    this.#began = { x: event.clientX, y: event.clientY };
    if (this.#isTap && !this.chart.isZoomed()) this.chart.read(at);
  }

  /** @param {PointerEvent} event */
  #move(event) {
    const at = this.#share(event);
    const finger = this.#fingers.get(event.pointerId);
    if (!finger) {
      this.#isHovering = event.pointerType === "mouse";
      if (this.#isHovering) this.chart.read(at, true);
      return;
    }
    finger.at = at;
    if (Math.hypot(event.clientX - this.#began.x, event.clientY - this.#began.y) > slop) this.#isTap = false;
    const [one, other] = [...this.#fingers.values()];
    if (other) this.#pinch(one, other);
    else if (event.pointerType === "mouse" && this.chart.select) this.chart.select(one.from, one.at, false);
    else if (!this.chart.isZoomed()) this.chart.read(at);
    else if (!this.#isTap) {
      this.#hasMoved = true;
      this.chart.pan(this.start, one.from - one.at);
    }
  }

  /**
   * @param {{ from: number, at: number }} one
   * @param {{ from: number, at: number }} other
   */
  #pinch(one, other) {
    this.#hasMoved = true;
    const apart = Math.max(0.02, Math.abs(one.from - other.from)) / Math.max(0.02, Math.abs(one.at - other.at));
    this.chart.zoom(this.start, apart, (one.from + other.from) / 2, (one.at + other.at) / 2);
  }

  /** @param {PointerEvent} event */
  #up(event) {
    const finger = this.#fingers.get(event.pointerId);
    if (!finger) return;
    this.#fingers.delete(event.pointerId);
    const isLost = event.type === "pointercancel";
    if (this.#fingers.size > 0) return this.#anchor();
    if (this.#hasMoved) this.chart.settled();
    else if (isLost) this.chart.read(null);
    else if (this.#isTap) this.chart.read(finger.at);
    this.#hasMoved = false;
    if (event.pointerType === "mouse") this.chart.select?.(finger.from, isLost ? finger.from : finger.at, true);
    return undefined;
  }

  /** @param {WheelEvent} event */
  #turn(event) {
    const isAside = !event.ctrlKey && Math.abs(event.deltaX) > Math.abs(event.deltaY) && this.chart.isZoomed();
    if (!event.ctrlKey && !isAside) return;
    event.preventDefault();
    const at = this.#share(event);
    if (isAside) this.chart.pan(this.chart.part(), event.deltaX / Math.max(1, this.node.clientWidth));
    else this.chart.zoom(this.chart.part(), event.deltaY > 0 ? 1.25 : 0.8, at, at);
    this.chart.settled();
  }
}
