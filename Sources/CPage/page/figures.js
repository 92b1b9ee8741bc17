// The three large figures of a ride: power, heart rate, and the time that is left.
import { el, setText, show } from "./dom.js";
import { awaitsTrainerData, brakeText, easingText, leftOf } from "./phrases.js";
import { powerZoneOf, zoneClass } from "./powerzones.js";
import { aim, band, hasIntervals, heartGauge, heartSteers, inBand, powerGauge, riddenWatts, zoneOf } from "./ride.js";
import { clock, number, span, t } from "./words.js";

/** A line with a target range and a mark at the current value; all from 0 to 1. */
function gauge() {
  const [part, mark] = [el("span", { class: "part" }), el("span", { class: "mark" })];
  const node = el("div", { class: "gauge", "aria-hidden": "true" }, part, mark);
  const percent = (value) => `${(Math.min(1, Math.max(0, value)) * 100).toFixed(1)}%`;
  return {
    node,
    set(values) {
      show(node, values !== undefined);
      if (!values) return;
      part.style.left = percent(values.from);
      part.style.width = percent(values.to - values.from);
      mark.style.left = percent(values.at ?? 0);
      show(mark, values.at !== undefined);
    },
  };
}

/** A large figure with its name and unit, a gauge, and a goal with its label. */
function large(title, className, unit = "") {
  const parts = {
    name: el("span", { class: "name" }, title, unit && el("span", { class: "unit" }, ` · ${unit}`)),
    zone: el("span", { class: "power-zone", hidden: true }), aside: el("span", { class: "aside" }),
    value: el("span", { class: "value" }, "–"), gauge: gauge(),
    label: el("span", { class: "label" }), goal: el("span", { class: "goal" }),
  };
  const below = el("p", { class: "below" }, parts.label, " ", parts.goal);
  return { ...parts, below, node: el("section", { class: `figure ${className}` },
    el("h2", {}, parts.name, parts.zone, parts.aside), el("p", { class: "number" }, parts.value), parts.gauge.node,
    below) };
}

function setGoal({ label, goal, below }, name, value) {
  setText(label, name);
  setText(goal, value);
  show(below, name !== "" || value !== "");
}

/** The large figures; `isBare` hides those that a passer-by may not see. */
export class Figures {
  #shown = "";

  constructor({ isBare, settings }) {
    this.isBare = isBare;
    this.zones = settings?.zones ?? [];
    this.powerZones = settings?.powerZones;
    this.power = large(t("Power"), "power", "W");
    this.heart = large(t("Heart"), "heart", t("bpm"));
    this.left = large(t("Left"), "left");
    this.node = el("div", { class: "figures" }, this.power.node, this.heart.node, this.left.node);
  }

  /** Shows a status; `wanted` is a target power that is not sent yet. */
  update(status, wanted) {
    const isHeart = heartSteers(status);
    this.heart.node.classList.toggle("lead", isHeart);
    this.power.node.classList.toggle("lead", !isHeart);
    this.#power(status, wanted);
    this.#heart(status);
    this.#left(status);
  }

  // The zone of a power: its colour and number, in the lead also the word.
  #powerZone(power, status) {
    const zones = status.ride?.powerZones ?? this.powerZones ?? [];
    const zone = powerZoneOf(power, zones);
    show(this.power.zone, zone !== undefined);
    if (zone === undefined) return;
    this.power.zone.className = `power-zone ${zoneClass(zone, zones.length)}`;
    setText(this.power.zone, heartSteers(status) ? String(zone) : t("Zone {1}", zone));
  }

  #power(status, wanted) {
    const [power, target] = [riddenWatts(status), status.ride?.targetWatts];
    setText(this.power.value, number(power));
    this.#powerZone(power, status);
    const isFree = status.phase === "riding" && status.ride && status.ride.wantedWatts === undefined && !this.isBare;
    const aimed = wanted ?? target;
    const reason = easingText(status.ride);
    // The smaller card has no room for the reason, which is a problem of its own then.
    const label = reason && !heartSteers(status) ? reason : t("target");
    setGoal(this.power, aimed !== undefined ? label : isFree ? brakeText(status.ride) : "", aimed ?? "");
    this.power.label.classList.toggle("easing", reason !== "");
    const away = power === undefined || target === undefined || wanted !== undefined ? 0 : power - target;
    setText(this.power.aside, away === 0 ? "" : `${away > 0 ? "+" : "−"}${Math.abs(away)}`);
    this.power.gauge.set(powerGauge(power, target));
    this.power.node.dataset.aim = status.ride?.easedBy ? "" : aim(power, target);
  }

  #heart(status) {
    const beats = status.heartRate?.beatsPerMinute;
    const { from, to } = band(status);
    setText(this.heart.value, number(beats));
    const zone = zoneOf(beats, this.zones);
    const inZone = zone === undefined ? "" : t("Zone {1}", zone);
    const isAimed = from !== undefined || to !== undefined;
    if (from !== undefined) setGoal(this.heart, "", span(from, to));
    else setGoal(this.heart, isAimed ? t("limit") : inZone, to ?? "");
    setText(this.heart.aside, isAimed && heartSteers(status) ? inZone : "");
    this.heart.gauge.set(heartGauge(beats, from, to));
    this.heart.node.dataset.band = isAimed ? inBand(beats, from ?? 0, to ?? Infinity) : "";
  }

  #left(status) {
    const { ride, phase } = status;
    const interval = status.plan?.interval;
    const isPlan = interval && (hasIntervals(status) || interval.end !== "timer");
    const isOpen = !isPlan && ride && ride.remainingSeconds === undefined;
    const name = hasIntervals(status) && interval ? t("Interval") : isOpen ? t("Time") : t("Left");
    const value = isPlan ? leftOf(interval) : clock(isOpen ? ride.timerSeconds : ride?.remainingSeconds);
    const isStopped = phase === "paused" || phase === "reconnecting";
    const isReady = phase === "ready";
    setText(this.left.name, isReady ? t("Ready") : !isStopped ? name
      : phase === "paused" ? t("Paused") : awaitsTrainerData(status) ? t("No data") : t("Trainer gone"));
    this.#setTime(isStopped ? clock(ride?.stoppedSeconds ?? 0) : isReady ? t("Pedal to begin") : value);
    const isWaiting = phase === "paused" && status.autoPaused;
    if (isWaiting) setGoal(this.left, t("Pedal to continue"), "");
    else setGoal(this.left, isStopped || isReady ? name : "", isStopped || isReady ? value : "");
    const whole = (ride?.timerSeconds ?? 0) + (ride?.remainingSeconds ?? 0);
    const share = isPlan ? interval.share : whole > 0 && !isOpen ? ride.timerSeconds / whole : undefined;
    this.left.gauge.set(share === undefined || isStopped || isReady ? undefined : { from: 0, to: share });
    this.left.node.classList.toggle("stopped", isStopped);
  }

  /** Shows 12:30; of 1:02:03 the seconds, and of 25.3 km the unit, are smaller; words wrap. */
  #setTime(text) {
    if (text === this.#shown) return;
    this.#shown = text;
    const [, main, minor = ""] = text.match(/^(\d+:\d\d|[\d.,]+)(:\d\d| \S+)?$/) ?? [text, text];
    this.left.value.replaceChildren(main, minor ? el("small", {}, minor) : "");
    this.left.node.classList.toggle("words", !/\d/.test(text));
    // A small character is as wide as 0.45 large ones. Times below ten minutes keep the size of longer ones.
    this.left.value.style.setProperty("--characters", String(Math.max(5, main.length + 0.45 * minor.length)));
  }
}
