// Settings that the page offers: the results of tests, and estimates. None is set without the rider's touch.
import { call } from "./api.js";
import { el } from "./dom.js";
import { trying } from "./notes.js";
import { button } from "./parts.js";
import { number, t } from "./words.js";

/**
 * A button that changes settings, and then says so in its place.
 * @param {string} text
 * @param {Wire.Calls["SetSettings"]["parameters"]} change
 * @param {string} saved
 */
export function settingButton(text, change, saved) {
  const node = button(text, () => trying(async () => {
    await call("SetSettings", change);
    const done = el("p", { role: "status", tabIndex: -1 }, saved);
    const hadFocus = document.activeElement === node;
    node.replaceWith(done);
    if (hadFocus) done.focus();
  }), { class: "offer" });
  return node;
}

/**
 * A button that sets the FTP.
 * @param {number} watts
 */
export const thresholdButton = (watts) =>
  settingButton(t("Set FTP to {1} W", watts), { thresholdWatts: watts }, t("Your FTP is {1} W now.", watts));

/** What follows a change of the FTP. */
export const thresholdEffect = () => t("Power zones and plans in percent follow your FTP. Finished rides keep theirs.");

/**
 * A test during the ride, in a line.
 * @param {Wire.TestStatus} status
 */
export function testText({ test, meanWatts, thresholdWatts, over }) {
  if (over) {
    return thresholdWatts === undefined ? t("The test gave no FTP.") : t("FTP by this test: {1} W", thresholdWatts);
  }
  if (meanWatts === undefined) return test === "ramp" ? t("Ramp test: ride until your legs give up.")
    : t("20-minute test: as hard as you can hold for 20 minutes.");
  return test === "ramp" ? t("Best minute {1} W, FTP {2} W so far", number(meanWatts), number(thresholdWatts))
    : t("Average {1} W so far", number(meanWatts));
}

/**
 * The result of a test, and a button that sets the FTP; null for a ride that was no test.
 * @param {Wire.TestStatus | undefined} result
 * @param {Page.Settings | null} settings
 */
export function testCard(result, settings) {
  if (!result) return null;
  const { test, meanWatts, thresholdWatts: watts } = result;
  /** @param {...Node} inside */
  const made = (...inside) => el("section", { class: "card test-card" },
    el("h2", {}, test === "ramp" ? t("Ramp test") : t("20-minute test")), ...inside);
  if (watts === undefined) {
    return made(el("p", { class: "soft" }, test === "ramp"
      ? t("The test gave no FTP: it ended before its first whole minute.")
      : t("The test gave no FTP: the 20 minutes were not ridden to their end.")));
  }
  const basis = test === "ramp" ? t("75 % of the best minute, {1} W", number(meanWatts))
    : t("95 % of the 20 minutes, {1} W", number(meanWatts));
  return made(el("p", {}, el("strong", {}, t("FTP by this test: {1} W", watts)),
    el("span", { class: "soft" }, ` (${basis})`)),
  ...(settings?.thresholdWatts === watts ? [el("p", { class: "soft" }, t("This is your FTP."))]
    : [thresholdButton(watts), el("p", { class: "soft" }, thresholdEffect())]));
}

/**
 * The FTP and the critical power that the best powers suggest, with buttons that set them.
 * @param {Wire.ThresholdEstimate} estimate
 * @param {{ isRecent: boolean, settings: Page.Settings | null }} about `isRecent`: of the last six weeks
 */
export function estimateNodes({ thresholdWatts: watts, twentyMinuteWatts, criticalPower }, { isRecent, settings }) {
  const best = number(twentyMinuteWatts);
  /** @type {HTMLElement[]} */
  const nodes = [el("p", {}, isRecent
    ? t("Your best 20 minutes of the last six weeks, {1} W, suggest an FTP of {2} W.", best, watts)
    : t("Your best 20 minutes, {1} W, suggest an FTP of {2} W.", best, watts))];
  if (settings?.thresholdWatts !== watts) nodes.push(thresholdButton(watts));
  if (criticalPower) nodes.push(...criticalNodes(criticalPower, settings));
  const sources = [t("FTP is 95 % of your best 20 minutes (Allen and Coggan)."), criticalPower
    && t("Critical power and W′ follow from your best work over 3 to 20 minutes (Moritani), "
      + "with their standard errors."),
  thresholdEffect()];
  return [...nodes, el("p", { class: "soft" }, sources.filter(Boolean).join(" "))];
}

/**
 * @param {Wire.CriticalPower} power
 * @param {Page.Settings | null} settings
 */
function criticalNodes({ watts, errorWatts, wPrimeKilojoules, wPrimeErrorKilojoules }, settings) {
  const [criticalWatts, kilojoules] = [Math.round(watts), Math.round(wPrimeKilojoules * 10) / 10];
  const text = t("Critical power {1} W ± {2}, W′ {3} kJ ± {4}", criticalWatts, number(errorWatts),
    number(kilojoules, 1), number(wPrimeErrorKilojoules, 1));
  const isSet = settings?.criticalWatts === criticalWatts && settings.wPrimeKilojoules === kilojoules;
  return [el("p", {}, text), ...(isSet ? [] : [settingButton(
    t("Set critical power to {1} W and W′ to {2} kJ", criticalWatts, number(kilojoules, 1)),
    { criticalWatts, wPrimeKilojoules: kilojoules }, t("Rides show your W′ balance now."))])];
}
