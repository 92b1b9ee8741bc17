// Short messages, on the screen and for screen readers.
import { advice } from "./advice.js";
import { el, find } from "./dom.js";

let timer = 0;
let isRefusal = false;

/**
 * @param {{ code?: string, message: string, remedy?: string }} problem
 * @param {boolean} isError
 */
function put(problem, isError) {
  isRefusal = isError;
  const place = find("#note");
  place.replaceChildren(el("p", {}, ...advice(problem)));
  place.hidden = false;
  clearTimeout(timer);
  const hide = () => {
    // Somebody reads the details.
    if (find("details[open]", place)) timer = setTimeout(hide, 4000);
    else place.hidden = true;
  };
  timer = setTimeout(hide, isError ? 8000 : 4000);
}

/**
 * Shows a message for 4 seconds, or an error for 8.
 * @param {string} message
 */
export function note(message, remedy = "", isError = false) {
  put({ message, remedy }, isError);
}

/** Hides an error: it belongs to the view that the rider has left. */
export function forgetRefusal() {
  if (isRefusal) find("#note").hidden = true;
}

/**
 * Runs a call; shows its error, unless it is a 401.
 * @template Reply
 * @param {() => Reply | Promise<Reply>} run
 * @returns {Promise<Reply | undefined>}
 */
export async function trying(run) {
  try {
    return await run();
  } catch (refusal) {
    // The ride that is on is the answer to a second start.
    if (refusal.code === "rideInProgress") location.hash = "";
    else if (refusal.status !== 401) put(refusal, true);
    return undefined;
  }
}

/**
 * Speaks through a screen reader; only events, never the numbers of each second.
 * @param {string} text
 */
export function say(text) {
  const place = find("#spoken");
  place.textContent = "";
  // Clearing it first repeats an equal text.
  setTimeout(() => { place.textContent = text; }, 50);
}
