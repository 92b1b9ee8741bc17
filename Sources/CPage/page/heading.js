// The heading of the open view: it gets the focus, and names the window.
import { find } from "./dom.js";

/** @type {MutationObserver | null} */
let watcher = null;

/**
 * Moves the focus to a view's heading, also to one that comes later, so that screen readers say where the rider is.
 * @param {HTMLElement} node the view
 * @param {string} [title] the window's name, if the heading changes each second
 */
export function entitle(node, title) {
  watcher?.disconnect();
  /** @type {HTMLElement | null} */
  let heading = null;
  const take = () => {
    const found = find("h1", node);
    if (!found) return;
    document.title = `${title ?? found.textContent} – jz2`;
    if (found === heading) return;
    heading = found;
    heading.tabIndex = -1;
    if (document.activeElement === document.body) heading.focus({ preventScroll: true });
  };
  take();
  if (title !== undefined) return;
  watcher = new MutationObserver(take);
  watcher.observe(node, { childList: true, subtree: true, characterData: true });
}
