// Tells the rider by sound and speech what happens on the ride.
import { say } from "./notes.js";
import { aimText, intervalName, phaseText } from "./phrases.js";
import { news } from "./ride.js";
import { sounds } from "./sounds.js";

/**
 * Announces the differences of two statuses: a phase, an interval, its last three seconds, a problem.
 * @param {Page.Status | null} before
 * @param {Page.Status} status
 */
export function announce(before, status) {
  for (const item of news(before, status)) {
    if (item.kind === "phase") {
      say(phaseText(status));
      if (item.phase === "reconnecting") sounds.problem();
      if (item.phase === "idle" && before?.ride) sounds.over();
    } else if (item.kind === "interval") {
      say(`${intervalName(item.interval, status.plan?.intervals ?? 1)}, ${aimText(item.interval)}`);
      sounds.interval();
    } else {
      say(item.problem.message);
      sounds.problem();
    }
  }
  const interval = status.plan?.interval;
  const left = interval?.end === "timer" ? interval.remainingSeconds : undefined;
  const was = before?.plan?.interval?.remainingSeconds;
  if (status.phase === "riding" && left !== undefined && left >= 1 && left <= 3 && left !== was) sounds.count();
}
