// The sums of weeks, and their chart.
import { axis, panned, within, zoomed } from "./axes.js";
import { Gestures, onceAFrame } from "./gestures.js";
import { box, Plot, shareOf } from "./plot.js";
import { zoneClass } from "./powerzones.js";
import { clock, dayText, mondayOf, number, t, way } from "./words.js";

const none = () => ({ hours: 0, work: 0, distance: 0, zone2: 0, tss: 0, heavy: 0, heavySeconds: 0, zoned: 0,
  zoneHours: [], rides: [] });

/** The weeks from the first ride to now, oldest first, including those without a ride. */
export function weeksOf(rides, now) {
  const sums = new Map();
  const monday = (time) => mondayOf(time).getTime();
  for (const ride of rides) {
    const week = sums.get(monday(ride.start)) ?? none();
    week.hours += ride.timerSeconds / 3600;
    week.work += ride.kilojoules ?? 0;
    week.distance += ride.distanceMeters ?? 0;
    week.zone2 += ride.zone2Seconds / 3600;
    week.tss += ride.trainingStressScore ?? 0;
    if (ride.zone2Watts !== undefined) {
      week.heavy += ride.zone2Watts * ride.zone2Seconds;
      week.heavySeconds += ride.zone2Seconds;
    }
    for (const [index, seconds] of (ride.powerZoneSeconds ?? []).entries()) {
      week.zoneHours[index] = (week.zoneHours[index] ?? 0) + seconds / 3600;
      week.zoned += seconds / 3600;
    }
    week.rides.push(ride);
    sums.set(monday(ride.start), week);
  }
  const weeks = [];
  const first = rides.length > 0 ? mondayOf(rides[0].start) : mondayOf(now);
  // Counts days, not hours: two weeks of a year have an hour more or less.
  for (let day = first; day <= now; day = new Date(day.getFullYear(), day.getMonth(), day.getDate() + 7)) {
    const week = sums.get(day.getTime()) ?? none();
    weeks.push({ monday: day, ...week, watts: week.heavySeconds > 0 ? week.heavy / week.heavySeconds : undefined });
  }
  return weeks;
}

/** Adds the fitness and fatigue at the end of each week, or of the last known day. The days must be in order. */
export function withLoad(weeks, days) {
  let next = 0;
  return weeks.map((week) => {
    const { monday } = week;
    const end = new Date(monday.getFullYear(), monday.getMonth(), monday.getDate() + 7);
    while (next < days.length && new Date(`${days[next].date}T00:00`) < end) next += 1;
    return { ...week, fitness: days[next - 1]?.fitness, fatigue: days[next - 1]?.fatigue };
  });
}

/** The mean of each value and the three before it; undefined where none of them is known. */
export function meansOfFour(values) {
  return values.map((_, index) => {
    const four = values.slice(Math.max(0, index - 3), index + 1).filter((value) => value !== undefined);
    return four.length > 0 ? four.reduce((sum, value) => sum + value, 0) / four.length : undefined;
  });
}

/**
 * What a week can show: [kind, name, text of a value, unit of the axis, size of that unit].
 * @type {(isImperial: boolean) => [string, string, (value: number) => string, string, number?][]}
 */
export const kinds = (isImperial) => [
  ["hours", t("Time"), (value) => clock(value * 3600), "h"],
  ["work", t("Work"), (value) => `${number(value)} kJ`, "kJ"],
  ["distance", t("Distance"), way, isImperial ? "mi" : "km", isImperial ? 1609.344 : 1000],
  ["zone2", t("Zone 2"), (value) => clock(value * 3600), "h"],
  ["zoned", t("Power zones"), (value) => clock(value * 3600), "h"], ["tss", t("TSS"), (value) => number(value), ""],
  ["fitness", t("Fitness"), (value) => number(value), ""], ["fatigue", t("Fatigue"), (value) => number(value), ""],
  ["watts", t("Zone 2 power"), (value) => (value === undefined ? "–" : `${number(value)} W`), "W"],
];

/** The fewest weeks that can be shown, those shown at first, and those of a new rider's chart, mostly empty. */
const [least, usual, fewest] = [4, 13, 8];
/** The widest bar in pixels. */
const widest = 36;
const sevenZones = [1, 2, 3, 4, 5, 6, 7];

/**
 * The parts of a bar, one on the other: [{ zone, from, to }] in hours.
 * @param {{ zoneHours: number[] }} week
 */
export function stacked({ zoneHours }) {
  let from = 0;
  return zoneHours.map((hours, index) => ({ zone: index + 1, from, to: from += hours }));
}

/** Bars for the weeks, or points for a power. The newest week stays at the right while two fingers zoom. */
export class WeeksChart {
  /** @param {{ onChoose: (week: object) => void, isImperial: boolean }} about */
  constructor({ onChoose, isImperial }) {
    this.onChoose = onChoose;
    this.isImperial = isImperial;
    /** @type {object[]} */
    this.weeks = [];
    this.kind = "hours";
    this.chosen = null;
    this.part = { from: 0, to: usual };
    const zones = sevenZones.map((zone) => `part ${zoneClass(zone, 7)}`);
    this.plot = new Plot({ kind: "weeks", layers: ["grid", "bar", ...zones, "point", "chosen", "mean"],
      draw: () => this.#draw() });
    this.node = this.plot.node;
    this.soon = onceAFrame(() => this.#draw());
    this.#listen();
  }

  get #whole() { return Math.max(fewest, this.weeks.length); }

  // A part of a library of fewer weeks begins before its first week.
  #week(place) { return this.weeks[place - (this.#whole - this.weeks.length)]; }

  /** Shows other weeks, at the same distance from the newest. */
  take(weeks) {
    const behind = this.weeks.length === 0 ? 0 : this.#whole - this.part.to;
    const length = this.part.to - this.part.from;
    this.weeks = weeks;
    const to = this.#whole - behind;
    this.part = within({ from: to - length, to }, this.#whole, least);
    this.chosen = weeks.find(({ monday }) => monday.getTime() === this.chosen?.monday.getTime()) ?? null;
    this.#draw();
    this.#tell();
  }

  /** @param {string} kind */
  show(kind) {
    this.kind = kind;
    this.#draw();
    this.#tell();
  }

  /** Shows `factor` times as many weeks. */
  zoom(factor) {
    this.part = zoomed(this.part, factor, 1, this.#whole, least);
    this.#draw();
    this.#tell();
  }

  /** A week in words. */
  text(week) {
    const date = dayText(week.monday, { day: "numeric", month: "short", year: "numeric" });
    const [, , text] = kinds(this.isImperial).find(([kind]) => kind === this.kind);
    return t("{1}: {2}", t("Week of {1}", date), text(week[this.kind]));
  }

  #tell() {
    const week = this.chosen ?? this.weeks.at(-1);
    if (!week) return;
    const count = Math.round(this.part.to - this.part.from);
    this.plot.picture.dataset.weeks = String(count);
    this.plot.picture.setAttribute("aria-label",
      t("The last {1} weeks. {2}. The line is the mean of four weeks.", count, this.text(week)));
    this.onChoose(week);
  }

  #draw() {
    const { plot, part, kind } = this;
    if (plot.width === 0 || this.weeks.length === 0) return;
    const wide = plot.width / (part.to - part.from);
    const bar = Math.min(widest, wide * 0.8);
    const [, , , unit, size = 1] = kinds(this.isImperial).find(([one]) => one === kind);
    const shown = this.#shown();
    const scale = scaleOf(shown.map(({ value }) => value), kind === "watts", size);
    const x = (place) => (place + 0.5 - part.from) * wide;
    const y = (value) => (1 - shareOf(scale, value / size)) * (plot.height - 8) + 8;
    const known = shown.filter(({ value }) => value !== undefined);
    const isPoint = kind === "watts";
    const shape = ({ place, value }) => (isPoint ? `M${x(place).toFixed(1)} ${y(value).toFixed(1)}h0`
      : box(x(place) - bar / 2, y(value), bar, plot.height - y(value)));
    plot.set("grid", scale.ticks.map((tick) => `M0 ${y(tick * size).toFixed(1)}H${plot.width}`).join(""));
    plot.set("bar", isPoint || kind === "zoned" ? "" : known.map(shape).join(""));
    this.#drawZones(kind === "zoned" ? known : [], (place) => x(place) - bar / 2, y, bar);
    plot.set("point", isPoint ? known.map(shape).join("") : "");
    plot.set("chosen", known.filter(({ week }) => week === this.chosen).map(shape).join(""));
    plot.set("mean", meanPath(shown, x, y));
    plot.label("left", scale.ticks.map((tick, index, all) => ({ at: 1 - y(tick * size) / plot.height,
      text: [number(tick, tick % 1 === 0 ? 0 : 1), index === all.length - 1 && unit].filter(Boolean).join(" ") })));
    this.#date(x);
  }

  // Bars of the hours in each power zone; three zones have colours of the seven.
  #drawZones(known, left, y, wide) {
    const count = Math.max(0, ...this.weeks.map(({ zoneHours }) => zoneHours.length));
    const paths = {};
    for (const { place, week } of known) {
      for (const { zone, from, to } of stacked(week)) {
        const name = `part ${zoneClass(zone, count)}`;
        if (to > from) paths[name] = (paths[name] ?? "") + box(left(place), y(to), wide, y(from) - y(to));
      }
    }
    for (const zone of sevenZones) {
      const name = `part ${zoneClass(zone, 7)}`;
      this.plot.set(name, paths[name] ?? "");
    }
  }

  // The weeks of the part, and one beyond each edge.
  #shown() {
    const means = meansOfFour(this.weeks.map((week) => week[this.kind]));
    const before = this.#whole - this.weeks.length;
    const shown = [];
    for (let place = Math.floor(this.part.from) - 1; place <= Math.ceil(this.part.to); place += 1) {
      const week = this.#week(place);
      if (week) shown.push({ place, week, value: week[this.kind], mean: means[place - before] });
    }
    return shown;
  }

  // The dates of the first, the middle and the last whole week.
  #date(x) {
    const [first, last] = [Math.ceil(this.part.from - 0.01), Math.floor(this.part.to + 0.01) - 1];
    /** @type {Intl.DateTimeFormatOptions} */
    const year = last - first > 26 ? { year: "numeric" } : { day: "numeric" };
    const labels = [...new Set([first, Math.round((first + last) / 2), last])].map((place) => {
      const monday = new Date(this.weeks.at(-1).monday);
      monday.setDate(monday.getDate() - 7 * (this.#whole - 1 - place));
      return { at: x(place) / this.plot.width, text: dayText(monday, { month: "short", ...year }) };
    });
    this.plot.labelBelow(labels);
  }

  #choose(place) {
    const before = this.#whole - this.weeks.length;
    const week = this.#week(Math.min(this.#whole - 1, Math.max(before, place)));
    if (!week || week === this.chosen) return;
    this.chosen = week;
    this.#draw();
    this.#tell();
  }

  #move(part) {
    this.part = part;
    this.soon();
  }

  #listen() {
    const { picture } = this.plot;
    this.gestures = new Gestures(picture, {
      part: () => this.part,
      isZoomed: () => this.part.to - this.part.from < this.#whole,
      read: (share) => {
        if (share !== null) this.#choose(Math.floor(this.part.from + share * (this.part.to - this.part.from)));
      },
      pan: (start, share) => this.#move(panned(start, share, this.#whole)),
      zoom: (start, factor) => this.#move(zoomed(start, factor, 1, this.#whole, least)),
      settled: () => this.#tell(),
    });
    picture.addEventListener("keydown", (event) => {
      const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
      const from = this.chosen ? this.weeks.indexOf(this.chosen) : this.weeks.length - 1;
      if (by) this.#reach(from + by + this.#whole - this.weeks.length);
      else if (event.key === "+" || event.key === "-") this.zoom(event.key === "+" ? 0.5 : 2);
      else return;
      event.preventDefault();
    });
  }

  // Chooses a week, and moves the part so that it is shown.
  #reach(place) {
    const by = place < this.part.from ? place - this.part.from : Math.max(0, place + 1 - this.part.to);
    this.part = within({ from: this.part.from + by, to: this.part.to + by }, this.#whole,
      this.part.to - this.part.from);
    this.#choose(place);
    this.#draw();
  }
}

// Bars begin at zero. Power varies little, so its scale begins near the least.
function scaleOf(values, isPower, size) {
  const known = values.filter((value) => value !== undefined).map((value) => value / size);
  const most = Math.max(0, ...known);
  if (isPower && known.length > 0) return axis(Math.min(...known) * 0.95, most * 1.02, 4);
  return axis(0, most > 0 ? most : 1, 4);
}

function meanPath(shown, x, y) {
  let pen = "M";
  return shown.map(({ place, mean }) => {
    if (mean === undefined) {
      pen = "M";
      return "";
    }
    const part = `${pen}${x(place).toFixed(1)} ${y(mean).toFixed(1)}`;
    pen = "L";
    return part;
  }).join("");
}
