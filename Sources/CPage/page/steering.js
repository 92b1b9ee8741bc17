// The buttons below the ride.
import { call } from "./api.js";
import { el, icon, show } from "./dom.js";
import { holdButton } from "./hold.js";
import { note, trying } from "./notes.js";
import { controls } from "./ride.js";
import { wake } from "./sounds.js";
import { t } from "./words.js";

const step = 5;

function button(name, glyph, run, className = "") {
  return el("button", { type: "button", class: className, on: { click: () => { wake(); trying(run); } } },
    icon(glyph), el("span", {}, name));
}

const steer = (method, parameters) => () => call(method, parameters);

/** The ride's controls; `onWanted` receives the change of watts that is not sent yet. */
export class Steering {
  #pressed = 0;
  #timer = 0;

  constructor({ onWanted }) {
    this.onWanted = onWanted;
    const watts = (change, name) => el("button", { type: "button", class: "watts", "aria-label": name,
      on: { click: () => this.#press(change) } }, `${change < 0 ? "−" : "+"}${Math.abs(change)}`);
    this.buttons = {
      less: watts(-step, t("{1} W less", step)),
      pause: button(t("Pause"), "pause", steer("Pause"), "main"),
      resume: button(t("Resume"), "play", steer("Resume"), "main go"),
      done: button(t("Done"), "done", steer("Done"), "main go"),
      cancel: button(t("Cancel"), "stop", steer("Stop"), "main stop"),
      more: watts(step, t("{1} W more", step)),
      back: button(t("Back"), "back", steer("Back")),
      skip: button(t("Skip"), "skip", steer("Skip")),
      extend: button(t("+1 min"), "longer", steer("Extend", { seconds: 60 })),
      lap: button(t("Lap"), "lap", steer("Lap")),
      stop: holdButton({ name: t("Stop"), glyph: "stop", hint: t("Hold for a second to stop and save"),
        className: "stop", run: () => trying(() => call("Stop")) }),
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
      run: () => trying(async () => {
        await call("Stop", { discard: true });
        note(t("The ride was not saved."), t("Restore it within 30 days: Rides, “Deleted rides”."));
      }) });
    return el("details", { class: "rest" }, el("summary", { "aria-label": t("More") }, icon("more")),
      el("div", {}, discard));
  }

  /** Sums quick presses into one call, and shows them at once. */
  #press(change) {
    wake();
    this.#pressed += change;
    this.onWanted(this.#pressed);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      const sum = this.#pressed;
      this.#pressed = 0;
      if (sum !== 0) trying(() => call("SetWatts", { change: sum }));
    }, 250);
  }

  /** The change that is not sent yet, in watts. */
  get pressed() { return this.#pressed; }

  /** Shows the available buttons. */
  update(status) {
    const can = controls(status);
    const isShown = {
      less: can.watts, more: can.watts, pause: can.pause && !can.done, resume: can.resume, done: can.done,
      cancel: can.cancel, back: can.back, skip: can.skip, extend: can.extend, lap: can.lap,
      stop: can.stop && !can.cancel,
    };
    for (const [name, one] of Object.entries(this.buttons)) show(one, Boolean(isShown[name]));
    show(this.rest, Boolean(can.lap));
  }
}
