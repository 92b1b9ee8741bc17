// The plan editor: rows to move, repeat and edit, or the plan's text.
import { call, planFile, send } from "./api.js";
import { advice, el, icon, iconButton, setText, svg } from "./dom.js";
import { drawSkyline } from "./draw.js";
import { dropFiles } from "./files.js";
import { note, say, trying } from "./notes.js";
import { button } from "./parts.js";
import { unrolled } from "./ride.js";
import { clock, counted, number, t } from "./words.js";

/** The groups of a plan as rows: intervals, with { kind: "repeat", repeats } and { kind: "end" } around a repetition. */
export function rowsOf(groups) {
  return groups.flatMap(({ repeats, intervals }) => {
    const rows = intervals.map((interval) => ({ kind: "interval", ...interval }));
    return repeats === 1 && rows.length === 1 ? rows : [{ kind: "repeat", repeats }, ...rows, { kind: "end" }];
  });
}

/** Converts rows to groups. */
export function groupsOf(rows) {
  const groups = [];
  let open = null;
  for (const row of rows) {
    if (row.kind === "repeat") groups.push(open = { repeats: row.repeats, intervals: [] });
    else if (row.kind === "end") open = null;
    else if (open) open.intervals.push(row);
    else groups.push({ repeats: 1, intervals: [row] });
  }
  return groups;
}

/** Whether each repetition is closed, not empty and not nested. */
export function isSound(rows) {
  let held = null;
  for (const { kind } of rows) {
    if (kind === "interval" && held !== null) held += 1;
    if (kind === "repeat" && held !== null) return false;
    if (kind === "end" && !held) return false;
    if (kind !== "interval") held = kind === "repeat" ? 0 : null;
  }
  return held === null;
}

/** The rows with one of them moved; the same array if the result would not be sound. */
export function movedRow(rows, from, to) {
  const rest = rows.filter((_, index) => index !== from);
  rest.splice(to, 0, rows[from]);
  return isSound(rest) ? rest : rows;
}

const quoted = (text) => `"${text.replace(/["\\]/g, "\\$&").replace(/\n/g, "\\n")}"`;

function targetText({ watts, toWatts, thresholdPercent, toThresholdPercent, zone, bpmFrom, bpmTo }) {
  const power = watts !== undefined ? `${watts}W` : thresholdPercent !== undefined ? `${thresholdPercent}%` : "";
  const to = toWatts !== undefined ? `${toWatts}W` : toThresholdPercent !== undefined ? `${toThresholdPercent}%` : "";
  if (zone !== undefined) return `zone${zone} ${power}`.trim();
  if (bpmFrom !== undefined) return `${bpmFrom}-${bpmTo}bpm ${power}`.trim();
  return to ? `ramp ${power}-${to}` : power || "free";
}

/** The rows as the text of a plan. */
export function textOf(rows, { name, summary, author }) {
  const heads = [["name", name], ["author", author], ["about", summary]].filter(([, value]) => value);
  const lines = rows.flatMap((row) => {
    if (row.kind === "repeat") return [`repeat ${row.repeats}`];
    if (row.kind === "end") return ["end"];
    const end = { timer: `timer ${row.seconds}s`, distance: `distance ${row.meters}m`, activity: "activity",
      location: `location ${row.latitudeDegrees},${row.longitudeDegrees}` }[row.end];
    const cadence = row.cadenceFrom === undefined ? "" : ` ${row.cadenceFrom}-${row.cadenceTo}rpm`;
    const cues = (row.cues ?? []).map((cue) => `  cue ${cue.atSeconds}s for ${cue.seconds}s ${quoted(cue.text)}`);
    return [`${end} ${targetText(row)}${cadence}${row.label ? ` ${quoted(row.label)}` : ""}`, ...cues];
  });
  return `${[...heads.map(([key, value]) => `${key}: ${quoted(value)}`), "", ...lines].join("\n")}\n`;
}

/** Seconds of a typed time: 90, 1:30, 1:02:30. */
export const typedSeconds = (text) => text.trim().split(":").reduce((sum, part) => sum * 60 + Number(part), 0);

// The targets of an interval, with their initial values.
const targets = () => ({
  watts: [t("Watts"), { watts: 150 }], ramp: [t("Ramp"), { watts: 100, toWatts: 200 }],
  percent: [t("% of FTP"), { thresholdPercent: 75 }],
  percentRamp: [t("Ramp, % of FTP"), { thresholdPercent: 50, toThresholdPercent: 75 }],
  zone: [t("Heart-rate zone"), { zone: 2 }], beats: [t("Heart rate"), { bpmFrom: 120, bpmTo: 135 }], free: [t("Free"),
    {}],
});
const targetKeys = ["watts", "toWatts", "thresholdPercent", "toThresholdPercent", "zone", "bpmFrom", "bpmTo"];
const kindOf = (row) => (row.zone !== undefined ? "zone" : row.bpmFrom !== undefined ? "beats"
  : row.toWatts !== undefined ? "ramp" : row.toThresholdPercent !== undefined ? "percentRamp"
    : row.watts !== undefined ? "watts" : row.thresholdPercent !== undefined ? "percent" : "free");

/** The view that edits a plan; an empty name makes a new one. */
export function planView(app, name) {
  const node = el("div", { class: "start planner" });
  let plan = { name, summary: "", author: "" };
  let rows = [{ kind: "interval", end: "timer", seconds: 600, watts: 150 }];
  let threshold = app.settings?.thresholdWatts;
  let undone = [];
  let isDirty = false;

  const title = el("input", { type: "text", value: name, maxLength: 100, "aria-label": t("Name"), required: true,
    placeholder: t("Name of the plan"), on: { input: () => { isDirty = true; } } });
  const sky = svg("svg", { class: "sky", role: "img" });
  const total = el("p", { class: "soft", role: "status" });
  const list = el("ol", { class: "rows" });
  const text = el("textarea", { rows: 14, spellcheck: false, "aria-label": t("Plan as text"), on: { input: () => {
    isDirty = true;
  } } });
  const fault = el("p", { class: "fault", role: "alert", hidden: true });
  const builder = el("section", { class: "card" }, list);
  const textCard = el("section", { class: "card", hidden: true }, text);

  const change = (next) => {
    undone.push(structuredClone(rows));
    rows = next;
    isDirty = true;
    draw();
  };
  // Keeps the focus in the edited field. The row is drawn again only if its fields change.
  const edited = (row, values) => {
    const [shape, item] = [shapeOf(row), list.children[rows.indexOf(row)]];
    undone.push(structuredClone(rows));
    Object.assign(row, values);
    isDirty = true;
    if (shape === shapeOf(row)) {
      const summary = item.querySelector("summary");
      if (summary) setText(summary, wordsOf(row));
      return measure();
    }
    const place = [...item.querySelectorAll("input, select")].indexOf(document.activeElement);
    draw();
    return list.children[rows.indexOf(row)].querySelectorAll("input, select")[place]?.focus();
  };

  const numberField = (label, value, take, more = {}) => el("label", { class: "field" }, el("span", {}, label),
    el("input", { type: "number", inputMode: "decimal", min: 0, value: value ?? "", on: { change: (event) =>
      take(event.target.value === "" ? undefined : Number(event.target.value)) }, ...more }));
  const select = (label, value, options, take) => el("label", { class: "field" }, el("span", {}, label),
    el("select", { on: { change: (event) => take(event.target.value) } }, ...options.map(([key, words]) =>
      el("option", { value: key, selected: key === value }, words))));

  const fields = (row) => {
    const set = (key) => (value) => edited(row, { [key]: value });
    const [kind, all] = [kindOf(row), targets()];
    const ends = [["timer", t("Time")], ["distance", t("Distance")], ["activity", t("When I press Done")],
      ...(row.end === "location" ? [["location", t("At a place")]] : [])];
    const names = { watts: "W", toWatts: t("to W"), thresholdPercent: "%", toThresholdPercent: t("to %"),
      zone: t("Zone"),
      bpmFrom: t("from bpm"), bpmTo: t("to bpm") };
    return el("div", { class: "fields two" },
      el("label", { class: "field" }, el("span", {}, t("Label")), el("input", { type: "text", value: row.label ?? "",
        maxLength: 60, on: { change: (event) => edited(row, { label: event.target.value || undefined }) } })),
      select(t("Ends by"), row.end, ends, (end) => edited(row, { end, seconds: row.seconds ?? 300,
        meters: row.meters ?? 1000 })),
      row.end === "timer" && el("label", { class: "field" }, el("span", {}, t("Length")), el("input", { type: "text",
        value: clock(row.seconds), on: { change: (event) => edited(row,
          { seconds: typedSeconds(event.target.value) || 0 }) } })),
      row.end === "distance" && numberField(t("Metres"), row.meters, set("meters")),
      select(t("Target"), kind, Object.entries(all).map(([key, [words]]) => [key, words]), (key) => edited(row,
        { ...Object.fromEntries(targetKeys.map((one) => [one, undefined])), ...all[key][1] })),
      ...targetKeys.filter((key) => row[key] !== undefined).map((key) => numberField(names[key], row[key], set(key))),
      numberField(t("Cadence from"), row.cadenceFrom, (value) => edited(row,
        { cadenceFrom: value, cadenceTo: value && Math.max(value, row.cadenceTo ?? 0) })),
      row.cadenceFrom !== undefined && numberField(t("Cadence to"), row.cadenceTo, set("cadenceTo")),
      el("label", { class: "field whole" }, el("span", {}, t("Cues, one per line: 0:30 Stay seated")), el("textarea",
        { rows: 2,
        value: (row.cues ?? []).map((cue) => `${clock(cue.atSeconds)} ${cue.text}`).join("\n"), on: { change: (event) =>
          edited(row, { cues: cuesOf(event.target.value, row.cues ?? []) }) } })));
  };

  const rowNode = (row, index) => {
    const words = wordsOf(row);
    const handle = el("button", { type: "button", class: "handle", "aria-label": t("Move: {1}", words), on: {
      pointerdown: (event) => drag(event, index), keydown: (event) => {
        const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
        if (!by) return;
        event.preventDefault();
        move(index, index + by);
        list.children[Math.min(rows.length - 1, Math.max(0, index + by))].querySelector(".handle").focus();
      } } }, icon("handle"));
    const remove = iconButton(t("Remove: {1}", words), "less", () => change(row.kind === "interval"
      ? withoutEmpty(rows.filter((one) => one !== row)) : unwrapped(rows, index)));
    if (row.kind === "end") return el("li", { class: "end" }, handle, el("span", {}, words), remove);
    if (row.kind === "repeat") {
      const times = el("input", { type: "number", min: 1, max: 999, value: row.repeats, "aria-label": t("Repetitions"),
        on: { change: (event) => edited(row, { repeats: Math.max(1,
          Math.round(Number(event.target.value)) || 1) }) } });
      return el("li", { class: "repeat" }, handle, el("span", {}, `${t("Repeat")} `, times, " ×"), remove);
    }
    const details = el("details", { open: row === opened, on: { toggle: () => {
      if (details.open && details.children.length === 1) details.append(tools(row, index), fields(row));
      if (details.open) opened = row;
    } } }, el("summary", {}, words));
    return el("li", { class: inside(rows, index) ? "inside" : "" }, handle, details, remove);
  };
  let opened = null;

  const tools = (row, index) => el("div", { class: "actions" },
    button(t("Repeat"), () => change([...rows.slice(0, index), { kind: "repeat", repeats: 2 }, row, { kind: "end" },
      ...rows.slice(index + 1)]), { class: inside(rows, index) && "gone" }),
    button(t("Copy"), () => change([...rows.slice(0, index + 1), { ...row }, ...rows.slice(index + 1)])));

  const move = (from, to) => {
    const next = movedRow(rows, from, Math.min(rows.length - 1, Math.max(0, to)));
    if (next === rows) return;
    change(next);
    say(t("Row {1} of {2}", Math.min(rows.length, to + 1), rows.length));
  };

  // A row follows the finger, and moves to the place where it is dropped.
  const drag = (event, from) => {
    if (event.button !== 0) return;
    event.preventDefault();
    const item = list.children[from];
    const tops = [...list.children].map((one) => one.getBoundingClientRect());
    event.target.setPointerCapture?.(event.pointerId);
    item.classList.add("dragged");
    const place = (y) => tops.filter((box, index) => index !== from && y > box.top + box.height / 2).length;
    const follow = (moving) => {
      item.style.setProperty("transform", `translateY(${moving.clientY - event.clientY}px)`);
    };
    const done = (ended) => {
      removeEventListener("pointermove", follow);
      removeEventListener("pointerup", done);
      removeEventListener("pointercancel", done);
      item.classList.remove("dragged");
      item.style.removeProperty("transform");
      if (ended.type === "pointerup") move(from, place(ended.clientY));
    };
    addEventListener("pointermove", follow);
    addEventListener("pointerup", done);
    addEventListener("pointercancel", done);
  };

  const draw = () => {
    list.replaceChildren(...rows.map(rowNode));
    measure();
  };

  const measure = () => {
    const blocks = unrolled(groupsOf(rows), threshold);
    drawSkyline(sky, blocks);
    const seconds = blocks.reduce((sum, one) => sum + (one.end === "timer" ? one.remainingSeconds ?? 0 : 0), 0);
    const work = blocks.reduce((sum, one) => sum
      + ((((one.watts ?? 0) + (one.toWatts ?? one.watts ?? 0)) / 2) * (one.remainingSeconds ?? 0)) / 1000, 0);
    const words = [counted(blocks.length, "{1} interval", "{1} intervals"), clock(seconds),
      t("about {1} kJ", number(work))].join(" · ");
    sky.setAttribute("aria-label", words);
    const lacksThreshold = !threshold && rows.some((row) => row.thresholdPercent !== undefined);
    setText(total, rows.some((row) => row.end === "timer" && !(row.seconds > 0)) ? t("An interval has no length.")
      : lacksThreshold ? t("{1}. Percentages need your FTP: set it in the settings.", words) : words);
    undo.disabled = undone.length === 0;
  };

  const save = () => trying(async () => {
    fault.hidden = true;
    const content = textCard.hidden ? textOf(rows, { ...plan, name: title.value.trim() }) : text.value;
    const options = { name: (textCard.hidden ? title.value.trim() : name) || undefined, replace: name !== "" };
    let saved;
    try {
      saved = await send("plan", new File([content], `${title.value.trim() || "plan"}.txt`), options);
    } catch (refusal) {
      fault.replaceChildren(...advice(refusal));
      fault.hidden = false;
      return;
    }
    isDirty = false;
    note(t("The plan is saved."));
    if (saved.plan.name !== name) {
      if (name !== "" && textCard.hidden) await call("RemovePlan", { name });
      location.hash = `plan=${encodeURIComponent(saved.plan.name)}`;
    } else read();
  });

  const undo = button(t("Undo"), () => {
    rows = undone.pop();
    draw();
  });
  const toText = button(t("As text"), () => {
    if (textCard.hidden) text.value = textOf(rows, { ...plan, name: title.value.trim() });
    else if (isDirty && !confirm(t("Discard the changes to the text?"))) return;
    builder.hidden = textCard.hidden;
    textCard.hidden = !textCard.hidden;
    setText(toText, textCard.hidden ? t("As text") : t("As rows"));
  });
  const add = button(t("Add an interval"), () => {
    opened = { kind: "interval", end: "timer", seconds: 300, watts: 150 };
    change([...rows, opened]);
  });

  const read = async () => {
    if (name === "") return draw();
    const found = await trying(() => call("ShowPlan", { name }));
    if (!found) return undefined;
    [plan, rows, threshold, undone] = [found.plan, rowsOf(found.groups), found.thresholdWatts ?? threshold, []];
    if (plan.source) {
      node.replaceChildren(el("header", {}, el("h1", {}, plan.name)), sky, total, el("p", {},
        t("This workout comes from the {1} calendar. Make a copy to edit it.", plan.source)),
      button(t("Copy"), () => trying(async () => {
        const copy = await call("CopyPlan", { name, to: `${name} 2` });
        location.hash = `plan=${encodeURIComponent(copy.plan.name)}`;
      })));
    }
    return draw();
  };

  const leaving = (event) => { if (isDirty) event.preventDefault(); };
  addEventListener("beforeunload", leaving);
  node.append(el("header", {}, el("h1", {}, name ? t("Plan") : t("New plan"))),
    el("label", { class: "field" }, el("span", {}, t("Name")), title), sky, total, fault, builder, textCard,
    el("div", { class: "actions bar" }, add, undo, toText, button(t("Save"), save, { class: "main go" })));
  if (name) {
    node.append(el("section", { class: "card links" }, ...["text", "zwo", "erg", "mrc", "fit"].map((format) =>
      el("a", { href: planFile(name, format), download: "" }, t("Download as {1}", format.toUpperCase())))),
    dropFiles({ kind: "plan", name }));
  }
  read();
  return {
    node,
    changed(changes) { if (!isDirty && changes.some((one) => one.subject !== "ride" && one.plan === name)) read(); },
    closed() { removeEventListener("beforeunload", leaving); },
    get isDirty() { return isDirty; },
  };
}

/** A row in words. */
function wordsOf(row) {
  if (row.kind === "repeat") return t("Repeat {1} times", row.repeats);
  if (row.kind === "end") return t("End of the repetition");
  const length = row.end === "timer" ? clock(row.seconds) : row.end === "distance" ? `${row.meters} m` : t("open");
  const target = targetText(row).replace("ramp ", "").replace("-", "–").replaceAll("W", " W")
    .replace("bpm", ` ${t("bpm")}`);
  return [row.label, length, target].filter(Boolean).join(" · ");
}

const shapeOf = (row) => [row.end, kindOf(row), row.cadenceFrom === undefined].join();

const inside = (rows, index) => rows.slice(0, index).filter(({ kind }) => kind === "repeat").length
  > rows.slice(0, index).filter(({ kind }) => kind === "end").length;
const withoutEmpty = (rows) => rows.filter((row, index) => !(row.kind === "repeat" && rows[index + 1]?.kind === "end")
  && !(row.kind === "end" && rows[index - 1]?.kind === "repeat"));

// The rows without the repetition that begins or ends at `index`.
function unwrapped(rows, index) {
  const isBegin = rows[index].kind === "repeat";
  const other = isBegin ? rows.findIndex((row, place) => place > index && row.kind === "end")
    : rows.findLastIndex((row, place) => place < index && row.kind === "repeat");
  return rows.filter((_, place) => place !== index && place !== other);
}

// The typed cues; an unchanged cue keeps its length.
function cuesOf(text, known) {
  return text.split("\n").flatMap((line) => {
    const [, time, words] = line.match(/^\s*([\d:]+)\s+(.+)$/) ?? [];
    if (!words) return [];
    const atSeconds = typedSeconds(time);
    const same = known.find((cue) => cue.atSeconds === atSeconds && cue.text === words);
    return [{ atSeconds, seconds: same?.seconds ?? 10, text: words }];
  });
}
