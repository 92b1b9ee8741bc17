// The whole plan, harder or easier.
import { el, setText, show } from "./dom.js";
import { onTap } from "./hold.js";
import { popup } from "./popup.js";
import { t } from "./words.js";

const step = 5;

/** A chip with the share of the planned power that is ridden, and the buttons that change it. */
export class BiasChip {
  /** The bias of the latest status, in percent. */
  #known = 0;
  #isSending = false;
  /** When a status counts again after a press: one that is older than the press may still arrive. */
  #settledAt = 0;

  /** @param {(parameters: { percent?: number, change?: number }, chip: HTMLElement) => Promise<any>} send */
  constructor(send) {
    /** @type {(text: string, name: string, parameters: { percent?: number, change?: number }) => HTMLElement} */
    const button = (text, name, parameters) => {
      const node = el("button", { type: "button", "aria-label": name }, text);
      onTap(node, () => this.#press(parameters));
      return node;
    };
    this.send = send;
    this.chip = el("button", { type: "button", class: "chip" });
    const panel = el("div", { class: "panel", role: "group", "aria-label": t("Power of the whole plan") },
      button(`−${step} %`, t("The whole plan {1} % easier", step), { change: -step }),
      button("100 %", t("The plan as it was written"), { percent: 0 }),
      button(`+${step} %`, t("The whole plan {1} % harder", step), { change: step }));
    popup(this.chip, panel);
    this.node = el("div", { class: "bias", hidden: true }, this.chip, panel);
  }

  /** @param {{ percent?: number, change?: number }} parameters */
  async #press({ percent, change }) {
    if (this.#isSending) return;
    this.#isSending = true;
    this.#show(percent ?? this.#known + (change ?? 0));
    const reply = await this.send(percent === undefined ? { change } : { percent }, this.chip);
    this.#isSending = false;
    if (reply?.plan) [this.#known, this.#settledAt] = [reply.plan.biasPercent, performance.now() + 2000];
    this.#show(this.#known);
  }

  /** @param {number} percent */
  #show(percent) {
    const text = `${100 + percent} %`;
    setText(this.chip, text);
    this.chip.setAttribute("aria-label", t("{1} of the plan's power", text));
  }

  /**
   * Shows the bias of a plan, or hides the chip.
   * @param {number | undefined} percent The bias, -50 to 50; undefined without planned power.
   */
  update(percent) {
    show(this.node, percent !== undefined);
    if (this.#isSending || performance.now() < this.#settledAt) return;
    this.#known = percent ?? 0;
    this.#show(this.#known);
  }
}
