// The rides, by month.
import { call } from "./api.js";
import { el, find } from "./dom.js";
import { dropFiles } from "./files.js";
import { note, trying } from "./notes.js";
import { button, card, refused } from "./parts.js";
import { clock, counted, dayText, number, t, timeOfDay, way } from "./words.js";

const page = 40;

/** A ride's title: its name, its plan, or its start time. */
export const titleOf = (ride) => ride.name ?? ride.plan ?? t("Ride at {1}", timeOfDay(new Date(ride.start)));

/** The month of a ride on the rider's calendar: "2026-11". */
export function monthOf(ride) {
  const date = new Date(ride.start);
  return `${date.getFullYear()}-${String(date.getMonth() + 1).padStart(2, "0")}`;
}

/** Rides as months, in their order: [{ month, rides, seconds, kilojoules }]. */
export function months(rides) {
  const found = [];
  for (const ride of rides) {
    const month = monthOf(ride);
    if (found.at(-1)?.month !== month) found.push({ month, rides: [], seconds: 0, kilojoules: 0 });
    const last = found.at(-1);
    last.rides.push(ride);
    last.seconds += ride.timerSeconds;
    last.kilojoules += ride.kilojoules ?? 0;
  }
  return found;
}

const dayOf = (ride, options = { dateStyle: "medium" }) => dayText(new Date(ride.start), options);

// Under the heading of its month a ride needs only its day.
const row = (ride, options) => el("li", {}, el("a", { href: `#ride=${ride.id}`, class: "ride" },
  el("time", { dateTime: ride.start }, dayOf(ride, options)),
  el("strong", {}, titleOf(ride)), el("span", { class: "length" }, clock(ride.timerSeconds)),
  el("span", { class: "soft" }, [ride.averageWatts !== undefined && `${number(ride.averageWatts)} W`,
    ride.averageHeartRate !== undefined && `${number(ride.averageHeartRate)} ${t("bpm")}`,
    ride.distanceMeters !== undefined && way(ride.distanceMeters), ride.trim && t("trimmed")]
    .filter(Boolean).join(" · "))));

/** The list of all rides, with search and sorting; scrolling loads more of them. */
export function ridesView() {
  const list = el("div", { class: "months" });
  const search = el("input", { type: "search", placeholder: t("Name, note or plan"), "aria-label": t("Search") });
  const choice = (name, options) => el("select", { "aria-label": name, on: { change: () => load() } },
    ...options.map(([value, text]) => el("option", { value }, text)));
  const sort = choice(t("Order"), [["date", t("Newest first")], ["longest", t("Longest first")],
    ["shortest", t("Shortest first")]]);
  const which = choice(t("Which rides"), [["", t("All rides")], ["deleted", t("Deleted rides")]]);
  const more = button(t("More rides"), () => read(), { class: "wide", hidden: true });
  const node = el("div", { class: "start rides" }, el("header", {}, el("h1", {}, t("Rides"))),
    el("search", { class: "filters" }, search, sort, which), list, more, dropFiles({ kind: "ride" }));
  let rides = [];
  let turn = 0;
  let isReading = false;
  let timer = 0;

  const show = () => {
    const isDeleted = which.value === "deleted";
    const rows = (some, options) =>
      el("ul", {}, ...some.map((ride) => (isDeleted ? deletedRow(ride) : row(ride, options))));
    // The last month may have rides not read yet.
    const isWhole = (some) => more.hidden || some.at(-1) !== rides.at(-1);
    const parts = sort.value === "date" ? months(rides).map(({ month, rides: some, seconds, kilojoules }) =>
      card(dayText(new Date(`${month}-15T12:00`), { month: "long", year: "numeric" }),
      isWhole(some) && el("p", { class: "soft" }, [counted(some.length, "{1} ride", "{1} rides"),
        clock(seconds), `${number(kilojoules)} kJ`].join(" · ")), rows(some, { weekday: "short", day: "numeric" })))
      : [el("section", { class: "card" }, rows(rides))];
    const nothing = search.value ? t("No ride matches.")
      : isDeleted ? t("No deleted rides.") : t("No rides yet. Start one, or drop files from another program here.");
    const held = list.contains(document.activeElement) && document.activeElement.getAttribute("href");
    list.replaceChildren(...(rides.length > 0 ? parts : [el("p", { class: "empty" }, nothing)]));
    if (held) find(`[href="${held}"]`, list)?.focus({ preventScroll: true });
  };

  const deletedRow = (ride) => el("li", { class: "ride" }, el("strong", {}, titleOf(ride)),
    el("span", { class: "soft" }, `${dayOf(ride)} · ${clock(ride.timerSeconds)} · `,
      t("until {1}", dayText(new Date(ride.deletedUntil)))),
    button(t("Restore"), () => trying(async () => {
      await call("Undelete", { ride: String(ride.id) });
      load();
    }), { class: "small" }));

  // Reads the next `count` rides; `isAnew` starts over and replaces the list.
  const read = async (count = page, isAnew = false) => {
    if (isReading && !isAnew) return;
    const mine = isAnew ? (turn += 1) : turn;
    isReading = true;
    // One extra ride shows whether there are more.
    const reply = await call("Rides", { limit: count + 1, offset: isAnew ? 0 : rides.length, sort: sort.value,
      search: search.value.trim() || undefined, deleted: which.value === "deleted" || undefined })
      .catch((refusal) => ({ refusal }));
    if (mine !== turn) return;
    isReading = false;
    if (reply.refusal) return refuse(reply.refusal);
    rides = [...(isAnew ? [] : rides), ...reply.rides.slice(0, count)];
    more.hidden = reply.rides.length <= count && !reply.more;
    show();
  };
  const load = (count = page) => read(count, true);
  const refuse = (refusal) => (rides.length > 0 ? note(refusal.message, refusal.remedy, true)
    : list.replaceChildren(...refused(refusal, () => load())));

  search.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(load, 250);
  });
  const observer = new IntersectionObserver(([entry]) => { if (entry.isIntersecting && !more.hidden) read(); },
    { rootMargin: "600px" });
  observer.observe(more);
  load();
  return {
    node,
    changed(changes) {
      if (changes.some(({ subject }) => subject === "ride" || subject === "library")) load(Math.max(page,
        rides.length));
    },
    closed() {
      observer.disconnect();
      clearTimeout(timer);
    },
  };
}
