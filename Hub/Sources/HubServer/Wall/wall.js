// The hub's wall: current and past rides of the user and of the riders that the user coaches.

import { account } from "./account.js";
import { el, find, setText, show } from "./dom.js";
import { ask } from "./hub.js";

const second = 1000;
const dayNames = new Intl.DateTimeFormat(undefined, { weekday: "short", day: "numeric", month: "short" });
const weekNames = new Intl.DateTimeFormat(undefined, { day: "numeric", month: "long", year: "numeric" });

const length = (seconds) => {
  const minutes = Math.round(seconds / 60);
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${String(minutes % 60).padStart(2, "0")}`;
};
const clock = (seconds) =>
  [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, Math.floor(seconds) % 60]
    .map((part, index) => (index ? String(part).padStart(2, "0") : part)).join(":");

// Signing in

function signIn() {
  const code = el("input", {
    class: "code", name: "code", autocomplete: "one-time-code", autocapitalize: "characters", required: true,
    maxLength: 12,
  });
  const wrong = el("p", { role: "alert" });
  const form = el(
    "form", { class: "card" },
    el("label", { class: "field" }, "Your code", code),
    el("p", { class: "soft" }, "The administrator makes one with ", el("code", {}, "jz2hub rider code NAME --browser"),
      ". Once you are signed in, you can make codes for other browsers and Pis."),
    wrong, el("button", { class: "go wide" }, "Sign in"));
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    try {
      await ask("/api/v1/session", {
        method: "POST", body: JSON.stringify({ code: code.value, name: navigator.platform || "browser" }),
      });
      begin();
    } catch (refusal) {
      setText(wrong, refusal.message);
      code.select();
    }
  });
  find("#place").replaceChildren(el("div", { class: "start pairing" }, el("h1", {}, "jz2 hub"), form));
  code.focus();
}

// Current rides

function riding(list, rides) {
  const words = rides.map(({ about, said }) => {
    const quiet = Date.now() - Date.parse(about.at) > 20 * second;
    const number = (value, unit, name) =>
      value === undefined ? undefined
        : el("span", { class: name }, String(Math.round(value)), el("span", { class: "unit" }, unit));
    return el(
      "li", { class: quiet ? "quiet" : undefined },
      el("div", { class: "who" }, el("span", {}, about.rider), el("span", { class: "soft" }, about.device)),
      el("div", { class: "now" }, number(said.power_watts, "W", "watts"), number(said.heart_rate_bpm, "bpm", "beats")),
      el("div", { class: "soft" }, [
        said.target_watts === undefined ? undefined : `target ${said.target_watts} W`,
        said.elapsed_seconds === undefined ? undefined : clock(said.elapsed_seconds),
        said.remaining_seconds === undefined ? undefined : `${clock(said.remaining_seconds)} left`,
        said.plan, said.phase === "riding" ? undefined : said.phase,
      ].filter((part) => part !== undefined).join(" · ")));
  });
  list.replaceChildren(...words);
}

/** Polls each second while the page is visible; shows a warning if the hub does not answer. */
async function watch(list, none) {
  let failed = 0;
  while (list.isConnected) {
    if (document.visibilityState === "visible") {
      try {
        const rides = (await ask("/api/v1/live")).rides.filter(({ said }) => said.phase !== "idle");
        riding(list, rides);
        show(none, rides.length === 0);
        failed = 0;
      } catch (refusal) {
        if (refusal.status === 401) return signIn();
        failed += 1;
      }
      show(find("#old"), failed > 2);
      setText(find("#old"), "The hub does not respond; these numbers are old.");
    }
    await new Promise((resume) => setTimeout(resume, Math.min(1 + failed, 10) * second));
  }
}

// Past rides

const monday = (date) => new Date(date.getFullYear(), date.getMonth(), date.getDate() - ((date.getDay() + 6) % 7));

/** Reads all pages of a list of the hub. */
async function all(path, name, rider) {
  const found = [];
  let cursor;
  for (let more = true; more;) {
    const query = new URLSearchParams({ limit: "500", ...(cursor && { cursor }), ...(rider && { rider }) });
    const page = await ask(`${path}?${query}`);
    found.push(...page[name]);
    cursor = page.next_cursor;
    more = page.has_more;
  }
  return found;
}

/** Rides, and workouts (summaries) without a ride; the newest first. */
async function ridden(rider) {
  const [rides, workouts] = await Promise.all([
    all("/api/v1/rides", "rides", rider), all("/api/v1/workouts", "workouts", rider),
  ]);
  const begun = rides.map((ride) => Date.parse(ride.start_time));
  const whole = new Set(rides.map((ride) => ride.uuid));
  const alone = workouts.filter((workout) => {
    if (whole.has(workout.client_id)) return false;
    const start = Date.parse(workout.start_time);
    return !begun.some((other) => Math.abs(other - start) < 60 * second);
  });
  return [
    ...rides.map((ride) => ({
      start: new Date(ride.start_time), seconds: ride.timer_seconds, meters: ride.distance_meters, name: ride.name,
      watts: ride.avg_watts, beats: ride.avg_heart_rate, file: `/api/v1/rides/${ride.uuid}`,
    })),
    ...alone.map((workout) => ({
      start: new Date(workout.start_time), seconds: workout.duration_seconds, meters: workout.distance_meters,
      beats: workout.avg_heart_rate, name: workout.source,
    })),
  ].sort((one, other) => other.start - one.start);
}

function weeks(rides, rider) {
  const groups = new Map();
  for (const ride of rides) {
    const week = monday(ride.start).getTime();
    groups.set(week, [...(groups.get(week) ?? []), ride]);
  }
  const query = `?format=fit${rider ? `&rider=${encodeURIComponent(rider)}` : ""}`;
  return [...groups].map(([week, list]) => el(
    "section", {},
    el("h3", {}, el("span", {}, `Week of ${weekNames.format(week)}`),
      el("span", { class: "soft" }, length(list.reduce((sum, ride) => sum + ride.seconds, 0)))),
    el("ul", {}, ...list.map((ride) => el(
      "li", { class: "ride" },
      el("strong", {}, `${dayNames.format(ride.start)} · ${length(ride.seconds)}`),
      el("span", { class: "soft" }, [
        ride.name, ride.watts && `${Math.round(ride.watts)} W`, ride.beats && `${Math.round(ride.beats)} bpm`,
        ride.meters >= 100 && `${(ride.meters / 1000).toFixed(1)} km`,
      ].filter(Boolean).join(" · ")),
      ride.file && el("a", { href: ride.file + query, download: "" }, "FIT"))))));
}

async function showRides(place, rider) {
  const rides = await ridden(rider);
  place.replaceChildren(...(rides.length ? weeks(rides, rider) : [el("p", { class: "empty" }, "No rides yet.")]));
}

function riders(me, coached, place) {
  if (!coached.length) return undefined;
  const buttons = [{ name: me.name }, ...coached].map(({ id, name }) => {
    const button = el("button", { type: "button", "aria-pressed": id === undefined ? "true" : "false" }, name);
    button.addEventListener("click", () => {
      for (const other of buttons) other.setAttribute("aria-pressed", other === button ? "true" : "false");
      showRides(place, id);
    });
    return button;
  });
  return el("div", { class: "riders", role: "group", "aria-label": "Riders" }, ...buttons);
}

async function begin() {
  let me;
  let coaches;
  try {
    [me, coaches] = await Promise.all([ask("/api/v1/me"), ask("/api/v1/coaches")]);
  } catch (refusal) {
    if (refusal.status === 401) return signIn();
    find("#place").replaceChildren(el("p", { class: "loading" }, refusal.message));
    setTimeout(begin, 5 * second);
    return undefined;
  }
  const list = el("ul", { class: "riding" });
  const none = el("p", { class: "empty", hidden: true }, "No one is riding now.");
  const place = el("div", { class: "weeks" });
  const out = el("button", { type: "button", class: "small" }, "Sign out");
  out.addEventListener("click", async () => {
    await ask("/api/v1/session", { method: "DELETE" }).catch(() => undefined);
    signIn();
  });
  find("#place").replaceChildren(el(
    "div", { class: "wall rides" },
    el("header", {}, el("h1", {}, me.name), out),
    el("h2", {}, "Riding now"), list, none,
    el("h2", {}, "Past rides"), riders(me, coaches.coached, place), place, account(begin)));
  watch(list, none);
  return showRides(place);
}

begin();
