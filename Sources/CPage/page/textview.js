// A plan's text, with the first line that is not understood marked.
import { el, markWrong, setText } from "./dom.js";
import { planOf } from "./plantext.js";
import { t } from "./words.js";

const examples = `timer 10:00 100-150W "Warm-up"
repeat 4
  timer 4:00 105% 95rpm "Over"
  timer 2:00 85% "Under"
    cue 0:05 "Stay seated"
end
distance 2.5km zone2 140W
timer 20:00 120-130bpm
activity 80W "Change the bottle"
timer 5:00 free`;

/** @param {{ line: number, part: string, isMisplaced: boolean }} fault */
const faultText = ({ line, part, isMisplaced }) => (isMisplaced ? t("Line {1} does not fit here: {2}", line, part)
  : t("Line {1} is not understood: {2}", line, part));

/** The text of a plan in the editor; `changed` receives what it means while it is understood. */
export class TextView {
  // The text as it was shown first.
  #shown = "";

  /** @param {(plan: ReturnType<typeof planOf>) => void} changed */
  constructor(changed) {
    this.changed = changed;
    this.mark = el("div", { class: "marked", hidden: true });
    this.area = el("textarea", { rows: 16, spellcheck: false, autocapitalize: "off", wrap: "off",
      "aria-label": t("Plan as text"), on: { input: () => this.#take(), scroll: () => this.#place() } });
    this.why = el("p", { class: "reason", role: "status" });
    this.node = el("section", { class: "text", hidden: true },
      el("div", { class: "sheet" }, this.mark, this.area), this.why,
      el("details", {}, el("summary", {}, t("How a line is written")), el("pre", {}, examples)));
  }

  get isOpen() { return !this.node.hidden; }
  get isChanged() { return this.isOpen && this.area.value !== this.#shown; }
  get text() { return this.area.value; }
  get original() { return this.#shown; }

  /**
   * Shows a text; `original` is the one that Undo brings back.
   * @param {string} text
   */
  open(text, original = text) {
    this.node.hidden = false;
    this.#shown = original;
    this.area.value = text;
    this.#read();
  }

  close() { this.node.hidden = true; }

  undo() {
    this.area.value = this.#shown;
    this.#take();
  }

  /** The plan that the text means; null if a line is not understood, which is then selected. */
  plan() {
    const plan = this.#read();
    if (!plan.fault) return plan;
    this.select(plan.fault.line);
    return null;
  }

  /**
   * Marks and selects a line, from 1.
   * @param {number} line
   */
  select(line) {
    this.#markLine(line);
    const before = this.text.split("\n").slice(0, line - 1).join("\n").length + (line > 1 ? 1 : 0);
    this.area.focus();
    this.area.setSelectionRange(before, before + (this.text.split("\n")[line - 1] ?? "").length);
    this.area.scrollTop = Math.max(0, (line - 4) * this.#height);
    this.#place();
  }

  #take() {
    this.changed(this.#read());
  }

  #read() {
    const plan = planOf(this.text);
    setText(this.why, plan.fault ? faultText(plan.fault) : "");
    markWrong(this.area, Boolean(plan.fault));
    this.#markLine(plan.fault?.line);
    return plan;
  }

  get #height() { return Number.parseFloat(getComputedStyle(this.area).lineHeight); }

  /** @param {number} [line] */
  #markLine(line) {
    this.line = line;
    this.mark.hidden = line === undefined;
    if (line !== undefined) this.#place();
  }

  #place() {
    if (this.line === undefined) return;
    const style = getComputedStyle(this.area);
    const top = Number.parseFloat(style.paddingTop) + Number.parseFloat(style.borderTopWidth);
    Object.assign(this.mark.style, { height: `${this.#height}px`,
      transform: `translateY(${top + (this.line - 1) * this.#height - this.area.scrollTop}px)` });
  }
}
