// A plan before it is ridden: its length, work and steps.
import { clock, dayText, number, span, t, way } from "./words.js";

/**
 * The name of a plan; a planned workout's without its day.
 * @param {Pick<Wire.PlanSummary, "name" | "day">} plan
 */
export const titleOfPlan = ({ name, day }) => (day && name.startsWith(`${day} `) ? name.slice(day.length + 1) : name);

/**
 * The day of a planned workout and its calendar: planned for Mon, Nov 30 (intervals.icu). Undefined for other plans.
 * @param {Pick<Wire.PlanSummary, "day" | "source">} plan
 */
export const plannedText = ({ day, source }) => (day === undefined ? undefined
  // Without a time it would be midnight in UTC, which is the day before in America.
  : t("planned for {1} ({2})",
    dayText(new Date(`${day}T12:00`), { weekday: "short", day: "numeric", month: "short" }), source));

/** @type {(watts?: number, percent?: number, threshold?: number) => number | undefined} */
const exact = (watts, percent, threshold) =>
  watts ?? (percent === undefined || threshold === undefined ? undefined : (percent * threshold) / 100);

/**
 * The sums of a plan's groups. `kilojoules` is undefined unless the power of each timed step is known; `isOpen` if a
 * step ends at a place or by the rider; `usesThreshold` if a step is in percent of the FTP.
 * @param {Wire.PlannedGroup[]} groups
 * @param {number} [threshold]
 */
export function totals(groups, threshold) {
  const sum = { seconds: 0, meters: 0, kilojoules: /** @type {number | undefined} */ (0), steps: 0, isOpen: false,
    usesThreshold: false };
  for (const { repeats, intervals } of groups) {
    for (const step of intervals) {
      const from = exact(step.watts, step.thresholdPercent, threshold);
      const to = exact(step.toWatts, step.toThresholdPercent, threshold) ?? from;
      sum.steps += repeats;
      if (step.thresholdPercent !== undefined) sum.usesThreshold = true;
      if (step.end === "distance") sum.meters += repeats * (step.meters ?? 0);
      else if (step.end !== "timer") sum.isOpen = true;
      const isSteered = step.zone !== undefined || step.bpmFrom !== undefined;
      if (step.end !== "timer" || isSteered || from === undefined) sum.kilojoules = undefined;
      else if (sum.kilojoules !== undefined) {
        sum.kilojoules += (repeats * (step.seconds ?? 0) * (from + (to ?? from))) / 2000;
      }
      if (step.end === "timer") sum.seconds += repeats * (step.seconds ?? 0);
    }
  }
  return sum;
}

/**
 * The length of a plan: 24:00, 30 km, or both.
 * @param {{ seconds: number, meters: number, isOpen: boolean }} sums
 */
export function lengthText({ seconds, meters, isOpen }) {
  const known = [seconds > 0 && clock(seconds), meters > 0 && way(meters)].filter(Boolean).join(" + ");
  if (!known) return isOpen ? t("until you press Done") : "";
  return isOpen ? t("{1} and more", known) : known;
}

/**
 * The end of a step.
 * @param {Wire.PlannedInterval} step
 */
export function endText(step) {
  if (step.end === "timer") return clock(step.seconds);
  if (step.end === "distance") return way(step.meters ?? 0);
  if (step.end === "activity") return t("until you press Done");
  return step.place ? t("to {1}", step.place) : t("to the place");
}

/**
 * The target of a step: 209 W (95 %), 100 to 160 W, Zone 2, 120–140 bpm, free.
 * @param {Wire.PlannedInterval} step
 * @param {number} [threshold]
 */
export function targetText(step, threshold) {
  if (step.zone !== undefined) return t("Zone {1}", step.zone);
  if (step.bpmFrom !== undefined) return `${span(step.bpmFrom, step.bpmTo)} ${t("bpm")}`;
  const percents = [step.thresholdPercent, step.toThresholdPercent].filter((value) => value !== undefined);
  const watts = [exact(step.watts, step.thresholdPercent, threshold),
    exact(step.toWatts, step.toThresholdPercent, threshold)].filter((value) => value !== undefined);
  const share = percents.map((value) => number(value)).join("–");
  if (watts.length === 0) return share ? `${share} ${t("% of FTP")}` : t("free");
  const [from, to] = watts.map((value) => number(value));
  const power = to === undefined || to === from ? `${from} W` : t("{1} to {2} W", from, to);
  return share ? `${power} (${share} %)` : power;
}
