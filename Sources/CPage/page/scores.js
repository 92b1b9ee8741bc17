// The scores of a day.
import { call } from "./api.js";
import { el, find, iconButton, svg } from "./dom.js";
import { loading } from "./loading.js";
import { note } from "./notes.js";
import { card, refused } from "./parts.js";
import { recoveryText, sleepText, strainText } from "./reasons.js";
import { ScoreStrip } from "./strip.js";
import { dayText, number, t } from "./words.js";

/** The day that is `count` days after another: "2026-11-26". */
export function dayAfter(day, count) {
  const [year, month, date] = day.split("-").map(Number);
  return new Date(Date.UTC(year, month - 1, date + count)).toISOString().slice(0, 10);
}

/** The current local day. */
export function today(now = new Date()) {
  const two = (value) => String(value).padStart(2, "0");
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}

const categories = () => ({ poor: t("poor"), moderate: t("moderate"), optimal: t("optimal"), light: t("light"),
  high: t("high"), allOut: t("all out") });

/** A score as a ring with its number, and in words. */
function ring(name, score, most, category, told) {
  const share = score === undefined ? 0 : Math.min(1, score / most);
  const value = score === undefined ? "–" : number(score, most < 100 ? 1 : 0);
  const words = told ?? (category ? categories()[category] ?? category : score === undefined ? t("no data") : "");
  const arc = { cx: 50, cy: 50, r: 42, class: "arc", pathLength: 100, "stroke-dasharray": `${share * 100} 100` };
  return el("div", { class: `ring-card ${category ?? ""}` }, svg("svg", { viewBox: "0 0 100 100", role: "img",
    "aria-label": [t("{1}: {2}", name, value), words].filter(Boolean).join(", ") },
  svg("circle", { cx: 50, cy: 50, r: 42, class: "track" }), svg("circle", arc),
  svg("text", { x: 50, y: 60, "text-anchor": "middle" }, value)), el("strong", {}, name), el("span", {}, words));
}

/** Where the heart rate variability of the week and of the day lies in the rider's own range, in sentences. */
function rangeWords({ today: morning, mean7, low, high }, isToday) {
  // The Pi sends natural logarithms; riders know milliseconds.
  const rounded = [mean7, morning ?? mean7].flatMap((value) => [low, high].map((bound) =>
    value !== bound && Math.round(Math.exp(value)) === Math.round(Math.exp(bound))));
  const shown = (value) => number(Math.exp(value), rounded.includes(true) ? 1 : 0);
  const week = isToday ? t("this week {1} ms", shown(mean7)) : t("that week {1} ms", shown(mean7));
  const usual = t("usual {1} ms", t("{1} to {2}", shown(low), shown(high)));
  const said = [mean7 < low ? t("Your heart rate variability is below its usual range ({1}, {2}).", week, usual)
    : mean7 > high ? t("Your heart rate variability is above its usual range ({1}, {2}).", week, usual)
      : t("Your heart rate variability is in its usual range ({1}, {2}).", week, usual)];
  if (morning !== undefined) {
    const value = isToday ? t("Today {1} ms", shown(morning)) : t("That morning {1} ms", shown(morning));
    said.push(morning < low ? t("{1}: lower than usual.", value)
      : morning > high ? t("{1}: higher than usual.", value) : t("{1}: as usual.", value));
  }
  return said.join(" ");
}

/** The rider's own range, with the week in it; null while it is not known. */
function rangeCard(range, isToday) {
  if (range?.mean7 === undefined || range.low === undefined) return null;
  const { low, high, mean7, today: morning } = range;
  // The usual range is half of the picture, unless a value lies far outside.
  const known = [low - (high - low) / 2, high + (high - low) / 2, mean7, morning ?? mean7];
  const [least, most] = [Math.min(...known) - 0.02, Math.max(...known) + 0.02];
  const share = (value) => (value - least) / (most - least);
  const words = rangeWords(range, isToday);
  const mark = (value, name) => {
    const node = el("span", { class: name });
    node.style.left = `${share(value) * 100}%`;
    return node;
  };
  const band = mark(low, "band");
  band.style.width = `${(share(high) - share(low)) * 100}%`;
  const label = (value) => {
    const node = mark(value, "label");
    node.textContent = `${number(Math.exp(value))} ms`;
    return node;
  };
  return card(t("Your own range"), el("p", { class: "live-text" }, words),
    el("div", { class: "own-range", "aria-hidden": "true" },
      el("div", { class: "bar" }, band, mark(mean7, "week"), morning === undefined ? null : mark(morning, "morning")),
      el("div", { class: "labels" }, label(low), label(high))),
    el("p", { class: "legend soft" }, el("span", { class: "week" }, isToday ? t("this week") : t("that week")),
      morning === undefined ? null : el("span", { class: "morning" }, isToday ? t("today") : t("that morning"))),
    el("p", { class: "soft" }, t("The range comes from 60 days. If your weekly mean leaves it, take an easy day.")));
}

/** Recovery, strain and sleep of a day, with their reasons, and those of four weeks. */
export function scoresView(app) {
  let day = today();
  let days = new Map();
  const [head, aside, place] = [el("div", { class: "head" }), el("div", { class: "aside" }),
    el("div", { class: "columns" })];
  const date = el("h2", { class: "day", "aria-live": "polite" });
  const go = (wanted) => {
    if (wanted > today()) return;
    day = wanted;
    if (days.has(day)) draw();
    else read();
  };
  const after = iconButton(t("Next day"), "skip", () => go(dayAfter(day, 1)));
  const strip = new ScoreStrip({ onChoose: go });
  const node = el("div", { class: "start scores" }, el("header", {}, el("h1", {}, t("Scores"))),
    el("div", { class: "actions" }, iconButton(t("Previous day"), "back", () => go(dayAfter(day, -1))), date, after),
    place, el("p", { class: "hint" }, t("Your Pi computes these scores. They are not medical advice.")));

  const draw = () => {
    after.disabled = day >= today();
    date.textContent = dayText(new Date(`${day}T12:00`), { weekday: "long", day: "numeric", month: "long" });
    const found = days.get(day);
    if (!found) return;
    const { recovery, strain, sleep, range } = found;
    // Opened explanations stay open.
    const opened = new Set([...aside.querySelectorAll("details[open] > summary")].map((one) => one.textContent));
    const rings = el("section", { class: "card rings" }, ring(t("Recovery"), recovery.score, 100, recovery.category),
      ring(t("Strain"), strain.score, 21, strain.category, strain.rides === 0 ? t("no ride") : undefined),
      ring(t("Sleep"), sleep?.score, 100));
    const own = rangeCard(range, day === today());
    head.replaceChildren(...[own, rings].filter(Boolean));
    aside.replaceChildren(recoveryText(recovery), strainText(strain, app.settings), sleepText(sleep));
    for (const one of aside.querySelectorAll("details")) one.open ||= opened.has(find("summary", one).textContent);
    // The strip stays in the document, so that it keeps the focus.
    if (!place.contains(strip.node)) place.replaceChildren(el("div", { class: "main" }, head, strip.node), aside);
    strip.take([...days.values()].slice(-28), day);
  };
  const read = async () => {
    const wanted = day;
    draw();
    const work = call("Scores", { from: dayAfter(wanted, -27), to: wanted });
    try {
      const found = await (place.hasChildNodes() ? work : loading(place, work));
      // The rider may have changed the day.
      if (wanted !== day) return undefined;
      days = new Map(found.days.map((one) => [one.date, one]));
      draw();
    } catch (refusal) {
      if (wanted !== day) return undefined;
      if (days.has(day)) return note(refusal.message, refusal.remedy, true);
      place.replaceChildren(el("section", { class: "card" }, ...refused(refusal, () => {
        place.replaceChildren();
        read();
      })));
    }
    return undefined;
  };
  read();
  return {
    node,
    changed(changes) { if (changes.some(({ subject }) => ["ride", "body", "settings",
      "library"].includes(subject))) read(); },
  };
}
