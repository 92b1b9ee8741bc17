// A plan as text, without the document: the language of `jz2ctl plan export`, written and read.
import { secondsOf } from "./lengths.js";
import { clock } from "./words.js";

const quoted = (text) => `"${text.replace(/["\\]/g, "\\$&").replace(/\n/g, "\\n").replace(/\r/g, "\\r")
  .replace(/\t/g, "\\t")}"`;

const oneOf = (watts, percent) => (watts !== undefined ? `${watts}W` : percent !== undefined ? `${percent}%` : "");

/** The target of a row in the language of plans: 150W, 100-200W, ramp 100W-75%, zone2 140W, free. */
export function typedTarget({ watts, toWatts, thresholdPercent, toThresholdPercent, zone, bpmFrom, bpmTo }) {
  const [power, to] = [oneOf(watts, thresholdPercent), oneOf(toWatts, toThresholdPercent)];
  if (zone !== undefined) return `zone${zone} ${power}`.trim();
  if (bpmFrom !== undefined) return `${bpmFrom}-${bpmTo}bpm ${power}`.trim();
  if (!to) return power || "free";
  return power.at(-1) === to.at(-1) ? `${power.slice(0, -1)}-${to}` : `ramp ${power}-${to}`;
}

// The lines of a row: an interval has one for each cue too.
function linesOf(row) {
  if (row.kind === "repeat") return [`repeat ${row.repeats}`];
  if (row.kind === "end") return ["end"];
  const end = { timer: `timer ${clock(row.seconds)}`, distance: `distance ${row.meters}m`, activity: "activity",
    location: `location ${row.latitudeDegrees},${row.longitudeDegrees}` }[row.end];
  const cadence = row.cadenceFrom === undefined ? "" : ` ${row.cadenceFrom}-${row.cadenceTo}rpm`;
  const cues = (row.cues ?? []).map(({ atSeconds, seconds, text }) =>
    `  cue ${clock(atSeconds)}${seconds === 10 ? "" : ` for ${seconds}s`} ${quoted(text)}`);
  return [`${end} ${typedTarget(row)}${cadence}${row.label ? ` ${quoted(row.label)}` : ""}`, ...cues];
}

/**
 * The rows as the text of a plan.
 * @param {object[]} rows
 * @param {{ name?: string, author?: string, summary?: string, ftp?: number }} head
 */
export function textOf(rows, { name, author, summary, ftp }) {
  const heads = [["name", name], ["author", author], ["about", summary]].filter(([, value]) => value)
    .map(([key, value]) => `${key}: ${quoted(value)}`);
  if (ftp !== undefined) heads.push(`ftp: ${ftp}W`);
  let isInside = false;
  const lines = rows.flatMap((row) => {
    if (row.kind !== "interval") isInside = row.kind === "repeat";
    return linesOf(row).map((line) => (isInside && row.kind === "interval" ? `  ${line}` : line));
  });
  return `${[...heads, ...(heads.length > 0 ? [""] : []), ...lines].join("\n")}\n`;
}

/** The index of the row that a line of its text belongs to, both from the first; undefined for a line of the head. */
export function rowAtLine(rows, head, line) {
  const first = textOf([], head).split("\n").length - 1 - (textOf([], head) === "\n" ? 1 : 0);
  let next = first;
  return rows.findIndex((row) => (next += linesOf(row).length) >= line && line > first);
}

/** A line that is not understood, or that does not fit its place. */
class TextFault extends Error {
  constructor(part, isMisplaced = false) {
    super(part);
    this.part = part;
    this.isMisplaced = isMisplaced;
  }
}

const escapes = { n: "\n", r: "\r", t: "\t", "\"": "\"", "\\": "\\" };
const unescaped = (text) => text.replace(/\\(?:u\{([0-9a-fA-F]+)\}|(.))/g, (whole, code, letter) => {
  const known = code === undefined ? escapes[letter] : String.fromCodePoint(Number.parseInt(code, 16));
  if (known === undefined) throw new TextFault(whole);
  return known;
});

// The words of a line, in small letters; a quoted one is { text }. A number and its unit are one word.
function wordsOf(line) {
  const words = [];
  for (const [whole, text, word] of line.matchAll(/"((?:[^"\\]|\\.)*)"|([^\s"]+)|"/g)) {
    if (whole === "\"") throw new TextFault(line.trim());
    if (word?.startsWith("#")) break;
    if (text !== undefined) words.push({ text: unescaped(text) });
    else if (/^(w|watts|%|rpm|bpm|m|km|s|min|h)$/i.test(word) && /^[\d.-]+$/.test(words.at(-1))) {
      words[words.length - 1] += word.toLowerCase();
    } else words.push(word.toLowerCase());
  }
  return words;
}

const shown = (word) => (typeof word === "string" ? word : word === undefined ? "" : quoted(word.text));

// Removes the next word and returns its meaning; without one, the word is a fault or stays.
function take(words, meaning, isNeeded = false) {
  const found = typeof words[0] === "string" ? meaning(words[0]) : undefined;
  if (found !== undefined) words.shift();
  else if (isNeeded) throw new TextFault(shown(words[0]));
  return found;
}

const keyword = (...names) => (word) => (names.includes(word) ? word : undefined);
const timeOf = (word) => secondsOf(word.replace(/(\d)m(?!i)/, "$1min"));
const metersOf = (word) => {
  const [, value, unit] = word.match(/^(\d+(?:\.\d+)?)(km|m)?$/) ?? [];
  return value && Number((Number(value) * (unit === "km" ? 1000 : 1)).toFixed(3));
};
const placeOf = (word) => word.match(/^-?\d+(\.\d+)?,-?\d+(\.\d+)?$/) && word.split(",").map(Number);

function powerOf(word) {
  const [, watts, percent] = word.match(/^(?:(\d+)(?:w|watts)|(\d+(?:\.\d+)?)%)$/) ?? [];
  return watts ? { watts: Number(watts) } : percent ? { thresholdPercent: Number(percent) } : undefined;
}

function powersOf(word) {
  const [one, other, ...more] = word.split("-");
  const to = more.length === 0 && other && powerOf(other);
  const from = to && (powerOf(one) ?? powerOf(one + (to.watts === undefined ? "%" : "w")));
  return from ? { ...from, ...(to.watts === undefined ? { toThresholdPercent: to.thresholdPercent }
    : { toWatts: to.watts }) } : undefined;
}

const rangeOf = (unit) => (word) => {
  const [, from, to = from] = word.match(new RegExp(`^(\\d+)(?:-(\\d+))?${unit}$`)) ?? [];
  return from && Number(from) <= Number(to) ? [Number(from), Number(to)] : undefined;
};

function endIn(words) {
  const end = take(words, keyword("timer", "distance", "location", "activity"), true);
  if (end === "timer") return { end, seconds: take(words, timeOf, true) };
  if (end === "distance") return { end, meters: take(words, metersOf, true) };
  if (end === "activity") return { end };
  if (words[0]?.endsWith?.(",") && typeof words[1] === "string") words.splice(0, 2, words[0] + words[1]);
  const [latitudeDegrees, longitudeDegrees] = take(words, (word) => placeOf(word) ?? undefined, true);
  return { end, latitudeDegrees, longitudeDegrees };
}

function targetIn(words) {
  if (take(words, keyword("free"))) return {};
  if (take(words, keyword("ramp"))) return take(words, powersOf, true);
  const power = take(words, powerOf) ?? take(words, powersOf);
  if (power) return power;
  const beats = take(words, rangeOf("bpm"));
  if (beats) return { bpmFrom: beats[0], bpmTo: beats[1], ...take(words, powerOf) };
  if (/^z(one)?$/.test(words[0]) && typeof words[1] === "string") words.splice(0, 2, `zone${words[1]}`);
  const zone = take(words, (word) => word.match(/^z(?:one)?(\d+)$/)?.[1]);
  return zone ? { zone: Number(zone), ...take(words, powerOf) } : {};
}

function intervalIn(words) {
  const row = { kind: "interval", ...endIn(words), ...targetIn(words) };
  const cadence = take(words, rangeOf("rpm"));
  if (cadence) [row.cadenceFrom, row.cadenceTo] = cadence;
  if (words[0]?.text !== undefined) row.label = words.shift().text;
  return row;
}

function cueIn(words) {
  const atSeconds = take(words, timeOf, true);
  const seconds = take(words, keyword("for")) ? take(words, timeOf, true) : 10;
  if (words[0]?.text === undefined) throw new TextFault(shown(words[0]));
  return { atSeconds, seconds, text: words.shift().text };
}

// Reads a line of the head; false for any other line.
function readHead(line, { head, rows }) {
  const [, name, rest] = line.match(/^\s*(name|about|author|ftp)\s*:\s*(.*?)\s*$/i) ?? [];
  if (!name) return false;
  const key = { about: "summary" }[name.toLowerCase()] ?? name.toLowerCase();
  if (rows.length > 0 || head[key] !== undefined) throw new TextFault(line.trim(), true);
  const [, inside] = rest.match(/^"((?:[^"\\]|\\.)*)"$/) ?? [];
  if (rest.startsWith("\"") && inside === undefined) throw new TextFault(rest);
  if (key !== "ftp") head[key] = inside === undefined ? rest : unescaped(inside);
  else {
    head.ftp = powerOf(rest.toLowerCase().replace(/\s|w(atts)?$/g, "").concat("w"))?.watts;
    if (head.ftp === undefined) throw new TextFault(rest);
  }
  return true;
}

function readLine(line, plan) {
  if (readHead(line, plan)) return;
  const { rows } = plan;
  const words = wordsOf(line);
  if (words.length === 0) return;
  const open = rows.findLast(({ kind }) => kind !== "interval")?.kind === "repeat";
  const first = take(words, keyword("repeat", "end", "cue"));
  if (!first) rows.push(intervalIn(words));
  else if (first === "repeat") {
    if (open) throw new TextFault(line.trim(), true);
    const repeats = take(words, (word) => (/^\d+$/.test(word) ? Number(word) : undefined), true);
    rows.push({ kind: "repeat", repeats });
  } else if (first === "end") {
    if (!open || rows.at(-1).kind === "repeat") throw new TextFault(line.trim(), true);
    rows.push({ kind: "end" });
  } else {
    if (rows.at(-1)?.kind !== "interval") throw new TextFault(line.trim(), true);
    (rows.at(-1).cues ??= []).push(cueIn(words));
  }
  if (words.length > 0) throw new TextFault(shown(words[0]));
}

/**
 * Reads the text of a plan. Only the Pi checks its values.
 * @param {string} text
 * @returns {{ head: object, rows: object[], fault?: { line: number, part: string, isMisplaced: boolean } }} The first
 *   fault, with its line from 1.
 */
export function planOf(text) {
  const plan = { head: {}, rows: [] };
  const lines = text.split(/\r\n|\r|\n/);
  let begun = 0;
  try {
    for (const [index, line] of lines.entries()) {
      plan.line = index + 1;
      const before = plan.rows.length;
      readLine(line, plan);
      if (plan.rows.length > before && plan.rows.at(-1).kind === "repeat") begun = plan.line;
    }
    if (plan.rows.findLast(({ kind }) => kind !== "interval")?.kind === "repeat") {
      plan.line = begun;
      throw new TextFault(lines[begun - 1].trim(), true);
    }
  } catch (fault) {
    if (!(fault instanceof TextFault)) throw fault;
    return { ...plan, fault: { line: plan.line, part: fault.part || lines[plan.line - 1].trim(),
      isMisplaced: fault.isMisplaced } };
  }
  return plan;
}
