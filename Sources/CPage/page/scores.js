// The scores, and their reasons.
import { call } from "./api.js";
import { el, find, iconButton, rich, svg } from "./dom.js";
import { trying } from "./notes.js";
import { card } from "./parts.js";
import { clock, dayText, number, t } from "./words.js";

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
  high: t("high"),
  allOut: t("all out") });
const inputs = () => ({ hrv: t("Heart rate variability"), restingHeartRate: t("Resting heart rate"),
  sleep: t("Sleep") });

/** A score as a ring with its number, and in words. */
function ring(name, score, most, category, told) {
  const share = score === undefined ? 0 : Math.min(1, score / most);
  const value = score === undefined ? "–" : number(score, most < 100 ? 1 : 0);
  const words = told ?? (category ? categories()[category] ?? category : score === undefined ? t("no data") : "");
  return el("div", { class: `ring-card ${category ?? ""}` }, svg("svg", { viewBox: "0 0 100 100", role: "img",
    "aria-label": [t("{1}: {2}", name, value), words].filter(Boolean).join(", ") },
  svg("circle", { cx: 50, cy: 50, r: 42, class: "track" }),
  svg("circle", { cx: 50, cy: 50, r: 42, class: "arc", pathLength: 100, "stroke-dasharray": `${share * 100} 100` }),
  svg("text", { x: 50, y: 60, "text-anchor": "middle" }, value)), el("strong", {}, name), el("span", {}, words));
}

/** An explanation; open while its score is unknown, as it says how to begin. */
const explained = (name, isKnown, ...parts) =>
  el("details", { class: "card", open: !isKnown }, el("summary", {}, name), ...parts.filter(Boolean));

const signed = (percent) => (percent === undefined ? "–" : `${percent > 0 ? "+" : ""}${number(percent, 1)} %`);

function recoveryText({ score, inputs: parts, missing, provisional, calibrating, calibratingOf }) {
  const names = inputs();
  const heads = ["", t("Today"), t("Usual"), t("Deviation"), t("Weight"), t("Points")];
  const rows = parts.map((part) => [names[part.name], number(part.value, 1), number(part.baseline, 1),
    signed(part.deviationPercent),
    `${number(part.weight * 100)} %`, number(part.points)]);
  return explained(t("Recovery explained"), score !== undefined, el("p", {},
    t("At your usual value, heart rate variability and resting heart rate each count as 50 of 100. "
    + "Sleep counts with its own score.")),
  rows.length > 0 && el("div", { class: "wide-table", tabIndex: 0 }, el("table", {}, el("thead", {},
    el("tr", {}, ...heads.map((head) => (head ? el("th", { scope: "col" }, head) : el("td"))))), el("tbody", {},
      ...rows.map(([head, ...values]) =>
    el("tr", {}, el("th", { scope: "row" }, head), ...values.map((value) => el("td", {}, value))))))),
  missing.length > 0 && el("p", {}, t("Missing: {1}.", missing.map((name) => names[name]).join(", "))),
  calibrating !== undefined && el("p", {},
    t("Learning your usual values: {1} of {2} days.", calibrating, calibratingOf)),
  provisional && el("p", {}, t("There are few days to compare with, so this score may be far off.")),
  missing.includes("hrv") && el("p", {}, ...rich(t("Measure in the morning, on the Pi: `jz2ctl hrv measure`."))));
}

function strainText({ ofRides, zoneMinutes, ridesWithoutHeartRate, score }, settings) {
  const zones = ["50–60 %", "60–70 %", "70–80 %", "80–90 %", "90–100 %"];
  return explained(t("Strain explained"), score !== undefined, el("p", {},
    t("Minutes in higher heart-rate zones count more. "
    + "The scale goes from 0 to 21; each further point takes more effort.")), zoneMinutes && el("ul",
      { class: "records" }, ...zoneMinutes.map((minutes, index) =>
    el("li", {}, el("span", {}, zones[index]), el("strong", {}, clock(minutes * 60))))),
  ofRides.length > 0 && el("p", {}, ...ofRides.flatMap((one) => [el("a", { href: `#ride=${one.ride}` },
    t("Ride {1}: {2}", one.ride, number(one.score, 1))), " "])),
  ridesWithoutHeartRate > 0 && el("p", {}, t("Rides without heart rate, not counted: {1}.",
    ridesWithoutHeartRate)),
  score === undefined && settings?.maximumHeartRate === undefined && el("p", {}, el("a", { href: "#settings" },
    t("Set your maximum heart rate."))));
}

function sleepText(sleep) {
  if (!sleep) {
    const how = t("Enter your sleep on the Pi: `jz2ctl sleep add --from 23:10 --to 6:50`.");
    return explained(t("Sleep explained"), false, el("p", {}, ...rich(how)));
  }
  const hours = (minutes) => clock(minutes * 60).replace(/:00$/, "");
  const rows = [[t("Length"), sleep.duration], [t("Sleep efficiency"), sleep.efficiency], [t("Stages"),
    sleep.stages]];
  const told = t("Slept {1}, needed {2}.", hours(sleep.asleepMinutes), hours(sleep.needMinutes));
  return explained(t("Sleep explained"), true, el("p", {}, told),
    el("ul", { class: "records" }, ...rows.filter(([, value]) => value !== undefined).map(([name, value]) =>
      el("li", {}, el("span", {}, name), el("strong", {}, number(value))))));
}

function rangeText(range, isToday) {
  if (!range || range.mean7 === undefined || range.low === undefined) return null;
  const [low, high] = [range.low - 0.5, range.high + 0.5];
  const x = (value) => ((Math.min(high, Math.max(low, value)) - low) / (high - low)) * 1000;
  const shown = (value) => number(Math.exp(value));
  const week = isToday ? t("this week {1} ms", shown(range.mean7)) : t("that week {1} ms", shown(range.mean7));
  const usual = t("usual {1} ms", t("{1} to {2}", shown(range.low), shown(range.high)));
  const said = [range.mean7 < range.low
    ? t("Your heart rate variability is below its usual range ({1}, {2}).", week, usual)
    : range.mean7 > range.high ? t("Your heart rate variability is above its usual range ({1}, {2}).", week, usual)
      : t("Your heart rate variability is in its usual range ({1}, {2}).", week, usual)];
  if (range.today !== undefined) {
    const morning = isToday ? t("Today {1} ms", shown(range.today)) : t("That morning {1} ms", shown(range.today));
    said.push(range.today < range.low ? t("{1}: lower than usual.", morning)
      : range.today > range.high ? t("{1}: higher than usual.", morning) : t("{1}: as usual.", morning));
  }
  const words = said.join(" ");
  return card(t("Your own range"), svg("svg", { viewBox: "0 0 1000 60",
    preserveAspectRatio: "none", class: "range", role: "img", "aria-label": words },
  svg("rect", { x: x(range.low), y: 10, width: x(range.high) - x(range.low), height: 40, class: "band" }),
  svg("rect", { x: x(range.mean7) - 4, y: 0, width: 8, height: 60, class: "seven" })), el("p", {}, words),
  el("p", { class: "soft" },
    t("The range comes from 60 days. If your weekly mean leaves it, take an easy day.")));
}

/** Recovery, strain and sleep of a day, and four weeks of recovery. */
export function scoresView(app) {
  let day = today();
  let days = new Map();
  const place = el("div", { class: "months" });
  const date = el("h2", { class: "day", "aria-live": "polite" });
  const step = (count) => {
    const next = dayAfter(day, count);
    if (next > today()) return;
    day = next;
    if (days.has(day)) draw();
    else read();
  };
  const after = iconButton(t("Next day"), "skip", () => step(1));
  const node = el("div", { class: "start scores" }, el("header", {}, el("h1", {}, t("Scores"))), el("div",
    { class: "actions" },
    iconButton(t("Previous day"), "back", () => step(-1)), date, after), place,
  el("p", { class: "hint" }, t("Your Pi computes these scores. They are not medical advice.")));

  const strip = () => {
    const some = [...days.values()].slice(-28);
    return card(t("Recovery over four weeks"), svg("svg", { viewBox: "0 0 1000 200",
      preserveAspectRatio: "none", class: "weeks low", role: "img",
        "aria-label": some.filter(({ recovery }) => recovery.score
        !== undefined).map(({ date: one,
          recovery }) => t("{1}: {2}", one, number(recovery.score))).join(", ") || t("no data") },
    ...some.map(({ date: one, recovery }, index) => svg("rect", { x: (index * 1000) / 28 + 3, width: 1000 / 28 - 6,
      y: 200 - (recovery.score ?? 0) * 2, height: (recovery.score ?? 0) * 2,
      class: `bar ${recovery.category ?? ""} ${one === day ? "chosen" : ""}` }))));
  };
  const draw = () => {
    const found = days.get(day);
    after.disabled = day >= today();
    date.textContent = dayText(new Date(`${day}T12:00`), { weekday: "long", day: "numeric", month: "long" });
    if (!found) return;
    const { recovery, strain, sleep, range } = found;
    // Opened explanations stay open.
    const isOpened = (one) => opened.has(find("summary", one).textContent);
    const opened = new Set([...place.querySelectorAll("details[open] > summary")].map((one) => one.textContent));
    place.replaceChildren(...[rangeText(range, day === today()), el("section", { class: "card rings" }, ring(t("Recovery"), recovery.score, 100,
      recovery.category),
      ring(t("Strain"), strain.score, 21, strain.category, strain.rides === 0 ? t("no ride") : undefined),
      ring(t("Sleep"), sleep?.score, 100)), recoveryText(recovery), strainText(strain, app.settings), sleepText(sleep),
        strip()].filter(Boolean));
    for (const one of place.querySelectorAll("details")) one.open ||= isOpened(one);
  };
  const read = async () => {
    const wanted = day;
    draw();
    const found = await trying(() => call("Scores", { from: dayAfter(wanted, -27), to: wanted }));
    if (!found && days.size === 0) {
      place.replaceChildren(el("button", { type: "button", on: { click: () => read() } }, t("Try again")));
    }
    // The rider may have changed the day.
    if (!found || wanted !== day) return;
    days = new Map(found.days.map((one) => [one.date, one]));
    draw();
  };
  read();
  return {
    node,
    changed(changes) { if (changes.some(({ subject }) => ["ride", "body", "settings",
      "library"].includes(subject))) read(); },
  };
}
