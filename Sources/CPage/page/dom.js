// DOM helpers, independent of the ride.

/** Creates an element. Strings become text, never markup. */
export function el(name, properties = {}, ...children) {
  const node = document.createElement(name);
  for (const [key, value] of Object.entries(properties)) {
    if (value === undefined || value === null || value === false) continue;
    if (key === "on") for (const [event, run] of Object.entries(value)) node.addEventListener(event, run);
    else if (key === "class") node.className = value;
    else if (key in node && key !== "list") node[key] = value;
    else node.setAttribute(key, value === true ? "" : value);
  }
  node.append(...children.filter((child) => child !== undefined && child !== null && child !== false));
  return node;
}

const space = "http://www.w3.org/2000/svg";

/** Creates an SVG element. */
export function svg(name, attributes = {}, ...children) {
  const node = document.createElementNS(space, name);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
  node.append(...children);
  return node;
}

export const find = (selector, root = document) => root.querySelector(selector);

/** A small button with an icon, and a name for screen readers. */
export const iconButton = (name, glyph, click) =>
  el("button", { type: "button", class: "small", "aria-label": name, on: { click } }, icon(glyph));

/** Sets a text only if it changes, so that screen readers do not repeat it. */
export function setText(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

export function show(node, isShown) {
  if (node.hasAttribute("hidden") === isShown) node.toggleAttribute("hidden", !isShown);
}

/** A text as nodes; parts in backquotes become code elements. */
export function rich(text) {
  return text.split("`").map((part, index) => (index % 2 === 1 ? el("code", {}, part) : part));
}

/** The message and remedy of a problem or an error. */
export const advice = ({ message, remedy }) => [
  el("strong", {}, ...rich(message)), ...(remedy ? [" ", el("span", {}, ...rich(remedy))] : []),
];

/** An icon of the page's own set. */
export function icon(name) {
  const shapes = {
    pause: "M7 4h3v16H7zM14 4h3v16h-3z",
    play: "M7 4l13 8-13 8z",
    skip: "M5 4l10 8-10 8zM16 4h3v16h-3z",
    back: "M19 4L9 12l10 8zM5 4h3v16H5z",
    lap: "M6 3h2v18H6zM8 4h11l-3 4.5 3 4.5H8z",
    longer: "M11 5h2v6h6v2h-6v6h-2v-6H5v-2h6z",
    stop: "M6 6h12v12H6z",
    done: "M4 12l2-2 4 4 8-8 2 2-10 10z",
    more: "M5 10h4v4H5zM10 10h4v4h-4zM15 10h4v4h-4z",
    sound: "M4 9h4l5-5v16l-5-5H4zM15 8c2 2 2 6 0 8v-8zM17 4c5 4 5 12 0 16v-2c3-3 3-9 0-12z",
    mute: "M4 9h4l5-5v16l-5-5H4zM16 9l1-1 5 6-1 1zM21 8l1 1-5 6-1-1z",
    less: "M5 11h14v2H5z",
    handle: "M5 6h14v2H5zM5 11h14v2H5zM5 16h14v2H5z",
    rides: "M4 5h3v3H4zM9 5h11v3H9zM4 11h3v3H4zM9 11h11v3H9zM4 17h3v3H4zM9 17h11v3H9z",
    plans: "M3 20v-8h4v8zM8 20V6h4v14zM13 20v-8h4v8zM18 20V6h3v14z",
    trends: "M3 18l6-7 4 3 6-9 2 1-8 12-4-3-4 5z",
    scores: "M12 21C4 15 2 11 4 7s7-3 8 0c1-3 6-4 8 0s0 8-8 14z",
    gear: "M10 2h4l.6 3 2.2 1.2 2.9-1 2 3.5-2.3 2v2.6l2.3 2-2 3.5-2.9-1-2.2 1.2-.6 3h-4l-.6-3-2.2-1.2-2.9 1"
      + "-2-3.5 2.3-2v-2.6l-2.3-2 2-3.5 2.9 1L9.400 5zM12 9a3 3 0 100 6 3 3 0 000-6z",
  };
  return svg("svg", { viewBox: "0 0 24 24", class: "icon", "aria-hidden": "true", focusable: "false" },
    svg("path", { d: shapes[name] }));
}
