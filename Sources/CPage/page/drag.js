// A row follows the pointer, a line shows where it will land, and the page scrolls at its edges.
import { el } from "./dom.js";

const edge = 72;
const fastest = 18;

/**
 * The speed of scrolling, in pixels a frame: it grows within the edges of the visible part from `top` to `bottom`.
 * @param {number} y
 * @param {number} top
 * @param {number} bottom
 */
function scrollSpeed(y, top, bottom) {
  if (y < top + edge) return -fastest * Math.min(1, (top + edge - y) / edge);
  if (y > bottom - edge) return fastest * Math.min(1, (y - bottom + edge) / edge);
  return 0;
}

/**
 * The landing place nearest to a height; the first of equal ones.
 * @template {{ y: number }} Place
 * @param {Place[]} places
 * @param {number} y
 */
export const nearest = (places, y) => places.reduce((best, one) =>
  (Math.abs(one.y - y) < Math.abs(best.y - y) ? one : best));

/**
 * Drags a row until the pointer is released.
 * @param {PointerEvent} event
 * @param {object} how
 * @param {HTMLElement} how.item The row.
 * @param {HTMLElement} how.area The positioned box around all rows.
 * @param {{ to: number, y: number, left: number, width: number }[]} how.places The landing places, on the page.
 * @param {() => [number, number]} how.visible The top and the bottom of the visible part, in the window.
 * @param {(to?: number) => void} how.drop Called at the end; without a place if the drag was given up.
 * @returns {() => void} Gives the drag up.
 */
export function dragRow(event, { item, area, places, visible, drop }) {
  const own = item.getBoundingClientRect();
  const within = area.getBoundingClientRect();
  const start = event.clientY + scrollY;
  const line = el("div", { class: "landing" });
  let [y, frame, place] = [event.clientY, 0, places[0]];

  const draw = () => {
    const by = Math.max(within.top - own.top, Math.min(within.bottom - own.bottom, y + scrollY - start));
    item.style.transform = `translateY(${by}px)`;
    place = nearest(places, y + scrollY);
    Object.assign(line.style, { top: `${place.y - area.getBoundingClientRect().top - scrollY}px`,
      left: `${place.left - within.left}px`, width: `${place.width}px` });
  };
  const scroll = () => {
    const speed = scrollSpeed(y, ...visible());
    if (speed !== 0) scrollBy(0, speed);
    frame = requestAnimationFrame(scroll);
  };
  const follow = (/** @type {PointerEvent} */ moved) => {
    if (moved.pointerId !== event.pointerId) return;
    y = moved.clientY;
    draw();
  };
  /** @param {number} [to] */
  const end = (to) => {
    cancelAnimationFrame(frame);
    for (const [name, run] of Object.entries(listeners)) removeEventListener(name, /** @type {EventListener} */ (run));
    item.classList.remove("dragged");
    item.style.transform = "";
    line.remove();
    drop(to);
  };
  const listeners = { pointermove: follow, scroll: () => draw(), pointercancel: () => end(),
    keydown: (/** @type {KeyboardEvent} */ { key }) => { if (key === "Escape") end(); },
    pointerup: (/** @type {PointerEvent} */ released) => {
      if (released.pointerId === event.pointerId) end(place.to); } };

  event.preventDefault();
  /** @type {Element} */ (event.target).setPointerCapture?.(event.pointerId);
  for (const [name, run] of Object.entries(listeners)) addEventListener(name, /** @type {EventListener} */ (run));
  item.classList.add("dragged");
  area.append(line);
  draw();
  scroll();
  return () => end();
}
