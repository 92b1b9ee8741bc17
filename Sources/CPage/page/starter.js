// The reason why a ride did not start. It stays until the next attempt, on whatever view is open then.
import { start } from "./api.js";
import { el, rich } from "./dom.js";
import { wake } from "./sounds.js";
import { t } from "./words.js";

/**
 * What a rider can do about an error whose own remedy is for the Pi's terminal: a text, and a link.
 * @type {() => Record<string, [string, string?]>}
 */
const remedies = () => ({
  settingMissing: [t("Set it in the settings."), "#settings"],
  rideInProgress: [t("Open “Ride” to see it."), "#"],
  noTrainerInRange: [t("Turn the pedals to wake your trainer, then start again.")],
  deviceNotFound: [t("Turn the pedals to wake it, close other apps that use it, then start again.")],
  severalDevices: [t("Choose yours in the settings, then start again."), "#settings"],
  noPowerTargets: [t("Ride free, or choose another trainer in the settings."), "#settings"],
  noFitnessMachine: [t("Ride free, or choose another trainer in the settings."), "#settings"],
});

/**
 * A message with its remedy; a remedy that needs the Pi's terminal is folded.
 * @param {{ code: string, message: string, remedy?: string }} refusal
 */
export function explained({ code, message, remedy }) {
  const [own, href] = remedies()[code] ?? [];
  const isForTerminal = /`|jz2ctl|systemctl/.test(remedy ?? "");
  const text = own ?? (isForTerminal ? "" : remedy);
  return [el("strong", {}, ...rich(message)), text && (href ? el("a", { href }, text) : el("span", {}, text)),
    isForTerminal && !own && el("details", {}, el("summary", {}, t("Details")), el("p", {}, ...rich(remedy ?? "")))]
    .flatMap((part) => part || []);
}

/** How long a reason is shown on views that open later, in milliseconds. */
const newsTime = 30000;

const startError = el("div", { class: "start-error", role: "alert", hidden: true });
let shownAt = 0;

/** The place of the reason: one node, which moves to the view that is open. */
export function startErrorPlace() {
  if (performance.now() - shownAt > newsTime) startError.hidden = true;
  return startError;
}

/**
 * Starts a ride; shows why if it cannot start.
 * @param {object} request The parameters of Start.
 * @param {HTMLButtonElement} button The pressed button, busy until the Pi answers.
 */
export async function begin(request, button) {
  if (button.ariaBusy === "true") return;
  wake();
  startError.hidden = true;
  button.ariaBusy = "true";
  try {
    await start(request);
  } catch (refusal) {
    // The rider cancelled the start.
    if (refusal.status === 401 || refusal.code === "startWithdrawn") return;
    startError.replaceChildren(...explained(refusal));
    startError.hidden = false;
    shownAt = performance.now();
    startError.scrollIntoView({ block: "nearest" });
  } finally {
    button.ariaBusy = null;
  }
}
