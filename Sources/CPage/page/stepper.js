// A number with buttons for less and more, which repeat while they are held.
import { el, setText } from "./dom.js";
import { number, t } from "./words.js";

/** How long a button is held until it repeats, in milliseconds. */
const patience = 400;

/** The pause after a number of repetitions, in milliseconds: it becomes shorter. */
export const pauseAfter = (count) => Math.max(40, 180 - 14 * count);

/** The value after a press, within the limits; null for an empty field, which `start` fills. */
export function stepped(value, change, { from, to, start, isOptional }) {
  if (value === null) return isOptional && change < 0 ? null : start;
  if (isOptional && change < 0 && value + change < from) return null;
  return Math.min(to, Math.max(from, value + change));
}

/** Calls `run` for each press of a button, and again and again while it is held. */
function repeating(button, run) {
  let [timer, count, isDown, handledAt] = [0, 0, false, -Infinity];
  const again = () => {
    count += 1;
    run();
    timer = setTimeout(again, pauseAfter(count));
  };
  button.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    [isDown, count] = [true, 0];
    timer = setTimeout(again, patience);
  });
  const end = (event) => {
    if (!isDown) return;
    clearTimeout(timer);
    isDown = false;
    if (event.type !== "pointerup") return;
    handledAt = event.timeStamp;
    // A touch that became a scroll is cancelled, so a press counts only when it ends.
    if (count === 0) run();
  };
  for (const name of ["pointerup", "pointercancel", "pointerleave", "blur"]) button.addEventListener(name, end);
  // Keys and screen readers only click.
  button.addEventListener("click", (event) => { if (event.timeStamp - handledAt > 500) run(); });
  button.addEventListener("contextmenu", (event) => event.preventDefault());
}

/** A number that the rider types or changes by buttons. */
export class Stepper {
  /**
   * @param {object} options
   * @param {string} options.name
   * @param {string} options.unit
   * @param {number} [options.value] Undefined for an empty field.
   * @param {number} options.by The step of the buttons.
   * @param {number} options.from
   * @param {number} options.to
   * @param {number} [options.start] The first value of the buttons in an empty field.
   * @param {boolean} [options.isOptional] Whether the field may stay empty.
   */
  constructor({ name, unit, value, by, from, to, start = from, isOptional = false }) {
    this.from = from;
    this.to = to;
    this.start = start;
    this.isOptional = isOptional;
    const id = `stepper-${Stepper.#count += 1}`;
    this.input = el("input", { type: "number", inputMode: "decimal", step: "any", value: String(value ?? ""),
      placeholder: isOptional ? "–" : "", "aria-label": `${name}, ${unit}`, "aria-describedby": id,
      on: { change: () => this.check(), input: () => this.#changed() } });
    this.wrong = el("p", { id, class: "wrong", role: "alert", hidden: true });
    const step = (text, label, change) => {
      const button = el("button", { type: "button", "aria-label": label }, text);
      repeating(button, () => this.#move(change));
      return button;
    };
    this.node = el("div", { class: "stepper" }, el("div", {}, step("−", t("{1}: {2} less", name, by), -by),
      el("label", {}, this.input, el("span", { class: "unit" }, unit)),
      step("+", t("{1}: {2} more", name, by), by)), this.wrong);
  }

  static #count = 0;
  /** Called after each change. @type {(() => void) | undefined} */
  onChange;

  /** The number; undefined for an empty optional field, null if the text is not valid. */
  get value() {
    const { input } = this;
    if (input.value === "" && !input.validity.badInput) return this.isOptional ? undefined : null;
    const value = input.value === "" ? NaN : Number(input.value);
    return value >= this.from && value <= this.to ? value : null;
  }

  /** Sets another default, unless the rider has changed the value. */
  offer(value) {
    if (!this.isChanged) this.input.value = String(value ?? "");
  }

  /** Whether the value is valid; shows the limits if it is not. */
  check() {
    const isValid = this.value !== null;
    this.input.ariaInvalid = isValid ? null : "true";
    this.wrong.hidden = isValid;
    setText(this.wrong, isValid ? "" : t("Enter a value from {1} to {2}.", number(this.from), number(this.to)));
    return isValid;
  }

  #move(change) {
    const typed = this.input.value === "" ? null : Number(this.input.value);
    this.input.value = String(stepped(typed, change, this) ?? "");
    this.#changed();
    this.check();
  }

  #changed() {
    this.isChanged = true;
    if (this.value !== null) this.check();
    this.onChange?.();
  }
}
