// The result of a ride that has just ended.
import { zone2Of } from "./analysis.js";
import { call, track } from "./api.js";
import { RideChart } from "./chart.js";
import { el, setText, svg } from "./dom.js";
import { drawZones } from "./draw.js";
import { gapsOf } from "./happenings.js";
import { note, trying } from "./notes.js";
import { testCard } from "./offers.js";
import { askToDelete, button, refused } from "./parts.js";
import { titleOf } from "./rides.js";
import { Uploads } from "./uploads.js";
import { clock, number, t, timeOfDay } from "./words.js";

/** The four figures of a ride: [[name, value, addition]]; a figure that is not known has no value. */
export function resultOf(ride) {
  const of = (value, unit) => (value === undefined ? "–" : `${number(value)} ${unit}`);
  return [[t("Time"), clock(ride.timerSeconds)], [t("Average power"), of(ride.averageWatts, "W")],
    [t("Average heart rate"), of(ride.averageHeartRate, t("bpm"))],
    // The efficiency of a rider, about 24 %, makes up for the 4.2 kJ of a kilocalorie.
    [t("Work"), of(ride.kilojoules, "kJ"), t("about {1} kcal", number(ride.kilojoules))]];
}

function zoneBar({ zones }) {
  const ridden = zones.filter(({ seconds }) => seconds > 0);
  if (ridden.length === 0) return [];
  const bar = svg("svg", { class: "zones", "aria-hidden": "true" });
  drawZones(bar, ridden);
  return [bar, el("ul", { class: "legend" }, ...ridden.map(({ number: zone, seconds }) => el("li", {},
    svg("svg", { viewBox: "0 0 10 10", "aria-hidden": "true" },
      svg("rect", { width: 10, height: 10, rx: 2, class: `zone-${zone}` })),
    el("span", {}, t("Zone {1}", zone)), el("strong", {}, clock(seconds)))))];
}

/** The name of a ride, saved when it is left. */
class NameField {
  /** @type {string | undefined} The name whose call has no reply yet. */
  #sent;

  constructor(ride) {
    this.ride = ride;
    this.input = el("input", { type: "text", value: ride.name ?? "", maxLength: 200, placeholder: titleOf(ride),
      autocomplete: "off", enterKeyHint: "done", on: { change: () => this.#save() } });
    this.node = el("form", { class: "naming", on: { submit: (event) => {
      event.preventDefault();
      this.input.blur();
    } } }, el("label", { class: "field" }, el("span", { class: "unseen" }, t("Name")), this.input));
  }

  get typed() { return this.input.value.trim(); }

  // A tap on a link saves the name, so leaving by that link needs no question.
  get isDirty() { return this.typed !== (this.#sent ?? this.ride.name ?? ""); }

  /** Shows the ride as it is now; a name that the ride does not have yet stays. */
  take(ride) {
    const isUnchanged = this.typed === (this.ride.name ?? "");
    this.ride = ride;
    if (isUnchanged) this.input.value = ride.name ?? "";
    this.input.placeholder = ride.name === undefined ? titleOf(ride) : "";
  }

  #save() {
    if (!this.isDirty) return undefined;
    const name = this.typed;
    this.#sent = name;
    return trying(async () => {
      try {
        const { ride } = await call("Edit", { ride: String(this.ride.id), name });
        this.take(ride);
        note(t("Saved."));
      } finally {
        if (this.#sent === name) this.#sent = undefined;
      }
    });
  }
}

/** The result of a ride. */
class Summary {
  #turn = 0;
  #isDeleted = false;

  constructor(app, id) {
    this.app = app;
    this.id = id;
    this.test = el("div", { class: "test-result" });
    this.uploads = new Uploads({ ride: id, hasSync: app.page.hasSync });
    this.when = el("p", { class: "soft" });
    this.inside = el("div", { class: "inside", "aria-busy": "true" }, el("p", { class: "soft" }, t("Loading …")));
    this.figures = el("dl", { class: "sums" });
    this.zones = el("section", { class: "zone-time", "aria-label": t("Heart-rate zones") });
    this.tail = el("span", { class: "soft" });
    this.trim = el("a", { href: `#trim=${id}`, class: "opens", hidden: true },
      el("span", { class: "about" }, el("strong", {}, t("Trim the end")), this.tail));
    this.links = el("nav", { class: "going", "aria-label": t("Ride") }, this.trim,
      el("a", { href: `#ride=${id}`, class: "opens" }, t("Open the ride")));
    this.deleting = el("div", { class: "actions deleting" });
    this.chart = el("section", { class: "card picture", "aria-busy": "true" });
    this.node = el("div", { class: "start review summary" },
      el("header", {}, el("h1", {}, t("Ride saved")), el("a", { href: "#", class: "button done" }, t("Done"))),
      this.inside);
    this.#beginDeleting();
    this.load();
  }

  get isDirty() { return this.name?.isDirty ?? false; }

  async load() {
    const mine = (this.#turn += 1);
    try {
      const found = await call("Review", { ride: this.id });
      if (mine !== this.#turn) return;
      // Stopped without saving, here or elsewhere.
      if (found.ride.deletedUntil && !this.#isDeleted) return this.#leave();
      this.#show(found);
      if (!this.isDrawn) this.#draw(found, mine);
    } catch (refusal) {
      if (mine !== this.#turn) return;
      if (refusal.status === 404 || refusal.code === "unknownRide") return this.#leave();
      this.inside.replaceChildren(...refused(refusal, () => this.load()));
      this.inside.ariaBusy = null;
    }
  }

  #leave() { if (location.hash === `#done=${this.id}`) location.replace("#"); }

  #show({ ride, review, uploads }) {
    this.uploads.show(uploads);
    const day = new Date(ride.start);
    this.when.textContent = `${timeOfDay(day)}–${timeOfDay(new Date(day.getTime() + 1000 * ride.elapsedSeconds))}`;
    if (this.name) this.name.take(ride);
    else this.name = new NameField(ride);
    this.figures.replaceChildren(...resultOf(ride).map(([name, value, more]) =>
      el("div", {}, el("dt", {}, name), el("dd", {}, value), more && el("dd", { class: "soft" }, more))));
    this.zones.replaceChildren(...zoneBar(review));
    if (!this.test.hasChildNodes()) this.test.append(...[testCard(review.test, this.app.settings)].filter(Boolean));
    if (this.chart.isConnected) return;
    this.inside.replaceChildren(this.name.node, this.when, this.figures, this.test, this.uploads.node, this.chart,
      this.zones, this.links, this.deleting);
    this.inside.ariaBusy = null;
  }

  // The chart reads every second of the ride, so it comes last.
  async #draw({ laps, review }, mine) {
    const [columns, { incidents }, { suggestion }] = await Promise.all([track(this.id).catch(() => null),
      call("Links", { ride: this.id }).catch(() => ({ incidents: [] })),
      call("SuggestTrim", { ride: this.id }).catch(() => ({ suggestion: undefined }))]);
    if (mine !== this.#turn) return;
    this.isDrawn = true;
    this.chart.ariaBusy = null;
    this.chart.hidden = !columns || columns.seconds.length < 2;
    if (!this.chart.hidden) {
      this.chart.replaceChildren(new RideChart(columns, { laps, gaps: gapsOf(columns, incidents),
        zone2: zone2Of(review), powerZones: review.powerZones }).node);
    }
    this.trim.hidden = !suggestion?.forgotten;
    setText(this.tail, suggestion ? t("You did not pedal in the last {1}.", clock(suggestion.tailSeconds)) : "");
  }

  #beginDeleting() {
    const begin = () => {
      this.#isDeleted = false;
      this.node.classList.remove("deleted");
      this.deleting.replaceChildren(button(t("Delete the ride"), ask, { class: "stop" }));
    };
    const ask = () => askToDelete(this.deleting, {
      question: t("Delete this ride? It can be restored for 30 days."), removed: t("The ride is deleted."), begin,
      remove: async () => {
        this.#isDeleted = true;
        await call("Delete", { ride: this.id });
        this.node.classList.add("deleted");
      },
      restore: () => call("Undelete", { ride: this.id }),
    });
    begin();
  }

  changed(changes) {
    if (changes.some(({ subject, kind, ride }) => (subject === "library" && kind === "replaced")
      || (subject === "ride" && String(ride) === this.id))) {
      if (changes.some(({ kind }) => kind === "trimmed" || kind === "replaced")) this.isDrawn = false;
      this.load();
    }
  }

  closed() {
    this.#turn = -1;
    this.uploads.close();
  }
}

/** The view of a ride that has just ended. */
export const summaryView = (app, id) => new Summary(app, id);
