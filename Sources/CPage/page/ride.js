// Values that the page derives from a status, without the document.
import { zonedPieces } from "./powerzones.js";

/**
 * The power of the ride in watts: the power meter's if one sends, else the trainer's; undefined if neither does.
 * @param {Page.Status} status
 */
export function riddenWatts(status) {
  return status.power?.powerWatts ?? status.trainer?.powerWatts;
}

/**
 * The cadence of the ride: the chosen sensor's, else the trainer's, else the power meter's; undefined if none is sent.
 * @param {Page.Status} status
 */
export function riddenRpm(status) {
  return status.cadence?.cadenceRpm ?? status.trainer?.cadenceRpm ?? status.power?.cadenceRpm;
}

/**
 * Whether a ride is on, from its start to its end.
 * @type {(status: Page.Status | null) => status is Page.Status}
 */
export const isOn = (status) => (status?.phase ?? "idle") !== "idle";

/**
 * Whether the heart rate controls the power, and is thus the main figure.
 * @param {Page.Status | null} status
 */
export const heartSteers = (status) => status?.plan?.interval?.zoneFrom !== undefined;

/**
 * Whether the ride has several intervals.
 * @param {Page.Status | null} status
 */
export const hasIntervals = (status) => (status?.plan?.intervals ?? 1) > 1;

/**
 * The kind of a ride, by which its small figures are chosen: "heart", "plan", "timed" or "open".
 * @param {Page.Status | null} status
 */
export function rideKind(status) {
  if (heartSteers(status)) return "heart";
  if (hasIntervals(status)) return "plan";
  return status?.ride?.remainingSeconds === undefined ? "open" : "timed";
}

/**
 * Whether the ride has planned power that its rider can change as a whole.
 * @param {Page.Status | null} status
 * @param {Wire.IntervalStatus[]} [intervals]
 */
export const hasPlannedPower = (status, intervals) => Boolean(status?.plan && status.ride)
  && (intervals ?? []).some(({ watts, zoneFrom }) => watts !== undefined && zoneFrom === undefined);

/**
 * The available buttons, by name.
 * @param {Page.Status | null} status
 */
export function controls(status) {
  const phase = status?.phase ?? "idle";
  const going = phase === "riding" || phase === "paused" || phase === "reconnecting";
  const [ride, plan] = [status?.ride, status?.plan];
  const interval = plan?.interval;
  const target = ride?.wantedWatts ?? ride?.slopePercent ?? ride?.resistancePercent;
  return {
    watts: (going || phase === "ready") && target !== undefined,
    pause: phase === "riding",
    resume: phase === "paused" && !status?.autoPaused,
    skip: going && hasIntervals(status) && interval !== undefined,
    back: going && hasIntervals(status),
    extend: going && (interval?.end === "timer" || (!plan && ride?.remainingSeconds !== undefined)),
    done: going && interval?.end === "activity",
    lap: going,
    stop: phase !== "idle" && phase !== "finishing",
    cancel: phase === "connecting",
  };
}

/**
 * The power's distance from its target: "on" within 5 %, "near" within 12 %, "off", or "" without a target.
 * @param {number} [power]
 * @param {number} [target]
 */
export function aim(power, target) {
  if (power === undefined || !target) return "";
  const away = Math.abs(power - target) / target;
  return away <= 0.05 ? "on" : away <= 0.12 ? "near" : "off";
}

/**
 * A heart rate's place: "below", "in" or "above" its band, or "" without one.
 * @param {number} [beats]
 * @param {number} [from]
 * @param {number} [to]
 */
export function inBand(beats, from, to) {
  if (beats === undefined || from === undefined) return "";
  return beats < from ? "below" : beats > (to ?? Infinity) ? "above" : "in";
}

/**
 * The target heart rates: the interval's band, else up to the limit of the ride.
 * @param {Page.Status | null} status
 * @returns {{ from?: number, to?: number }}
 */
export function band(status) {
  const interval = status?.plan?.interval;
  if (interval?.zoneFrom !== undefined) return { from: interval.zoneFrom, to: interval.zoneTo };
  const limit = status?.ride?.maximumBeatsPerMinute;
  return limit === undefined ? {} : { to: limit };
}

/**
 * The power gauge: its range is the target ± 5 %, its scale the target ± 50 %.
 * @param {number} [power]
 * @param {number} [target]
 */
export function powerGauge(power, target) {
  if (!target) return undefined;
  const place = (/** @type {number} */ watts) => watts / target - 0.5;
  return { from: place(0.95 * target), to: place(1.05 * target), at: power === undefined ? undefined : place(power) };
}

/**
 * The heart-rate gauge: its scale runs from 30 bpm below the band to 30 above.
 * @param {number} [beats]
 * @param {number} [from]
 * @param {number} [to]
 */
export function heartGauge(beats, from, to) {
  const low = from ?? (to === undefined ? undefined : to - 40);
  if (low === undefined) return undefined;
  const high = to ?? low + 40;
  const place = (/** @type {number} */ value) => (value - (low - 30)) / (high - low + 60);
  return { from: place(low), to: place(high), at: beats === undefined ? undefined : place(beats) };
}

/**
 * The number of a rate's heart-rate zone.
 * @param {number | undefined} beats
 * @param {Wire.HeartRateZone[]} zones
 */
export function zoneOf(beats, zones) {
  if (beats === undefined) return undefined;
  return zones.find((zone) => beats >= (zone.fromBpm ?? 0) && beats < (zone.belowBpm ?? Infinity))?.number;
}

/**
 * The interval's place among those of its name: { place: 3, count: 4 }; undefined if it is the only one.
 * @param {Wire.IntervalStatus} interval
 * @param {Wire.IntervalStatus[]} [intervals]
 */
export function amongItsKind(interval, intervals) {
  if (!interval.label || !intervals) return undefined;
  const kind = intervals.filter((one) => one.label === interval.label).map((one) => one.number);
  const place = kind.indexOf(interval.number) + 1;
  return kind.length > 1 && place > 0 ? { place, count: kind.length } : undefined;
}

/**
 * The end of the ride if it continues without a pause; undefined unless the timer ends it.
 * @param {Page.Status | null} status
 * @param {Date} now
 */
export function expectedEnd(status, now) {
  const left = status?.ride?.remainingSeconds;
  return left === undefined ? undefined : new Date(now.getTime() + left * 1000);
}

/**
 * Changes since the previous status, to announce once: a new phase, interval or problem.
 * @param {Page.Status | null} before
 * @param {Page.Status} after
 * @returns {Page.News[]}
 */
export function news(before, after) {
  /** @type {Page.News[]} */
  const found = [];
  if (before && before.phase !== after.phase) found.push({ kind: "phase", phase: after.phase, auto: after.autoPaused });
  const [one, other] = [before?.plan?.interval, after.plan?.interval];
  const began = other && (!one || one.number !== other.number) && before?.ride?.id === after.ride?.id;
  if (before && began && isOn(after)) found.push({ kind: "interval", interval: other });
  const known = new Set((before?.problems ?? []).map((problem) => problem.code));
  for (const problem of after.problems ?? []) if (!known.has(problem.code)) found.push({ kind: "problem", problem });
  return found;
}

/** The last five minutes: a point a second, [elapsed, watts, target, beats, rpm]. */
export class Trail {
  static seconds = 300;
  /** @type {number | null} */
  ride = null;
  /** @type {Page.Point[]} */
  points = [];

  /** @param {Page.Events["trace"]} trace */
  replace({ ride, points }) {
    this.ride = ride;
    this.points = points;
  }

  /** @param {Page.Status} status */
  add(status) {
    const ride = status.ride;
    if (!ride) return;
    if (ride.id !== this.ride) this.replace({ ride: ride.id, points: [] });
    if (status.phase === "connecting" || status.phase === "ready") return;
    /** @type {Page.Point} */
    const point = [
      ride.elapsedSeconds, riddenWatts(status) ?? null, ride.targetWatts ?? null,
      status.heartRate?.beatsPerMinute ?? null, riddenRpm(status) ?? null,
    ];
    const last = this.points.at(-1);
    if (last && last[0] > point[0]) return;
    if (last && last[0] === point[0]) this.points.pop();
    this.points.push(point);
    this.points = this.points.filter(([second]) => second > point[0] - Trail.seconds);
  }

  /**
   * The average power of the last seconds; undefined without power.
   * @param {number} seconds
   */
  averageWatts(seconds) {
    const last = this.points.at(-1)?.[0] ?? 0;
    const watts = this.points.flatMap(([second, value]) => (second > last - seconds ? value ?? [] : []));
    return watts.length > 0 ? watts.reduce((sum, value) => sum + value, 0) / watts.length : undefined;
  }

  /** The highest power of the last five minutes; undefined without power. */
  mostWatts() {
    const watts = this.points.flatMap(([, value]) => value ?? []);
    return watts.length > 0 ? Math.max(...watts) : undefined;
  }
}

const metersPerSecond = 8;

/**
 * The length of an interval in the picture, in seconds.
 * @param {Wire.IntervalStatus} interval
 */
function lengthOf(interval) {
  const ridden = Math.max(0, interval.timerSeconds ?? 0);
  if (interval.end === "timer") return ridden + Math.max(0, interval.remainingSeconds ?? 0);
  if (interval.end === "activity" || interval.remainingMeters === undefined) return Math.max(ridden, 120);
  return Math.max(ridden, (interval.meters + interval.remainingMeters) / metersPerSecond);
}

/**
 * The plan as blocks from 0 to 1 in x and y, and the rider's place. With power zones, a ramp has a block for each zone
 * that it crosses; `isJoined` if the next block continues it.
 * @param {Wire.IntervalStatus[]} intervals
 * @param {Wire.IntervalStatus} [present]
 * @param {Wire.PowerZone[]} [zones]
 */
export function skyline(intervals, present, zones) {
  const lengths = intervals.map(lengthOf);
  const whole = lengths.reduce((sum, length) => sum + length, 0);
  const most = Math.max(1, ...intervals.map((one) => Math.max(one.handWatts ?? one.watts ?? 0, one.toWatts ?? 0)));
  if (!(whole > 0)) return { blocks: [], cursor: 0, most };
  let x = 0;
  let cursor = 1;
  const blocks = intervals.flatMap((interval, index) => {
    const current = present && present.number === interval.number ? present : interval;
    const from = current.handWatts ?? current.watts ?? 0;
    const to = current.handWatts === undefined ? current.toWatts ?? from : from;
    const width = lengths[index] / whole;
    if (current === present) cursor = x + width * Math.min(1, Math.max(0, present.share ?? 0));
    const isSteady = from === 0 || interval.zoneFrom !== undefined;
    return zonedPieces(from, to, isSteady ? [] : zones).map((piece, place, all) => {
      const block = { x, width: width * piece.share, from: piece.from / most, to: piece.to / most,
        number: interval.number, zone: interval.zoneFrom, powerZone: piece.zone, isJoined: place < all.length - 1 };
      x += block.width;
      return block;
    });
  });
  return { blocks, cursor, most };
}

/**
 * The intervals of an unridden plan, with repetitions expanded, in the form that `skyline` takes.
 * @param {Wire.PlannedGroup[]} groups
 * @param {number} [threshold]
 */
export function unrolled(groups, threshold) {
  const watts = (/** @type {number | undefined} */ exact, /** @type {number | undefined} */ percent) =>
    exact ?? (percent === undefined ? undefined : (percent * (threshold ?? 200)) / 100);
  /** @type {Wire.IntervalStatus[]} */
  const list = [];
  for (const group of groups) {
    for (let round = 0; round < group.repeats && list.length < 400; round += 1) {
      for (const one of group.intervals) {
        list.push({
          number: list.length + 1, end: one.end, remainingSeconds: one.seconds, timerSeconds: 0, meters: 0,
          remainingMeters: one.meters, watts: watts(one.watts, one.thresholdPercent) ?? (one.zone ? 120 : undefined),
          toWatts: watts(one.toWatts, one.toThresholdPercent), zoneFrom: one.bpmFrom ?? one.zone,
        });
      }
    }
  }
  return list;
}
