// Texts and numbers in the reader's language.

let language = "en";
// With the reader's country, for dates: 28/11/2026 in en-GB.
let locale = "en";
/** @type {Record<string, string>} */
let translations = {};

/**
 * Sets the page's language and its translations, by the English patterns.
 * @param {string} code
 * @param {Record<string, string>} texts
 */
export function speak(code, texts) {
  language = code;
  locale = navigator.languages?.find((one) => one.split("-")[0] === code) ?? code;
  translations = texts;
  document.documentElement.lang = code;
}

/**
 * A message with its values in place of {1}, {2}.
 * @param {string} pattern
 * @param {...(string | number | undefined)} values
 */
export function t(pattern, ...values) {
  const text = translations[pattern] ?? pattern;
  return text.replace(/\{(\d+)\}/g, (_, place) => String(values[place - 1] ?? ""));
}

/**
 * The message for a number, by the language's rule for plurals.
 * @param {number} count
 * @param {string} one
 * @param {string} other
 */
export function counted(count, one, other) {
  return t(new Intl.PluralRules(language).select(count) === "one" ? one : other, count);
}

/**
 * A number with so many decimals; a dash if it is not known.
 * @param {number | null | undefined} value
 */
export function number(value, decimals = 0) {
  if (value === undefined || value === null || !Number.isFinite(value)) return "–";
  return value.toLocaleString(language, {
    minimumFractionDigits: decimals, maximumFractionDigits: decimals, useGrouping: false,
  });
}

/**
 * The work of a ride: 612 kJ · 612 kcal. A body turns 24 % of its energy into work, so both numbers are equal.
 * @param {number} kilojoules
 */
export const work = (kilojoules) => `${number(kilojoules)} kJ · ${number(kilojoules)} kcal`;

/**
 * 0:07, 12:30, 1:02:03.
 * @param {number | null | undefined} seconds
 */
export function clock(seconds) {
  if (seconds === undefined || seconds === null) return "–";
  const whole = Math.max(0, Math.round(seconds));
  const two = (/** @type {number} */ value) => String(value).padStart(2, "0");
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60];
  return hours > 0 ? `${hours}:${two(minutes)}:${two(whole % 60)}` : `${minutes}:${two(whole % 60)}`;
}

/**
 * A day on the calendar.
 * @param {Date} date
 * @param {Intl.DateTimeFormatOptions} options
 */
export const dayText = (date, options = {}) => date.toLocaleDateString(locale, options);

/**
 * The start of a time's week: Monday at local midnight.
 * @param {string | number | Date} time
 */
export function mondayOf(time) {
  const day = new Date(time);
  return new Date(day.getFullYear(), day.getMonth(), day.getDate() - ((day.getDay() + 6) % 7));
}

/**
 * A time of day.
 * @param {Date} date
 */
export function timeOfDay(date, withSeconds = false) {
  return date.toLocaleTimeString(locale, {
    hour: "numeric", minute: "2-digit", ...(withSeconds ? { second: "2-digit" } : {}),
  });
}

/**
 * Minutes of a ride: 60 min, 1:30.
 * @param {number} value
 */
export function minutes(value) {
  return Number.isInteger(value) ? `${value} min` : clock(value * 60);
}

/**
 * 120–140; 90 if both are equal.
 * @param {number} [from]
 * @param {number} [to]
 */
export function span(from, to) {
  if (from === undefined || to === undefined) return String(from ?? to ?? "");
  return from === to ? String(from) : `${from}–${to}`;
}

let isImperial = false;

/**
 * Sets the rider's units.
 * @param {Wire.UnitSystem} units
 */
export function measure(units) { isImperial = units === "imperial"; }

/**
 * 31.4 km/h; 19.5 mph.
 * @param {number} kmh
 */
export const speed = (kmh) => (isImperial ? `${number(kmh / 1.609344, 1)} mph` : `${number(kmh, 1)} km/h`);

/**
 * 850 m, 12.5 km; 0.53 mi.
 * @param {number} meters
 */
export function way(meters) {
  if (isImperial) return `${number(meters / 1609.344, meters < 16093 ? 2 : 1)} mi`;
  return meters < 1000 ? `${number(meters)} m` : `${number(meters / 1000, meters < 10000 ? 2 : 1)} km`;
}

/**
 * 812 m, 2664 ft.
 * @param {number} meters
 */
export const heightText = (meters) => (isImperial ? `${number(meters / 0.3048)} ft` : `${number(meters)} m`);
