// What is told for a moment, to eyes and to a screen reader.
import { advice, el, find } from "./dom.js";

let timer = 0;

/** Shows an answer for some seconds: a refusal with its remedy, or a word of success. */
export function note(message, remedy = "", isRefusal = false) {
  const place = find("#note");
  place.replaceChildren(el("p", {}, ...advice({ message, remedy })));
  place.hidden = false;
  clearTimeout(timer);
  timer = setTimeout(() => { place.hidden = true; }, isRefusal ? 8000 : 4000);
}

/** Runs what may be refused, and tells the refusal. */
export async function trying(run) {
  try {
    return await run();
  } catch (refusal) {
    if (refusal.status !== 401) note(refusal.message, refusal.remedy, true);
    return undefined;
  }
}

/** Speaks to a screen reader; only events, never the numbers of each second. */
export function say(text) {
  const place = find("#spoken");
  place.textContent = "";
  // A text that is the same again is spoken again.
  setTimeout(() => { place.textContent = text; }, 50);
}
