// The best mean power by duration.
import { axis } from "./axes.js";
import { el } from "./dom.js";
import { Gestures } from "./gestures.js";
import { Plot, shareOf } from "./plot.js";
import { clock, number, t } from "./words.js";

/** The labelled durations, in seconds. */
const durations = [1, 5, 60, 300, 1200, 3600, 14400];

/** A duration as short as an axis needs: 5 s, 20 min, 4 h. */
const shortly = (seconds) => (seconds < 60 ? `${seconds} s`
  : seconds < 3600 ? `${number(seconds / 60)} min` : `${number(seconds / 3600, seconds % 3600 === 0 ? 0 : 1)} h`);

/** The place of a duration on a logarithmic scale, 0 to 1, from the first to the last point. */
function placeOn(points, seconds) {
  const [from, to] = [Math.log(points[0].overSeconds), Math.log(points.at(-1).overSeconds)];
  return (Math.log(seconds) - from) / (to - from);
}

/** The index of the point that is nearest to a place from 0 to 1. */
export function nearest(points, place) {
  const away = (index) => Math.abs(placeOn(points, points[index].overSeconds) - place);
  return points.reduce((best, _, index) => (away(index) < away(best) ? index : best), 0);
}

/** The best power of all rides and of the last six weeks. */
export class PowerCurve {
  /** @param {{ overSeconds: number, watts: number }[]} all at least two points, the shortest duration first */
  constructor(all, late) {
    this.all = all;
    this.late = late;
    /** @type {number | null} */
    this.chosen = null;
    this.scale = axis(0, Math.max(...all.map(({ watts }) => watts)) * 1.02, 4);
    this.plot = new Plot({ kind: "curve", layers: ["grid", "all", "late", "cursor", "dots"],
      draw: () => this.#draw() });
    this.readout = el("p", { class: "readout", role: "status" });
    this.node = el("div", {}, this.readout, this.plot.node);
    const words = durations.flatMap((seconds) => all.filter((point) => point.overSeconds === seconds))
      .map(({ overSeconds, watts }) => `${shortly(overSeconds)} ${number(watts)} W`).join(" · ");
    this.plot.picture.setAttribute("aria-label", words);
    this.gestures = new Gestures(this.plot.picture, { part: () => ({ from: 0, to: 1 }), isZoomed: () => false,
      read: (share) => this.#choose(share === null ? null : nearest(all, share)), pan: () => {}, zoom: () => {},
      settled: () => {} });
    this.plot.picture.addEventListener("keydown", (event) => {
      const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
      if (!by) return;
      event.preventDefault();
      this.#choose(Math.min(all.length - 1, Math.max(0, (this.chosen ?? all.length) + by)));
    });
    this.#choose(null);
  }

  #x(seconds) { return placeOn(this.all, seconds) * this.plot.width; }

  #y(watts) { return (1 - shareOf(this.scale, watts)) * (this.plot.height - 8) + 8; }

  #draw() {
    const { plot, all, late, scale } = this;
    const known = durations.filter((seconds) => seconds >= all[0].overSeconds && seconds <= all.at(-1).overSeconds);
    const path = (points) => points.map(({ overSeconds, watts }, index) =>
      `${index ? "L" : "M"}${this.#x(overSeconds).toFixed(1)} ${this.#y(watts).toFixed(1)}`).join("");
    plot.set("grid", scale.ticks.map((tick) => `M0 ${this.#y(tick).toFixed(1)}H${plot.width}`).join("")
      + known.map((seconds) => `M${this.#x(seconds).toFixed(1)} 8V${plot.height}`).join(""));
    plot.set("all", path(all));
    plot.set("late", path(late));
    plot.label("left", scale.ticks.map((tick, index) => ({ at: 1 - this.#y(tick) / plot.height,
      text: index === scale.ticks.length - 1 ? `${number(tick)} W` : number(tick) })));
    plot.labelBelow(known.map((seconds) => ({ at: placeOn(all, seconds), text: shortly(seconds) })));
    this.#mark();
  }

  #choose(index) {
    this.chosen = index;
    const point = this.all[index];
    const recent = point && this.late.find(({ overSeconds }) => overSeconds === point.overSeconds);
    const watts = (one) => (one ? `${number(one.watts)} W` : "");
    const parts = [["when", point && shortly(point.overSeconds)],
      ["all", [t("All rides"), watts(point)].filter(Boolean).join(" ")],
      ["late", [t("Last six weeks"), watts(recent)].filter(Boolean).join(" ")]].filter(([, text]) => text);
    this.readout.replaceChildren(...parts.map(([kind, text]) => el("span", { class: kind }, text)));
    this.#mark();
  }

  #mark() {
    const point = this.all[this.chosen];
    const x = point && this.#x(point.overSeconds).toFixed(1);
    this.plot.set("cursor", point ? `M${x} 0V${this.plot.height}` : "");
    this.plot.set("dots", point ? `M${x} ${this.#y(point.watts).toFixed(1)}h0` : "");
  }
}
