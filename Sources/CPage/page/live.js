// The ride, live: one screen, read from a metre and a half, steered by a wet thumb.
import { call } from "./api.js";
import { advice, el, icon, setText, show, svg } from "./dom.js";
import { drawRoute, drawSkyline, drawTrace } from "./draw.js";
import { holdButton } from "./hold.js";
import { note, trying } from "./notes.js";
import { aimText, easingText, intervalName, leftOf, phaseText } from "./phrases.js";
import { aim, band, controls, expectedEnd, hasIntervals, heartSteers, inBand } from "./ride.js";
import { mute, muted, wake } from "./sounds.js";
import { clock, number, span, t, timeOfDay, way } from "./words.js";

const step = 5;

/** A large figure with its name, its unit and a line below. */
function figure(name, unit, className) {
  const value = el("span", { class: "value" }, "–");
  const below = el("p", { class: "below" });
  const node = el("section", { class: `figure ${className}` },
    el("h2", {}, name),
    el("p", { class: "number" }, el("span", {}, value, unit ? el("span", { class: "unit" }, unit) : null)), below);
  return { node, name: node.firstChild, value, below };
}

function small(name) {
  const value = el("dd", {}, "–");
  return { node: el("div", {}, el("dt", {}, name), value), value };
}

/** The view of a ride that is on; `isBare` shows the numbers alone. */
export class LiveView {
  #wanted = null;
  #pressed = 0;
  #timer = 0;

  constructor({ isBare, onMenu }) {
    this.isBare = isBare;
    this.parts = {
      power: figure(t("Power"), "W", "power"),
      heart: figure(t("Heart rate"), "bpm", "heart"),
      left: figure(t("Left"), "", "left"),
    };
    this.smalls = {
      cadence: small(t("Cadence")), ride: small(t("Ride left")), time: small(t("Time")), end: small(t("Ends at")),
      average: small(t("Average")), work: small(t("Work")), distance: small(t("Distance")),
    };
    this.phase = el("h1", { class: "phase" });
    this.interval = el("p", { class: "interval" });
    this.cue = el("p", { class: "cue", hidden: true });
    this.easing = el("p", { class: "easing", hidden: true });
    this.parts.power.node.append(this.easing);
    this.next = el("p", { class: "next" });
    this.problems = el("ul", { class: "problems", hidden: true });
    this.devices = el("p", { class: "devices" });
    this.sky = svg("svg", { class: "sky", role: "img", "aria-label": t("The plan of the ride") });
    this.trace = svg("svg", { class: "trace", role: "img", "aria-label": t("The last five minutes") });
    this.route = svg("svg", { class: "route", role: "img", "aria-label": t("The route") });
    this.pictures = el("div", { class: "pictures" }, this.sky, this.next, this.trace, this.route);
    this.node = el("div", { class: "live" },
      el("header", {}, this.phase, this.devices, isBare ? null : this.#menu(onMenu)),
      el("div", { class: "line" }, this.interval, this.cue), this.problems,
      el("div", { class: "figures" }, this.parts.power.node, this.parts.heart.node, this.parts.left.node),
      this.pictures, el("dl", { class: "smalls" }, ...Object.values(this.smalls).map((one) => one.node)),
      isBare ? null : this.#buttons());
    show(this.route, false);
  }

  #menu(onMenu) {
    this.sound = el("button", { type: "button", class: "small", on: { click: () => {
      wake();
      mute(!muted());
      this.#showSound();
    } } });
    this.#showSound();
    return el("div", { class: "menu" }, this.sound,
      el("button", { type: "button", class: "small", "aria-label": t("This page"), on: { click: onMenu } }, icon("gear")));
  }

  #showSound() {
    this.sound.replaceChildren(icon(muted() ? "mute" : "sound"));
    this.sound.setAttribute("aria-label", muted() ? t("Sound on") : t("Sound off"));
  }

  #button(name, glyph, run, className = "") {
    return el("button", { type: "button", class: className, on: { click: () => { wake(); trying(run); } } },
      glyph ? icon(glyph) : null, el("span", {}, name));
  }

  #buttons() {
    const steer = (method, parameters) => () => call(method, parameters);
    this.buttons = {
      less: el("button", { type: "button", class: "watts", "aria-label": t("{1} W less", step),
        on: { click: () => this.#press(-step) } }, `−${step}`),
      more: el("button", { type: "button", class: "watts", "aria-label": t("{1} W more", step),
        on: { click: () => this.#press(step) } }, `+${step}`),
      pause: this.#button(t("Pause"), "pause", steer("Pause"), "main"),
      resume: this.#button(t("Go on"), "play", steer("Resume"), "main go"),
      done: this.#button(t("Done"), "done", steer("Done"), "main go"),
      back: this.#button(t("Back"), "back", steer("Back")),
      skip: this.#button(t("Skip"), "skip", steer("Skip")),
      extend: this.#button(t("+1 min"), "longer", steer("Extend", { seconds: 60 })),
      lap: this.#button(t("Lap"), "lap", steer("Lap")),
      stop: holdButton({ name: t("Stop"), glyph: "stop", hint: t("Hold for a second to stop and save"),
        className: "stop", run: () => trying(() => call("Stop")) }),
      cancel: this.#button(t("Cancel"), "stop", steer("Stop"), "main stop"),
    };
    const discard = holdButton({ name: t("Stop without saving"), glyph: "stop",
      hint: t("Hold for a second; the ride is kept for 30 days among the deleted ones"), className: "discard",
      run: () => trying(async () => {
        await call("Stop", { discard: true });
        note(t("The ride was not saved."), t("It can be restored for 30 days: `jz2ctl undelete`."));
      }) });
    this.rest = el("details", { class: "rest" }, el("summary", { "aria-label": t("More") }, icon("more")),
      el("div", {}, discard));
    const { less, more, pause, resume, done, back, skip, extend, lap, stop, cancel } = this.buttons;
    return el("div", { class: "buttons", role: "group", "aria-label": t("Steer the ride") },
      el("div", { class: "row" }, less, pause, resume, done, cancel, more),
      el("div", { class: "row" }, back, skip, extend, lap, stop, this.rest));
  }

  /** Presses that follow each other are one call, and are shown at once. */
  #press(change) {
    wake();
    this.#pressed += change;
    this.#wanted = { until: performance.now() + 1500 };
    this.#showTarget();
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      const sum = this.#pressed;
      this.#pressed = 0;
      if (sum !== 0) trying(() => call("SetWatts", { change: sum }));
    }, 250);
  }

  #showTarget() {
    const { status } = this;
    const ride = status?.ride;
    const { below, node } = this.parts.power;
    const wanted = ride?.wantedWatts ?? ride?.targetWatts;
    if (this.#pressed !== 0 && wanted !== undefined) {
      setText(below, t("target {1} W", wanted + this.#pressed));
      return;
    }
    const target = ride?.targetWatts === undefined ? "" : t("target {1} W", ride.targetWatts);
    const isFree = ride && status?.phase === "riding" && ride.wantedWatts === undefined;
    setText(below, target || (isFree && !this.isBare ? t("free") : ""));
    setText(this.easing, easingText(ride));
    show(this.easing, this.easing.textContent !== "");
    node.dataset.aim = ride?.easedBy ? "" : aim(status?.trainer?.powerWatts, ride?.targetWatts);
  }

  /** Shows a status. */
  update(status, trail) {
    this.status = status;
    const { power, heart, left } = this.parts;
    const interval = status.plan?.interval;
    setText(this.phase, this.isBare ? t("Live") : phaseText(status));
    setText(power.value, number(status.trainer?.powerWatts));
    this.#showTarget();
    const { from, to } = band(status);
    setText(heart.value, number(status.heartRate?.beatsPerMinute));
    const average = status.ride?.averageBeatsPerMinute;
    setText(heart.below, from !== undefined ? `${span(from, to)} bpm`
      : to !== undefined ? t("limit {1}", to) : average === undefined ? "" : t("{1} average", number(average)));
    heart.node.dataset.band = inBand(status.heartRate?.beatsPerMinute, from ?? 0, to ?? Infinity);
    if (from === undefined && to === undefined) heart.node.dataset.band = "";
    this.node.classList.toggle("steered", heartSteers(status));
    this.#showLeft(status, interval, left);
    this.#showSmalls(status);
    if (this.isBare) return;
    this.#showLine(status, interval);
    this.#showProblems(status.problems ?? []);
    this.#showDevices(status);
    this.#showButtons(status);
    drawTrace(this.trace, trail);
    if (this.intervals) drawSkyline(this.sky, this.intervals, interval);
    if (this.line) drawRoute(this.route, this.line, status.ride?.distanceMeters ?? 0);
  }

  #showLeft(status, interval, left) {
    const isPlan = interval && (hasIntervals(status) || interval.end !== "timer");
    const ride = status.ride;
    const isOpen = !isPlan && ride && ride.remainingSeconds === undefined;
    setText(left.name, hasIntervals(status) && interval ? t("Interval left") : isOpen ? t("Time") : t("Left"));
    const value = isPlan ? leftOf(interval) : clock(isOpen ? ride.timerSeconds : ride?.remainingSeconds);
    setText(left.value, value);
    left.node.classList.toggle("long", value.length > 5);
    const end = expectedEnd(status, new Date());
    setText(left.below, isPlan ? aimText(interval) : end && !this.isBare ? t("ends at {1}", timeOfDay(end)) : "");
  }

  #showSmalls(status) {
    const ride = status.ride ?? {};
    const cadence = status.plan?.interval?.cadenceFrom ?? status.plan?.interval?.cadenceTo;
    const goal = cadence === undefined ? "" : ` (${span(status.plan.interval.cadenceFrom, status.plan.interval.cadenceTo)})`;
    const end = expectedEnd(status, new Date());
    const set = (name, text) => setText(this.smalls[name].value, text);
    set("cadence", `${number(status.trainer?.cadenceRpm)}${goal}`);
    set("ride", clock(ride.remainingSeconds));
    set("time", clock(ride.timerSeconds));
    set("end", end ? timeOfDay(end) : "–");
    set("average", ride.averageWatts === undefined ? "–" : `${number(ride.averageWatts)} W`);
    set("work", ride.kilojoules === undefined ? "–" : `${number(ride.kilojoules)} kJ`);
    set("distance", ride.distanceMeters === undefined ? "–" : way(ride.distanceMeters));
    show(this.smalls.ride.node, hasIntervals(status));
    for (const name of ["average", "work", "distance"]) show(this.smalls[name].node, !this.isBare);
  }

  #showLine(status, interval) {
    const name = status.plan?.name ?? status.ride?.name ?? "";
    const place = interval && hasIntervals(status) ? intervalName(interval, status.plan.intervals) : "";
    setText(this.interval, [name, place].filter(Boolean).join(" · "));
    const cue = interval?.cue ?? "";
    if (cue) setText(this.cue, cue);
    show(this.cue, cue !== "");
    const after = status.plan?.next;
    const what = after ? [after.label, aimText(after)].filter(Boolean).join(", ") : "";
    const left = interval?.end === "timer" ? interval.remainingSeconds : undefined;
    setText(this.next, !after ? "" : left === undefined ? t("Next: {1}", what) : t("Next in {1}: {2}", clock(left), what));
  }

  #showProblems(problems) {
    const key = JSON.stringify(problems);
    if (key === this.problemKey) return;
    this.problemKey = key;
    this.problems.replaceChildren(...problems.map((problem) => el("li", {}, ...advice(problem))));
    show(this.problems, problems.length > 0);
  }

  #showDevices(status) {
    const parts = [[t("Trainer"), status.trainer], [t("Strap"), status.heartRate]].filter(([, device]) => device);
    const key = JSON.stringify(parts.map(([, device]) => [device.state, device.batteryPercent]));
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

  #showButtons(status) {
    const can = controls(status);
    const { less, more, pause, resume, done, back, skip, extend, lap, stop, cancel } = this.buttons;
    for (const [button, isShown] of [
      [less, can.watts], [more, can.watts], [pause, can.pause && !can.done], [resume, can.resume], [done, can.done],
      [back, can.back], [skip, can.skip], [extend, can.extend], [lap, can.lap], [stop, can.stop && !can.cancel],
      [cancel, can.cancel], [this.rest, can.lap],
    ]) show(button, Boolean(isShown));
  }

  /** Takes all intervals of the ride. */
  plan({ intervals }) {
    this.intervals = intervals;
    show(this.sky, intervals.length > 1 || intervals[0]?.toWatts !== undefined);
    if (this.status) drawSkyline(this.sky, intervals, this.status.plan?.interval);
  }

  /** Takes the route of the ride. */
  takeRoute(line) {
    this.line = line;
    show(this.route, true);
    this.node.classList.add("routed");
  }
}
