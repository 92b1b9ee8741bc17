// Short messages, on the screen and for screen readers.
import { advice, el, find } from "./dom.js";

let timer = 0;

/** Shows a message for 4 seconds, or an error with its remedy for 8. */
export function note(message, remedy = "", isRefusal = false) {
  const place = find("#note");
  place.replaceChildren(el("p", {}, ...advice({ message, remedy })));
  place.hidden = false;
  clearTimeout(timer);
  timer = setTimeout(() => { place.hidden = true; }, isRefusal ? 8000 : 4000);
}

/** Runs a call; shows its error, unless it is a 401. */
export async function trying(run) {
  try {
    return await run();
  } catch (refusal) {
    if (refusal.status !== 401) note(refusal.message, refusal.remedy, true);
    return undefined;
  }
}

/** Speaks through a screen reader; only events, never the numbers of each second. */
export function say(text) {
  const place = find("#spoken");
  place.textContent = "";
  // Clearing it first repeats an equal text.
  setTimeout(() => { place.textContent = text; }, 50);
}
