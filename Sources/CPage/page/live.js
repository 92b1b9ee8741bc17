// The live ride: one screen, readable from 1.5 m, controlled with a wet thumb.
import { BiasChip } from "./bias.js";
import { CalibrationGuide } from "./calibration.js";
import { el, icon, iconButton, setText, show, svg } from "./dom.js";
import { drawTrace, Skyline } from "./draw.js";
import { Figures } from "./figures.js";
import { say } from "./notes.js";
import { testText, thresholdButton, thresholdEffect } from "./offers.js";
import { aimText, intervalParts, phaseWord } from "./phrases.js";
import { drawProfile, hasHeights, roadText } from "./profile.js";
import { hasIntervals, hasPlannedPower, Trail } from "./ride.js";
import { drawRoute } from "./route.js";
import { mute, muted, wake } from "./sounds.js";
import { Steering } from "./steering.js";
import { Tiles } from "./tiles.js";
import { Trouble } from "./trouble.js";
import { span, t, timeOfDay } from "./words.js";

/** The view of the current ride; `isBare` shows only its numbers. */
export class LiveView {
  constructor({ isBare, settings, onMenu }) {
    this.isBare = isBare;
    this.settings = settings;
    this.figures = new Figures({ isBare, settings });
    this.tiles = new Tiles({ isBare });
    this.trouble = new Trouble();
    this.test = el("div", { class: "notice tested", hidden: true });
    this.calibration = new CalibrationGuide();
    this.steering = isBare ? null : new Steering({ onWanted: () => this.#showFigures() });
    this.bias = isBare ? null : new BiasChip((parameters, chip) => this.steering.send("Bias", parameters, chip));
    this.phase = el("h1", { class: "phase" });
    this.now = el("span", { class: "now" });
    this.devices = el("p", { class: "devices" });
    const pictures = this.#pictures();
    this.node = el("div", { class: "live" },
      el("header", {}, this.phase, this.devices, this.now, isBare ? null : this.#menu(onMenu)),
      this.#line(), el("div", { class: "notices" }, this.trouble.node, this.calibration.node, this.test),
      this.#connecting(),
      this.figures.node, isBare ? null : pictures, this.tiles.node, this.steering?.node ?? null);
  }

  #menu(onMenu) {
    this.sound = el("button", { type: "button", class: "small", on: { click: () => {
      wake();
      mute(!muted());
      this.#showSound();
    } } });
    this.#showSound();
    return el("div", { class: "menu" }, this.sound, iconButton(t("This page"), "gear", onMenu));
  }

  #line() {
    this.name = el("p", { class: "plan-name" });
    this.interval = el("p", { class: "interval" });
    this.place = el("p", { class: "place" });
    return el("div", { class: "line" }, this.name, this.interval, this.place, this.bias?.node ?? null);
  }

  #connecting() {
    this.links = el("ul", {});
    this.connecting = el("section", { class: "connecting" }, el("h2", {}, t("Connecting")), this.links);
    return this.connecting;
  }

  #pictures() {
    this.cue = el("p", { class: "cue", hidden: true });
    this.next = el("p", { class: "next" });
    this.sky = svg("svg", { class: "sky", role: "img", "aria-label": t("The plan of the ride") });
    this.skyline = new Skyline(this.sky);
    this.trace = svg("svg", { class: "trace", role: "img", "aria-label": t("The last five minutes") });
    this.scale = el("p", { class: "scale", "aria-hidden": "true" });
    this.route = svg("svg", { class: "route", role: "img", "aria-label": t("The route") });
    this.profile = svg("svg", { class: "profile", role: "img", "aria-label": t("The heights of the route") });
    this.road = el("p", { class: "road", hidden: true });
    show(this.sky, false);
    show(this.route, false);
    show(this.profile, false);
    // A cue covers the lower pictures for its seconds, so that the figures keep their size.
    return el("div", { class: "pictures" }, this.sky,
      el("div", { class: "lower" }, this.next, el("div", { class: "traced" }, this.trace, this.scale), this.route,
        this.profile, this.road, this.cue));
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
  stale(isStale) {
    this.steering?.stale(isStale);
    if (this.bias) this.bias.node.inert = isStale;
  }

  /** Shows a status. */
  update(status, trail) {
    this.status = status;
    const isConnecting = status.phase === "connecting";
    this.node.dataset.phase = status.phase;
    setText(this.phase, this.isBare ? t("Live") : phaseWord(status));
    setText(this.now, timeOfDay(new Date()));
    show(this.connecting, isConnecting);
    for (const one of [this.figures, this.tiles]) show(one.node, !isConnecting);
    this.#showFigures();
    this.tiles.update(status, trail);
    if (this.isBare) return;
    this.#showLine(status);
    this.trouble.update(status.problems ?? []);
    this.node.classList.toggle("troubled", (status.problems ?? []).length > 0);
    this.#showDevices(status);
    this.node.classList.toggle("calibrating", this.calibration.update(status));
    this.#showTest(status.ride?.test);
    this.steering.update(status);
    this.#showTrace(trail);
    this.#showPlan();
    if (this.line) this.#showRoute(status.ride);
  }

  #showRoute(ride) {
    const meters = ride?.road?.meters ?? ride?.distanceMeters ?? 0;
    drawRoute(this.route, this.line, meters);
    show(this.road, ride?.road !== undefined);
    if (ride?.road === undefined || !hasHeights(this.line)) return;
    show(this.profile, true);
    this.node.classList.add("hilly");
    drawProfile(this.profile, this.line, meters);
    setText(this.road, roadText(ride.road));
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

  // The test of FTP that the ride is; at its end, a button that sets the FTP.
  #showTest(test) {
    show(this.test, test !== undefined);
    this.node.classList.toggle("testing", test !== undefined);
    const key = JSON.stringify(test);
    if (!test || key === this.testKey) return;
    this.testKey = key;
    const watts = test.over ? test.thresholdWatts : undefined;
    const isOffered = watts !== undefined && watts !== this.settings?.thresholdWatts;
    this.node.classList.toggle("offering", isOffered);
    this.test.replaceChildren(el("p", {}, testText(test)), ...(isOffered
      ? [thresholdButton(watts), el("p", { class: "soft" }, thresholdEffect())] : []));
    if (test.over) say(testText(test));
  }

  #showLine(status) {
    const interval = status.plan?.interval;
    const [name, place] = interval && hasIntervals(status)
      ? intervalParts(interval, status.plan.intervals, this.intervals) : ["", ""];
    setText(this.name, status.plan?.name ?? status.ride?.name ?? "");
    setText(this.interval, name);
    setText(this.place, place);
    this.name.classList.toggle("minor", name !== "");
    this.node.classList.toggle("named", name !== "" || this.name.textContent !== "");
    const cue = interval?.cue ?? "";
    if (cue) setText(this.cue, cue);
    show(this.cue, cue !== "");
    const after = status.plan?.next;
    setText(this.next, after ? t("Next: {1}", [after.label, aimText(after)].filter(Boolean).join(", ")) : "");
  }

  #showPlan() {
    if (!this.intervals || !this.status) return;
    this.skyline.update(this.intervals, this.status.plan?.interval,
      this.status.ride?.powerZones ?? this.settings?.powerZones);
    const isBiased = hasPlannedPower(this.status, this.intervals);
    this.bias?.update(isBiased ? this.status.plan.biasPercent ?? 0 : undefined);
  }

  #showDevices(status) {
    const parts = [
      [t("Trainer"), status.trainer], [t("Strap"), status.heartRate], [t("Power meter"), status.power],
      [t("Cadence sensor"), status.cadence], [t("Fan"), status.fan],
    ].filter(([, device]) => device);
    const key = JSON.stringify(parts.map(([name, device]) => [name, device.state, device.batteryPercent]));
    if (key === this.deviceKey) return;
    this.deviceKey = key;
    const each = (tag, last) => parts.map(([name, device]) => {
      const battery = device.batteryPercent === undefined ? "" : `${device.batteryPercent} %`;
      const isThere = device.state === "connected";
      return el(tag, { class: `device ${isThere ? "there" : "away"}` },
        el("span", { class: "dot", "aria-hidden": "true" }), el("span", { class: "name" }, name),
        el("span", { class: "battery" }, battery), last(isThere));
    });
    this.devices.replaceChildren(...each("span", (isThere) =>
      (isThere ? "" : el("span", { class: "unseen" }, ` ${t("not connected")}`))));
    this.links.replaceChildren(...each("li", (isThere) => el("span", { class: "state" }, isThere ? "✓" : "…")));
  }

  /** Sets all intervals of the ride. */
  plan({ intervals }) {
    this.intervals = intervals;
    const isPlan = intervals.length > 1 || intervals[0]?.toWatts !== undefined;
    show(this.sky, isPlan);
    this.node.classList.toggle("planned", isPlan);
    this.#showPlan();
  }

  /** Sets the route of the ride. */
  takeRoute(line) {
    this.line = line;
    show(this.route, true);
    this.node.classList.add("routed");
  }
}
