// Weekly sums, records and best power.
import { call } from "./api.js";
import { PowerCurve } from "./curve.js";
import { el, iconButton, setText, show } from "./dom.js";
import { loading } from "./loading.js";
import { note } from "./notes.js";
import { card, choices, refused } from "./parts.js";
import { estimateNodes } from "./offers.js";
import { missingThreshold, zoneRows } from "./powerzones.js";
import { clock, counted, dayText, number, t, way } from "./words.js";
import { kinds, WeeksChart, weeksOf, withLoad } from "./weeks.js";

const day = 86400000;

/** Reads the figures of all rides, in as many replies as they need; the oldest ride is the first. */
async function everyRide(ask) {
  let rides = [];
  let before;
  for (;;) {
    const reply = await ask({ since: "1970-01-01T00:00:00Z", before });
    rides = [...reply.rides, ...rides];
    if (!reply.more || reply.rides.length === 0) return rides;
    before = reply.rides[0].start;
  }
}

/** Why the first answer takes long: each ride is analysed once. */
async function firstTime() {
  const { records } = await call("Records", { quick: true });
  if (records.length > 0) return "";
  const { rides } = await call("Rides", { limit: 5000 });
  return counted(rides.length, "The Pi analyses {1} ride for the first time. This may take a few minutes.",
    "The Pi analyses {1} rides for the first time. This may take a few minutes.");
}

const recordName = ({ kind, overSeconds }) => ({ power: t("Power over {1}", clock(overSeconds)),
  time: t("Longest ride"), distance: t("Farthest ride"), work: t("Most work"), zone2Power: t("Zone 2 power") })[kind];

const recordValue = ({ watts, timerSeconds, distanceMeters, kilojoules }) => (watts !== undefined ? `${number(watts)} W`
  : timerSeconds !== undefined ? clock(timerSeconds) : distanceMeters !== undefined ? way(distanceMeters)
    : `${number(kilojoules)} kJ`);

/** The records; each leads to its ride. */
function recordList(records) {
  return el("ul", { class: "records" }, ...records.map((record) => el("li", {},
    el("a", { href: `#ride=${record.best.ride}` }, el("span", {}, recordName(record)),
      el("strong", {}, recordValue(record.best)), el("time", { dateTime: record.best.start, class: "soft" },
        dayText(new Date(record.best.start), { dateStyle: "medium" }))))));
}

const rideLink = (ride) => el("a", { href: `#ride=${ride.id}` },
  `${dayText(new Date(ride.start), { weekday: "short" })} ${clock(ride.timerSeconds)}`);

// The time of a week in each power zone.
function weekZones({ zoneHours }, powerZones) {
  if (!powerZones) return missingThreshold();
  // Each ride has the bounds of its own FTP.
  return el("ul", { class: "power-list" }, ...zoneRows(powerZones.map((_, index) =>
    ({ number: index + 1, seconds: (zoneHours[index] ?? 0) * 3600 }))));
}

/** The card of the weeks, and its buttons. */
function weeksCard(app) {
  const told = el("p", { class: "live-text", role: "status" });
  const links = el("p", { class: "links-line" });
  const zones = el("div", { class: "week-zones", hidden: true });
  const isImperial = app.settings?.units === "imperial";
  const chart = new WeeksChart({ isImperial, onChoose: (week) => {
    const isEmpty = chart.weeks.every(({ rides }) => rides.length === 0);
    setText(told, isEmpty ? t("No rides yet.") : chart.text(week));
    links.replaceChildren(...week.rides.map(rideLink));
    show(zones, chart.kind === "zoned");
    if (chart.kind === "zoned") zones.replaceChildren(weekZones(week, app.settings?.powerZones));
  } });
  const zooms = [iconButton(t("More weeks"), "less", () => chart.zoom(2)),
    iconButton(t("Fewer weeks"), "longer", () => chart.zoom(0.5))];
  const kindChoices = choices("kind", kinds(isImperial), chart.kind, (kind) => chart.show(kind));
  const node = el("section", { class: "card weeks-card" }, kindChoices, told, chart.node, zones, links);
  return { node, zooms, chart };
}

/** The weeks, the newest always at the right; the records; and the best power by duration. */
export function trendsView(app) {
  const { node: weeks, zooms, chart } = weeksCard(app);
  const [best, records] = [card(t("Best power")), el("section", { class: "card records-card" })];
  const cards = el("div", { class: "cards" });
  const node = el("div", { class: "start trends" }, el("header", {}, el("h1", {}, t("Trends")), ...zooms), cards);
  // Of two readings that overlap, the later one counts.
  let turn = 0;
  const read = async () => {
    const mine = (turn += 1);
    const ask = async (work) => {
      const found = await work;
      if (mine !== turn) throw new Error("late");
      return found;
    };
    try {
      const all = everyRide((some) => ask(call("History", some)));
      const rides = await (cards.contains(weeks) ? all : loading(cards, all, { about: firstTime }));
      if (!cards.contains(weeks)) cards.replaceChildren(weeks, best, records);
      chart.take(withLoad(weeksOf(rides, new Date()), []));
      await readMore(ask, chart, best, records, app.settings);
    } catch (refusal) {
      if (mine !== turn) return undefined;
      if (cards.contains(weeks)) return note(refusal.message, refusal.remedy, true);
      cards.replaceChildren(el("section", { class: "card" }, ...refused(refusal, () => {
        cards.replaceChildren();
        read();
      })));
    }
    return undefined;
  };
  read();
  return {
    node,
    changed(changes) { if (changes.some(({ subject }) => subject !== "devices" && subject !== "plan")) read(); },
    closed() { turn = -1; },
  };
}

// Without these the view is still of use, so a refusal leaves them out.
async function readMore(ask, chart, best, records, settings) {
  const iso = (time) => new Date(time).toISOString().replace(/\.\d+/, "");
  // A response has at most 4000 days.
  const from = new Date(Math.max(chart.weeks[0].monday.getTime(), Date.now() - 3990 * day));
  const { days } = await ask(call("Load", { from: from.toISOString().slice(0, 10) }).catch(() => ({ days: [] })));
  chart.take(withLoad(chart.weeks, days));
  const [all, late] = await ask(Promise.all([call("BestPower"),
    call("BestPower", { since: iso(Date.now() - 42 * day) })]).catch(() => [{ points: [] }, { points: [] }]));
  const estimate = late.estimate ?? all.estimate;
  best.replaceChildren(el("h2", {}, t("Best power")), all.points.length > 1
    ? new PowerCurve(all.points, late.points).node : el("p", { class: "soft" }, t("No ride with power yet.")),
  ...(estimate ? estimateNodes(estimate, { isRecent: estimate === late.estimate, settings }) : []));
  const { records: found } = await ask(call("Records").catch(() => ({ records: [] })));
  records.replaceChildren(el("h2", {}, t("Records")), recordList(found));
  records.hidden = found.length === 0;
}
