// The figures of a ride: three large ones, and the small ones below.
import { el, setText, show } from "./dom.js";
import { aimText, easingText, leftOf } from "./phrases.js";
import { aim, band, expectedEnd, hasIntervals, heartGauge, inBand, powerGauge, riddenRpm, riddenWatts, zoneOf } from "./ride.js";
import { clock, number, span, t, timeOfDay, way } from "./words.js";

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

/** A large figure with its name, its unit, a gauge, and a line below. */
function large(name, unit, className) {
  const parts = {
    name: el("span", {}, name), aside: el("span", { class: "aside" }), value: el("span", { class: "value" }, "–"),
    gauge: gauge(), below: el("p", { class: "below" }),
  };
  const title = el("h2", {}, parts.name, parts.aside);
  const figure = el("p", { class: "number" },
    el("span", {}, parts.value, unit ? el("span", { class: "unit" }, unit) : null));
  const whole = [title, figure, parts.gauge.node, parts.below];
  return { ...parts, node: el("section", { class: `figure ${className}` }, ...whole) };
}

function small(name) {
  const [term, value] = [el("dt", {}, name), el("dd", {}, "–")];
  return { node: el("div", {}, term, value), name: term, value };
}

/** All figures; `isBare` hides those that a passer-by may not see. */
export class Figures {
  constructor({ isBare, settings }) {
    this.isBare = isBare;
    this.zones = settings?.zones ?? [];
    this.power = large(t("Power"), "W", "power");
    this.heart = large(t("Heart"), t("bpm"), "heart");
    this.left = large(t("Left"), "", "left");
    this.easing = el("p", { class: "easing", hidden: true });
    this.power.node.append(this.easing);
    this.smalls = {
      cadence: small(t("Cad.")), ride: small(t("Ride left")), time: small(t("Time")), end: small(t("Ends at")),
      average: small(t("Average")), lap: small(t("Lap")), work: small(t("Work")), distance: small(t("Distance")),
    };
    this.node = el("div", { class: "figures" }, this.power.node, this.heart.node, this.left.node);
    this.rest = el("dl", { class: "smalls" }, ...Object.values(this.smalls).map((one) => one.node));
  }

  /** Shows a status; `wanted` is a target power that is not sent yet. */
  update(status, wanted) {
    this.#power(status, wanted);
    this.#heart(status);
    this.#left(status);
    this.#smalls(status);
  }

  #power(status, wanted) {
    const [power, target] = [riddenWatts(status), status.ride?.targetWatts];
    setText(this.power.value, number(power));
    const isFree = status.phase === "riding" && status.ride && status.ride.wantedWatts === undefined && !this.isBare;
    const aimed = wanted ?? target;
    setText(this.power.below, aimed !== undefined ? t("target {1} W", aimed) : isFree ? t("free") : "");
    const away = power === undefined || target === undefined || wanted !== undefined ? 0 : power - target;
    setText(this.power.aside, away === 0 ? "" : `${away > 0 ? "+" : "−"}${Math.abs(away)}`);
    this.power.gauge.set(powerGauge(power, target));
    const reason = easingText(status.ride);
    setText(this.easing, reason);
    show(this.easing, reason !== "");
    this.power.node.dataset.aim = status.ride?.easedBy ? "" : aim(power, target);
  }

  #heart(status) {
    const beats = status.heartRate?.beatsPerMinute;
    const { from, to } = band(status);
    setText(this.heart.value, number(beats));
    const average = status.ride?.averageBeatsPerMinute;
    setText(this.heart.below, from !== undefined ? `${span(from, to)} ${t("bpm")}`
      : to !== undefined ? t("limit {1}", to) : average === undefined ? "" : t("{1} average", number(average)));
    const zone = zoneOf(beats, this.zones);
    setText(this.heart.aside, zone === undefined ? "" : t("Zone {1}", zone));
    this.heart.gauge.set(heartGauge(beats, from, to));
    const isAimed = from !== undefined || to !== undefined;
    this.heart.node.dataset.band = isAimed ? inBand(beats, from ?? 0, to ?? Infinity) : "";
  }

  #left(status) {
    const { ride } = status;
    const interval = status.plan?.interval;
    const isPlan = interval && (hasIntervals(status) || interval.end !== "timer");
    const isOpen = !isPlan && ride && ride.remainingSeconds === undefined;
    setText(this.left.name, hasIntervals(status) && interval ? t("Interval left") : isOpen ? t("Time") : t("Left"));
    const value = isPlan ? leftOf(interval) : clock(isOpen ? ride.timerSeconds : ride?.remainingSeconds);
    setText(this.left.value, value);
    this.left.node.classList.toggle("long", value.length > 5);
    const whole = (ride?.timerSeconds ?? 0) + (ride?.remainingSeconds ?? 0);
    const share = isPlan ? interval.share : whole > 0 && !isOpen ? ride.timerSeconds / whole : undefined;
    this.left.gauge.set(share === undefined ? undefined : { from: 0, to: share });
    const end = expectedEnd(status, new Date());
    setText(this.left.below, isPlan ? aimText(interval) : end && !this.isBare ? t("ends at {1}", timeOfDay(end)) : "");
  }

  #smalls(status) {
    const ride = status.ride ?? {};
    const { cadenceFrom, cadenceTo } = status.plan?.interval ?? {};
    const goal = cadenceFrom === undefined && cadenceTo === undefined ? ""
      : `${span(cadenceFrom, cadenceTo)} ${t("rpm")}`;
    const end = expectedEnd(status, new Date());
    const watts = (value) => (value === undefined ? "–" : `${number(value)} W`);
    const set = (name, text) => setText(this.smalls[name].value, text);
    setText(this.smalls.cadence.name, goal || t("Cad."));
    set("cadence", number(riddenRpm(status)));
    set("ride", clock(ride.remainingSeconds));
    set("time", clock(ride.timerSeconds));
    set("end", end ? timeOfDay(end) : "–");
    set("average", watts(ride.averageWatts));
    set("lap", watts(ride.lap?.averageWatts));
    set("work", ride.kilojoules === undefined ? "–" : `${number(ride.kilojoules)} kJ`);
    set("distance", ride.distanceMeters === undefined ? "–" : way(ride.distanceMeters));
    show(this.smalls.ride.node, hasIntervals(status));
    show(this.smalls.end.node, end !== undefined);
    show(this.smalls.lap.node, !this.isBare && (ride.lap?.number ?? 1) > 1);
    for (const name of ["average", "work", "distance"]) show(this.smalls[name].node, !this.isBare);
  }
}
