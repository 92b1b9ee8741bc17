// Scales of charts, and the part of a chart that is shown; without the document.
import { clock } from "./words.js";

/**
 * A vertical scale with round ticks at both ends and between them.
 * @typedef {{ low: number, high: number, step: number, ticks: number[] }} Axis
 */
/**
 * The part of a chart that is shown: seconds of a ride, or weeks.
 * @typedef {{ from: number, to: number }} Part
 */

/**
 * The least of 1, 2, 2.5 and 5 times a power of ten that is not below `distance`.
 * @param {number} distance
 */
export function roundStep(distance) {
  const power = 10 ** Math.floor(Math.log10(Math.max(distance, 1e-6)));
  return ([1, 2, 2.5, 5].find((one) => one * power >= distance * (1 - 1e-9)) ?? 10) * power;
}

/**
 * @param {number} first
 * @param {number} last
 * @param {number} step
 * @returns {Axis}
 */
function axisOf(first, last, step) {
  const ticks = Array.from({ length: last - first + 1 }, (_, index) => (first + index) * step);
  return { low: first * step, high: last * step, step, ticks };
}

/**
 * The scale that covers a range in about `count` steps.
 * @param {number} low
 * @param {number} high
 * @param {number} count
 * @returns {Axis}
 */
export function axis(low, high, count) {
  const step = roundStep((high - low) / Math.max(1, count));
  const first = Math.floor(low / step + 1e-9);
  return axisOf(first, Math.max(first + 1, Math.ceil(high / step - 1e-9)), step);
}

/**
 * The scale of exactly `count` steps of whole fives that covers a range.
 * @param {number} low
 * @param {number} high
 * @param {number} count
 * @returns {Axis}
 */
function alignedAxis(low, high, count) {
  for (let step = 5; ; step += 5) {
    const first = Math.floor(low / step);
    if ((first + count) * step >= high) return axisOf(first, first + count, step);
  }
}

/**
 * Two scales with as many steps, so that they share their lines: from 0 to `most`, and from `low` to `high`. Of several
 * numbers of steps, the one that leaves the least room unused.
 * @param {number} most
 * @param {number} low
 * @param {number} high
 * @returns {[Axis, Axis]}
 */
export function pairOfAxes(most, low, high) {
  /** @param {[Axis, Axis]} pair */
  const used = ([one, other]) => (most / one.high) * ((high - low) / (other.high - other.low));
  const pairs = [4, 5, 6].map((count) => {
    const one = axis(0, most, count);
    return /** @type {[Axis, Axis]} */ ([one, alignedAxis(low, high, one.ticks.length - 1)]);
  });
  return pairs.reduce((best, pair) => (used(pair) > used(best) ? pair : best));
}

/**
 * The value below which a share of the values lies; undefined without values.
 * @param {ArrayLike<number>} values
 * @param {number} share
 */
export function percentile(values, share) {
  const sorted = Float64Array.from(values).sort();
  return sorted[Math.round((sorted.length - 1) * share)];
}

const timeSteps = [5, 10, 15, 30, 60, 120, 300, 600, 900, 1200, 1800, 3600, 7200, 10800, 21600, 43200, 86400];

/**
 * At most `count` round times in a part, in seconds, with their labels: 0:15 below a minute, else minutes, or hours and
 * minutes in a ride of more than an hour. The last label has the unit.
 * @param {Part} part
 * @param {number} count
 * @param {number} whole
 */
export function timeTicks({ from, to }, count, whole) {
  const step = timeSteps.find((one) => (to - from) / one < Math.max(1, count)) ?? 86400;
  const isLong = whole > 3600 && step >= 60;
  const label = (/** @type {number} */ tick) => (isLong ? clock(tick / 60) : step >= 60 ? `${tick / 60}` : clock(tick));
  const unit = isLong ? " h" : step >= 60 ? " min" : "";
  const ticks = [];
  for (let tick = Math.ceil(from / step) * step; tick <= to; tick += step) ticks.push({ at: tick, text: label(tick) });
  if (ticks.length > 0) ticks[ticks.length - 1].text += unit;
  return ticks;
}

/**
 * A part moved into 0 to `whole`, with a length from `least` to `whole`.
 * @param {Part} part
 * @param {number} whole
 * @param {number} least
 * @returns {Part}
 */
export function within({ from, to }, whole, least) {
  const length = Math.min(whole, Math.max(least, to - from));
  const begin = Math.min(Math.max(0, from), whole - length);
  return { from: begin, to: begin + length };
}

/**
 * The part with `factor` times the length; `place` (0 to 1 in it) comes to `now`.
 * @param {Part} part
 * @param {number} factor
 * @param {number} place
 * @param {number} whole
 * @param {number} least
 * @returns {Part}
 */
export function zoomed({ from, to }, factor, place, whole, least, now = place) {
  const length = Math.min(whole, Math.max(least, (to - from) * factor));
  const begin = from + (to - from) * place - length * now;
  return within({ from: begin, to: begin + length }, whole, least);
}

/**
 * The part moved by a share of its length.
 * @param {Part} part
 * @param {number} share
 * @param {number} whole
 * @returns {Part}
 */
export function panned({ from, to }, share, whole) {
  const by = (to - from) * share;
  return within({ from: from + by, to: to + by }, whole, to - from);
}
