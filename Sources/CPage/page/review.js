// One ride.
import { call, fileOf, track } from "./api.js";
import { RideChart } from "./chart.js";
import { el, find, svg } from "./dom.js";
import { drawZones } from "./draw.js";
import { note, trying } from "./notes.js";
import { askToDelete, button, card, refused, sportSelect } from "./parts.js";
import { titleOf } from "./rides.js";
import { clock, dayText, number, t, timeOfDay, way } from "./words.js";

/** The seconds with a stopped timer ("stop") or a missing device ("drop"): [[from, to, kind]]. */
export function gapsOf(columns, incidents) {
  const gaps = [];
  columns.seconds.forEach((second, index) => {
    if (columns.running[index]) return;
    if (gaps.at(-1)?.[1] === second) gaps.at(-1)[1] = second + 1;
    else gaps.push([second, second + 1, "stop"]);
  });
  const drops = incidents.filter(({ kind }) => kind === "drop" || kind === "silence")
    .map(({ atSeconds, lastedSeconds }) => [atSeconds, atSeconds + Math.max(1, lastedSeconds ?? 1), "drop"]);
  return [...gaps, ...drops];
}

/** The events of a ride, in order: [{ at, to, text }]; `to` is the end, if there is one. */
export function happenings(events) {
  const begin = { paused: t("Paused"), autoPaused: t("Auto-paused"), trainerLost: t("Trainer lost"),
    strapLost: t("Heart rate lost"), interrupted: t("jz2d was not running") };
  const end = { resumed: ["paused", "autoPaused"], trainerRestored: ["trainerLost"], strapRestored: ["strapLost"],
    continued: ["interrupted"] };
  const lowered = { eased: (watts) => t("Target lowered to {1} W: heart rate", watts),
    alpha1Eased: (watts) => t("Target lowered to {1} W: DFA alpha-1", watts),
    released: (watts) => t("Target lowered to {1} W: cadence collapsed", watts),
    steeringEased: (watts) => t("Target lowered to {1} W: no heart rate", watts) };
  const found = [];
  let target = Infinity;
  for (const { kind, atSeconds: at, watts, percent } of events) {
    const open = found.findLast((one) => end[kind]?.includes(one.kind) && one.to === undefined);
    if (open) open.to = at;
    if (begin[kind]) found.push({ kind, at, text: begin[kind] });
    if (lowered[kind] && watts < target) found.push({ kind, at, text: lowered[kind](watts) });
    if (kind === "biased") found.push({ kind, at, text: t("Bias {1} %", percent > 0 ? `+${percent}` : percent) });
    if (kind === "free") found.push({ kind, at, text: t("Riding free") });
    target = watts ?? target;
  }
  return found;
}

/** The known figures of a ride: [[name, value, explanation]]. */
function figures(ride, review) {
  const of = (value, unit, decimals = 0) => (value === undefined ? "" : `${number(value, decimals)} ${unit}`.trim());
  return [
    [t("Time"), clock(ride.timerSeconds), t("Without pauses and lost connections. From start to end: {1}.",
      clock(ride.elapsedSeconds))],
    [t("Average power"), of(ride.averageWatts, "W"), t("The average while the timer ran.")],
    [t("Normalized"), of(review.normalizedWatts, "W"),
      t("The steady power that would have been just as hard; hard parts count more.")],
    [t("Intensity"), of(review.intensityFactor, "", 2), t("Normalized power divided by your FTP.")],
    [t("TSS"), of(review.trainingStressScore, ""), t("An hour at your FTP is 100.")],
    [t("Strain"), of(review.strain, "", 1), t("How hard the ride was for your heart, from 0 to 21.")],
    [t("Work"), of(ride.kilojoules, "kJ"), t("You burned about as many kilocalories.")],
    [t("Distance"), ride.distanceMeters === undefined ? "" : way(ride.distanceMeters),
      t("On a trainer it is calculated from the power.")],
    [t("Average heart rate"), of(ride.averageHeartRate, t("bpm")), t("The average of all seconds with a heart rate.")],
    [t("Highest heart rate"), of(review.maximumHeartRate, t("bpm")), t("The highest value of the ride.")],
    [t("Average cadence"), of(review.averageCadence, t("rpm")), t("The average while you pedalled.")],
    [t("Decoupling"), of(review.decouplingPercent, "%", 1),
      t("How much your heart rate rose relative to your power in the second half. "
        + "Up to 5 % means a good aerobic base.")],
    [t("Drift"), of(review.driftBpmPerHour, `${t("bpm")}/h`, 1), t("How fast your heart rate rose at steady power.")],
  ].filter(([, value]) => value);
}

function zonesCard({ zones, zone2Share }) {
  const known = zones.filter((zone) => zone.seconds !== undefined);
  if (known.length === 0) return null;
  const bar = svg("svg", { class: "zones", "aria-hidden": "true" });
  drawZones(bar, known);
  const range = ({ fromBpm, belowBpm }) => (belowBpm === undefined ? t("from {1} bpm", number(fromBpm))
    : fromBpm === undefined ? t("below {1} bpm", number(belowBpm))
      : `${number(fromBpm)}–${number(belowBpm)} ${t("bpm")}`);
  return card(t("Heart-rate zones"), bar,
    el("ul", { class: "zone-list" }, ...known.map((zone) => el("li", {}, el("span", {}, `${zone.number}`),
      el("span", { class: "soft" }, range(zone)), el("strong", {}, clock(zone.seconds))))),
    zone2Share !== undefined && el("p", { class: "soft" }, t("{1} % of the time was in Zone 2.",
      number(zone2Share * 100))));
}

function lapsCard(laps, chart) {
  if (laps.length < 2) return null;
  const planned = (lap) => (lap.plannedWatts === undefined ? "–" : lap.plannedToWatts === undefined
    ? `${lap.plannedWatts}` : `${lap.plannedWatts}–${lap.plannedToWatts}`);
  const heads = [t("Lap"), t("Time"), "W", t("Planned"), t("bpm"), t("rpm")];
  return card(t("Laps"), el("div", { class: "wide-table", tabIndex: 0 },
    el("table", {}, el("thead", {}, el("tr", {}, ...heads.map((head) => el("th", { scope: "col" }, head)))),
      el("tbody", {}, ...laps.map((lap, index) => el("tr", {}, el("th", { scope: "row" },
        button(lap.label ?? `${index + 1}`, () => {
          chart?.show({ from: lap.fromSeconds, to: Math.max(lap.toSeconds, lap.fromSeconds + 10) });
          chart?.node.scrollIntoView({ block: "center" });
        }, { class: "small" })),
      ...[clock(lap.timerSeconds), number(lap.averageWatts), planned(lap), number(lap.averageHeartRate),
        number(lap.averageCadence)].map((value) => el("td", {}, value))))))));
}

function eventsCard(events, chart) {
  const found = happenings(events);
  if (found.length === 0) return null;
  const text = (one) => (one.to === undefined ? one.text : t("{1}, for {2}", one.text, clock(one.to - one.at)));
  return el("section", { class: "card happened" }, el("h2", {}, t("Events")), el("ul", {}, ...found.map((one) =>
    el("li", {}, el("button", { type: "button", class: "small", on: { click: () => {
      const from = Math.max(0, one.at - 60);
      chart?.show({ from, to: Math.min(chart.whole, (one.to ?? one.at) + 60) });
      chart?.node.scrollIntoView({ block: "center" });
    } } }, el("span", { class: "soft" }, clock(one.at)), el("span", {}, text(one)))))));
}

const states = () => ({
  queued: t("queued"), sending: t("being sent"), processing: t("being processed"), done: t("uploaded"),
  duplicate: t("already there"), failed: t("refused"), stale: t("uploaded before the last change"),
});

function uploadsCard(ride, uploads, hasSync) {
  if (uploads.length === 0) return null;
  return card(t("Services"), ...uploads.map((upload) => el("div",
    { class: "actions" },
    el("span", {}, upload.url?.startsWith("https://")
      ? el("a", { href: upload.url, rel: "noreferrer", target: "_blank" }, upload.service) : upload.service, ": ",
    upload.outdated ? t("uploaded before the last change") : states()[upload.state] ?? upload.state,
    upload.message ? ` (${upload.message})` : ""),
    hasSync && button(t("Send again"), () => trying(async () => {
      await call("SyncAgain", { ride: String(ride), service: upload.service });
      note(t("The ride is being sent again."));
    }), { class: "small" }))));
}

/** The form for name, note and sport. */
function editCard(ride, edited) {
  const name = el("input", { type: "text", value: ride.name ?? "", maxLength: 200, placeholder: ride.plan ?? "" });
  const words = el("textarea", { rows: 3, value: ride.note ?? "", maxLength: 2000 });
  const sport = sportSelect(ride.sport);
  return el("details", { class: "card" }, el("summary", {}, t("Name and note")), el("form", { class: "fields", on: {
    submit: (event) => {
      event.preventDefault();
      trying(async () => {
        const change = { ride: String(ride.id), name: name.value.trim(), note: words.value.trim() };
        await call("Edit", sport.value === (ride.sport ?? "cycling") ? change : { ...change, sport: sport.value });
        edited();
        note(t("Saved."));
      });
    } } }, el("label", { class: "field" }, el("span", {}, t("Name")), name),
  el("label", { class: "field" }, el("span", {}, t("Note")), words),
  el("label", { class: "field" }, el("span", {}, t("Sport")), sport),
  el("button", { type: "submit", class: "main" }, t("Save"))));
}

/** Deletes a ride after a question, then offers to undo it. */
function deleting(ride) {
  const place = el("div", { class: "actions deleting" });
  const ask = () => askToDelete(place, { question: t("Delete this ride? It can be restored for 30 days."),
    remove: () => call("Delete", { ride: String(ride) }), removed: t("The ride is deleted."),
    restore: () => call("Undelete", { ride: String(ride) }), begin });
  const begin = () => place.replaceChildren(button(t("Delete the ride"), ask, { class: "stop" }));
  begin();
  return place;
}

/** The rides before and after one in time. */
async function neighbours(ride) {
  const asked = (parameters) => call("Rides", { limit: 1, ...parameters }).then(({ rides }) => rides, () => []);
  const [earlier, [newest]] = await Promise.all([asked({ before: ride.start }), asked({})]);
  const later = newest && newest.id !== ride.id ? await nextOf(ride) : undefined;
  return { earlier: earlier[0], later };
}

// The list starts with the newest ride, so the next one is its last.
async function nextOf(ride) {
  const begun = new Date(new Date(ride.start).getTime() + 1000).toISOString().replace(/\.\d+/, "");
  for (let days = 16; days < 40000; days *= 8) {
    const before = new Date(new Date(ride.start).getTime() + days * 86400000).toISOString().replace(/\.\d+/, "");
    const { rides, more } = await call("Rides", { since: begun, before }).catch(() => ({ rides: [] }));
    if (rides.length > 0 && !more) return rides.at(-1);
  }
  return undefined;
}

/** A ride: figures, zones, laps, and a zoomable chart. */
export function rideView(app, id) {
  const node = el("div", { class: "start review" });
  const others = el("nav", { class: "actions", "aria-label": t("Other rides") });
  let turn = 0;
  let chart = null;

  const fill = async () => {
    const mine = (turn += 1);
    let found;
    try {
      found = await Promise.all([call("Review", { ride: id }), track(id),
        call("Links", { ride: id }).catch(() => ({ incidents: [] }))]);
    } catch (refusal) {
      if (mine === turn) {
        node.replaceChildren(el("header", {}, el("h1", {}, t("Ride {1}", id))), ...refused(refusal, fill));
      }
      return;
    }
    if (mine !== turn) return;
    const [{ ride, review, laps, events, uploads }, columns, { incidents }] = found;
    const day = new Date(ride.start);
    const before = chart;
    chart = columns.seconds.length > 1 ? new RideChart(columns, { laps, gaps: gapsOf(columns, incidents) }) : null;
    if (chart && before?.whole === chart.whole) chart.show(before.part);
    node.replaceChildren(
      el("header", {}, el("h1", {}, titleOf(ride))), others,
      el("p", { class: "soft" }, `${dayText(day, { dateStyle: "full" })}, ${timeOfDay(day)}`),
      ...(ride.note ? [el("p", { class: "words" }, ride.note)] : []),
      el("section", { class: "card" }, el("dl", { class: "sums" }, ...figures(ride, review).map(([name, value, why]) =>
        el("div", { title: why }, el("dt", {}, name), el("dd", {}, value)))),
      el("details", {}, el("summary", {}, t("What the figures mean")), el("dl", { class: "why" },
        ...figures(ride, review).flatMap(([name, , why]) => [el("dt", {}, name), el("dd", {}, why)])))),
      ...[chart && el("section", { class: "card" }, chart.node), zonesCard(review), lapsCard(laps, chart),
        eventsCard(events, chart), uploadsCard(id, uploads, app.page.hasSync), editCard(ride, fill)].filter(Boolean),
      el("section", { class: "card links" }, el("a", { href: `#trim=${id}` }, t("Trim")),
        ...(ride.trim ? [button(t("Undo the trim"), () => trying(() => call("Untrim", { ride: id })))] : []),
        ...["fit", "tcx", "csv"].map((format) => el("a", { href: fileOf(id, format), download: "" },
          t("Download as {1}", format.toUpperCase())))), deleting(id));
    neighbours(ride).then(({ earlier, later }) => others.replaceChildren(
      ...[earlier && el("a", { href: `#ride=${earlier.id}`, class: "button" }, `‹ ${titleOf(earlier)}`),
        later && el("a", { href: `#ride=${later.id}`, class: "button later" },
          `${titleOf(later)} ›`)].filter(Boolean)));
  };

  fill();
  return {
    node,
    changed(changes) {
      const isMine = ({ subject, ride, kind }) => subject === "library"
        || (subject === "ride" && String(ride) === id && kind !== "deleted");
      if (changes.some(isMine) && !find("details[open] form", node)) fill();
    },
    closed() { turn = -1; },
  };
}
