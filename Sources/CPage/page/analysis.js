// The figures, zones and laps of a ride.
import { el, svg } from "./dom.js";
import { drawZones } from "./draw.js";
import { button, card } from "./parts.js";
import { missingThreshold, zoneClass, zoneName, zoneRows } from "./powerzones.js";
import { clock, number, t, way } from "./words.js";

/** Why decoupling and drift are not judged; empty if they are, or if a value for them is missing. */
export function notJudgedText({ notJudged, workVariabilityIndex, workFromSeconds, workToSeconds }) {
  const texts = { intervals: t("not judged: intervals"),
    unsteady: t("not judged: the power is not steady (VI {1} from {2})", number(workVariabilityIndex, 2),
      t("{1} to {2}", clock(workFromSeconds), clock(workToSeconds))),
    short: t("not judged: less than 20 minutes of steady power and heart rate") };
  return texts[notJudged] ?? "";
}

// The balance of the legs, and the quality of their pedalling: [[name, value, explanation]].
function pedallingFigures({ leftPercent: left, leftTorqueEffectivenessPercent: leftTorque,
  rightTorqueEffectivenessPercent: rightTorque, leftPedalSmoothnessPercent: leftSmooth,
  rightPedalSmoothnessPercent: rightSmooth }) {
  const both = (...values) => {
    const known = values.filter((value) => value !== undefined);
    return known.length > 0 ? `${known.map((value) => number(value)).join(" / ")} %` : "";
  };
  return [
    [t("Balance"), left === undefined ? "" : both(Math.round(left), 100 - Math.round(left)),
      t("The shares of the left and the right leg in the power.")],
    [t("Torque effectiveness"), both(leftTorque, rightTorque),
      t("The share of the force that drives the pedals forward, left and right.")],
    [t("Pedal smoothness"), both(leftSmooth, rightSmooth),
      t("The average force of a turn compared with its highest, left and right.")],
  ];
}

/** The known figures of a ride: [[name, value, explanation]]. */
function figures(ride, review) {
  const of = (value, unit, decimals = 0) => (value === undefined ? "" : `${number(value, decimals)} ${unit}`.trim());
  return [
    [t("Time"), clock(ride.timerSeconds), t("Without pauses and lost connections. From start to end: {1}.",
      clock(ride.elapsedSeconds))],
    [t("Average power"), of(ride.averageWatts, "W"), t("The average while the timer ran.")],
    [t("Normalized"), of(review.normalizedWatts, "W"),
      t("The steady power that would have been just as hard; hard parts count more.")],
    [t("Intensity"), of(review.intensityFactor, "", 2), t("Normalized power divided by your FTP.")],
    [t("TSS"), of(review.trainingStressScore, ""), t("An hour at your FTP is 100.")],
    [t("Strain"), of(review.strain, "", 1), t("How hard the ride was for your heart, from 0 to 21.")],
    [t("Work"), of(ride.kilojoules, "kJ"), t("You burned about as many kilocalories.")],
    [t("Calories"), of(ride.kilojoules, "kcal"), t("Estimated from the work.")],
    [t("Distance"), ride.distanceMeters === undefined ? "" : way(ride.distanceMeters),
      t("On a trainer it is calculated from the power.")],
    [t("Average heart rate"), of(ride.averageHeartRate, t("bpm")), t("The average of all seconds with a heart rate.")],
    [t("Highest heart rate"), of(review.maximumHeartRate, t("bpm")), t("The highest value of the ride.")],
    [t("Average cadence"), of(review.averageCadence, t("rpm")), t("The average while you pedalled.")],
    ...pedallingFigures(review.pedalling ?? {}),
    [t("Least W′"), review.wPrime && t("{1} of {2} kJ", number(review.wPrime.leastKilojoules, 1),
      number(review.wPrime.fullKilojoules, 1)), t("The least that was left of your work above critical power, {1} W. "
      + "Below 0 kJ, you did more than the model allows.", review.wPrime?.criticalWatts)],
    [t("Decoupling"), of(review.decouplingPercent, "%", 1)
      || (ride.averageHeartRate === undefined ? "" : notJudgedText(review)),
      t("How much your heart rate rose relative to your power in the second half. "
        + "Up to 5 % means a good aerobic base.")],
    [t("Drift"), of(review.driftBpmPerHour, `${t("bpm")}/h`, 1), t("How fast your heart rate rose at steady power.")],
  ].filter(([, value]) => value);
}

/** The card of the figures, with their explanations. */
export function figuresCard(ride, review) {
  const known = figures(ride, review);
  return el("section", { class: "card figures-card" },
    el("dl", { class: "sums" }, ...known.map(([name, value, why]) => el("div", { title: why }, el("dt", {}, name),
      el("dd", { class: value.length > 16 && "said" }, value)))),
    el("details", {}, el("summary", {}, t("What the figures mean")), el("dl", { class: "why" },
      ...known.flatMap(([name, , why]) => [el("dt", {}, name), el("dd", {}, why)]))));
}

/**
 * The heart rates of Zone 2 in a ride; null if they are not known.
 * @returns {[number, number] | null}
 */
export function zone2Of({ zones, zone2From, zone2To }) {
  const zone = zones?.find((one) => one.number === 2);
  const [from, to] = [zone?.fromBpm ?? zone2From, zone?.belowBpm ?? (zone2To && zone2To + 1)];
  return from && to ? [from, to] : null;
}

/** The card of the heart-rate zones; null without a heart rate. */
export function zonesCard({ zones, zone2Share }) {
  const known = zones.filter((zone) => zone.seconds !== undefined);
  if (known.length === 0) return null;
  const bar = svg("svg", { class: "zones", "aria-hidden": "true" });
  drawZones(bar, known);
  const range = ({ fromBpm, belowBpm }) => (belowBpm === undefined ? t("from {1} bpm", number(fromBpm))
    : fromBpm === undefined ? t("below {1} bpm", number(belowBpm))
      : `${number(fromBpm)}–${number(belowBpm)} ${t("bpm")}`);
  const row = (zone) => el("li", {}, svg("svg", { class: "sample", viewBox: "0 0 1 1", "aria-hidden": "true" },
    svg("rect", { width: 1, height: 1, class: `zone-${zone.number}` })), el("span", {}, `${zone.number}`),
  el("span", { class: "soft" }, range(zone)), el("strong", {}, clock(zone.seconds)));
  return card(t("Heart-rate zones"), bar, el("ul", { class: "zone-list" }, ...known.map(row)),
    zone2Share !== undefined && el("p", { class: "soft" }, t("{1} % of the time was in Zone 2.",
      number(zone2Share * 100))));
}

/** The card of the power zones, or how to get them; null without power. */
export function powerZonesCard({ averageWatts, sport = "cycling" }, { powerZones, thresholdWatts }) {
  if (averageWatts === undefined) return null;
  if (!powerZones) {
    const isMissing = sport === "cycling" && thresholdWatts === undefined;
    return isMissing ? card(t("Power zones"), missingThreshold()) : null;
  }
  const bar = svg("svg", { class: "zones", "aria-hidden": "true" });
  drawZones(bar, powerZones, (zone) => zoneClass(zone, powerZones.length));
  return card(t("Power zones"), bar, el("ul", { class: "power-list" }, ...zoneRows(powerZones)));
}

// The time of a lap in each power zone, as a small bar.
function lapZones({ powerZoneSeconds }, count) {
  if (!powerZoneSeconds) return "–";
  const zones = powerZoneSeconds.map((seconds, index) => ({ number: index + 1, seconds }));
  const words = zones.filter(({ seconds }) => seconds > 0)
    .map(({ number: zone, seconds }) => `${zone} ${zoneName(zone, count)} ${clock(seconds)}`).join(", ");
  const bar = svg("svg", { class: "zones", role: "img", "aria-label": words });
  drawZones(bar, zones, (zone) => zoneClass(zone, count));
  return bar;
}

/** The card of the laps; a touch on one calls `go` with its seconds. Null for a ride of one lap. */
export function lapsCard(laps, powerZones, go) {
  if (laps.length < 2) return null;
  const planned = (lap) => (lap.plannedWatts === undefined ? "–" : lap.plannedToWatts === undefined
    ? `${lap.plannedWatts}` : `${lap.plannedWatts}–${lap.plannedToWatts}`);
  const count = powerZones?.length ?? 0;
  const heads = [t("Lap"), t("Time"), "W", t("Planned"), t("bpm"), t("rpm"), ...(count > 0 ? [t("Power zones")] : [])];
  const row = (lap, index) => el("tr", {}, el("th", { scope: "row" }, button(lap.label ?? `${index + 1}`,
    () => go({ from: lap.fromSeconds, to: lap.toSeconds }), { class: "small" })),
  ...[clock(lap.timerSeconds), number(lap.averageWatts), planned(lap), number(lap.averageHeartRate),
    number(lap.averageCadence), ...(count > 0 ? [lapZones(lap, count)] : [])].map((value) => el("td", {}, value)));
  return el("section", { class: "card laps" }, el("h2", {}, t("Laps")), el("div", { class: "wide-table", tabIndex: 0 },
    el("table", {}, el("thead", {}, el("tr", {}, ...heads.map((head) => el("th", { scope: "col" }, head)))),
      el("tbody", {}, ...laps.map(row)))));
}
