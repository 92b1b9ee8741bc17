// Unsaved plans, kept by the browser until its tab is closed, so that a reload of the page brings them back.

const keyOf = (name) => `jz2 plan ${name}`;

/** The draft of a plan, with its time; null if there is none. An empty name is the new plan. */
export function draftOf(name) {
  try {
    return JSON.parse(sessionStorage.getItem(keyOf(name)));
  } catch {
    return null;
  }
}

/** Keeps a draft; null removes it. A browser that keeps nothing is no reason to stop. */
export function keepDraft(name, draft) {
  try {
    if (draft) sessionStorage.setItem(keyOf(name), JSON.stringify({ ...draft, at: Date.now() }));
    else sessionStorage.removeItem(keyOf(name));
  } catch { /* The plan is still on the screen. */ }
}
