// The live ride: one screen, readable from 1.5 m, controlled with a wet thumb.
import { advice, el, icon, iconButton, setText, show, svg } from "./dom.js";
import { drawRoute, drawSkyline, drawTrace } from "./draw.js";
import { Figures } from "./figures.js";
import { aimText, intervalName, phaseText } from "./phrases.js";
import { hasIntervals, heartSteers, Trail } from "./ride.js";
import { mute, muted, wake } from "./sounds.js";
import { Steering } from "./steering.js";
import { clock, span, t, timeOfDay } from "./words.js";

/** The view of the current ride; `isBare` shows only its numbers. */
export class LiveView {
  constructor({ isBare, settings, onMenu }) {
    this.isBare = isBare;
    this.figures = new Figures({ isBare, settings });
    this.steering = isBare ? null : new Steering({ onWanted: () => this.#showFigures() });
    this.phase = el("h1", { class: "phase" });
    this.now = el("span", { class: "now" });
    [this.name, this.interval] = [el("p", { class: "plan-name" }), el("p", { class: "interval" })];
    this.cue = el("p", { class: "cue", hidden: true });
    this.next = el("p", { class: "next" });
    this.problems = el("ul", { class: "problems", hidden: true });
    this.devices = el("p", { class: "devices" });
    this.sky = svg("svg", { class: "sky", role: "img", "aria-label": t("The plan of the ride") });
    this.trace = svg("svg", { class: "trace", role: "img", "aria-label": t("The last five minutes") });
    this.scale = el("p", { class: "scale", "aria-hidden": "true" });
    this.route = svg("svg", { class: "route", role: "img", "aria-label": t("The route") });
    show(this.route, false);
    this.node = el("div", { class: "live" },
      el("header", {}, this.phase, this.devices, this.now, isBare ? null : this.#menu(onMenu)),
      el("div", { class: "line" }, this.name, this.interval, this.cue), this.problems, this.figures.node,
      el("div", { class: "pictures" }, this.sky, this.next, el("div", { class: "traced" }, this.trace, this.scale),
        this.route),
      this.figures.rest, this.steering?.node ?? null);
  }

  #menu(onMenu) {
    this.sound = el("button", { type: "button", class: "small", on: { click: () => {
      wake();
      mute(!muted());
      this.#showSound();
    } } });
    this.#showSound();
    return el("div", { class: "menu" }, this.sound,
      iconButton(t("This page"), "gear", onMenu));
  }

  #showSound() {
    this.sound.replaceChildren(icon(muted() ? "mute" : "sound"));
    this.sound.setAttribute("aria-label", muted() ? t("Turn the sound on") : t("Turn the sound off"));
  }

  #showFigures() {
    const { ride } = this.status;
    const asked = ride?.wantedWatts ?? ride?.targetWatts;
    const pressed = this.steering?.pressed ?? 0;
    this.figures.update(this.status, pressed !== 0 && asked !== undefined ? asked + pressed : undefined);
  }

  /** Shows whether the figures are old; the buttons wait meanwhile. */
  stale(isStale) { this.steering?.stale(isStale); }

  /** Shows a status. */
  update(status, trail) {
    this.status = status;
    setText(this.phase, this.isBare ? t("Live") : phaseText(status));
    setText(this.now, timeOfDay(new Date()));
    this.node.classList.toggle("steered", heartSteers(status));
    this.#showFigures();
    if (this.isBare) return;
    this.#showLine(status);
    this.#showProblems(status.problems ?? []);
    this.#showDevices(status);
    this.steering.update(status);
    this.#showTrace(trail);
    if (this.intervals) drawSkyline(this.sky, this.intervals, status.plan?.interval);
    if (this.line) drawRoute(this.route, this.line, status.ride?.distanceMeters ?? 0);
  }

  #showTrace(trail) {
    drawTrace(this.trace, trail);
    const range = (index, unit) => {
      const values = trail.points.map((point) => point[index]).filter((value) => value !== null);
      return values.length > 0 ? `${span(Math.min(...values), Math.max(...values))} ${unit}` : "";
    };
    const words = [["power", range(1, "W")], ["", `${Trail.seconds / 60} min`], ["heart", range(3, t("bpm"))]];
    const key = words.join();
    if (key === this.scaleKey) return;
    this.scaleKey = key;
    this.scale.replaceChildren(...words.map(([name, word]) => el("span", { class: name }, word)));
  }

  #showLine(status) {
    const interval = status.plan?.interval;
    const place = interval && hasIntervals(status) ? intervalName(interval, status.plan.intervals, this.intervals) : "";
    setText(this.name, status.plan?.name ?? status.ride?.name ?? "");
    setText(this.interval, place);
    this.name.classList.toggle("minor", place !== "");
    const cue = interval?.cue ?? "";
    if (cue) setText(this.cue, cue);
    show(this.cue, cue !== "");
    const after = status.plan?.next;
    const what = after ? [after.label, aimText(after)].filter(Boolean).join(", ") : "";
    const left = interval?.end === "timer" ? interval.remainingSeconds : undefined;
    const next = left === undefined ? t("Next: {1}", what) : t("Next in {1}: {2}", clock(left), what);
    setText(this.next, after ? next : "");
  }

  #showProblems(problems) {
    const key = JSON.stringify(problems);
    if (key === this.problemKey) return;
    this.problemKey = key;
    this.problems.replaceChildren(...problems.map((problem) => el("li", {}, ...advice(problem))));
    show(this.problems, problems.length > 0);
  }

  #showDevices(status) {
    const parts = [
      [t("Trainer"), status.trainer], [t("Strap"), status.heartRate], [t("Power meter"), status.power],
      [t("Cadence sensor"), status.cadence], [t("Fan"), status.fan],
    ].filter(([, device]) => device);
    const key = JSON.stringify(parts.map(([name, device]) => [name, device.state, device.batteryPercent]));
    if (key === this.deviceKey) return;
    this.deviceKey = key;
    this.devices.replaceChildren(...parts.map(([name, device]) => {
      const battery = device.batteryPercent === undefined ? "" : `${device.batteryPercent} %`;
      const isThere = device.state === "connected";
      return el("span", { class: `device ${isThere ? "there" : "away"}` },
        el("span", { class: "dot", "aria-hidden": "true" }), el("span", { class: "name" }, name), battery,
        isThere ? null : el("span", { class: "unseen" }, ` ${t("not connected")}`));
    }));
  }

  /** Sets all intervals of the ride. */
  plan({ intervals }) {
    this.intervals = intervals;
    show(this.sky, intervals.length > 1 || intervals[0]?.toWatts !== undefined);
    if (this.status) drawSkyline(this.sky, intervals, this.status.plan?.interval);
  }

  /** Sets the route of the ride. */
  takeRoute(line) {
    this.line = line;
    show(this.route, true);
    this.node.classList.add("routed");
  }
}
