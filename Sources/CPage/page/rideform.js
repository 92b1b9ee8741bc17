// The form of a ride without a plan.
import { el, icon, setText, show } from "./dom.js";
import { Stepper } from "./stepper.js";
import { minutes, span, t } from "./words.js";

/**
 * The request of a form; a number is null if what was typed is not valid.
 * @param {{ kind: string, watts: number|null, slope?: number|null, minutes: number|null, isEndless: boolean,
 *   warmup: number|null|undefined, limit: number|null|undefined }} form
 */
export function requestOf({ kind, watts, slope, minutes, isEndless, warmup, limit }) {
  const length = isEndless ? { endless: true } : { minutes };
  if (kind === "free") return { free: true, ...length };
  if (kind === "slope") return { free: true, slopePercent: slope, ...length };
  const warmupSeconds = warmup ? Math.round(60 * warmup) : undefined;
  if (kind === "zone2") return { zone2: true, ...length, warmupSeconds };
  return { watts, ...length, warmupSeconds, maximumHeartRate: limit };
}

/** The choice of a ride by power, by heart rate or free, and its start. */
export class RideForm {
  #kind = "watts";

  /** @param {{ settings: object|null, begin: (request: object) => Promise<void> }} options */
  constructor({ settings, begin }) {
    this.begin = begin;
    const { startWatts = 150, startMinutes = 60 } = settings ?? {};
    this.watts = new Stepper({ name: t("Power"), unit: "W", value: startWatts, by: 5, from: 1, to: 3000 });
    this.slope = new Stepper({ name: t("Slope"), unit: "%", value: 2, by: 0.5, from: -25, to: 25 });
    this.time = new Stepper({ name: t("Time"), unit: "min", value: startMinutes, by: 5, from: 0.1, to: 1440 });
    this.warmup = new Stepper({ name: t("Warm-up"), unit: "min", by: 5, from: 1, to: 120, start: 5, isOptional: true });
    this.limit = new Stepper({ name: t("Highest heart rate"), unit: t("bpm"), by: 1, from: 60, to: 230, start: 150,
      isOptional: true });
    this.endless = el("input", { type: "checkbox", on: { change: () => this.#draw() } });
    this.zone = el("p", { class: "zone" });
    this.kinds = this.#choices([["watts", t("Power")], ["zone2", t("Zone 2")], ["slope", t("Slope")],
      ["free", t("Free")]]);
    this.more = this.#more();
    this.words = el("span", {}, t("Start the ride"));
    this.go = el("button", { type: "submit", class: "main go wide" }, icon("play"), this.words);
    this.node = el("form", { class: "card free", noValidate: true, "aria-label": t("New ride"), on: {
      submit: (event) => {
        event.preventDefault();
        this.#submit();
      } } }, this.kinds, el("div", { class: "amounts" }, this.watts.node, this.slope.node, this.zone,
      this.time.node),
    el("div", { class: "options" }, el("label", { class: "check" }, this.endless, el("span", {}, t("Until I stop"))),
      this.more), this.panel, this.go);
    this.offer(settings);
  }

  /** Shows other settings, without changing what the rider has set. */
  offer(settings) {
    this.settings = settings;
    if (settings) {
      this.watts.offer(settings.startWatts ?? 150);
      this.time.offer(settings.startMinutes ?? 60);
    }
    this.#draw();
  }

  #choices(kinds) {
    const choose = (kind) => () => {
      this.#kind = kind;
      this.#draw();
    };
    return el("div", { class: "choices", role: "radiogroup", "aria-label": t("Target") },
      ...kinds.map(([kind, text]) => el("label", {}, el("input", { type: "radio", name: "kind",
        checked: kind === this.#kind, on: { change: choose(kind) } }), el("span", {}, text))));
  }

  #more() {
    this.warmup.onChange = this.limit.onChange = () => this.#tell();
    const row = (name, stepper) => el("div", { class: "extra" }, el("span", { "aria-hidden": "true" }, name),
      stepper.node);
    this.limitRow = row(t("Highest heart rate"), this.limit);
    this.panel = el("div", { class: "panel", id: "more-of-ride", hidden: true }, row(t("Warm-up"), this.warmup),
      this.limitRow);
    this.extras = el("span", {}, t("More"));
    return el("button", { type: "button", class: "small more", "aria-expanded": "false",
      "aria-controls": "more-of-ride", on: { click: () => this.#open(this.panel.hidden) } }, this.extras);
  }

  #open(isOpen) {
    show(this.panel, isOpen);
    this.more.ariaExpanded = String(isOpen);
  }

  // What is set under “More” is also seen while it is closed.
  #tell() {
    const [warmup, limit] = [this.warmup.value, this.#kind === "watts" && this.limit.value];
    const parts = [warmup && t("warm-up {1}", minutes(warmup)),
      limit && t("heart rate up to {1} bpm", limit)].filter(Boolean);
    setText(this.extras, parts.length > 0 ? parts.join(", ") : t("More"));
  }

  #draw() {
    const kind = this.#kind;
    show(this.watts.node, kind === "watts");
    show(this.slope.node, kind === "slope");
    show(this.zone, kind === "zone2");
    show(this.time.node, !this.endless.checked);
    const hasOptions = kind === "watts" || kind === "zone2";
    show(this.more, hasOptions);
    if (!hasOptions) this.#open(false);
    show(this.limitRow, kind === "watts");
    this.#tell();
    const { zone2From, zone2To, zone2IsDefault } = this.settings ?? {};
    const range = `${span(zone2From, zone2To)} ${t("bpm")}`;
    const isUnset = zone2IsDefault === true;
    this.go.disabled = kind === "zone2" && isUnset;
    this.zone.replaceChildren(...(zone2From === undefined ? [t("Your heart rate controls the power.")] : isUnset
      ? [t("{1} is only the default.", range), " ", el("a", { href: "#settings" }, t("Set your own Zone 2"))]
      : [el("strong", {}, range), " ", t("Your heart rate controls the power.")]));
  }

  #submit() {
    const kind = this.#kind;
    const hasOptions = kind === "watts" || kind === "zone2";
    const fields = [kind === "watts" && this.watts, kind === "slope" && this.slope,
      !this.endless.checked && this.time, hasOptions && this.warmup,
      kind === "watts" && this.limit].filter(Boolean);
    const wrong = fields.filter((field) => !field.check());
    if (wrong.length > 0) {
      if (wrong.some((field) => field === this.warmup || field === this.limit)) this.#open(true);
      return wrong[0].input.focus();
    }
    return this.begin(requestOf({ kind, watts: this.watts.value, slope: this.slope.value, minutes: this.time.value,
      isEndless: this.endless.checked, warmup: this.warmup.value, limit: this.limit.value }));
  }
}
