// Parts that several views share.
import { advice } from "./advice.js";
import { el, find } from "./dom.js";
import { trying } from "./notes.js";
import { t } from "./words.js";

/**
 * A button with a text.
 * @param {string} text
 * @param {(event: MouseEvent & { target: HTMLButtonElement }) => void} click
 * @param {Page.Properties<"button">} more
 */
export const button = (text, click, more = {}) => el("button", { type: "button", on: { click }, ...more }, text);

/**
 * A card with a title.
 * @param {string} title
 * @param {...Page.Child} inside
 */
export const card = (title, ...inside) => el("section", { class: "card" }, el("h2", {}, title), ...inside);

/**
 * An error, and a button that retries.
 * @param {{ message: string, remedy?: string }} refusal
 * @param {() => void} again
 */
export const refused = (refusal, again) => [el("p", {}, ...advice(refusal)), button(t("Try again"), again)];

/**
 * Runs a request that fills a place; an empty one shows a skeleton after 150 ms.
 * @template Reply
 * @param {HTMLElement} place
 * @param {() => Promise<Reply>} ask
 * @returns {Promise<Reply>}
 */
export async function busy(place, ask) {
  const skeleton = el(place.matches("ul") ? "li" : "div", { class: "skeleton" }, el("div"), el("div"));
  place.setAttribute("aria-busy", "true");
  const timer = setTimeout(() => { if (!place.firstChild) place.append(skeleton); }, 150);
  try {
    return await ask();
  } finally {
    clearTimeout(timer);
    skeleton.remove();
    place.removeAttribute("aria-busy");
  }
}

/**
 * A view that is being loaded, or could not be.
 * @param {string} title
 * @param {...Page.Child} inside
 */
export const stub = (title, ...inside) => el("div", { class: inside.length > 0 ? "start" : "start skeleton" },
  el("header", {}, el("h1", {}, title)), ...(inside.length > 0 ? inside : [el("div"), el("div"), el("div")]));

/**
 * Fills a list with the items that `ask` returns, or with an error and a retry button.
 * @param {HTMLElement} list
 * @param {() => Promise<Node[]>} ask
 */
export async function into(list, ask) {
  try {
    list.replaceChildren(...await busy(list, ask));
  } catch (refusal) {
    list.replaceChildren(el("li", { class: "actions" }, el("p", { class: "wrong" }, ...advice(refusal)),
      button(t("Try again"), () => into(list, ask))));
  }
}

/**
 * Radio buttons; `options` is [[value, text]].
 * @template {string} Value
 * @param {string} name
 * @param {[value: Value, text: string, ...more: unknown[]][]} options
 * @param {Value | undefined} chosen
 * @param {(value: Value) => void} take
 */
export const choices = (name, options, chosen, take) => el("div", { class: "choices", role: "radiogroup",
  "aria-label": t("Show") }, ...options.map(([value, text]) => el("label", {}, el("input", { type: "radio", name,
  checked: value === chosen, on: { change: () => take(value) } }), el("span", {}, text))));

/** The sports, by their names on the wire. */
export const sportNames = () => ({ cycling: t("Cycling"), ebiking: t("E-bike"), running: t("Running"),
  walking: t("Walking"), hiking: t("Hiking"), swimming: t("Swimming"), rowing: t("Rowing"), skiing: t("Skiing"),
  training: t("Training"), other: t("Other") });

/**
 * A select of the sports.
 * @param {Wire.Sport} chosen
 * @param {(event: Event & { target: HTMLSelectElement }) => void} change
 */
export const sportSelect = (chosen = "cycling", change = () => {}) => el("select", { on: { change } },
  ...Object.entries(sportNames()).map(([value, text]) => el("option", { value, selected: value === chosen }, text)));

/**
 * Asks in a place whether to delete something, then offers to undo it; `begin` restores the place.
 * @param {HTMLElement} place
 * @param {object} how
 * @param {string} how.question
 * @param {() => Promise<unknown>} how.remove
 * @param {string} how.removed
 * @param {() => Promise<unknown>} how.restore
 * @param {() => void} how.begin
 */
export function askToDelete(place, { question, remove, removed, restore, begin }) {
  place.replaceChildren(el("p", {}, question), button(t("Delete"), () => trying(async () => {
    await remove();
    place.replaceChildren(el("p", { role: "status" }, removed), button(t("Undo"), () => trying(async () => {
      await restore();
      begin();
    })));
  }), { class: "discard" }), button(t("Keep it"), begin));
  find("button", place)?.focus();
}
