// What a view shows until its data arrive.
import { el } from "./dom.js";

/** How long nothing is shown, in milliseconds: a skeleton that only flashes is worse than none. */
const quiet = 150;

/**
 * Marks a place as busy, and shows the outline of a card in it while some work lasts.
 * @template T
 * @param {Element} place
 * @param {Promise<T>} work
 * @param {{ about?: () => Promise<string>, after?: number }} more a text for work that takes longer than `after` ms
 * @returns {Promise<T>}
 */
export async function loading(place, work, { about, after = 2000 } = {}) {
  const text = el("p", { class: "soft", role: "status" });
  const outline = el("section", { class: "card skeleton" }, text, el("div", { class: "shape" }));
  place.setAttribute("aria-busy", "true");
  const timers = [setTimeout(() => place.append(outline), quiet)];
  if (about) timers.push(setTimeout(() => about().then((words) => { text.textContent = words; }, () => {}), after));
  try {
    return await work;
  } finally {
    timers.forEach(clearTimeout);
    outline.remove();
    place.removeAttribute("aria-busy");
  }
}
