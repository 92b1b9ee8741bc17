// The fields of an interval. A text that is no value is kept and marked, and the former value stays.
import { el, markWrong } from "./dom.js";
import { typedLength, typedSeconds } from "./lengths.js";
import { endAt, placeFields } from "./routeplace.js";
import { clock, t, way } from "./words.js";

// The targets of an interval, with their initial values.
const targets = () => ({
  watts: [t("Watts"), { watts: 150 }], ramp: [t("Ramp"), { watts: 100, toWatts: 200 }],
  percent: [t("% of FTP"), { thresholdPercent: 75 }],
  percentRamp: [t("Ramp, % of FTP"), { thresholdPercent: 50, toThresholdPercent: 75 }],
  zone: [t("Heart-rate zone"), { zone: 2 }], beats: [t("Heart rate"), { bpmFrom: 120, bpmTo: 135 }],
  free: [t("Free"), {}],
});

// The values of targets: their names, and the ranges that the Pi accepts.
/** @type {() => Record<string, [string, number, number]>} */
const ranges = () => ({
  zone: [t("Zone"), 1, 5], bpmFrom: [t("from bpm"), 30, 250], bpmTo: [t("to bpm"), 30, 250], watts: ["W", 1, 3000],
  toWatts: [t("to W"), 1, 3000], thresholdPercent: ["%", 1, 1000], toThresholdPercent: [t("to %"), 1, 1000],
});

const kindOf = (row) => (row.zone !== undefined ? "zone" : row.bpmFrom !== undefined ? "beats"
  : row.toWatts !== undefined ? "ramp" : row.toThresholdPercent !== undefined ? "percentRamp"
    : row.watts !== undefined ? "watts" : row.thresholdPercent !== undefined ? "percent" : "free");

/** Which fields a row has; if this changes, they are made anew. */
export const shapeOf = (row) => [row.end, kindOf(row)].join();

/** The length of an interval, as a rider may type it. */
export const typedForm = (row) => (row.end === "timer" ? clock(row.seconds) : way(row.meters));

/**
 * A field with its reason, which is shown while the typed text is no value.
 * @param {object} row
 * @param {string} key The name under which the row keeps such a text.
 * @param {HTMLInputElement | HTMLTextAreaElement} input
 * @param {{ label: string, reason: string, read: (text: string) => object | null, edit: (values: object) => void,
 *   form?: (row: object) => string, kind?: string }} how `read` returns the changed members, null if the text is no
 *   value; `form` is the text of a value.
 */
export function checked(row, key, input, { label, reason, read, edit, form = () => row[key] ?? "", kind = "field" }) {
  const why = el("span", { class: "reason", role: "alert" }, reason);
  const mark = () => {
    why.hidden = row.typed?.[key] === undefined;
    markWrong(input, !why.hidden);
  };
  if (row.typed?.[key] !== undefined) input.value = row.typed[key];
  mark();
  input.addEventListener("change", () => {
    const values = input.validity.badInput ? null : read(input.value);
    const { [key]: _, ...typed } = row.typed ?? {};
    if (values === null) typed[key] = input.value;
    edit({ ...values, typed: Object.keys(typed).length > 0 ? typed : undefined });
    mark();
    if (values !== null) input.value = form(row);
  });
  return el("label", { class: kind }, el("span", {}, label), input, why);
}

/**
 * @param {object} row
 * @param {string} key
 * @param {[string, number, number]} range
 * @param {(values: object) => void} edit
 * @param {{ isOptional?: boolean, also?: (value?: number) => object }} options
 */
function numberField(row, key, [label, from, to], edit, { isOptional = false, also = () => ({}) } = {}) {
  const isWhole = !key.includes("Percent");
  const input = el("input", { type: "number", name: key, inputMode: "decimal", min: from, max: to,
    step: isWhole ? 1 : "any", value: row[key] ?? "" });
  return checked(row, key, input, { label, reason: t("From {1} to {2}.", from, to), edit, read: (text) => {
    if (text === "") return isOptional ? { [key]: undefined, ...also(undefined) } : null;
    const value = isWhole ? Math.round(Number(text)) : Number(text);
    return value >= from && value <= to ? { [key]: value, ...also(value) } : null;
  } });
}

const select = (label, value, options, take) => el("label", { class: "field" }, el("span", {}, label),
  el("select", { on: { change: (event) => take(event.target.value) } }, ...options.map(([key, words, disabled]) =>
    el("option", { value: key, selected: key === value, disabled }, words))));

function lengthField(row, edit) {
  const input = el("input", { type: "text", value: typedForm(row), autocomplete: "off", on: {
    focus: () => input.select() } });
  return checked(row, "length", input, { label: t("Length"), edit, form: typedForm,
    read: (text) => typedLength(text, row.end),
    reason: t("Type 10 for minutes, 1:30, 90s or 1h, or a distance with its unit: 2 km, 500 m.") });
}

/**
 * @param {object} row
 * @param {{ route?: Page.Route, edit: (values: object) => void }} how
 */
function endFields(row, { route, edit }) {
  const canReach = route !== undefined || row.end === "location";
  const ends = [["timer", t("Time")], ["distance", t("Distance")], ["location",
    canReach ? t("At a place") : t("At a place (import a route first)"), !canReach],
  ["activity", t("When I press Done")]];
  const place = route && row.latitudeDegrees === undefined
    ? { ...endAt(route, route.meters / 2), ...route.waypoints?.[0] } : {};
  const take = (end) => {
    const { name = undefined, ...more } = end === "location" ? place : {};
    edit({ end, seconds: row.seconds ?? 300, meters: row.meters ?? 1000, typed: undefined, ...more,
      ...(name === undefined ? {} : { place: name }) });
  };
  return [select(t("Ends by"), row.end, ends, take),
    (row.end === "timer" || row.end === "distance") && lengthField(row, edit),
    row.end === "location" && route && placeFields(row, route, edit)];
}

function targetFields(row, { edit }) {
  const [kind, all, known] = [kindOf(row), targets(), ranges()];
  const clear = Object.fromEntries(Object.keys(known).map((key) => [key, undefined]));
  const isByHeart = kind === "zone" || kind === "beats";
  const ordered = { bpmFrom: (value) => ({ bpmTo: Math.max(value, row.bpmTo) }),
    bpmTo: (value) => ({ bpmFrom: Math.min(value, row.bpmFrom) }) };
  const start = row.thresholdPercent === undefined ? "watts" : "thresholdPercent";
  const [, from, to] = known[start];
  return [
    select(t("Target"), kind, Object.entries(all).map(([key, [words]]) => [key, words]), (key) =>
      edit({ ...clear, ...all[key][1], typed: undefined })),
    ...Object.entries(known).filter(([key]) => row[key] !== undefined && !(isByHeart && key === start))
      .map(([key, range]) => numberField(row, key, range, edit, { also: ordered[key] })),
    isByHeart && numberField(row, start, [start === "watts" ? t("Start power, W") : t("Start power, %"), from, to],
      edit, { isOptional: true }),
  ];
}

// The typed cues; an unchanged cue keeps its length. Null if a line is no cue.
function cuesOf(text, known) {
  const cues = text.split("\n").filter((line) => line.trim()).map((line) => {
    const [, time, words] = line.match(/^\s*(\S+)\s+(.*\S)\s*$/) ?? [];
    const atSeconds = time && typedSeconds(time);
    if (atSeconds === undefined) return null;
    const same = known.find((cue) => cue.atSeconds === atSeconds && cue.text === words);
    return { atSeconds, seconds: same?.seconds ?? 10, text: words };
  });
  return cues.includes(null) ? null : { cues };
}

const cuesText = ({ cues = [] }) => cues.map((cue) => `${clock(cue.atSeconds)} ${cue.text}`).join("\n");

function moreFields(row, { edit }) {
  const text = el("textarea", { rows: 2, value: cuesText(row) });
  const high = numberField(row, "cadenceTo", [t("Cadence to"), 1, 250], edit, { isOptional: true,
    also: (to) => ({ cadenceFrom: to && Math.min(to, row.cadenceFrom ?? to) }) });
  const low = numberField(row, "cadenceFrom", [t("Cadence from"), 1, 250], edit, { isOptional: true,
    also: (from) => ({ cadenceTo: from && Math.max(from, row.cadenceTo ?? from) }) });
  return el("details", { class: "more whole", open: row.cadenceFrom !== undefined || (row.cues ?? []).length > 0 },
    el("summary", {}, t("Cadence and cues")),
    el("div", { class: "two" }, low, high, checked(row, "cues", text, { edit, form: cuesText, kind: "field whole",
      label: t("Cues, one per line: 0:30 Stay seated"), reason: t("Begin each line with a time: 0:30."),
      read: (typed) => cuesOf(typed, row.cues ?? []) })));
}

/**
 * All fields of an interval.
 * @param {object} row
 * @param {{ route?: object, edit: (values: object) => void }} how
 */
export function fieldsOf(row, how) {
  const label = el("input", { type: "text", value: row.label ?? "", maxLength: 100, autocomplete: "off",
    on: { change: () => how.edit({ label: label.value.trim() || undefined }) } });
  // A value may change another: the ends of a range stay in order.
  const refresh = () => {
    for (const input of /** @type {NodeListOf<HTMLInputElement>} */ (node.querySelectorAll("input[name]"))) {
      input.value = row.typed?.[input.name] ?? row[input.name] ?? "";
    }
  };
  const node = el("div", { class: "two", on: { change: refresh } },
    el("label", { class: "field whole" }, el("span", {}, t("Label")), label),
    ...endFields(row, how), ...targetFields(row, how), moreFields(row, how));
  return node;
}
