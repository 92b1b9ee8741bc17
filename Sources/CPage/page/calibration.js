// Calibrations: the buttons that begin them, and the guide through their steps.
import { call, start, steer } from "./api.js";
import { el, setText, show } from "./dom.js";
import { note, say, trying } from "./notes.js";
import { button } from "./parts.js";
import { number, speed, t } from "./words.js";

/**
 * The instruction of a step, or the result.
 * @param {Wire.CalibrationStatus} calibration
 */
export function calibrationText({ device, step, targetKmh, spinDownSeconds, offset, reason }) {
  switch (step) {
    case "starting":
      return device === "power" ? t("Connecting to the power meter.") : t("The trainer begins its spin-down.");
    case "speedUp":
      return targetKmh === undefined ? t("Pedal faster, until the trainer has enough speed.")
        : t("Pedal until the speed is above {1}.", speed(targetKmh));
    case "stopPedalling": return t("Stop pedalling, and let the wheel run down.");
    case "still": return t("Take your feet off the pedals, and keep the cranks still.");
    case "done": return doneText(device, spinDownSeconds, offset);
    case "failed": return failureText(reason);
    default: return "";
  }
}

/**
 * @param {Wire.DeviceRole} device
 * @param {number} [seconds]
 * @param {number} [offset]
 */
function doneText(device, seconds, offset) {
  if (device === "power") {
    return offset === undefined ? t("The power meter is calibrated.")
      : t("Calibrated: the zero offset is {1}.", offset);
  }
  return seconds === undefined ? t("The trainer is calibrated.")
    : t("Calibrated: the wheel ran down in {1} s.", number(seconds, 1));
}

/** The reasons of a lost link, as on the wire. */
const losses = new Set(["supervisionTimeout", "closedByPeer", "closedHere", "lost", "connectFailed", "adapterMissing",
  "adapterOff", "serviceMissing"]);

/** @param {string} [reason] */
function failureText(reason) {
  if (reason === undefined) return t("The calibration failed.");
  if (reason === "cancelled") return t("The calibration is cancelled.");
  if (losses.has(reason)) return t("The calibration failed: {1}.", t("the connection was lost"));
  /** @type {string | undefined} */
  const known = { "no answer": t("no answer"),
    "control not permitted": t("another program controls the trainer") }[reason];
  return t("The calibration failed: {1}.", known ?? reason);
}

/**
 * Whether a calibration is over.
 * @param {Wire.CalibrationStatus} calibration
 */
export const isOver = ({ step }) => step === "done" || step === "failed";

/**
 * The speed of the wheel while it matters; empty at other steps.
 * @param {Wire.CalibrationStatus} calibration
 * @param {number} [kmh]
 */
export const wheelSpeed = ({ step }, kmh) =>
  ((step === "speedUp" || step === "stopPedalling") && kmh !== undefined ? speed(kmh) : "");

/**
 * The ride that was begun for a calibration, and is deleted at its end.
 * @type {number | undefined}
 */
let ownRide;

/**
 * Calibrates a device: within the ride that is on, else in a free ride of its own.
 * @param {"trainer" | "power"} device
 */
async function calibrate(device) {
  const isOwn = (await call("Status")).phase === "idle";
  if (isOwn) ownRide = (await start({ free: true, heartRate: false })).ride.id;
  try {
    await call("Calibrate", { device });
    location.hash = "";
  } catch (refusal) {
    if (isOwn) await endOwnRide();
    throw refusal;
  }
}

async function endOwnRide() {
  ownRide = undefined;
  await call("Stop", { discard: true });
}

/**
 * The buttons that calibrate the chosen devices.
 * @param {{ kinds: string[], known?: boolean }[]} devices
 */
export function calibrationButtons(devices) {
  const made = (/** @type {"trainer" | "power"} */ device, /** @type {string} */ name) => {
    const node = button(name, async () => {
      node.disabled = true;
      await trying(() => calibrate(device));
      node.disabled = false;
    });
    return node;
  };
  const has = (/** @type {string} */ kind) => devices.some(({ kinds }) => kinds.includes(kind));
  return [...(has("trainer") ? [made("trainer", t("Calibrate the trainer"))] : []),
    ...(has("power") ? [made("power", t("Set the power meter's zero offset"))] : [])];
}

/** The guide within the ride. */
export class CalibrationGuide {
  #said = "";

  constructor() {
    this.text = el("p", {});
    this.speed = el("p", { class: "wheel" });
    this.cancel = button(t("Cancel"), () => trying(() => steer("Calibrate", { cancel: true })));
    this.node = el("div", { class: "notice calibration", hidden: true }, this.text, this.speed, this.cancel);
  }

  /**
   * Shows the step; returns whether there is one.
   * @param {Page.Status} status
   */
  update({ ride, trainer }) {
    const calibration = ride?.calibration;
    show(this.node, calibration !== undefined);
    if (!ride || !calibration) return false;
    const text = calibrationText(calibration);
    setText(this.text, text);
    setText(this.speed, wheelSpeed(calibration, trainer?.speedKmh));
    show(this.cancel, !isOver(calibration));
    if (text !== this.#said) say(text);
    this.#said = text;
    if (isOver(calibration) && ownRide === ride.id) {
      note(text);
      trying(endOwnRide);
    }
    return true;
  }
}
