// Before a ride: its start.
import { call, start } from "./api.js";
import { advice, el, icon, rich } from "./dom.js";
import { Skylines } from "./draw.js";
import { trying } from "./notes.js";
import { planLength, requestText } from "./phrases.js";
import { wake } from "./sounds.js";
import { clock, t } from "./words.js";

/** A number with buttons for less and more. */
function stepper({ name, unit, value, by, from, to }) {
  const input = el("input", {
    type: "number", inputMode: "numeric", value: String(value), min: String(from), max: String(to), step: "1",
    "aria-label": `${name}, ${unit}`,
  });
  const move = (change) => {
    const next = Math.min(to, Math.max(from, (Number(input.value) || value) + change));
    input.value = String(next);
  };
  const node = el("div", { class: "stepper" },
    el("button", { type: "button", "aria-label": t("{1}: {2} less", name, by), on: { click: () => move(-by) } }, "−"),
    el("label", {}, input, el("span", { class: "unit" }, unit)),
    el("button", { type: "button", "aria-label": t("{1}: {2} more", name, by), on: { click: () => move(by) } }, "+"));
  return { node, get value() { return Math.min(to, Math.max(from, Number(input.value) || value)); } };
}

/** The view of a Pi without a ride. */
export class StartView {
  #skylines = new Skylines();

  constructor({ settings }) {
    this.settings = settings;
    this.problems = el("ul", { class: "problems", hidden: true });
    this.today = el("section", { class: "card", hidden: true });
    this.again = el("div", { class: "again" });
    this.plans = el("ul", { class: "plans" });
    this.devices = el("p", { class: "devices" });
    this.node = el("div", { class: "start" },
      el("header", {}, el("h1", {}, t("Ride")), this.devices),
      this.problems, this.today, this.again, this.#free(),
      el("section", { class: "card" }, el("h2", {}, t("Plans")), this.plans));
    this.load();
  }

  #begin(request) {
    wake();
    return trying(() => start(request).catch((refusal) => {
      if (refusal.code === "settingMissing") refusal.remedy = t("Set it in the settings.");
      throw refusal;
    }));
  }

  #free() {
    const { startWatts = 150, startMinutes = 60 } = this.settings ?? {};
    const watts = stepper({ name: t("Power"), unit: "W", value: startWatts, by: 5, from: 1, to: 3000 });
    const length = Math.max(1, Math.round(startMinutes));
    const time = stepper({ name: t("Time"), unit: "min", value: length, by: 5, from: 1, to: 1440 });
    const zone = el("input", { type: "checkbox" });
    const words = el("span", {}, t("Start the ride"));
    const button = el("button", { type: "submit", class: "main go" }, icon("play"), words);
    this.watts = watts;
    this.time = time;
    zone.addEventListener("change", () => { watts.node.hidden = zone.checked; });
    return el("form", { class: "card free", on: { submit: (event) => {
      event.preventDefault();
      this.#begin(zone.checked ? { zone2: true, minutes: time.value } : { watts: watts.value, minutes: time.value });
    } } }, el("h2", {}, t("Watts and minutes")), watts.node, time.node,
    el("label", { class: "check" }, zone, el("span", {}, t("Zone 2: my heart rate controls the power"))), button);
  }

  /** Loads the last request, plans and devices. */
  async load() {
    const [asked, plans, devices] = await Promise.all([
      call("Asked").catch(() => null), call("Plans", { all: true }).catch(() => ({ plans: [] })),
      call("Devices").catch(() => ({ devices: [] })),
    ]);
    this.again.replaceChildren(...(asked ? [el("button", { type: "button", class: "main go wide",
      on: { click: () => this.#begin(asked.request) } }, icon("play"),
    el("span", {}, t("Again: {1}", requestText(asked.request))))] : []));
    this.#showPlans(plans.plans);
    this.devices.replaceChildren(...devices.devices.map((device) => el("span", { class: "device" }, device.name
      ?? device.address)));
  }

  #showPlans(plans) {
    const mine = plans.filter((plan) => !plan.day || !plan.ridden);
    this.plans.replaceChildren(...mine.map((plan) =>
      el("li", {}, el("button", { type: "button", on: { click: () => this.#begin({ plan: plan.name }) } },
        this.#skylines.of(plan), el("span", { class: "name" }, plan.name),
        el("span", { class: "length" }, planLength(plan))))));
    if (mine.length === 0) {
      const words = rich(t("No plans yet. Create or import one under Plans."));
      this.plans.append(el("li", { class: "empty" }, ...words));
    }
  }

  changed() { this.load(); }

  /** Shows a status. */
  status(status) {
    const key = JSON.stringify([status.problems, status.planned]);
    if (key === this.key) return;
    this.key = key;
    const problems = status.problems ?? [];
    this.problems.replaceChildren(...problems.map((problem) => el("li", {}, ...advice(problem))));
    this.problems.hidden = problems.length === 0;
    const workout = status.planned;
    this.today.hidden = !workout;
    if (!workout) return;
    this.today.replaceChildren(el("h2", {}, t("Today")), el("button", { type: "button", class: "main go wide",
      on: { click: () => this.#begin({ plannedFor: "today" }) } }, icon("play"),
    el("span", {}, `${workout.name}, ${clock(workout.timerSeconds)}`)));
  }
}
