// The zoomable chart of a ride.
import { axis, pairOfAxes, panned, percentile, timeTicks, within, zoomed } from "./axes.js";
import { el, iconButton, setText, svg } from "./dom.js";
import { Gestures, onceAFrame } from "./gestures.js";
import { box, Plot, shareOf } from "./plot.js";
import { powerZoneOf, zoneClass, zoneLegend } from "./powerzones.js";
import { indexAt, linePath, peaks, rangePath, Series } from "./series.js";
import { clock, number, t } from "./words.js";

export { reduced } from "./series.js";

/** The shortest part that can be shown, in seconds. */
const least = 30;
/** The share of the height for watts and heart rate, if cadence is drawn below them. */
const upper = 0.78;

/**
 * The scales for a part of a ride. Watts begin at zero; peaks of more than 1.5 times the 99.5th percentile are beyond
 * the scale. The heart rate begins at its 2nd percentile, as the first seconds of a ride would flatten it.
 * @param {{ watts?: Series, target?: Series, beats?: Series, turns?: Series }} lines
 * @param {import("./axes.js").Part} part
 * @param {[number, number] | null} zone2 the heart rates of Zone 2
 */
export function scales(lines, part, zone2) {
  const known = (name) => lines[name]?.known(part) ?? [];
  const top = (values) => values.reduce((one, other) => Math.max(one, other), 0);
  const [power, target, beats, turns] = ["watts", "target", "beats", "turns"].map(known);
  const usual = percentile(power, 0.995) ?? 0;
  const most = Math.max(top(target), top(power) <= 1.5 * usual ? top(power) : usual) * 1.03;
  const low = Math.min(percentile(beats, 0.02) ?? Infinity, zone2?.[0] ?? Infinity) - 2;
  const high = Math.max(top(beats), zone2?.[1] ?? 0) + 1;
  const [watts, heart] = most > 0 && beats.length > 0 ? pairOfAxes(Math.max(40, most), low, high)
    : [most > 0 ? axis(0, Math.max(40, most), 5) : null, beats.length > 0 ? axis(low, high, 5) : null];
  return { watts, beats: heart, turns: turns.length === 0 ? null : axis(0, Math.max(60, percentile(turns, 0.98)), 2) };
}

/**
 * The bands of a vertical gradient with the colours of the power zones, the highest first: [{ zone, from, to }], from 0
 * at the top of a scale to 1 at 0 W.
 * @param {Wire.PowerZone[]} zones
 * @param {number} most the watts at the top
 */
export function zoneBands(zones, most) {
  return zones.map(({ number: zone, fromWatts = 0, belowWatts = Infinity }) =>
    ({ zone, from: Math.max(0, 1 - belowWatts / most), to: Math.max(0, 1 - fromWatts / most) })).reverse();
}

/** The watts, heart rate and cadence of a ride over time. */
export class RideChart {
  /**
   * @param {object} columns the seconds of the ride
   * @param {{ laps?: object[], gaps?: [number, number, string][], zone2?: [number, number] | null,
   *   powerZones?: Wire.PowerZone[], onRead?: (second: number | null) => void }} about
   */
  constructor(columns, { laps = [], gaps = [], zone2 = null, powerZones = [], onRead = () => {} } = {}) {
    this.columns = columns;
    this.laps = laps;
    this.gaps = gaps;
    this.zone2 = zone2;
    this.powerZones = powerZones;
    this.onRead = onRead;
    this.part = { from: 0, to: 0 };
    /** @type {number | null} */
    this.second = null;
    const { seconds, power, target, heart, cadence } = columns;
    this.whole = (seconds.at(-1) ?? 0) + 1;
    /** @type {Record<string, Series>} */
    this.lines = {};
    for (const [name, values] of Object.entries({ watts: power, target, beats: heart, turns: cadence })) {
      if (values) this.lines[name] = new Series(seconds, values, this.whole);
    }
    const drawn = Object.keys(this.lines).map((name) => `drawn ${name}`);
    this.plot = new Plot({ kind: "ride-chart", hasRight: true, draw: () => this.#draw(),
      layers: ["zone2", "gap stop", "gap drop", "grid", "lap", "range", ...drawn, "peaks",
        "selected", "cursor", "dots"] });
    this.zoneName = svg("text", { class: "zone-name", "aria-hidden": "true" });
    this.gradient = svg("linearGradient", { id: "power-zones", gradientUnits: "userSpaceOnUse", x1: 0, x2: 0, y1: 0 });
    this.plot.picture.append(this.zoneName, svg("defs", {}, this.gradient));
    this.readout = el("p", { class: "readout" });
    this.span = el("span", { class: "span" });
    const isZoned = powerZones.length > 0 && this.lines.watts !== undefined;
    this.node = el("div", { class: isZoned ? "chart zoned" : "chart" },
      el("div", { class: "head" }, this.readout, this.span), this.plot.node,
      isZoned && zoneLegend(powerZones), this.#buttons());
    this.soon = onceAFrame(() => this.#draw());
    this.#listen();
    this.show({ from: 0, to: this.whole });
  }

  #buttons() {
    const zoom = (factor) => () => this.show(this.#zoomed(factor, 0.5));
    this.all = el("button", { type: "button", class: "small", on: { click: () => this.show(this.#all()) } },
      t("Whole ride"));
    return el("div", { class: "actions" }, this.all,
      iconButton(t("Zoom out"), "less", zoom(2)), iconButton(t("Zoom in"), "longer", zoom(0.5)));
  }

  #all() { return { from: 0, to: this.whole }; }

  #zoomed(factor, place, start = this.part, now = place) {
    return zoomed(start, factor, place, this.whole, least, now);
  }

  /**
   * Shows a part of the ride, in seconds.
   * @param {import("./axes.js").Part} part
   */
  show(part) {
    this.part = within(part, this.whole, least);
    this.#settle();
  }

  // The scales stay while a finger moves the part; then they fit it.
  #settle() {
    this.axes = scales(this.lines, this.part, this.zone2);
    this.#draw();
    this.plot.picture.setAttribute("aria-label", [t("{1} to {2}", clock(this.part.from), clock(this.part.to)),
      ...this.#means().map(([text]) => text)].join(" · "));
    this.point(null);
  }

  #move(part) {
    this.part = part;
    this.soon();
  }

  #x(second) { return ((second - this.part.from) / (this.part.to - this.part.from)) * this.plot.width; }

  // The vertical place of a value in pixels. Cadence has a strip of its own below the others.
  #y(name, value) {
    const scale = this.axes[name === "target" ? "watts" : name];
    const share = Math.min(1, Math.max(0, shareOf(scale, value)));
    const { height } = this.plot;
    if (name === "turns") return height - share * height * (0.95 - upper);
    return (1 - share) * height * this.#upper();
  }

  #upper() { return this.axes.turns ? upper : 1; }

  // The colours of the power lie at the heights of the zones.
  #colour() {
    const { axes: { watts }, plot, powerZones } = this;
    if (!watts || powerZones.length === 0) return;
    this.gradient.setAttribute("y2", String(plot.height * this.#upper()));
    this.gradient.replaceChildren(...zoneBands(powerZones, watts.high).flatMap(({ zone, from, to }) =>
      [from, to].map((offset) => svg("stop", { offset, class: zoneClass(zone, powerZones.length) }))));
  }

  #draw() {
    const { part, plot, axes } = this;
    setText(this.span, `${clock(part.from)}–${clock(part.to)}`);
    this.all.disabled = part.to - part.from >= this.whole;
    if (plot.width === 0) return;
    this.#drawGround();
    this.#colour();
    const x = (second) => this.#x(second);
    for (const [name, series] of Object.entries(this.lines)) {
      if (!axes[name === "target" ? "watts" : name]) continue;
      const y = (value) => this.#y(name, value);
      const lines = series.lines(part, plot.width);
      plot.set(`drawn ${name}`, linePath(lines, x, y));
      if (name !== "watts") continue;
      plot.set("range", part.to - part.from > plot.width ? rangePath(lines, x, y) : "");
      const isShown = ({ second }) => second >= part.from && second <= part.to;
      plot.set("peaks", peaks(lines, axes.watts.high).filter(isShown)
        .map(({ second }) => `M${(x(second) - 5).toFixed(1)} 9l5 -8l5 8z`).join(""));
    }
    if (this.second === null) this.#tell(this.#means(), t("Average"));
    else this.#point();
  }

  // Everything behind the lines: Zone 2, pauses, grid, laps, and the labels around.
  #drawGround() {
    const { part, plot, axes } = this;
    const { width, height } = plot;
    const low = height * this.#upper();
    const ticks = timeTicks(part, Math.max(4, width / 48), this.whole);
    const line = (name, value) => `M0 ${this.#y(name, value).toFixed(1)}H${width}`;
    const across = (name, ticks) => ticks?.map((value) => line(name, value)).join("") ?? "";
    const turns = axes.turns && [axes.turns.low, axes.turns.high];
    plot.set("grid", (axes.watts ? across("watts", axes.watts.ticks) : across("beats", axes.beats?.ticks))
      + across("turns", turns)
      + ticks.map(({ at }) => `M${this.#x(at).toFixed(1)} 0V${height}`).join(""));
    const shade = (kind) => this.gaps.filter(([from, to, one]) => one === kind && to > part.from && from < part.to)
      .map(([from, to]) => box(this.#x(from), 0, Math.max(1, this.#x(to) - this.#x(from)), height)).join("");
    for (const kind of ["stop", "drop"]) plot.set(`gap ${kind}`, shade(kind));
    plot.set("lap", this.laps.slice(1).filter(({ fromSeconds: at }) => at > part.from && at < part.to)
      .map(({ fromSeconds: at }) => `M${this.#x(at).toFixed(1)} 0V${low.toFixed(1)}`).join(""));
    const [from, to] = axes.beats && this.zone2 ? this.zone2.map((beats) => this.#y("beats", beats)) : [0, 0];
    plot.set("zone2", from > to ? box(0, to, width, from - to) : "");
    setText(this.zoneName, from - to > 16 ? t("Zone 2") : "");
    this.zoneName.setAttribute("x", "6");
    this.zoneName.setAttribute("y", String(to + 14));
    plot.labelBelow(ticks.map(({ at, text }) => ({ at: this.#x(at) / width, text })));
    this.#labelSides();
    this.#nameLaps();
  }

  #labelSides() {
    const bottom = (name, value) => 1 - this.#y(name, value) / this.plot.height;
    const labels = (name, unit) => this.axes[name]?.ticks.map((value, index, all) => ({ at: bottom(name, value),
      text: index === all.length - 1 && unit ? `${number(value)} ${unit}` : number(value) })) ?? [];
    const turns = labels("turns", "").slice(-1).map((label) => ({ ...label, kind: "turns" }));
    this.plot.label("left", [...labels("watts", "W"), ...turns]);
    this.plot.label("right", labels("beats", t("bpm")));
  }

  // Names the laps that are wide enough.
  #nameLaps() {
    const { from, to } = this.part;
    const share = (second) => Math.min(1, Math.max(0, (second - from) / (to - from)));
    const some = this.laps.length < 2 ? [] : this.laps.map((lap, index) => ({ name: lap.label ?? `${index + 1}`,
      begin: share(lap.fromSeconds), end: share(lap.toSeconds) }))
      .filter(({ begin, end }) => (end - begin) * this.plot.width > 22);
    const { above } = this.plot;
    while (above.children.length > some.length) above.lastChild.remove();
    some.forEach(({ name, begin, end }, index) => {
      const node = /** @type {HTMLElement} */ (above.children[index] ?? above.appendChild(el("span")));
      setText(node, name);
      [node.style.left, node.style.width] = [`${(begin * 100).toFixed(2)}%`, `${((end - begin) * 100).toFixed(2)}%`];
    });
  }

  // The readout is the legend: each text has the colour and the stroke of its line.
  #tell(parts, when) {
    const texts = [[when, "when"], ...parts].filter(([text]) => text);
    while (this.readout.children.length > texts.length) this.readout.lastChild.remove();
    texts.forEach(([text, kind], index) => {
      const node = this.readout.children[index] ?? this.readout.appendChild(el("span"));
      setText(node, text);
      if (node.className !== kind) node.className = kind;
    });
  }

  #means() {
    const { from, to } = this.part;
    const mean = (name, unit) => {
      const value = this.lines[name]?.mean(from, to);
      return Number.isFinite(value) ? [[`${number(value)} ${unit}`, name]] : [];
    };
    return [...mean("watts", "W"), ...mean("beats", t("bpm")), ...mean("turns", t("rpm"))];
  }

  /** Shows the values at a second; null: the part's means. */
  point(second) {
    this.second = second;
    this.onRead(second);
    if (second !== null && this.plot.width > 0) return this.#point();
    for (const layer of ["cursor", "dots"]) this.plot.set(layer, "");
    return this.#tell(this.#means(), t("Average"));
  }

  #point() {
    const index = indexAt(this.columns.seconds, this.second);
    const at = this.columns.seconds[index];
    const { power, target, heart, cadence } = this.columns;
    const value = (column, unit) => ((column?.[index] ?? null) === null ? "" : `${number(column[index])} ${unit}`);
    const aim = value(target, "W");
    const zone = powerZoneOf(power?.[index], this.powerZones);
    const watts = [value(power, "W"), zone && t("Zone {1}", zone)].filter(Boolean).join(", ");
    this.#tell([[watts, "watts"], [aim && t("of {1}", aim), "target"], [value(heart, t("bpm")), "beats"],
      [value(cadence, t("rpm")), "turns"]], clock(at));
    const x = this.#x(this.second).toFixed(1);
    this.plot.set("cursor", `M${x} 0V${this.plot.height}`);
    const dot = (name, column) => ((column?.[index] ?? null) === null ? ""
      : `M${x} ${this.#y(name, column[index]).toFixed(1)}h0`);
    this.plot.set("dots", dot("watts", power) + dot("beats", heart));
  }

  #listen() {
    const second = (share) => this.part.from + (this.part.to - this.part.from) * share;
    this.gestures = new Gestures(this.plot.picture, {
      part: () => this.part,
      isZoomed: () => this.part.to - this.part.from < this.whole,
      read: (share) => this.point(share === null ? null : second(share)),
      pan: (start, share) => this.#move(panned(start, share, this.whole)),
      zoom: (start, factor, place, now) => this.#move(this.#zoomed(factor, place, start, now)),
      settled: () => this.#settle(),
      select: (one, other, isDone) => {
        const [from, to] = [Math.min(one, other), Math.max(one, other)];
        const { width, height } = this.plot;
        this.plot.set("selected", isDone ? "" : box(from * width, 0, (to - from) * width, height));
        if (isDone && second(to) - second(from) >= 10) this.show({ from: second(from), to: second(to) });
      },
    });
    this.plot.picture.addEventListener("keydown", (event) => {
      const part = { ArrowLeft: () => panned(this.part, -0.25, this.whole),
        ArrowRight: () => panned(this.part, 0.25, this.whole), "+": () => this.#zoomed(0.5, 0.5),
        "-": () => this.#zoomed(2, 0.5), Home: () => this.#all() }[event.key]?.();
      if (!part) return;
      event.preventDefault();
      this.show(part);
    });
  }
}
