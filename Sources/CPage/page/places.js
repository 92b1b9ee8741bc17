// The views other than the ride, and the tabs that lead to them.
import { offline } from "./api.js";
import { el, find, icon, setText, show } from "./dom.js";
import { phaseText } from "./phrases.js";
import { isOn, riddenWatts } from "./ride.js";
import { clock, number, t } from "./words.js";

// The module, function and stylesheets of each place, loaded on demand.
/** @type {Record<string, [module: string, view: string, ...sheets: string[]]>} */
const places = {
  rides: ["rides", "ridesView", "rides"], ride: ["review", "rideView", "chart", "review"],
  trim: ["trim", "trimView", "trim"],
  plans: ["plans", "plansView", "planner"], plan: ["planner", "planView", "planner"],
  trends: ["trends", "trendsView", "chart", "trends"], scores: ["scores", "scoresView", "chart", "scores"],
  settings: ["settings", "settingsView", "settings"], services: ["services", "servicesView", "settings"],
  secure: ["secure", "secureView", "settings"], start: ["preview", "previewView", "start"],
  done: ["summary", "summaryView", "chart", "review"],
};

/**
 * The place in a URL's hash: `#ride=12` is { name: "ride", argument: "12" }; an unknown one has an empty name.
 * @param {string} hash
 */
export function placeOf(hash) {
  const [, name, argument] = hash.match(/^#([a-z]+)(?:=(.*))?$/) ?? [];
  const isKnown = name === "page" || Object.hasOwn(places, name ?? "");
  // A preview and a result need their subject.
  if (!isKnown || (!argument && (name === "start" || name === "done"))) return { name: "", argument: "" };
  try {
    return { name, argument: decodeURIComponent(argument ?? "") };
  } catch {
    return { name, argument: "" };
  }
}

/** @type {Record<string, Promise<unknown>>} */
const looks = {};
/** @type {Record<string, number>} */
const attempts = {};

// A sheet that failed is tried again. One of the page itself is there already.
/** @param {string} name */
const look = (name) => (looks[name] ??= new Promise((resolve, reject) => {
  if (find(`link[href$="${name}.css"]`)) return resolve();
  const link = el("link", { rel: "stylesheet", href: new URL(`./${name}.css`, import.meta.url).href });
  link.onload = resolve;
  link.onerror = () => {
    link.remove();
    delete looks[name];
    reject(offline());
  };
  return document.head.append(link);
}));

// Some browsers remember a module that failed by its address.
/** @param {string} name */
async function code(name) {
  const attempt = attempts[name] ? `?${attempts[name]}` : "";
  try {
    return await import(`./${name}.js${attempt}`);
  } catch (error) {
    if (error instanceof SyntaxError) throw error;
    attempts[name] = (attempts[name] ?? 0) + 1;
    throw offline();
  }
}

/**
 * Loads the module and stylesheets of a place, and creates its view; throws a Refusal if the Pi does not answer.
 * @param {{ name: string, argument: string }} place
 * @param {Page.App} app
 * @returns {Promise<Page.View>}
 */
export async function viewOf({ name, argument }, app) {
  const [module, made, ...sheets] = places[name];
  const [parts] = await Promise.all([code(module), ...sheets.map(look)]);
  return parts[made](app, argument);
}

/** @type {Record<string, string>} */
const within = { start: "", done: "", ride: "rides", trim: "rides", plan: "plans", settings: "page", services: "page",
  secure: "page" };
/** @type {() => [string, import("./dom.js").Glyph, string][]} */
const tabs = () => [
  ["", "ride", t("Ride")], ["rides", "rides", t("Rides")], ["plans", "plans", t("Plans")],
  ["trends", "trends", t("Trends")], ["scores", "scores", t("Scores")], ["page", "more", t("More")],
];
/** @param {string} place */
const tabOf = (place) => within[place] ?? place;

/**
 * The heading of a place until its view has one of its own.
 * @param {string} place
 */
export const headingOf = (place) => tabs().find(([name]) => name === tabOf(place))?.[2] ?? "";

/** A ride in one line: 152 W · 131 bpm · 12:04; its phase instead of the figures unless it is being ridden. */
function rideText(status) {
  const [watts, beats] = [riddenWatts(status), status.heartRate?.beatsPerMinute];
  const figures = status.phase !== "riding" ? [status.phase === "paused" ? t("Paused") : phaseText(status)]
    : [watts !== undefined && `${number(watts)} W`, beats !== undefined && `${number(beats)} ${t("bpm")}`];
  return [...figures, status.ride && clock(status.ride.timerSeconds)].filter(Boolean).join(" · ");
}

/** The tabs below the views, and above them the ride while one is on. */
export class Bar {
  #links = tabs().map(([name, glyph, text]) => el("a", { href: `#${name}` }, icon(glyph), el("span", {}, text)));
  #figures = el("span");
  #ride = el("a", { href: "#", class: "ride-on", hidden: true }, icon("ride"),
    el("span", { class: "unseen" }, t("Back to the ride")), this.#figures);
  node = el("div", { class: "bottom" }, this.#ride, el("nav", { class: "places", "aria-label": t("Main menu") },
    ...this.#links));

  /**
   * Marks the tab of a place.
   * @param {string} place
   */
  mark(place) {
    for (const link of this.#links) {
      const isCurrent = link.hash.slice(1) === tabOf(place);
      if (isCurrent) link.setAttribute("aria-current", "page");
      else link.removeAttribute("aria-current");
    }
  }

  /**
   * Shows the ride's figures while one is on.
   * @param {Page.Status | null} status
   */
  update(status) {
    const is = isOn(status);
    show(this.#ride, is);
    this.#links[0].classList.toggle("on", is);
    document.body.classList.toggle("has-ride-on", is);
    if (is) setText(this.#figures, rideText(status));
  }
}
