// The lengths of intervals, as riders type them.

const sizes = { h: 3600, min: 60, s: 1 };
const longestSeconds = 86400;
const longestMeters = 1000000;

/**
 * Seconds of a time with colons or units: 1:30, 1:02:30, 90s, 25min, 1h, 1h30; undefined for any other text.
 * @param {string} text
 */
export function secondsOf(text) {
  const clock = text.match(/^(?:(\d{1,2}):(?=\d\d:))?(\d{1,4}):([0-5]\d)$/);
  if (clock) {
    const [, hours = 0, minutes, seconds] = clock;
    return hours && Number(minutes) > 59 ? undefined : Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
  }
  const units = text.replace(/(h\d+)$/, "$1min")
    .match(/^(?:(\d{1,7}(?:\.\d+)?)h)?(?:(\d{1,7}(?:\.\d+)?)min)?(?:(\d{1,7})s)?$/);
  if (!units || text === "") return undefined;
  return Math.round(Object.values(sizes).reduce((sum, size, at) => sum + size * Number(units[at + 1] ?? 0), 0));
}

// Other spellings of the units, with and without a dot.
/** @param {string} text */
const spelled = (text) => text.toLowerCase().replace(/\s+/g, "").replaceAll(",", ".")
  .replace(/(\d)(hours?|hrs?|std\.?|stunden?)/, "$1h").replace(/(\d)(minutes?|minuten?|mins|min\.|['′])/, "$1min")
  .replace(/(\d)(seconds?|sekunden?|secs?\.?|sek\.?|["″])/, "$1s");

/**
 * Seconds of a typed time, from 0; a lone number is minutes. Undefined for any other text.
 * @param {string} text
 */
export function typedSeconds(text) {
  const typed = spelled(text);
  return secondsOf(/^\d+(\.\d+)?$/.test(typed) ? `${typed}min` : typed);
}

/**
 * A typed length: { end: "timer", seconds } or { end: "distance", meters }; null if it is neither, or too long. A lone
 * number is minutes; in an interval by distance it is nothing, because metres and kilometres are as likely.
 * @param {string} text
 * @param {Wire.IntervalEnd} end
 */
export function typedLength(text, end = "timer") {
  const typed = spelled(text);
  const [, value, unit] = typed.match(/^(\d{1,7}(?:\.\d+)?)(km|mi|m)$/) ?? [];
  if (unit) {
    const meters = Number(value) * (unit === "km" ? 1000 : unit === "mi" ? 1609.344 : 1);
    return meters >= 1 && meters <= longestMeters ? { end: "distance", meters: Math.round(meters * 10) / 10 } : null;
  }
  if (end === "distance" && /^[\d.]+$/.test(typed)) return null;
  const seconds = typedSeconds(text) ?? 0;
  return seconds >= 1 && seconds <= longestSeconds ? { end: "timer", seconds } : null;
}
