// Buttons for wet thumbs: taps that slide, and a button that acts only when it is held, so that a slip is ignored.
import { el, icon, svg } from "./dom.js";

const length = 1000;

/** How far off a button a tap may end, in pixels. */
const slide = 24;

/**
 * Calls `run` for a tap on a button, also for one that slides; for keys and screen readers, too.
 * @param {HTMLElement} button
 * @param {() => void} run
 */
export function onTap(button, run) {
  /** @type {number | null} */
  let pointer = null;
  let tappedAt = -Infinity;
  button.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    pointer = event.pointerId;
    button.setPointerCapture(event.pointerId);
  });
  button.addEventListener("pointerup", (event) => {
    if (event.pointerId !== pointer) return;
    pointer = null;
    const { left, right, top, bottom } = button.getBoundingClientRect();
    const { clientX: x, clientY: y } = event;
    if (x < left - slide || x > right + slide || y < top - slide || y > bottom + slide) return;
    tappedAt = event.timeStamp;
    navigator.vibrate?.(10);
    run();
  });
  button.addEventListener("pointercancel", () => { pointer = null; });
  // A tap that does not slide also clicks.
  button.addEventListener("click", (event) => { if (event.timeStamp - tappedAt > 500) run(); });
}

/**
 * Fills a ring while held by thumb, Enter or space bar, and calls `run` when the ring is full.
 * @param {{ name: string, glyph: import("./dom.js").Glyph, hint: string, run: () => void, className?: string }} options
 */
export function holdButton({ name, glyph, hint, run, className = "" }) {
  const ring = svg("circle", { cx: 12, cy: 12, r: 10.5, class: "ring", pathLength: 1 });
  const button = el("button", { type: "button", class: `hold ${className}`, title: hint },
    svg("svg", { viewBox: "0 0 24 24", class: "ring-box", "aria-hidden": "true", focusable: "false" }, ring),
    icon(glyph), el("span", {}, name), el("span", { class: "unseen" }, hint));
  let timer = 0;
  const begin = () => {
    if (timer) return;
    button.classList.add("held");
    timer = setTimeout(() => {
      end();
      navigator.vibrate?.(60);
      run();
    }, length);
  };
  const end = () => {
    clearTimeout(timer);
    timer = 0;
    button.classList.remove("held");
  };
  button.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    // A thumb that slides off still holds.
    button.setPointerCapture(event.pointerId);
    begin();
  });
  for (const name of ["pointerup", "pointercancel", "blur"]) button.addEventListener(name, end);
  button.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    if (!event.repeat) begin();
  });
  button.addEventListener("keyup", end);
  button.addEventListener("contextmenu", (event) => event.preventDefault());
  return button;
}
