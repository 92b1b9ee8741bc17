// Keeping a part of a ride, step by step.
import { call, fileOf, track } from "./api.js";
import { indexAt, linePath, reduced } from "./chart.js";
import { advice, el, setText, svg } from "./dom.js";
import { note, trying } from "./notes.js";
import { clock, number, t, timeOfDay, way } from "./words.js";

/** The shortest part that can be kept, in seconds. */
export const shortest = 60;

/** The columns of a track with the work so far in kilojoules. */
export function withEnergy(columns) {
  let sum = 0;
  const energy = columns.power?.map((watts, index) => (sum += columns.running[index] ? (watts ?? 0) / 1000 : 0));
  return { ...columns, energy };
}

/** What a part from one second up to, and without, another comes to. */
export function sums({ seconds, running, power, heart, distance, energy }, from, to) {
  const [first, last] = [indexAt(seconds, from), indexAt(seconds, to - 1)];
  const found = { seconds: 0, watts: 0, beats: 0, beatsCount: 0 };
  for (let index = first; index <= last; index += 1) {
    if (seconds[index] < from || seconds[index] >= to || !running[index]) continue;
    found.seconds += 1;
    found.watts += power?.[index] ?? 0;
    if (heart?.[index]) [found.beats, found.beatsCount] = [found.beats + heart[index], found.beatsCount + 1];
  }
  const between = (column) => column && Math.max(0, (column[last] ?? 0) - (first > 0 ? column[first - 1] ?? 0 : 0));
  return {
    seconds: found.seconds, kilojoules: between(energy), meters: between(distance),
    watts: power && found.seconds > 0 ? found.watts / found.seconds : undefined,
    beats: found.beatsCount > 0 ? found.beats / found.beatsCount : undefined,
  };
}

/** A part with one end moved there, as far as the ride and the other end let it. */
export function moved({ from, to }, end, second, whole) {
  return end === "from" ? { from: Math.min(Math.max(0, second), to - shortest), to }
    : { from, to: Math.max(Math.min(whole, second), from + shortest) };
}

const told = ({ seconds, kilojoules, meters, watts, beats }) => [[t("Time"), clock(seconds)],
  [t("Work"), kilojoules === undefined ? "–" : `${number(kilojoules)} kJ`],
  [t("Distance"), meters === undefined ? "–" : way(meters)],
  [t("Average power"), `${number(watts)} W`], [t("Average heart rate"), `${number(beats)} bpm`]];

/** The steps of a trim: choose, check, save, and what becomes of the copies elsewhere. */
export function trimView(app, id) {
  const node = el("div", { class: "start trim" }, el("header", {}, el("h1", {}, t("Trim")),
    el("a", { href: `#ride=${id}`, class: "button" }, t("Back to the ride"))));
  Promise.all([track(id, true), call("SuggestTrim", { ride: id })]).then(
    ([columns, found]) => node.append(...steps(app, id, withEnergy(columns), found)),
    (refusal) => node.append(el("p", {}, ...advice(refusal))));
  return { node };
}

function steps(app, id, columns, { ride, suggestion }) {
  const whole = ride.trim?.wholeSeconds ?? columns.seconds.at(-1) + 1;
  const began = new Date(columns.ride.start).getTime();
  let part = { from: ride.trim?.fromSeconds ?? 0, to: ride.trim?.toSeconds ?? whole };
  const before = { ...part };
  const dimmed = (card, isDimmed) => {
    card.inert = isDimmed;
    card.classList.toggle("dimmed", isDimmed);
    card.setAttribute("aria-disabled", isDimmed);
  };
  const card = (place, name, ...children) => el("section", { class: "card step", "aria-label": name },
    el("h2", {}, el("span", { class: "place" }, place), name), ...children);
  const button = (text, run, kind = "") => el("button", { type: "button", class: kind, on: { click: run } }, text);

  // 1: choose.
  const picture = svg("svg", { viewBox: "0 0 1000 300", preserveAspectRatio: "none", "aria-hidden": "true" });
  const handle = (end, name) => el("input", { type: "range", min: 0, max: whole, step: 1, "aria-label": name, class: end,
    on: { input: (event) => move(end, Number(event.target.value)), keydown: (event) => {
      const by = { PageUp: 60, PageDown: -60 }[event.key] ?? (event.shiftKey && { ArrowRight: 60, ArrowLeft: -60 }[event.key]);
      if (!by) return;
      event.preventDefault();
      move(end, part[end] + by);
    } } });
  const ends = [["from", t("Begin")], ["to", t("End")]];
  const handles = Object.fromEntries(ends.map(([end, name]) => [end, handle(end, name)]));
  const times = Object.fromEntries(ends.map(([end]) => [end, el("output", {})]));
  const kinds = [["power", t("Power")], ["heart", t("Heart rate")], ["energy", t("Energy")], ["distance", t("Distance")]]
    .filter(([kind]) => columns[kind]);
  let shown = kinds[0]?.[0];
  const over = el("div", { class: "choices", role: "radiogroup", "aria-label": t("Shown") }, ...kinds.map(([kind, name]) =>
    el("label", {}, el("input", { type: "radio", name: "over", value: kind, checked: kind === shown, on: { change: () => {
      shown = kind;
      draw();
    } } }), el("span", {}, name))));
  const live = el("p", { class: "live-text", role: "status" });
  const proposal = suggestion.proposal;
  const reason = suggestion.forgotten
    ? t("The last {1} are without pedalling: the stop was probably forgotten.", clock(suggestion.tailSeconds))
    : t("The work, without warm-up and cool-down.");
  const choose = card(1, t("Choose"), over, el("div", { class: "slider" }, picture, ...Object.values(handles)),
    ...ends.map(([end, name]) => el("div", { class: "row nudge" }, button("−10 s", () => move(end, part[end] - 10)),
      el("span", {}, `${name} `, times[end]), button("+10 s", () => move(end, part[end] + 10)))), live,
    proposal && el("div", { class: "row" }, el("p", {}, reason), button(t("Take the suggestion"), () => {
      part = { from: proposal.fromSeconds, to: proposal.toSeconds };
      changed();
    })));

  // 2: check.
  const table = el("table", {});
  const check = card(2, t("Check"), el("div", { class: "wide-table", tabIndex: 0 }, table));

  // 3: save.
  const saved = el("p", { role: "status" });
  const undo = button(t("Undo"), () => trying(async () => {
    await call("Untrim", { ride: id });
    if (before.from > 0 || before.to < whole) await cut(before);
    part = { ...before };
    changed();
    note(t("The ride is as it was before."));
  }));
  const save = card(3, t("Save"), el("div", { class: "row" }, button(t("Save the part"), () => trying(async () => {
    const { uploads } = await cut(part);
    setText(saved, t("Saved: {1} of {2} are kept.", clock(part.to - part.from), clock(whole)));
    undo.hidden = false;
    dimmed(choose, true);
    dimmed(after, false);
    show(uploads);
  }), "main go"), undo), saved);

  // 4: elsewhere.
  const services = el("div", { class: "fields" });
  const after = card(4, t("Services and the original"), services,
    el("p", {}, t("The whole ride stays on the Pi. “Take back the trim” at the ride brings it back at any time.")),
    el("div", { class: "links" }, el("a", { href: fileOf(id, "fit"), download: "" }, t("Download the part")),
      el("a", { href: fileOf(id, "fit", true), download: "" }, t("Download the original"))));
  const show = async (uploads) => {
    const connected = app.page.hasSync ? (await call("Services").catch(() => ({ services: [] }))).services
      .filter(({ state }) => state === "connected") : [];
    services.replaceChildren(...connected.map(({ service }) => {
      const there = uploads.find((upload) => upload.service === service);
      const words = !there ? t("{1} does not have the ride.", service)
        : service === "strava" ? t("Strava has the ride as it was. Delete it there, then send it again.")
          : there.outdated ? t("{1} has the ride as it was. Sending it again replaces it.", service)
            : t("{1} has the ride.", service);
      return el("div", { class: "row" }, el("p", {}, words), button(t("Send again"), () => trying(async () => {
        await call("SyncAgain", { ride: id, service });
        note(t("It is sent again."));
      })));
    }), ...(connected.length > 0 ? [] : [el("p", {}, t("No service is connected. Download the part, and upload it there."))]));
  };

  const cut = ({ from, to }) => call("Trim", { ride: id, fromSeconds: from, toSeconds: to });
  const isChosen = () => part.from !== before.from || part.to !== before.to;
  const move = (end, second) => {
    part = moved(part, end, second, whole);
    changed();
  };
  const draw = () => {
    const points = shown ? reduced(columns.seconds, columns[shown], 0, whole, 400) : [];
    const values = points.filter(Boolean).map((point) => point.mean);
    const low = shown === "heart" ? Math.min(...values) - 10 : 0;
    const line = linePath(points, low, Math.max(...values, low + 1) * 1.05);
    const x = (second) => (second / whole) * 1000;
    picture.replaceChildren(svg("path", { d: line, class: `drawn ${shown}` }),
      svg("rect", { x: 0, y: 0, width: x(part.from), height: 300, class: "cut" }),
      svg("rect", { x: x(part.to), y: 0, width: 1000 - x(part.to), height: 300, class: "cut" }),
      svg("path", { d: `M${x(part.from)} 0V300M${x(part.to)} 0V300`, class: "edge" }));
  };
  const changed = () => {
    const kept = sums(columns, part.from, part.to);
    const [head, tail] = [sums(columns, 0, part.from), sums(columns, part.to, whole)];
    const gone = (name) => (head[name] ?? 0) + (tail[name] ?? 0);
    const lost = { seconds: gone("seconds"), kilojoules: columns.energy && gone("kilojoules"),
      meters: columns.distance && gone("meters"), watts: mean(head, tail, "watts"), beats: mean(head, tail, "beats") };
    for (const [end] of ends) {
      handles[end].value = String(part[end]);
      handles[end].setAttribute("aria-valuetext", clock(part[end]));
      setText(times[end], `${clock(part[end])} · ${timeOfDay(new Date(began + 1000 * part[end]), true)}`);
    }
    setText(live, t("{1} are kept, {2} are cut.", clock(part.to - part.from), clock(whole - part.to + part.from)));
    table.replaceChildren(el("thead", {}, el("tr", {}, el("td", {}), el("th", { scope: "col" }, t("Kept")),
      el("th", { scope: "col" }, t("Cut")))), el("tbody", {}, ...told(kept).map(([name, value], index) =>
      el("tr", {}, el("th", { scope: "row" }, name), el("td", {}, value), el("td", {}, told(lost)[index][1])))));
    draw();
    dimmed(choose, false);
    for (const step of [check, save]) dimmed(step, !isChosen());
    dimmed(after, true);
    undo.hidden = true;
    setText(saved, "");
  };
  changed();
  return [choose, check, save, after];
}

// The mean over both ends that are cut.
function mean(head, tail, name) {
  const parts = [head, tail].filter((part) => part[name] !== undefined);
  const seconds = parts.reduce((sum, part) => sum + part.seconds, 0);
  return seconds > 0 ? parts.reduce((sum, part) => sum + part[name] * part.seconds, 0) / seconds : undefined;
}
