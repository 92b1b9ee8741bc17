// Unsaved plans, kept by the browser until its tab is closed, so that a reload of the page brings them back.

/** @param {string} name */
const keyOf = (name) => `jz2 plan ${name}`;

/**
 * The draft of a plan, with its time; null if there is none. An empty name is the new plan.
 * @param {string} name
 */
export function draftOf(name) {
  try {
    return JSON.parse(sessionStorage.getItem(keyOf(name)) ?? "null");
  } catch {
    return null;
  }
}

/**
 * Keeps a draft; null removes it. A browser that keeps nothing is no reason to stop.
 * @param {string} name
 * @param {object | null} draft
 */
export function keepDraft(name, draft) {
  try {
    if (draft) sessionStorage.setItem(keyOf(name), JSON.stringify({ ...draft, at: Date.now() }));
    else sessionStorage.removeItem(keyOf(name));
  } catch { /* The plan is still on the screen. */ }
}
