// The views other than the ride, and the bar that links them.
import { el, icon } from "./dom.js";
import { t } from "./words.js";

// The module, function and stylesheet of each place, loaded on demand.
const places = {
  rides: ["rides", "ridesView", "rides"], ride: ["review", "rideView", "rides"], trim: ["trim", "trimView", "trim"],
  plans: ["plans", "plansView", "planner"], plan: ["planner", "planView", "planner"],
  trends: ["trends", "trendsView", "trends"], scores: ["scores", "scoresView", "trends"],
  settings: ["settings", "settingsView", "settings"], services: ["services", "servicesView", "settings"],
  secure: ["secure", "secureView", "settings"],
};

/** The place in a URL's hash: `#ride=12` is { name: "ride", argument: "12" }; an unknown one has an empty name. */
export function placeOf(hash) {
  const [, name, argument] = hash.match(/^#([a-z]+)(?:=(.*))?$/) ?? [];
  if (name !== "page" && !Object.hasOwn(places, name ?? "")) return { name: "", argument: "" };
  try {
    return { name, argument: decodeURIComponent(argument ?? "") };
  } catch {
    return { name, argument: "" };
  }
}

/** Loads the module and stylesheet of a place, and creates its view. */
export async function viewOf({ name, argument }, app) {
  const [module, made, look] = places[name];
  if (!document.querySelector(`link[href="${look}.css"]`)) {
    const link = el("link", { rel: "stylesheet", href: `${look}.css` });
    const isThere = new Promise((resolve) => { link.onload = link.onerror = resolve; });
    document.head.append(link);
    await isThere;
  }
  return (await import(`./${module}.js`))[made](app, argument);
}

/** The bar of places; the current one is marked. */
export function placesBar(present) {
  const tabs = [
    ["", "play", t("Ride")], ["rides", "rides", t("Rides")], ["plans", "plans", t("Plans")],
    ["trends", "trends", t("Trends")], ["scores", "scores", t("Scores")], ["page", "more", t("More")],
  ];
  const within = { ride: "rides", trim: "rides", plan: "plans", settings: "page", services: "page", secure: "page" };
  const current = within[present] ?? present;
  return el("nav", { class: "places", "aria-label": t("Main menu") }, ...tabs.map(([name, glyph, text]) =>
    el("a", { href: `#${name}`, "aria-current": name === current && "page" }, icon(glyph), el("span", {}, text))));
}
