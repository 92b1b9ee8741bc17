// One ride.
import { call, fileOf, track } from "./api.js";
import { figuresCard, lapsCard, powerZonesCard, zone2Of, zonesCard } from "./analysis.js";
import { RideChart } from "./chart.js";
import { el, find } from "./dom.js";
import { eventsCard, gapsOf } from "./happenings.js";
import { loading } from "./loading.js";
import { linkNeighbours } from "./neighbours.js";
import { note, trying } from "./notes.js";
import { testCard } from "./offers.js";
import { askToDelete, button, card, refused, sportSelect } from "./parts.js";
import { titleOf } from "./rides.js";
import { RideMap } from "./route.js";
import { dayText, t, timeOfDay } from "./words.js";

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

/** The files of a ride, and its trim. */
const filesCard = (ride, id, hasPlaces) => el("section", { class: "card links" },
  el("a", { href: `#trim=${id}` }, t("Trim")),
  ...(ride.trim ? [button(t("Undo the trim"), () => trying(() => call("Untrim", { ride: id })))] : []),
  ...["fit", "tcx", "csv", ...(hasPlaces ? ["gpx"] : [])].map((format) =>
    el("a", { href: fileOf(id, format), download: "" }, t("Download as {1}", format.toUpperCase()))));

/** The cards of a ride, and its chart; the chart is null for a ride without seconds. */
function cards(id, [{ ride, review, laps, events, uploads }, columns, { incidents }], { hasSync, settings, edited }) {
  const map = columns.places ? new RideMap(columns.places) : null;
  const chart = columns.seconds.length > 1 ? new RideChart(columns, { laps, gaps: gapsOf(columns, incidents),
    zone2: zone2Of(review), powerZones: review.powerZones, onRead: (second) => map?.at(second) }) : null;
  const go = (part) => {
    chart?.show(part);
    chart?.node.scrollIntoView({ block: "center" });
  };
  const others = el("nav", { class: "actions", "aria-label": t("Other rides") });
  linkNeighbours(others, ride);
  const main = [chart && el("section", { class: "card chart-card" }, chart.node), others,
    map && el("section", { class: "card map-card", "aria-label": t("The route") }, map.node),
    lapsCard(laps, review.powerZones, go), eventsCard(events, go)];
  const aside = [testCard(review.test, settings), figuresCard(ride, review), zonesCard(review),
    powerZonesCard(ride, review), uploadsCard(id, uploads, hasSync),
    editCard(ride, edited), filesCard(ride, id, map !== null), deleting(id)];
  const day = new Date(ride.start);
  const node = [el("header", {}, el("h1", {}, titleOf(ride))),
    el("p", { class: "soft date" }, `${dayText(day, { dateStyle: "full" })}, ${timeOfDay(day)}`),
    ...(ride.note ? [el("p", { class: "words" }, ride.note)] : []),
    el("div", { class: "columns" }, el("div", { class: "main" }, ...main.filter(Boolean)),
      el("div", { class: "aside" }, ...aside.filter(Boolean)))];
  return { node, chart };
}

/** A ride: its chart, then figures, zones and laps. */
export function rideView(app, id) {
  const node = el("div", { class: "start review" });
  let turn = 0;
  let chart = null;

  const fill = async () => {
    const mine = (turn += 1);
    const work = Promise.all([call("Review", { ride: id }), track(id),
      call("Links", { ride: id }).catch(() => ({ incidents: [] }))]);
    try {
      const found = await (node.hasChildNodes() ? work : loading(node, work));
      if (mine !== turn) return undefined;
      const before = chart;
      const made = cards(id, found, { hasSync: app.page.hasSync, settings: app.settings, edited: fill });
      chart = made.chart;
      if (chart && before?.whole === chart.whole) {
        chart.show(before.part);
        chart.point(before.second);
      }
      node.replaceChildren(...made.node);
    } catch (refusal) {
      if (mine !== turn) return undefined;
      if (chart) return note(refusal.message, refusal.remedy, true);
      node.replaceChildren(el("header", {}, el("h1", {}, t("Ride {1}", id))), ...refused(refusal, () => {
        node.replaceChildren();
        fill();
      }));
    }
    return undefined;
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
