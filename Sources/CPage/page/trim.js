// Trims a ride, step by step.
import { call, fileOf, track } from "./api.js";
import { reduced } from "./chart.js";
import { connectForms } from "./connecting.js";
import { el, setText, show, svg } from "./dom.js";
import { note, trying } from "./notes.js";
import { busy, button, choices, refused, sportSelect } from "./parts.js";
import { clock, number, t, timeOfDay, way, work } from "./words.js";

const shortest = 60;

/**
 * A track with the distance and the work (in kJ) so far at every second.
 * @param {Page.Track} track
 */
export function prepared({ power, distance, ...columns }) {
  let [work, meters] = [0, 0];
  return { ...columns, power, distance: distance?.map((value) => (meters = value ?? meters)),
    energy: power?.map((watts, index) => (work += columns.running[index] ? (watts ?? 0) / 1000 : 0)) };
}

/**
 * The sums of some parts of a track; `from` is part of them, `to` is not.
 * @param {Page.Track} track
 * @param {Page.Part[]} parts
 */
export function sums({ seconds, running, power, heart, distance }, parts) {
  const sum = { seconds: 0, joules: 0, powered: 0, beats: 0, beating: 0, meters: 0 };
  seconds.forEach((second, index) => {
    if (!parts.some(({ from, to }) => second >= from && second < to)) return;
    if (distance) sum.meters += distance[index] - (distance[index - 1] ?? 0);
    if (!running[index]) return;
    sum.seconds += 1;
    // A second without power counts with the mean of the others, as in jz2d.
    if ((power?.[index] ?? null) !== null) [sum.joules, sum.powered] = [sum.joules + power[index], sum.powered + 1];
    if (heart?.[index]) [sum.beats, sum.beating] = [sum.beats + heart[index], sum.beating + 1];
  });
  const watts = power && (sum.powered > 0 ? sum.joules / sum.powered : 0);
  return { seconds: sum.seconds, kilojoules: power && (watts * sum.seconds) / 1000, meters: distance && sum.meters,
    watts, beats: heart && sum.beats / sum.beating };
}

/**
 * A part with one end moved, within the ride and at least `shortest` long.
 * @param {Page.Part} part
 * @param {"from" | "to"} end
 * @param {number} second
 * @param {number} whole
 */
export function moved({ from, to }, end, second, whole) {
  return end === "from" ? { from: Math.max(0, Math.min(second, to - shortest)), to }
    : { from, to: Math.min(whole, Math.max(second, from + shortest)) };
}

const told = ({ seconds, kilojoules, meters, watts, beats }) => [[t("Time"), seconds, clock(seconds)],
  [t("Work"), kilojoules, work(kilojoules)], [t("Distance"), meters, way(meters)],
  [t("Average power"), watts, `${number(watts)} W`], [t("Average heart rate"), beats, `${number(beats)} ${t("bpm")}`],
].filter(([, value]) => value !== undefined);

/** @type {(id: string, chosen?: Wire.Sport) => HTMLElement} */
const sportField = (id, chosen) => el("label", { class: "field" }, t("Sport"), sportSelect(chosen,
  ({ target }) => trying(async () => {
    await call("Edit", { ride: id, sport: /** @type {Wire.Sport} */ (target.value) });
    note(t("Saved."));
  })));

/** A service, its copy of the ride, and a button to send it again. */
function serviceRow(id, one, upload) {
  const { service, traits } = one;
  const name = traits?.title ?? service;
  const { state, outdated, message, url } = upload ?? {};
  const words = !upload ? t("{1} does not have the ride.", name)
    : ["queued", "sending", "processing"].includes(state) ? t("{1}: the ride is on its way.", name)
      : state === "failed" ? t("{1}: {2}", name, message ?? t("refused"))
        : !outdated ? t("{1} has the ride.", name)
          : traits?.renewal === "automatic"
            ? t("{1} has the old version, and gets the new one automatically.", name)
            : traits?.renewal === "again" ? t("{1} got the old version. Send the ride again to run it again.", name)
              : t("{1} has the old version and does not replace it. Delete it there, then send the ride again.", name);
  return el("div", { class: "actions" }, el("p", {}, words, " ", url?.startsWith("https://")
    && el("a", { href: url, rel: "noreferrer", target: "_blank" }, t("Open it there"))),
  button(t("Send again"), ({ target }) => trying(async () => {
    const sent = await call("SyncAgain", { ride: id, service });
    target.closest(".actions").replaceWith(serviceRow(id, one, sent.upload));
    note(t("The ride is being sent again."));
  })));
}

const stepCard = (place, name, ...children) => el("section", { class: "card step", "aria-label": name },
  el("h2", {}, el("span", { class: "place" }, place), name), ...children);

/** @typedef {["power" | "heart" | "energy" | "distance", string, (value: number) => string]} Kind */

/** @type {(columns: ReturnType<typeof prepared>) => Kind[]} */
const kindsOf = (columns) => /** @type {Kind[]} */ ([["power", t("Power"), (watts) => `${number(watts)} W`],
  ["heart", t("Heart rate"), (beats) => `${number(beats)} ${t("bpm")}`],
  ["energy", t("Energy"), (kilojoules) => `${number(kilojoules)} kJ`], ["distance", t("Distance"), way],
]).filter(([kind]) => columns[kind]);

/** @type {(ride: Wire.RideSummary, whole: number) => Page.Part} */
const keptPart = ({ trim }, whole) => ({ from: trim?.fromSeconds ?? 0, to: trim?.toSeconds ?? whole });

/** The picture of a ride with its two handles; `move` gets an end and a second. */
class Slider {
  columns;
  whole;
  #picture = svg("svg", { viewBox: "0 0 1000 300", preserveAspectRatio: "none", role: "img" });

  constructor(columns, whole, move) {
    Object.assign(this, { columns, whole });
    this.time = (second) => timeOfDay(new Date(Date.parse(columns.ride.start) + 1000 * second), true);
    this.ends = [["from", t("Start")], ["to", t("End")]].map(([end, name]) => ({ end, name, time: el("span"),
      handle: el("input", { type: "range", class: end, min: 0, max: whole, "aria-label": name, on: {
        input: ({ target }) => move(end, Number(target.value)),
        keydown: (event) => {
          const { key, shiftKey } = event;
          if (!key.startsWith("Page") && !(shiftKey && key.startsWith("Arrow"))) return;
          event.preventDefault();
          move(end, this.part[end] + (/Up|Right/.test(key) ? 60 : -60));
        },
      } }) }));
    this.nodes = [el("div", { class: "slider" }, this.#picture, ...this.ends.map(({ handle }) => handle)),
      ...this.ends.map(({ end, name, time }) => el("div", { class: "actions nudge", role: "group",
        "aria-label": name }, button("−10 s", () => move(end, this.part[end] - 10)), time,
      button("+10 s", () => move(end, this.part[end] + 10))))];
  }

  /** Shows a part of the ride, over one kind of its values. */
  draw(part, [kind, name, unit] = ["", "", number]) {
    this.part = part;
    for (const { end, name: title, time, handle } of this.ends) {
      const second = part[end];
      handle.value = second;
      handle.setAttribute("aria-valuetext", `${clock(second)}, ${this.time(second)}`);
      setText(time, `${title} ${clock(second)} · ${this.time(second)}`);
    }
    const { columns, whole } = this;
    const buckets = Math.min(400, whole);
    const points = kind ? reduced(columns.seconds, columns[kind], 0, whole, buckets) : [];
    const values = points.filter(Boolean).map(({ mean }) => mean);
    const [least, most] = [Math.min(...values), Math.max(...values)];
    const low = kind === "heart" ? least - 10 : 0;
    const [from, to] = [part.from, part.to].map((second) => (1000 * second) / whole);
    const y = ({ mean }) => (300 - ((mean - low) / Math.max(1, most - low)) * 280).toFixed(1);
    const veil = (x, width) => svg("rect", { x, width, height: 300, fill: "url(#cut)" });
    this.#picture.replaceChildren(
      svg("pattern", { id: "cut", width: 24, height: 24, patternUnits: "userSpaceOnUse" },
        svg("path", { d: "M0 0H24V24H0z", class: "veil" }), svg("path", { d: "M0 24L24 0", class: "hatch" })),
      svg("path", { class: `drawn ${kind}`, d: points.map((point, index) => (point
        ? `M${(index * 1000) / buckets} 300V${y(point)}h${1000 / buckets}V300` : "")).join("") }),
      veil(0, from), veil(to, 1000 - to), svg("path", { d: `M${from} 0V300M${to} 0V300`, class: "edge" }),
    );
    this.#picture.setAttribute("aria-label",
      t("{1} over {2}: from {3} to {4}.", name, clock(whole), unit(least), unit(most)));
  }
}

/** The steps of a trim: choose, check, save, and renew the copies elsewhere. */
class Steps {
  id;
  app;
  columns;
  #isBusy = false;
  #isOutdated = false;
  #text = el("p", { class: "live-text" });
  #figures = el("p");
  #words = el("p");
  #table = el("table");
  #said = el("p", { role: "status", tabIndex: -1 });
  #services = el("div");

  constructor(app, id, columns, suggestion, review) {
    Object.assign(this, { app, id, columns });
    this.whole = review.ride.trim?.wholeSeconds ?? columns.ride.elapsedSeconds;
    // `saved` is on the Pi, `former` was there before this view saved, `part` is chosen.
    this.saved = this.part = keptPart(review.ride, this.whole);
    this.former = null;
    this.slider = new Slider(columns, this.whole, (end, second) => {
      this.part = moved(this.part, end, second, this.whole);
      this.#changed();
    });
    this.kinds = kindsOf(columns);
    this.shown = this.kinds[0];
    this.choose = this.#choosing(suggestion, review.ride);
    this.check = stepCard(2, t("Check"), this.#words, this.#table);
    this.keep = button(t("Save the part"), () => this.#put(this.part, this.saved), { class: "main go" });
    this.undo = button(t("Undo"), () => this.#put(this.former, null));
    this.save = stepCard(3, t("Save"), el("div", { class: "actions" }, this.keep, this.undo), this.#said);
    this.after = stepCard(4, t("Services and the original"), this.#services,
      el("p", {}, t("The Pi keeps the whole ride. To get it back, open the ride and choose “Undo the trim”.")),
      el("div", { class: "links" }, el("a", { href: fileOf(id, "fit"), download: "" }, t("Download the part")),
        el("a", { href: fileOf(id, "fit", true), download: "" }, t("Download the original"))));
    this.cards = [this.choose, this.check, this.save, this.after];
    this.#changed();
    this.#elsewhere(review.uploads);
  }

  #choosing({ proposal, forgotten, tailSeconds }, ride) {
    return stepCard(1, t("Choose"), choices("over", this.kinds, this.shown?.[0], (key) => {
      this.shown = this.kinds.find(([kind]) => kind === key);
      this.slider.draw(this.part, this.shown);
    }), ...this.slider.nodes, this.#text, this.#figures,
    this.whole <= shortest && el("p", {}, t("This ride is too short to trim: one minute must remain.")),
    proposal && el("div", { class: "actions" }, el("p", {}, forgotten
      ? t("You did not pedal in the last {1}. You probably forgot to stop the ride.", clock(tailSeconds))
      : t("The main part, without warm-up and cool-down.")), button(t("Use the suggestion"), () => {
      this.part = { from: proposal.fromSeconds, to: proposal.toSeconds };
      this.#changed();
    })), sportField(this.id, ride.sport));
  }

  #isChosen() { return this.part.from !== this.saved.from || this.part.to !== this.saved.to; }

  #isWhole({ from, to }) { return from === 0 && to === this.whole; }

  #put(range, back) {
    return trying(async () => {
      if (this.#isBusy) return;
      this.#isBusy = true;
      try {
        const { uploads } = await (this.#isWhole(range) ? call("Untrim", { ride: this.id })
          : call("Trim", { ride: this.id, fromSeconds: range.from, toSeconds: range.to }));
        [this.part, this.saved, this.former] = [range, range, back];
        this.#changed();
        setText(this.#said, back ? t("Saved: {1} of {2} kept.", clock(range.to - range.from), clock(this.whole))
          : t("The last change is undone."));
        this.#said.focus();
        this.#elsewhere(uploads);
      } finally {
        this.#isBusy = false;
        // Another client may have changed the ride meanwhile.
        if (this.#isOutdated) call("Review", { ride: this.id }).then((told) => this.renew(told), () => {});
        this.#isOutdated = false;
      }
    });
  }

  async #elsewhere(uploads) {
    const reply = this.app.page.hasSync ? await call("Services").catch(() => null) : null;
    const rows = (reply?.services ?? []).filter(({ state }) => state === "connected").map((one) =>
      serviceRow(this.id, one, uploads.find(({ service }) => service === one.service)));
    this.#services.replaceChildren(...(rows.length > 0 ? rows : [el("p", {}, t("No service is connected."))]),
      ...connectForms(reply?.services ?? [], this.app.page, () => this.#elsewhere(uploads)));
  }

  #changed() {
    const { part, whole, saved, former } = this;
    const all = told(sums(this.columns, [part]));
    const cut = told(sums(this.columns, [{ from: 0, to: part.from }, { from: part.to, to: whole }]));
    setText(this.#text, t("{1} kept, {2} cut.", clock(part.to - part.from), clock(whole - part.to + part.from)));
    setText(this.#figures, all.slice(1).map(([, , value]) => value).join(" · "));
    setText(this.#words, t("Cut: {1} at the start, {2} at the end.", clock(part.from), clock(whole - part.to)));
    this.#table.replaceChildren(el("thead", {}, el("tr", {}, el("td"), ...[t("Kept"), t("Cut")].map((name) =>
      el("th", { scope: "col" }, name)))), el("tbody", {}, ...all.map(([name, , value], index) =>
      el("tr", {}, el("th", { scope: "row" }, name), el("td", {}, value), el("td", {}, cut[index][2])))));
    this.slider.draw(part, this.shown);
    const turns = [[this.choose, !former], [this.check, this.#isChosen() || former],
      [this.save, this.#isChosen() || former], [this.after, !this.#isChosen() && (former || !this.#isWhole(saved))]];
    for (const [step, isTurn] of turns) {
      step.inert = !isTurn;
      step.setAttribute("aria-disabled", !isTurn);
    }
    show(this.keep, !former);
    show(this.undo, Boolean(former));
    setText(this.#said, "");
  }

  /** Takes over what another client has changed; a choice made here stays. */
  renew({ ride, uploads }) {
    if (this.#isBusy) {
      this.#isOutdated = true;
      return;
    }
    this.#elsewhere(uploads);
    const now = keptPart(ride, this.whole);
    if (now.from === this.saved.from && now.to === this.saved.to) return;
    if (!this.#isChosen()) this.part = now;
    [this.saved, this.former] = [now, null];
    this.#changed();
  }
}

/** Trims a ride. */
export function trimView(app, id) {
  const place = el("div", { class: "steps" });
  const node = el("div", { class: "start trim" }, el("header", {}, el("h1", {}, t("Trim")),
    el("a", { href: `#ride=${id}`, class: "button" }, t("Back to the ride"))), place);
  let steps = null;
  const load = async () => {
    place.replaceChildren();
    try {
      const [columns, { suggestion }, review] = await busy(place, () => Promise.all([track(id, true),
        call("SuggestTrim", { ride: id }), call("Review", { ride: id })]));
      steps = new Steps(app, id, prepared(columns), suggestion, review);
      place.replaceChildren(...steps.cards);
    } catch (refusal) {
      place.replaceChildren(el("section", { class: "card" }, ...refused(refusal, load)));
    }
  };
  load();
  return { node, changed(changes) {
    if (changes.some(({ subject, kind }) => subject === "library" && kind === "replaced")) load();
    else if (changes.some(({ ride }) => String(ride) === id)) {
      call("Review", { ride: id }).then((review) => steps?.renew(review), () => {});
    }
  } };
}
