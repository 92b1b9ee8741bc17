// A panel that a button opens, and that a touch elsewhere or Escape closes.
import { show } from "./dom.js";
import { onTap } from "./hold.js";

/**
 * Lets a button open and close a panel.
 * @param {HTMLElement} button
 * @param {HTMLElement} panel
 */
export function popup(button, panel) {
  /** @type {AbortController | null} */
  let open = null;
  const close = () => {
    open?.abort();
    open = null;
    show(panel, false);
    button.setAttribute("aria-expanded", "false");
  };
  close();
  onTap(button, () => {
    if (open) return close();
    open = new AbortController();
    const { signal } = open;
    show(panel, true);
    button.setAttribute("aria-expanded", "true");
    document.addEventListener("pointerdown", (event) => {
      const target = /** @type {Node} */ (event.target);
      if (!panel.contains(target) && !button.contains(target)) close();
    }, { signal, capture: true });
    document.addEventListener("keydown", ({ key }) => {
      if (key !== "Escape") return;
      close();
      button.focus();
    }, { signal });
  });
  return { close };
}
