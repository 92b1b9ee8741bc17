// The buttons below the ride.
import { steer } from "./api.js";
import { el, icon, show } from "./dom.js";
import { holdButton, onTap } from "./hold.js";
import { note, trying } from "./notes.js";
import { popup } from "./popup.js";
import { controls } from "./ride.js";
import { wake } from "./sounds.js";
import { t } from "./words.js";

const step = 5;

/**
 * The call for a change in watts: a step of 5 W is one of 0.5 % of slope, or of 5 % of resistance.
 * @param {Wire.RideStatus | undefined} ride
 * @param {number} watts
 * @returns {[string, { change: number }]}
 */
export function changeOf(ride, watts) {
  if (ride?.slopePercent !== undefined) return ["SetSlope", { change: watts / 10 }];
  return [ride?.resistancePercent === undefined ? "SetWatts" : "SetResistance", { change: watts }];
}

/**
 * Text and name of the buttons for less and more.
 * @param {Wire.RideStatus | undefined} ride
 */
function stepNames(ride) {
  if (ride?.slopePercent !== undefined) return [["−½", t("0.5 % less slope")], ["+½", t("0.5 % more slope")]];
  if (ride?.resistancePercent !== undefined) {
    return [["−5", t("5 % less resistance")], ["+5", t("5 % more resistance")]];
  }
  return [[`−${step}`, t("{1} W less", step)], [`+${step}`, t("{1} W more", step)]];
}

/** The ride's controls; `onWanted` receives the change of watts that is not sent yet. */
export class Steering {
  #pressed = 0;
  #timer = 0;
  #sent = new Set();
  /** @type {number | undefined} */
  #interval;
  /** @type {Wire.RideStatus | undefined} */
  #ride;

  constructor({ onWanted }) {
    this.onWanted = onWanted;
    const tapped = (node, run) => {
      onTap(node, () => {
        wake();
        run();
      });
      return node;
    };
    const watts = (change, name) => tapped(el("button", { type: "button", class: "watts", "aria-label": name },
      `${change < 0 ? "−" : "+"}${Math.abs(change)}`), () => this.#press(change));
    const button = (name, glyph, method, className = "", parameters = () => ({})) => {
      const node = el("button", { type: "button", class: className }, icon(glyph), el("span", {}, name));
      return tapped(node, () => this.send(method, parameters(), node));
    };
    // A press that arrives in the next interval is refused.
    const shown = () => ({ interval: this.#interval });
    this.buttons = {
      less: watts(-step, t("{1} W less", step)),
      pause: button(t("Pause"), "pause", "Pause", "main"),
      resume: button(t("Resume"), "play", "Resume", "main go"),
      done: button(t("Done"), "done", "Done", "main go", shown),
      cancel: button(t("Cancel"), "stop", "Stop", "main stop"),
      more: watts(step, t("{1} W more", step)),
      back: button(t("Back"), "back", "Back", "", shown),
      skip: button(t("Skip"), "skip", "Skip", "", shown),
      extend: button(t("+1 min"), "longer", "Extend", "", () => ({ seconds: 60 })),
      lap: button(t("Lap"), "lap", "Lap"),
      stop: holdButton({ name: t("Stop"), glyph: "stop", hint: t("Hold for a second to stop and save"),
        className: "stop", run: () => this.send("Stop", {}, this.buttons.stop) }),
    };
    const { less, pause, resume, done, cancel, more, back, skip, extend, lap, stop } = this.buttons;
    this.rest = this.#rest();
    this.node = el("div", { class: "buttons", role: "group", "aria-label": t("Ride controls") },
      el("div", { class: "row" }, less, pause, resume, done, cancel, more),
      el("div", { class: "row" }, back, skip, extend, lap, stop, this.rest));
  }

  #rest() {
    const discard = holdButton({ name: t("Stop without saving"), glyph: "stop",
      hint: t("Hold for a second; the deleted ride is kept for 30 days"), className: "discard",
      run: async () => {
        if (await this.send("Stop", { discard: true }, discard)) {
          note(t("The ride was not saved."), t("Restore it within 30 days: Rides, “Deleted rides”."));
        }
      } });
    const button = el("button", { type: "button", "aria-label": t("More") }, icon("more"));
    const panel = el("div", { class: "panel" }, discard);
    popup(button, panel);
    return el("div", { class: "rest" }, button, panel);
  }

  /** Sends a press; the same press again counts only after the response, until which its button is busy. */
  async send(method, parameters = {}, button = null) {
    if (this.#sent.has(method)) return undefined;
    this.#sent.add(method);
    button?.setAttribute("aria-busy", "true");
    try {
      return await trying(() => steer(method, parameters));
    } finally {
      this.#sent.delete(method);
      button?.removeAttribute("aria-busy");
    }
  }

  /** Sums quick presses into one call, and shows them at once. */
  #press(change) {
    this.#pressed += change;
    this.onWanted(this.#pressed);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#sendWatts(), 250);
  }

  #sendWatts() {
    const [method, parameters] = changeOf(this.#ride, this.#pressed);
    if (this.#sent.has(method)) {
      this.#timer = setTimeout(() => this.#sendWatts(), 250);
      return;
    }
    const sum = this.#pressed;
    this.#pressed = 0;
    if (sum !== 0) this.send(method, parameters, sum < 0 ? this.buttons.less : this.buttons.more);
  }

  /** Makes the buttons inert without current figures, because a press would be carried out later or never. */
  stale(isStale) {
    this.node.inert = isStale;
    if (!isStale) return;
    clearTimeout(this.#timer);
    this.#pressed = 0;
    this.onWanted(0);
  }

  /** The change that is not sent yet, in watts. */
  get pressed() { return this.#pressed; }

  /** Shows the available buttons. */
  update(status) {
    const can = controls(status);
    this.#interval = status.plan?.interval?.number;
    this.#ride = status.ride;
    const names = stepNames(status.ride);
    for (const [index, one] of [this.buttons.less, this.buttons.more].entries()) {
      one.textContent = names[index][0];
      one.setAttribute("aria-label", names[index][1]);
    }
    const isShown = {
      less: can.watts, more: can.watts, pause: can.pause && !can.done, resume: can.resume, done: can.done,
      cancel: can.cancel, back: can.back, skip: can.skip, extend: can.extend, lap: can.lap,
      stop: can.stop && !can.cancel,
    };
    for (const [name, one] of Object.entries(this.buttons)) show(one, Boolean(isShown[name]));
    show(this.rest, Boolean(can.lap));
  }
}
