// The zoomable chart of a ride.
import { el, iconButton, setText, svg } from "./dom.js";
import { clock, number, t } from "./words.js";

/**
 * Reduces a column between two seconds to buckets: null, or the least, mean and most value. If a bucket is shorter
 * than a second, the second fills all buckets that it overlaps.
 */
export function reduced(seconds, values, from, to, buckets) {
  const made = Array.from({ length: buckets }, () => null);
  const scale = buckets / Math.max(1, to - from);
  for (let index = 0; index < seconds.length; index += 1) {
    const value = values[index];
    const begin = (seconds[index] - from) * scale;
    const first = Math.floor(begin);
    const last = Math.min(buckets - 1, scale > 1 ? Math.ceil(begin + scale) - 1 : first);
    if (value === null) continue;
    for (let place = Math.max(0, first); place <= last; place += 1) {
      const bucket = made[place];
      if (!bucket) made[place] = { least: value, most: value, sum: value, count: 1 };
      else {
        bucket.least = Math.min(bucket.least, value);
        bucket.most = Math.max(bucket.most, value);
        bucket.sum += value;
        bucket.count += 1;
      }
    }
  }
  return made.map((bucket) => bucket && { least: bucket.least, mean: bucket.sum / bucket.count, most: bucket.most });
}

/** The part scaled by `factor` around a place from 0 to 1 in it; at least 30 s long, and within the ride. */
export function zoomed({ from, to }, factor, place, whole) {
  const length = Math.min(whole, Math.max(30, (to - from) * factor));
  const begin = from + (to - from) * place - length * place;
  const start = Math.min(Math.max(0, begin), whole - length);
  return { from: start, to: start + length };
}

/** The index of the last known second up to `second`; 0 if there is none. */
export function indexAt(seconds, second) {
  let [low, high] = [0, seconds.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (seconds[middle] <= second) low = middle;
    else high = middle - 1;
  }
  return low;
}

const size = { width: 1000, height: 300 };
const buckets = 500;

/** A column's path, with `low` at the bottom and `high` at the top; it breaks at gaps. */
export function linePath(points, low, high, height = size.height) {
  let path = "";
  let isBroken = true;
  const y = (value) => (height - ((value - low) / Math.max(1, high - low)) * height).toFixed(1);
  points.forEach((point, index) => {
    if (!point) isBroken = true;
    else {
      path += `${isBroken ? "M" : "L"}${(((index + 0.5) / points.length) * size.width).toFixed(1)} ${y(point.mean)}`;
      isBroken = false;
    }
  });
  return path;
}

/** The range from the least to the most value, as one vertical stroke for each bucket. */
export function rangePath(points, low, high, height = size.height) {
  const y = (value) => (height - ((value - low) / Math.max(1, high - low)) * height).toFixed(1);
  const x = (index) => (((index + 0.5) / points.length) * size.width).toFixed(1);
  return points.map((point, index) => (point && point.most > point.least
    ? `M${x(index)} ${y(point.least)}V${y(point.most)}` : "")).join("");
}

/** A ride chart with zoom by drag, two fingers, Ctrl with the wheel, buttons and keys. */
export class RideChart {
  constructor(columns, { laps = [], gaps = [] } = {}) {
    Object.assign(this, { columns, laps, gaps });
    this.whole = (columns.seconds.at(-1) ?? 0) + 1;
    this.part = { from: 0, to: this.whole };
    this.picture = svg("svg", { viewBox: `0 0 ${size.width} ${size.height}`, preserveAspectRatio: "none",
      class: "ride-chart",
      role: "img", tabindex: 0 });
    this.readout = el("p", { class: "readout" });
    this.names = el("div", { class: "lap-names", "aria-hidden": "true" });
    const zoom = (factor) => () => this.show(zoomed(this.part, factor, 0.5, this.whole));
    this.node = el("div", { class: "chart" }, this.readout, el("div", { class: "frame" }, this.picture, this.names),
      el("div", { class: "actions" }, el("span", { class: "span" }), iconButton(t("Zoom in"), "longer", zoom(0.5)),
        iconButton(t("Zoom out"), "less", zoom(2)),
        el("button", { type: "button", class: "small", on: { click: () => this.show({ from: 0, to: this.whole }) } },
          t("Whole ride"))));
    this.fingers = new Map();
    this.#listen();
    this.show(this.part);
  }

  /** Shows a part of the ride, in seconds. */
  show(part) {
    this.part = part;
    const { seconds, power, target, heart, cadence } = this.columns;
    const { from, to } = part;
    const { width, height } = size;
    const x = (second) => (((second - from) / (to - from)) * width).toFixed(1);
    const band = (name, [start, end]) => svg("rect", { x: x(start), y: 0, height, class: name,
      width: Math.max(1, ((end - start) / (to - from)) * width) });
    const parts = this.gaps.filter(([start, end]) => end > from && start < to).map((gap) => band(`gap ${gap[2]}`, gap));
    const of = (column) => column && reduced(seconds, column, from, to, buckets);
    const drawn = [["watts", of(power)], ["target", of(target)], ["beats", of(heart)], ["turns", of(cadence)]];
    const watts = drawn.slice(0, 2).flatMap(([, points]) => points ?? []).filter(Boolean);
    const most = { watts: Math.max(100, ...watts.map((point) => point.most)) * 1.08, turns: 140 };
    const beats = (drawn[2][1] ?? []).filter(Boolean).map((point) => point.mean);
    const heartRange = [Math.min(...beats, 120) - 5, Math.max(...beats, 130) + 5];
    for (const [name, points] of drawn) {
      if (!points) continue;
      const [low, high] = name === "beats" ? heartRange : [0, name === "turns" ? most.turns : most.watts];
      if (name === "watts") parts.push(svg("path", { d: rangePath(points, low, high), class: "range" }));
      parts.push(svg("path", { d: linePath(points, low, high), class: `drawn ${name}` }));
    }
    for (const lap of this.laps.slice(1)) {
      if (lap.fromSeconds > from && lap.fromSeconds < to) {
        parts.push(svg("path", { d: `M${x(lap.fromSeconds)} 0V${height}`, class: "lap" }));
      }
    }
    this.cursor = svg("path", { class: "cursor" });
    this.picture.replaceChildren(...parts, this.cursor);
    this.#name(from, to);
    this.picture.setAttribute("aria-label", this.#summary(from, to).map(([text]) => text).join(" · "));
    setText(this.node.querySelector(".span"), `${clock(from)}–${clock(to)}`);
    this.point(null);
  }

  // Labels the laps that are wide enough.
  #name(from, to) {
    const share = (second) => Math.min(1, Math.max(0, (second - from) / (to - from)));
    const some = this.laps.length < 2 ? [] : this.laps.map((lap, index) => ({ name: lap.label ?? `${index + 1}`,
      begin: share(lap.fromSeconds), end: share(lap.toSeconds) }));
    this.names.replaceChildren(...some.filter(({ begin, end }) => end - begin > 0.07).map(({ name, begin, end }) => {
      const node = el("span", {}, name);
      node.style.setProperty("left", `${begin * 100}%`);
      node.style.setProperty("width", `${(end - begin) * 100}%`);
      return node;
    }));
  }

  // Texts in the colours of their lines.
  #tell(parts) {
    this.readout.replaceChildren(...parts.filter(([text]) => text).flatMap(([text, kind], index) =>
      [index > 0 && " · ", el("span", { class: kind }, text)]).filter(Boolean));
  }

  /** Shows the values at a second; null: the part's means. */
  point(second) {
    this.cursor.setAttribute("d", second === null ? "" :
      `M${(((second - this.part.from) / (this.part.to - this.part.from)) * size.width).toFixed(1)} 0V${size.height}`);
    if (second === null) return this.#tell(this.#summary(this.part.from, this.part.to));
    const index = indexAt(this.columns.seconds, second);
    const { power, target, heart, cadence } = this.columns;
    const value = (column, unit) => (column && column[index] !== null ? `${number(column[index])} ${unit}` : "");
    const aim = value(target, "W");
    return this.#tell([[clock(this.columns.seconds[index])], [value(power, "W"), "watts"], [aim && t("of {1}", aim)],
      [value(heart, t("bpm")), "beats"], [value(cadence, t("rpm")), "turns"]]);
  }

  #summary(from, to) {
    const { seconds, power, heart, cadence } = this.columns;
    const mean = (column) => column && reduced(seconds, column, from, to, 1)[0]?.mean;
    const [watts, beats, turns] = [mean(power), mean(heart), mean(cadence)];
    return [[t("{1} to {2}", clock(from), clock(to))],
      [watts !== undefined && t("{1} W on average", number(watts)), "watts"],
      [beats !== undefined && t("{1} bpm on average", number(beats)), "beats"],
      [turns !== undefined && t("{1} rpm on average", number(turns)), "turns"]].filter(([text]) => text);
  }

  #share(event) {
    const box = this.picture.getBoundingClientRect();
    return Math.min(1, Math.max(0, (event.clientX - box.left) / Math.max(1, box.width)));
  }

  #second(share) { return this.part.from + (this.part.to - this.part.from) * share; }

  #listen() {
    const on = (name, run) => this.picture.addEventListener(name, run);
    on("pointerdown", (event) => {
      this.picture.setPointerCapture(event.pointerId);
      this.fingers.set(event.pointerId, { from: this.#share(event), at: this.#share(event) });
      this.start = this.part;
      this.point(this.#second(this.#share(event)));
    });
    on("pointermove", (event) => {
      const finger = this.fingers.get(event.pointerId);
      if (finger) finger.at = this.#share(event);
      if (this.fingers.size === 2) this.#pinch();
      else if (this.fingers.size < 2) this.point(this.#second(this.#share(event)));
    });
    on("pointerup", (event) => {
      const finger = this.fingers.get(event.pointerId);
      const wasOne = this.fingers.size === 1 && this.part === this.start;
      this.fingers.delete(event.pointerId);
      if (!finger || !wasOne || event.pointerType !== "mouse") return;
      const [from, to] = [Math.min(finger.from, finger.at), Math.max(finger.from,
        finger.at)].map((at) => this.#second(at));
      if (to - from >= 10 && finger.at !== finger.from) this.show({ from, to });
    });
    on("pointercancel", (event) => this.fingers.delete(event.pointerId));
    on("pointerleave", (event) => { if (event.pointerType === "mouse") this.point(null); });
    // The wheel alone scrolls the page; with Ctrl it zooms. A touchpad reports a pinch as Ctrl with the wheel.
    on("wheel", (event) => {
      if (!event.ctrlKey) return;
      event.preventDefault();
      this.show(zoomed(this.part, event.deltaY > 0 ? 1.25 : 0.8, this.#share(event), this.whole));
    });
    on("keydown", (event) => {
      const length = this.part.to - this.part.from;
      const move = (seconds) => {
        const from = Math.min(Math.max(0, this.part.from + seconds), this.whole - length);
        return { from, to: from + length };
      };
      const part = { ArrowLeft: () => move(-length / 4), ArrowRight: () => move(length / 4),
        "+": () => zoomed(this.part, 0.5, 0.5, this.whole), "-": () => zoomed(this.part, 2, 0.5, this.whole),
        Home: () => ({ from: 0, to: this.whole }) }[event.key]?.();
      if (!part) return;
      event.preventDefault();
      this.show(part);
    });
  }

  // The seconds under the two fingers stay under them.
  #pinch() {
    const [one, other] = [...this.fingers.values()];
    const { from, to } = this.start;
    const apart = Math.max(0.02, Math.abs(one.at - other.at)) / Math.max(0.02, Math.abs(one.from - other.from));
    const held = from + (to - from) * ((one.from + other.from) / 2);
    const length = Math.min(this.whole, Math.max(30, (to - from) / apart));
    const begin = Math.min(Math.max(0, held - length * ((one.at + other.at) / 2)), this.whole - length);
    this.show({ from: begin, to: begin + length });
  }
}
