// The rides, by month.
import { call } from "./api.js";
import { el, find } from "./dom.js";
import { dropFiles } from "./files.js";
import { note, trying } from "./notes.js";
import { busy, button, card, refused, sportNames } from "./parts.js";
import { clock, counted, dayText, number, t, timeOfDay, way } from "./words.js";

const page = 50;

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

/** @type {(ride: Wire.RideSummary, options?: Intl.DateTimeFormatOptions) => string} */
const dayOf = (ride, options = { dateStyle: "medium" }) => dayText(new Date(ride.start), options);

// Under the heading of its month a ride needs only its day.
const row = (ride, options) => el("li", {}, el("a", { href: `#ride=${ride.id}`, class: "ride" },
  el("time", { dateTime: ride.start }, dayOf(ride, options)),
  el("strong", {}, titleOf(ride)), el("span", { class: "length" }, clock(ride.timerSeconds)),
  el("span", { class: "soft" }, [ride.averageWatts !== undefined && `${number(ride.averageWatts)} W`,
    ride.averageHeartRate !== undefined && `${number(ride.averageHeartRate)} ${t("bpm")}`,
    ride.distanceMeters !== undefined && way(ride.distanceMeters),
    ride.kilojoules > 0 && `${number(ride.kilojoules)} kcal`,
    (ride.sport ?? "cycling") !== "cycling" && sportNames()[ride.sport], ride.trim && t("trimmed")]
    .filter(Boolean).join(" · "))));

const select = (name, options, take) => el("select", { "aria-label": name, on: { change: take } },
  ...options.map(([value, text]) => el("option", { value }, text)));

/** The list of all rides, with search and sorting; scrolling loads more of them. */
class RideList {
  #rides = [];
  #turn = 0;
  #isReading = false;
  #timer = 0;
  #list = el("div", { class: "months" });
  #search = el("input", { type: "search", placeholder: t("Name, note or plan"), "aria-label": t("Search"),
    on: { input: () => {
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => this.load(), 250);
    } } });
  #sort = select(t("Order"), [["date", t("Newest first")], ["longest", t("Longest first")],
    ["shortest", t("Shortest first")]], () => this.load());
  #sport = select(t("Sport"), [["", t("All sports")], ...Object.entries(sportNames())], () => this.load());
  #deleted = el("input", { type: "checkbox", on: { change: () => this.load() } });
  #more = button(t("More rides"), () => this.#read(page), { class: "wide", hidden: true });
  #observer = new IntersectionObserver(([entry]) => {
    if (entry.isIntersecting && !this.#more.hidden) this.#read(page);
  }, { rootMargin: "600px" });

  node = el("div", { class: "start rides" }, el("header", {}, el("h1", {}, t("Rides"))),
    el("div", { class: "side" }, el("search", { class: "filters" }, this.#search, this.#sort, this.#sport),
      dropFiles({ kind: "ride" }), el("label", { class: "check" }, this.#deleted, el("span", {}, t("Deleted rides")))),
    el("div", { class: "found" }, this.#list, this.#more));

  constructor() {
    this.#observer.observe(this.#more);
    this.load();
  }

  load(count = page) { return this.#read(count, true); }

  changed(changes) {
    if (changes.some(({ subject }) => subject === "ride" || subject === "library")) {
      this.load(Math.max(page, this.#rides.length));
    }
  }

  closed() {
    this.#observer.disconnect();
    clearTimeout(this.#timer);
  }

  // Reads the next `count` rides; `isAnew` starts over and replaces the list.
  async #read(count, isAnew = false) {
    if (this.#isReading && !isAnew) return;
    const mine = isAnew ? (this.#turn += 1) : this.#turn;
    this.#isReading = true;
    // One extra ride shows whether there are more.
    /** @type {{ rides: Wire.RideSummary[], more?: boolean, refusal?: { message: string } }} */
    const reply = await busy(this.#list, () => call("Rides", { limit: count + 1,
      offset: isAnew ? 0 : this.#rides.length, sort: /** @type {Wire.RideSort} */ (this.#sort.value),
      search: this.#search.value.trim() || undefined,
      sport: /** @type {Wire.Sport} */ (this.#sport.value) || undefined, deleted: this.#deleted.checked || undefined }))
      .catch((refusal) => ({ rides: [], refusal }));
    if (mine !== this.#turn) return;
    this.#isReading = false;
    if (reply.refusal) {
      this.#refuse(reply.refusal);
      return;
    }
    this.#rides = [...(isAnew ? [] : this.#rides), ...reply.rides.slice(0, count)];
    this.#more.hidden = reply.rides.length <= count && !reply.more;
    this.#show();
  }

  #refuse(refusal) {
    if (this.#rides.length > 0) note(refusal.message, refusal.remedy, true);
    else this.#list.replaceChildren(el("section", { class: "card" }, ...refused(refusal, () => this.load())));
  }

  #show() {
    const isDeleted = this.#deleted.checked;
    const rows = (some, options) =>
      el("ul", {}, ...some.map((ride) => (isDeleted ? this.#deletedRow(ride) : row(ride, options))));
    const nothing = this.#search.value || this.#sport.value ? t("No ride matches.")
      : isDeleted ? t("No deleted rides.") : t("No rides yet. Start one, or drop files from another program here.");
    const parts = this.#rides.length === 0 ? [el("p", { class: "empty" }, nothing)]
      : this.#sort.value !== "date" ? [el("section", { class: "card" }, rows(this.#rides))]
        : months(this.#rides).map((month) => this.#monthCard(month, rows));
    const held = this.#list.contains(document.activeElement) && document.activeElement.getAttribute("href");
    this.#list.replaceChildren(...parts);
    if (held) find(`[href="${held}"]`, this.#list)?.focus({ preventScroll: true });
  }

  #monthCard({ month, rides, seconds, kilojoules }, rows) {
    // The last month may have rides that are not read yet.
    const isWhole = this.#more.hidden || rides.at(-1) !== this.#rides.at(-1);
    const sums = [counted(rides.length, "{1} ride", "{1} rides"), clock(seconds),
      kilojoules > 0 && `${number(kilojoules)} kcal`];
    return card(dayText(new Date(`${month}-15T12:00`), { month: "long", year: "numeric" }),
      isWhole && el("p", { class: "soft" }, sums.filter(Boolean).join(" · ")),
      rows(rides, { weekday: "short", day: "numeric" }));
  }

  #deletedRow(ride) {
    return el("li", { class: "ride" }, el("strong", {}, titleOf(ride)),
      el("span", { class: "soft" }, `${dayOf(ride)} · ${clock(ride.timerSeconds)} · `,
        t("until {1}", dayText(new Date(ride.deletedUntil)))),
      button(t("Restore"), () => trying(async () => {
        await call("Undelete", { ride: String(ride.id) });
        this.load();
      }), { class: "small" }));
  }
}

export const ridesView = () => new RideList();
