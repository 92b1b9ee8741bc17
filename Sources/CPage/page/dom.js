// DOM helpers.
/**
 * Creates an element. Strings become text, never markup.
 * @template {keyof Page.Tags} Tag
 * @param {Tag} name
 * @param {Page.Properties<Tag>} properties
 * @param {...Page.Child} children
 */
export function el(name, { on = {}, ...properties } = {}, ...children) {
  const node = document.createElement(name);
  for (const [event, run] of Object.entries(on)) node.addEventListener(event, /** @type {EventListener} */ (run));
  for (const [key, value] of Object.entries(properties)) {
    if (value === undefined || value === null || value === false) continue;
    if (key === "class") node.className = String(value);
    else if (key in node && key !== "list") Reflect.set(node, key, value);
    else node.setAttribute(key, value === true ? "" : String(value));
  }
  for (const child of children) {
    if (child !== undefined && child !== null && child !== false) {
      node.append(child instanceof Node ? child : String(child));
    }
  }
  return node;
}

const space = "http://www.w3.org/2000/svg";

/**
 * Creates an SVG element.
 * @template {keyof SVGElementTagNameMap} Tag
 * @param {Tag} name
 * @param {Record<string, string | number>} attributes
 * @param {...(Node | string)} children
 */
export function svg(name, attributes = {}, ...children) {
  const node = document.createElementNS(space, name);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, String(value));
  node.append(...children);
  return node;
}

/**
 * The first element for a selector, or null. The page always has the elements with an ID.
 * @template {string} Selector
 * @param {Selector} selector
 * @param {ParentNode} root
 */
export const find = (selector, root = document) =>
  /** @type {Selector extends `#${string}` ? HTMLElement : HTMLElement | null} */ (root.querySelector(selector));

/**
 * A small button with an icon, and a name for screen readers.
 * @param {string} name
 * @param {Glyph} glyph
 * @param {() => void} click
 */
export const iconButton = (name, glyph, click) =>
  el("button", { type: "button", class: "small", "aria-label": name, on: { click } }, icon(glyph));

/**
 * Sets a text only if it changes, so that screen readers do not repeat it.
 * @param {Node} node
 * @param {string} text
 */
export function setText(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

/**
 * Marks a field whose text is no value.
 * @param {HTMLElement} node
 * @param {boolean} isWrong
 */
export function markWrong(node, isWrong) {
  if (isWrong) node.setAttribute("aria-invalid", "true");
  else node.removeAttribute("aria-invalid");
}

/**
 * @param {Element} node
 * @param {boolean} isShown
 */
export function show(node, isShown) {
  if (node.hasAttribute("hidden") === isShown) node.toggleAttribute("hidden", !isShown);
}

/**
 * A text as nodes; parts in backquotes become code elements.
 * @param {string} text
 */
export function rich(text) {
  return text.split("`").map((part, index) => (index % 2 === 1 ? el("code", {}, part) : part));
}

// Signs of a player are filled; all other icons are lines.
const filled = {
  pause: "M7 4h3v16H7zM14 4h3v16h-3z",
  play: "M7 4l13 8-13 8z",
  skip: "M5 4l10 8-10 8zM16 4h3v16h-3z",
  back: "M19 4L9 12l10 8zM5 4h3v16H5z",
  stop: "M6 6h12v12H6z",
};
const lines = {
  ride: "M6 13a4 4 0 100 8 4 4 0 000-8zM18 13a4 4 0 100 8 4 4 0 000-8zM6 17l4-9h6l2 9M8 13h8M15 4h3l-2 4M8 8h3",
  rides: "M4 6h.01M9 6h11M4 12h.01M9 12h11M4 18h.01M9 18h11",
  plans: "M3 20v-7h5v7M8 20V5h5v15M13 20V9h4v11M17 20v-5h4v5M2 20h20",
  trends: "M3 18l6-7 4 3 7-9M15 5h5v5",
  scores: "M12 20C5 15 3 11 4 8c1-4 6-4 8 0 2-4 7-4 8 0 1 3-1 7-8 12z",
  more: "M5 11a1 1 0 100 2 1 1 0 000-2zM12 11a1 1 0 100 2 1 1 0 000-2zM19 11a1 1 0 100 2 1 1 0 000-2z",
  lap: "M6 21V4h12l-3 4 3 4H6",
  warning: "M12 4L2.5 20h19zM12 10v4M12 17h.01",
  longer: "M12 5v14M5 12h14",
  less: "M5 12h14",
  done: "M4 13l5 5L20 7",
  handle: "M5 7h14M5 12h14M5 17h14",
  sound: "M4 9v6h4l5 4V5L8 9zM16 9q2 3 0 6M19 6q4 6 0 12",
  mute: "M4 9v6h4l5 4V5L8 9zM17 9l5 6M22 9l-5 6",
  gear: "M12 9a3 3 0 100 6 3 3 0 000-6zM12 2.5v3M12 18.5v3M2.5 12h3M18.5 12h3M5.3 5.3l2.1 2.1"
    + "M16.6 16.6l2.1 2.1M5.3 18.7l2.1-2.1M16.6 7.4l2.1-2.1",
};

const shapes = { ...filled, ...lines };

/** @typedef {keyof typeof shapes} Glyph */

/**
 * An icon of the page's own set.
 * @param {Glyph} name
 */
export function icon(name) {
  return svg("svg", { viewBox: "0 0 24 24", class: name in lines ? "icon lines" : "icon", "aria-hidden": "true",
    focusable: "false" }, svg("path", { d: shapes[name] }));
}
