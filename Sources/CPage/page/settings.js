// The rider's settings, the devices, and a check of the Pi.
import { advice } from "./advice.js";
import { call } from "./api.js";
import { calibrationButtons } from "./calibration.js";
import { el, rich, svg } from "./dom.js";
import { note, trying } from "./notes.js";
import { button, card, into } from "./parts.js";
import { missingThreshold, zoneRows } from "./powerzones.js";
import { counted, number, span, t } from "./words.js";

const [pound, zone2] = [0.45359237, ["zone2From", "zone2To"]];
// Numbers that cannot be cleared.
const always = [...zone2, "fanPercent", "difficultyPercent"];

// Key, name and hint of each; then unit and limits, or the choices.
/**
 * @typedef {[string, string, string, string | Record<string, string>, number?, number?]} Row
 * @type {() => [string, ...Row[]][]}
 */
const groups = () => [[t("Zones"),
  ["zoneMethod", t("Zone method"), t("How zones are calculated. A new choice may change Zone 2."),
    { zone2Range: t("the Zone 2 range"), maximum: t("maximum heart rate"), reserve: t("heart-rate reserve"),
      friel: t("threshold heart rate (Friel)"), coggan: t("threshold heart rate (Coggan)"),
      lactate: t("LT1 and LT2 (three zones)") }],
  ["zone2From", t("Zone 2 from"), t("The lowest heart rate of Zone 2."), t("bpm"), 30, 250],
  ["zone2To", t("Zone 2 to"), t("The highest heart rate of Zone 2."), t("bpm"), 30, 250],
  ["maximumHeartRate", t("Maximum heart rate"), t("The highest you reach on the bike."), t("bpm"), 30, 250],
  ["restingHeartRate", t("Resting heart rate"), t("Measured lying down, after waking up."), t("bpm"), 30, 250],
  ["thresholdHeartRate", t("Threshold heart rate"), t("The average of your hardest hour."), t("bpm"), 30, 250],
], [t("Power and weight"),
  ["thresholdWatts", t("Threshold power (FTP)"), t("The power you can hold for an hour; plans in percent refer to it."),
    "W", 30, 1000],
  ["criticalWatts", t("Critical power"), t("The highest power that does not use up W′; rides then show W′ balance."),
    "W", 30, 1000],
  ["wPrimeKilojoules", "W′", t("The work that you can do above critical power."), "kJ", 1, 100],
  ["weightKilograms", t("Weight"), t("For watts per kilogram, and your speed on a route."), "kg", 20, 300],
  ["units", t("Units"), t("Only for display; files stay metric."),
    { metric: t("metric (km, kg)"), imperial: t("imperial (miles, pounds)") }],
], [t("New ride"),
  ["startWatts", t("Usual power"), t("The power that a new ride starts with, unless you set another."), "W", 1, 3000],
  ["startMinutes", t("Usual time"), t("The length of a new ride, unless you set another."), "min", 0.1, 1440],
], [t("Trainer"),
  ["difficultyPercent", t("Difficulty of routes"), t("How much of a route's slope the trainer brakes with."), "%", 0,
    100],
  ["ergByResistance", t("ERG by resistance"), t("Holds your watts on a trainer that only has resistance levels."),
    { true: t("on"), false: t("off") }],
], [t("Scores"),
  ["hrvSource", t("Recovery source"), t("Sources measure differently, so only one is used."),
    { strap: t("the strap in the morning (RMSSD)"), apple: t("Apple Health (SDNN)"),
      intervals: "Intervals.icu (RMSSD)" }],
  ["trimpWeights", "TRIMP", t("How much hard minutes count in TRIMP (Banister)."),
    { men: t("formula for men"), women: t("formula for women") }],
], [t("Fan"),
  ["fan", t("Fan speed"),
    t("Control by power needs your FTP; control by heart rate needs a zone method with five zones."),
    { off: t("off"), percent: t("a fixed speed"), power: t("by power"), heart: t("by heart rate") }],
  ["fanPercent", t("Fixed speed"), t("The speed if the fan follows neither power nor heart rate."), "%", 0, 100],
]];

/** @type {Record<string, boolean>} */
const flags = { true: true, false: false };

/**
 * The heart rates of a zone, in whole beats.
 * @param {Wire.HeartRateZone} zone
 */
export function zoneText({ fromBpm, belowBpm }) {
  if (fromBpm === undefined) return t("below {1} bpm", Math.ceil(belowBpm));
  const from = Math.ceil(fromBpm);
  return belowBpm === undefined ? t("from {1} bpm", from) : `${span(from, Math.ceil(belowBpm) - 1)} ${t("bpm")}`;
}

/** The message for a refused setting: its limits, or its conflict with another one. */
function reason(refusal, { key, from, to }, value, factor) {
  if (refusal.code === "settingMissing") {
    return { message: refusal.message, remedy: t("Set it first, or choose another zone method.") };
  }
  if (refusal.code !== "invalidParameter") return refusal;
  if (!(value >= from && value <= to)) {
    const limits = [from, to].map((end) => number(end / factor, end < 1 ? 1 : 0));
    return { message: t("Enter a value from {1} to {2}.", ...limits) };
  }
  return { message: zone2.includes(key) ? t("Zone 2 must start below its end.")
    : t("Resting, threshold and maximum heart rate must rise in this order.") };
}

/** The cards of the settings; each change is saved at once. */
class Form {
  fields = {};
  zones = el("ul", { class: "zone-list" });
  powerZones = el("div", { class: "power-zones" });

  constructor(app) {
    this.app = app;
    this.cards = groups().map(([title, ...rows]) => card(title, ...rows.map((row) => this.#field(row))));
    this.cards[0].append(this.zones, el("h3", {}, t("Power zones")), this.powerZones);
  }

  /** @param {Row} row */
  #field([key, name, hint, unit, from, to]) {
    const choices = typeof unit === "string" ? null : Object.entries(unit);
    const kind = choices ? {} : { type: "number", step: "any", inputMode: "decimal" };
    const input = el(choices ? "select" : "input", { name: key, "aria-describedby": `${key}-hint ${key}-wrong`,
      on: { change: () => this.#save(key) }, ...kind },
    ...(choices ?? []).map(([value, text]) => el("option", { value }, text)));
    const [label, wrong] = [el("span", {}), el("p", { id: `${key}-wrong`, class: "wrong" })];
    this.fields[key] = { key, name, input, choices, unit, from, to, label, wrong };
    return el("div", { class: "setting" }, el("label", { class: "field" }, label, input),
      el("p", { class: "hint", id: `${key}-hint` }, hint), wrong);
  }

  /** Loads and shows the settings. */
  load() { return into(this.zones, async () => this.#fill(await call("Settings"))); }

  #factor(key) { return key === "weightKilograms" && this.isImperial ? pound : 1; }

  /** @param {Wire.Calls["Settings"]["reply"]} told */
  #fill({ settings, zones, powerZones }) {
    this.powerZones.replaceChildren(powerZones
      ? el("ul", { class: "power-list" }, ...zoneRows(powerZones)) : missingThreshold(true));
    this.isImperial = settings.units === "imperial";
    this.known = settings;
    for (const { key, name, input, choices, unit, label } of Object.values(this.fields)) {
      const [factor, value] = [this.#factor(key), settings[key] ?? ""];
      const words = choices ? name : `${name}, ${factor === 1 ? unit : "lb"}`;
      const isDefault = zone2.includes(key) && settings.zone2IsDefault;
      label.textContent = isDefault ? t("{1} (not yours: the default)", words) : words;
      // A focused or refused input keeps its text.
      if (input !== document.activeElement && !input.ariaInvalid) {
        input.value = factor === 1 || value === "" ? value : (value / factor).toFixed(1);
      }
    }
    return zones.map((zone) => el("li", {}, svg("svg", { "aria-hidden": "true" }, svg("rect", { width: "100%",
      height: "100%", class: `zone-${zone.number}` })), t("Zone {1}", zone.number), el("span", {}, zoneText(zone))));
  }

  async #save(key) {
    // Zone 2 is one range.
    const keys = zone2.includes(key) ? zone2 : [key];
    const change = {};
    for (const one of keys) {
      const { input, choices } = this.fields[one];
      if (choices) change[one] = flags[input.value] ?? input.value;
      else if (input.value || input.validity.badInput || always.includes(one)) {
        // A missing number is sent as -1, which is refused with the limits.
        change[one] = (input.value || -1) * this.#factor(one);
      } else change.clear = [one];
    }
    try {
      const told = await call("SetSettings", change);
      for (const one of keys) this.#tell(one);
      this.zones.replaceChildren(...this.#fill(told));
      note(t("Saved."));
      this.app.reload();
    } catch (refusal) {
      this.#tell(key, reason(refusal, this.fields[key], change[key], this.#factor(key)));
    }
  }

  #tell(key, said) {
    const { input, wrong, choices } = this.fields[key];
    input.ariaInvalid = said ? "true" : null;
    wrong.replaceChildren(...(said ? advice(said) : []));
    if (said) note(said.message, said.remedy, true);
    // Resets a refused choice, so that it can be chosen again.
    if (said && choices) input.value = this.known[key];
  }
}

/** The chosen devices, and a scan for others. */
class Devices {
  chosen = el("ul", { class: "device-list" });
  heard = el("ul", { class: "device-list" });
  look = button(t("Look for devices"), () => this.#scan());
  calibration = el("div", { class: "actions calibrations" });
  node = card(t("Devices"), this.chosen, this.calibration, this.look, this.heard);

  load() {
    return into(this.chosen, async () => {
      const { devices } = await call("Devices");
      this.calibration.replaceChildren(...calibrationButtons(devices));
      return devices.length ? devices.map((one) => this.#row(one, t("Forget"), (row) => this.#ask(one, row)))
        : [el("li", { class: "empty" }, t("No devices chosen yet. A ride uses the only trainer in range."))];
    });
  }

  #row(device, verb, click) {
    const name = device.name ?? device.address;
    const kinds = device.kinds.map((kind) => (kind === "trainer" ? t("trainer")
      : kind === "heartRate" ? t("heart-rate strap") : t("power meter or older trainer")));
    const facts = [...kinds, device.address, device.rssi && `${device.rssi} dBm`,
      device.addressChanges && t("its address changes")].filter(Boolean).join(", ");
    const row = el("li", {}, el("span", {}, el("strong", {}, name), el("span", { class: "hint" }, facts)),
      verb && button(verb, () => click(row), { "aria-label": `${verb}: ${name}` }));
    return row;
  }

  #ask(device, row) {
    const no = button(t("Cancel"), () => this.load());
    row.replaceChildren(el("span", {}, t("Forget {1}? You can choose it again.", device.name ?? device.address)),
      button(t("Forget"), () => this.#change("Forget", device), { class: "discard" }), no);
    no.focus();
  }

  async #change(verb, { address }) {
    await trying(() => call(verb, { address }));
    this.heard.replaceChildren();
    this.load();
  }

  async #scan() {
    this.look.disabled = true;
    this.heard.replaceChildren(el("li", { class: "empty" },
      t("Listening for 10 seconds: pedal a few strokes, and put the strap on.")));
    await into(this.heard, async () => {
      const { devices } = await call("Scan");
      note(devices.length ? counted(devices.length, "{1} device found.", "{1} devices found.")
        : t("No trainer or heart-rate strap found."));
      return devices.map((one) => this.#row(one, !one.known && t("Use"), () => this.#change("Use", one)));
    });
    this.look.disabled = false;
  }
}

/** The checks of the Pi, with their remedies. */
function doctor() {
  const words = { ok: t("ok"), warning: t("warning"), failed: t("failed"), unknown: t("unknown") };
  const list = el("ul", { class: "checks" });
  return card(t("Does everything work?"), button(t("Check the Pi"), () => into(list, async () =>
    (await call("Doctor")).checks.map(({ outcome, message, remedy }) => el("li", { class: outcome },
      el("strong", {}, words[outcome]), el("span", {}, ...rich(`${message} ${remedy ?? ""}`)))))), list);
}

export function settingsView(app) {
  const [form, devices] = [new Form(app), new Devices()];
  form.load();
  devices.load();
  return {
    node: el("div", { class: "start settings" }, el("header", {}, el("h1", {}, t("Settings"))),
      el("div", { class: "columns" }, devices.node, ...form.cards, doctor())),
    changed(changes) {
      const is = (name) => changes.some(({ subject }) => subject === name || subject === "library");
      if (is("settings")) form.load();
      if (is("devices")) devices.load();
    },
  };
}
