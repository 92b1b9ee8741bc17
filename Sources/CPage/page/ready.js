// Which devices are ready, before a ride.
import { call } from "./api.js";
import { el, setText, show } from "./dom.js";
import { t } from "./words.js";

const roles = ["trainer", "heartRate", "power", "cadence", "fan"];

/** How long a scan listens, and the pauses between scans if a device is missing or all are awake, in seconds. */
const [listening, [soon, later]] = [5, [8, 60]];

/** How often a page that nobody touches looks for a missing device. */
const most = 30;

const batteries = "jz2.batteries";

function known() {
  try {
    return JSON.parse(localStorage.getItem(batteries)) ?? {};
  } catch {
    return {};
  }
}

/** Keeps the charge of the devices of a ride, because the Pi knows it only while they are connected. */
export function keepBatteries(status) {
  const charges = roles.flatMap((role) => {
    const { address, batteryPercent } = status[role] ?? {};
    return batteryPercent === undefined ? [] : [[address, batteryPercent]];
  });
  const before = known();
  if (charges.every(([address, percent]) => before[address] === percent)) return;
  try {
    localStorage.setItem(batteries, JSON.stringify({ ...before, ...Object.fromEntries(charges) }));
  } catch {
    // A private window may have no storage.
  }
}

/** The chosen devices in a status: [{ role, address, name }]. */
const devicesOf = (status) => roles.flatMap((role) => {
  const device = status[role];
  return device ? [{ role, address: device.address, name: device.name ?? device.address }] : [];
});

/** The advice for devices that do not advertise, the trainer first; "" if all do. */
function remedyFor(missing) {
  const [first] = missing;
  if (!first) return "";
  switch (first.role) {
    case "trainer": return t("Turn the pedals to wake {1}, and close other apps that use it.", first.name);
    case "heartRate": return t("Put {1} on, and wet its electrodes.", first.name);
    default: return t("Wake {1}: turn the pedals, or switch it on.", first.name);
  }
}

/** The devices that a first ride would choose: those in range, or what to do if there is none or more than one. */
function choiceText(found) {
  const trainers = found.filter(({ kinds }) => kinds.includes("trainer") || kinds.includes("candidate"));
  const straps = found.filter(({ kinds }) => kinds.includes("heartRate"));
  if (trainers.length === 0) return t("No trainer in range. Turn the pedals to wake yours.");
  if (trainers.length > 1) return "";
  const names = [...trainers, ...(straps.length === 1 ? straps : [])].map(({ name, address }) => name ?? address);
  return t("In range: {1}.", names.join(", "));
}

/** The devices with their states, and what to do about one that is asleep. */
export class Readiness {
  #devices = [];
  #found = null;
  #timer = 0;
  #count = 0;
  #isListening = false;
  // Whether a status has told the chosen devices.
  isKnown = false;

  constructor() {
    this.list = el("ul", { class: "devices" });
    this.advice = el("p", { class: "advice", role: "status" });
    this.choose = el("a", { href: "#settings", hidden: true }, t("Several trainers are in range. Choose yours."));
    this.node = el("section", { class: "ready", "aria-label": t("Devices") }, this.list, this.advice, this.choose);
    document.addEventListener("visibilitychange", this.#shown);
  }

  #shown = () => {
    this.#count = 0;
    if (!document.hidden) this.look();
  };

  close() {
    clearTimeout(this.#timer);
    this.isClosed = true;
    document.removeEventListener("visibilitychange", this.#shown);
  }

  /** Shows the chosen devices of a status, and looks for new ones. */
  update(status) {
    const devices = devicesOf(status);
    const isSame = this.isKnown && JSON.stringify(devices) === JSON.stringify(this.#devices);
    if (isSame) return;
    [this.#devices, this.isKnown] = [devices, true];
    this.#draw();
    this.look();
  }

  /** Listens for advertisements; a start ends this at once. */
  async look() {
    if (this.#isListening || !this.isKnown) return;
    clearTimeout(this.#timer);
    this.#isListening = true;
    this.#draw();
    // A measurement, a ride or a missing radio refuses it; the states are then unknown.
    const told = await call("Scan", { seconds: listening }).catch(() => null);
    [this.#isListening, this.#found] = [false, told?.devices ?? null];
    if (this.isClosed) return;
    this.#draw();
    this.#count += 1;
    const pause = told && this.#missing().length === 0 ? later : soon;
    if (this.#count < most) {
      this.#timer = setTimeout(() => { if (!document.hidden) this.look(); }, 1000 * pause);
    }
  }

  #isAwake({ address }) { return this.#found?.some((found) => found.address === address); }

  #missing() { return this.#devices.filter((device) => !this.#isAwake(device)); }

  #draw() {
    const charges = known();
    const isUnknown = this.#found === null;
    this.list.replaceChildren(...this.#devices.map((device) => {
      const isAwake = this.#isAwake(device);
      const unknown = this.#isListening ? t("looking …") : "";
      const state = isAwake ? t("awake") : isUnknown ? unknown : t("not found");
      // Which device is missing matters more than its charge.
      const charge = isAwake || isUnknown ? charges[device.address] : undefined;
      const words = [state, charge !== undefined && t("battery {1} %", charge)].filter(Boolean).join(", ");
      return el("li", { class: `device ${isAwake ? "" : isUnknown ? "unknown" : "away"}` },
        el("span", { class: "dot" }), el("strong", {}, device.name), words && el("span", {}, words));
    }));
    const isFirst = this.#devices.length === 0 && this.isKnown;
    const trainers = (this.#found ?? []).filter(({ kinds }) => kinds.includes("trainer"));
    show(this.choose, isFirst && trainers.length > 1);
    if (this.#isListening && isUnknown) setText(this.advice, isFirst ? t("Looking for your trainer …") : "");
    else if (isUnknown) setText(this.advice, "");
    else setText(this.advice, isFirst ? choiceText(this.#found) : remedyFor(this.#missing()));
  }
}
