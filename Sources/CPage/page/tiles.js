// The four small figures of a ride; a touch turns one to the next choice.
import { el, setText, show } from "./dom.js";
import { expectedEnd, hasIntervals, riddenRpm, rideKind } from "./ride.js";
import { clock, number, span, t, timeOfDay, way } from "./words.js";

const kept = "jz2-figures";
const count = 4;

const figure = (name, unit, value) => ({ name, unit: ` · ${unit}`, value: number(value) });

/** The figures: a name, perhaps a unit, and a value each; undefined for kinds of rides that do not have it. */
const figures = {
  cadence(status) {
    const { cadenceFrom, cadenceTo } = status.plan?.interval ?? {};
    return { name: `${t("Cad.")} ${span(cadenceFrom, cadenceTo)}`.trim(), value: number(riddenRpm(status)) };
  },
  left: (status) => (hasIntervals(status) && status.ride?.remainingSeconds !== undefined
    ? { name: t("Ride left"), value: clock(status.ride.remainingSeconds) } : undefined),
  // The large figure of a ride without an end.
  time: (status) => (rideKind(status) === "open" ? undefined
    : { name: t("Time"), value: clock(status.ride?.timerSeconds) }),
  end(status) {
    const end = expectedEnd(status, new Date());
    return end && { name: t("Ends at"), value: timeOfDay(end) };
  },
  average: ({ ride }) => figure(t("Average"), "W", ride?.averageWatts),
  lap: (status) => (hasIntervals(status) || status.ride?.lap?.number > 1
    ? figure(t("Lap"), "W", status.ride?.lap?.averageWatts) : undefined),
  seconds: (_, trail) => figure(t("3 s"), "W", trail?.averageWatts(3)),
  most: (_, trail) => figure(t("Max. 5 min"), "W", trail?.mostWatts()),
  // Only with a critical power and W′ in the settings.
  wPrime: ({ ride }) => (ride?.wPrime ? { name: "W′", unit: ` · kJ / ${number(ride.wPrime.fullKilojoules)}`,
    value: number(ride.wPrime.kilojoules, 1) } : undefined),
  beats: ({ ride }) => figure(t("Average"), t("bpm"), ride?.averageBeatsPerMinute),
  // A body turns about 24 % of its energy into work, so both numbers are equal.
  energy: ({ ride }) => ({ name: "kJ = kcal", value: number(ride?.kilojoules) }),
  distance({ ride }) {
    const [value, unit] = way(ride?.distanceMeters ?? 0).split(" ");
    return { name: t("Distance"), unit: ` · ${unit}`, value };
  },
};

/** What a rider looks for, by the kind of the ride; the first four that the ride has. */
const usual = {
  plan: ["cadence", "left", "lap", "wPrime", "average"],
  heart: ["cadence", "time", "beats", "energy"],
  timed: ["cadence", "time", "average", "wPrime", "end"],
  open: ["cadence", "average", "distance", "wPrime", "energy"],
};

/** The figures that a passer-by may see. */
const shared = ["cadence", "left", "time", "end"];

function readChosen() {
  try { return JSON.parse(localStorage.getItem(kept)) ?? {}; } catch { return {}; }
}

function keep(chosen) {
  try { localStorage.setItem(kept, JSON.stringify(chosen)); } catch { /* It is kept until the page is closed. */ }
}

/** The names of the figures to show; unknown ones and gaps are filled with the usual ones. */
export function chosenFigures(kind, chosen, available) {
  const wanted = Array.isArray(chosen[kind]) ? chosen[kind] : usual[kind];
  const list = [];
  for (const name of [...wanted, ...usual[kind], ...Object.keys(figures)]) {
    if (available.includes(name) && !list.includes(name) && list.length < count) list.push(name);
  }
  return list;
}

/** The figure that follows in a place, and is not shown elsewhere. */
export function nextFigure(list, place, available) {
  const free = available.filter((name) => name === list[place] || !list.includes(name));
  return free[(free.indexOf(list[place]) + 1) % free.length];
}

/** The small figures; those of a passer-by are not turned. */
export class Tiles {
  #chosen = readChosen();

  constructor({ isBare }) {
    this.isBare = isBare;
    this.tiles = Array.from({ length: count }, (_, place) => {
      const [title, unit] = [el("span", {}), el("span", { class: "unit" })];
      const [name, value] = [el("span", { class: "name" }, title, unit), el("span", { class: "value" })];
      const node = isBare ? el("div", { class: "tile" }, name, value) : el("button", { type: "button", class: "tile",
        title: t("Touch it to see another figure"), on: { click: () => this.#turn(place) } }, name, value);
      return { node, title, unit, value };
    });
    this.node = el("div", { class: "smalls", role: "group", "aria-label": t("More figures") },
      ...this.tiles.map(({ node }) => node));
  }

  #turn(place) {
    this.#chosen[this.kind] = this.list.map((name, index) =>
      index === place ? nextFigure(this.list, place, this.available) : name);
    keep(this.#chosen);
    this.update(this.status, this.trail);
  }

  /** Shows a status. */
  update(status, trail) {
    this.status = status;
    this.trail = trail;
    this.kind = rideKind(status);
    const names = this.isBare ? shared : Object.keys(figures);
    const values = Object.fromEntries(names.map((name) => [name, figures[name](status, trail)]));
    this.available = names.filter((name) => values[name]);
    this.list = chosenFigures(this.kind, this.#chosen, this.available);
    let [longest, longestTitle] = [0, 0];
    this.tiles.forEach(({ node, title, unit, value }, place) => {
      const shown = values[this.list[place]];
      show(node, shown !== undefined);
      if (!shown) return;
      setText(title, shown.name);
      setText(unit, shown.unit ?? "");
      setText(value, shown.value);
      longestTitle = Math.max(longestTitle, shown.name.length);
      longest = Math.max(longest, (shown.name + (shown.unit ?? "")).length);
      // A colon, point or comma is as wide as 0.6 digits.
      const marks = shown.value.match(/[:.,]/g)?.length ?? 0;
      value.style.setProperty("--characters", String(Math.max(3, shown.value.length - 0.4 * marks)));
    });
    this.node.style.setProperty("--longest", String(longest));
    this.node.style.setProperty("--longest-title", String(longestTitle));
  }
}
