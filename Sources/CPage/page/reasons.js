// The reasons of the scores of a day.
import { el, rich } from "./dom.js";
import { clock, number, t } from "./words.js";

const inputs = () => ({ hrv: t("Heart rate variability"), restingHeartRate: t("Resting heart rate"),
  sleep: t("Sleep") });

/** An explanation; open while its score is unknown, as it says how to begin. */
const explained = (name, isKnown, ...parts) =>
  el("details", { class: "card", open: !isKnown }, el("summary", {}, name), ...parts.filter(Boolean));

const signed = (percent) => (percent === undefined ? "–" : `${percent > 0 ? "+" : ""}${number(percent, 1)} %`);

/** The inputs of a recovery, with their weights and points. */
export function recoveryText({ score, inputs: parts, missing, provisional, calibrating, calibratingOf }) {
  const names = inputs();
  const heads = ["", t("Today"), t("Usual"), t("Deviation"), t("Weight"), t("Points")];
  const rows = parts.map((part) => [names[part.name], number(part.value, 1), number(part.baseline, 1),
    signed(part.deviationPercent),
    `${number(part.weight * 100)} %`, number(part.points)]);
  return explained(t("Recovery explained"), score !== undefined, el("p", {},
    t("At your usual value, heart rate variability and resting heart rate each count as 50 of 100. "
    + "Sleep counts with its own score.")),
  rows.length > 0 && el("div", { class: "wide-table", tabIndex: 0 }, el("table", {}, el("thead", {},
    el("tr", {}, ...heads.map((head) => (head ? el("th", { scope: "col" }, head) : el("td"))))), el("tbody", {},
      ...rows.map(([head, ...values]) =>
    el("tr", {}, el("th", { scope: "row" }, head), ...values.map((value) => el("td", {}, value))))))),
  missing.length > 0 && el("p", {}, t("Missing: {1}.", missing.map((name) => names[name]).join(", "))),
  calibrating !== undefined && el("p", {},
    t("Learning your usual values: {1} of {2} days.", calibrating, calibratingOf)),
  provisional && el("p", {}, t("There are few days to compare with, so this score may be far off.")),
  missing.includes("hrv") && el("p", {}, ...rich(t("Measure in the morning, on the Pi: `jz2ctl hrv measure`."))));
}

/** The zones and rides of a strain. */
export function strainText({ ofRides, zoneMinutes, ridesWithoutHeartRate, score }, settings) {
  const zones = ["50–60 %", "60–70 %", "70–80 %", "80–90 %", "90–100 %"];
  return explained(t("Strain explained"), score !== undefined, el("p", {},
    t("Minutes in higher heart-rate zones count more. "
    + "The scale goes from 0 to 21; each further point takes more effort.")), zoneMinutes && el("ul",
      { class: "records" }, ...zoneMinutes.map((minutes, index) =>
    el("li", {}, el("span", {}, zones[index]), el("strong", {}, clock(minutes * 60))))),
  ofRides.length > 0 && el("p", {}, ...ofRides.flatMap((one) => [el("a", { href: `#ride=${one.ride}` },
    t("Ride {1}: {2}", one.ride, number(one.score, 1))), " "])),
  ridesWithoutHeartRate > 0 && el("p", {}, t("Rides without heart rate, not counted: {1}.",
    ridesWithoutHeartRate)),
  score === undefined && settings?.maximumHeartRate === undefined && el("p", {}, el("a", { href: "#settings" },
    t("Set your maximum heart rate."))));
}

/** The parts of a sleep score. */
export function sleepText(sleep) {
  if (!sleep) {
    const how = t("Enter your sleep on the Pi: `jz2ctl sleep add --from 23:10 --to 6:50`.");
    return explained(t("Sleep explained"), false, el("p", {}, ...rich(how)));
  }
  const hours = (minutes) => clock(minutes * 60).replace(/:00$/, "");
  const rows = [[t("Length"), sleep.duration], [t("Sleep efficiency"), sleep.efficiency], [t("Stages"),
    sleep.stages]];
  const told = t("Slept {1}, needed {2}.", hours(sleep.asleepMinutes), hours(sleep.needMinutes));
  return explained(t("Sleep explained"), true, el("p", {}, told),
    el("ul", { class: "records" }, ...rows.filter(([, value]) => value !== undefined).map(([name, value]) =>
      el("li", {}, el("span", {}, name), el("strong", {}, number(value))))));
}
