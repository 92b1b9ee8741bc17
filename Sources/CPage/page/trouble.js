// The problems of a ride: a line each, and all that is known about them at a touch.
import { advice } from "./advice.js";
import { el, icon, setText, show } from "./dom.js";
import { popup } from "./popup.js";
import { t } from "./words.js";

/** Screens that have room for one line only. */
const low = matchMedia("(max-height: 700px)");

/** The strip of problems; it never takes more than two lines. */
export class Trouble {
  #key = "";

  constructor() {
    this.lines = el("span", { class: "lines" });
    this.more = el("span", { class: "more" });
    this.button = el("button", { type: "button", class: "strip", "aria-controls": "trouble" }, icon("warning"),
      this.lines, this.more);
    this.list = el("ul", { class: "problems" });
    this.panel = el("div", { class: "panel", id: "trouble" }, this.list);
    this.popup = popup(this.button, this.panel);
    this.node = el("div", { class: "trouble", hidden: true }, this.button, this.panel);
  }

  /**
   * Shows the problems, the worst first.
   * @param {{ code: string, message: string, remedy: string }[]} problems
   */
  update(problems) {
    const count = low.matches ? 1 : 2;
    const key = JSON.stringify([count, problems]);
    if (key === this.#key) return;
    this.#key = key;
    this.lines.replaceChildren(...problems.slice(0, count).map(({ message }) =>
      el("span", {}, message.replaceAll("`", ""))));
    const rest = problems.length - count;
    setText(this.more, rest > 0 ? t("+{1} more", rest) : "");
    this.list.replaceChildren(...problems.map((problem) => el("li", {}, ...advice(problem))));
    show(this.node, problems.length > 0);
    if (problems.length === 0) this.popup.close();
  }
}
