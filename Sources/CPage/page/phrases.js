// Texts about a ride.
import { amongItsKind } from "./ride.js";
import { clock, minutes, number, span, t, way } from "./words.js";

/**
 * The length of a plan.
 * @param {Pick<Wire.PlanSummary, "openEnded" | "timerSeconds">} plan
 */
export const planLength = ({ openEnded, timerSeconds }) =>
  (openEnded ? t("{1} and more", clock(timerSeconds)) : clock(timerSeconds));

/**
 * The ride's phase, as it is spoken.
 * @param {Page.Status} status
 */
export function phaseText(status) {
  switch (status.phase) {
    case "connecting": return t("Connecting to the trainer");
    case "ready": return t("Ready, pedal to begin");
    case "riding": return t("Riding");
    case "paused": return status.autoPaused ? t("Paused, pedal to continue") : t("Paused");
    case "reconnecting":
      return awaitsTrainerData(status) ? t("Waiting for the trainer's data") : t("Trainer gone, reconnecting");
    case "finishing": return t("Finishing");
    default: return t("Idle");
  }
}

/**
 * The ride's phase, in a word.
 * @param {{ phase: Wire.Phase }} status
 */
export function phaseWord({ phase }) {
  /** @type {Partial<Record<Wire.Phase, string>>} */
  const words = { connecting: t("Connecting"), ready: t("Ready"), riding: t("Riding"), paused: t("Paused"),
    reconnecting: t("Waiting"), finishing: t("Finishing") };
  return words[phase] ?? t("Idle");
}

/**
 * Whether the timer waits for data of a connected trainer.
 * @param {Page.Status} status
 */
export function awaitsTrainerData(status) {
  const codes = (status.problems ?? []).map(({ code }) => code);
  if (codes.includes("controlLost") || codes.includes("targetRefused")) return false;
  return codes.includes("trainerSilent") || ["connected", "preparing"].includes(status.trainer?.state ?? "");
}

/**
 * The brake of a ride without a target power.
 * @param {Wire.RideStatus} ride
 */
export function brakeText({ slopePercent, resistancePercent }) {
  if (slopePercent !== undefined) return t("slope {1} %", number(slopePercent, 1));
  return resistancePercent === undefined ? t("free") : t("resistance {1} %", number(resistancePercent));
}

/**
 * The reason why the target power differs from the wanted power.
 * @param {Wire.RideStatus} [ride]
 */
export function easingText(ride) {
  switch (ride?.easedBy) {
    case "range": return t("the trainer cannot hold {1} W", ride.wantedWatts);
    case "ramp": return t("rising to {1} W", ride.wantedWatts);
    case "legs": return t("eased from {1} W: cadence collapsed", ride.wantedWatts);
    case "heartRate": return t("eased from {1} W: heart rate above its limit", ride.wantedWatts);
    case "dfa": return t("eased from {1} W: DFA alpha-1 is low", ride.wantedWatts);
    case "noHeartRate": return t("eased from {1} W: no heart rate", ride.wantedWatts);
    case "zoneLimit": return t("power limit of the zone");
    default: return "";
  }
}

/**
 * The target of an interval: 150 W, 100 to 200 W, 120–140 bpm, free.
 * @param {Wire.IntervalStatus} interval
 */
export function aimText(interval) {
  if (interval.handFree) return t("free");
  if (interval.zoneFrom !== undefined) {
    const beats = `${span(interval.zoneFrom, interval.zoneTo)} ${t("bpm")}`;
    return interval.zone === undefined ? beats : `${t("Zone {1}", interval.zone)}, ${beats}`;
  }
  const watts = interval.handWatts ?? interval.watts;
  if (watts === undefined) return t("free");
  return interval.toWatts === undefined || interval.handWatts !== undefined
    ? `${watts} W` : t("{1} to {2} W", watts, interval.toWatts);
}

/**
 * The remainder of an interval.
 * @param {Wire.IntervalStatus} interval
 */
export function leftOf(interval) {
  if (interval.end === "activity") return t("until you press Done");
  if (interval.end === "timer") return clock(interval.remainingSeconds ?? 0);
  return interval.remainingMeters === undefined ? t("to the place") : way(interval.remainingMeters);
}

/**
 * The interval's number and name; with `intervals`, also its place among those of its name.
 * @param {Wire.IntervalStatus} interval
 * @param {number} count
 * @param {Wire.IntervalStatus[]} [intervals]
 */
export function intervalName(interval, count, intervals) {
  const place = t("Interval {1} of {2}", interval.number, count);
  if (!interval.label) return place;
  const kind = amongItsKind(interval, intervals);
  return t("{1}: {2}", place, kind ? t("{1} {2} of {3}", interval.label, kind.place, kind.count) : interval.label);
}

/**
 * The interval in two parts for the screen: "Over 2 of 4" and "5 of 10"; the second is empty without a label.
 * @param {Wire.IntervalStatus} interval
 * @param {number} count
 * @param {Wire.IntervalStatus[]} [intervals]
 */
export function intervalParts(interval, count, intervals) {
  if (!interval.label) return [t("Interval {1} of {2}", interval.number, count), ""];
  const kind = amongItsKind(interval, intervals);
  return [kind ? t("{1} {2} of {3}", interval.label, kind.place, kind.count) : interval.label,
    t("{1} of {2}", interval.number, count)];
}

/**
 * A requested ride: 150 W for 60 min, warm-up 10:00.
 * @param {Wire.RideRequest} request
 */
export function requestText(request) {
  if (request.plan) return request.plan;
  let what = t("a ride");
  if (request.free) what = t("a free ride");
  else if (request.zone2) what = t("Zone 2");
  else if (request.watts !== undefined) what = `${request.watts} W`;
  if (request.minutes !== undefined) what = t("{1} for {2}", what, minutes(request.minutes));
  else if (request.endless) what = t("{1} until you stop", what);
  return [what, request.warmupSeconds && t("warm-up {1}", clock(request.warmupSeconds)),
    request.maximumHeartRate && t("heart rate up to {1} bpm", request.maximumHeartRate)].filter(Boolean).join(", ");
}
