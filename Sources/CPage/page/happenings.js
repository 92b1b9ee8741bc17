// The events of a ride, and the gaps in its chart.
import { el } from "./dom.js";
import { clock, t } from "./words.js";

/**
 * The seconds with a stopped timer ("stop") or a missing device ("drop"): [[from, to, kind]].
 * @param {Page.Track} columns
 * @param {Wire.LinkIncident[]} incidents
 * @returns {[number, number, string][]}
 */
export function gapsOf(columns, incidents) {
  /** @type {[number, number, string][]} */
  /** @type {[number, number, string][]} */
  const gaps = [];
  columns.seconds.forEach((second, index) => {
    if (columns.running[index]) return;
    const last = gaps.at(-1);
    if (last?.[1] === second) last[1] = second + 1;
    else gaps.push([second, second + 1, "stop"]);
  });
  /** @type {[number, number, string][]} */
  const drops = incidents.filter(({ kind }) => kind === "drop" || kind === "silence")
    .map(({ atSeconds, lastedSeconds }) => [atSeconds, atSeconds + Math.max(1, lastedSeconds ?? 1), "drop"]);
  return [...gaps, ...drops];
}

/**
 * The events of a ride, in order: [{ at, to, text }]; `to` is the end, if there is one.
 * @param {Wire.RideEvent[]} events
 */
export function happenings(events) {
  /** @type {Record<string, string>} */
  const begin = { paused: t("Paused"), autoPaused: t("Auto-paused"), trainerLost: t("Trainer lost"),
    strapLost: t("Heart rate lost"), interrupted: t("jz2d was not running") };
  /** @type {Record<string, string[]>} */
  const end = { resumed: ["paused", "autoPaused"], trainerRestored: ["trainerLost"], strapRestored: ["strapLost"],
    continued: ["interrupted"] };
  /** @type {Record<string, (watts: number) => string>} */
  const lowered = { eased: (watts) => t("Target lowered to {1} W: heart rate", watts),
    alpha1Eased: (watts) => t("Target lowered to {1} W: DFA alpha-1", watts),
    released: (watts) => t("Target lowered to {1} W: cadence collapsed", watts),
    steeringEased: (watts) => t("Target lowered to {1} W: no heart rate", watts) };
  /** @type {{ kind: string, at: number, to?: number, text: string }[]} */
  const found = [];
  let target = Infinity;
  for (const { kind, atSeconds: at, watts, percent } of events) {
    const open = found.findLast((one) => end[kind]?.includes(one.kind) && one.to === undefined);
    if (open) open.to = at;
    if (begin[kind]) found.push({ kind, at, text: begin[kind] });
    if (lowered[kind] && watts !== undefined && watts < target) found.push({ kind, at, text: lowered[kind](watts) });
    if (kind === "biased") {
      found.push({ kind, at, text: t("Bias {1} %", (percent ?? 0) > 0 ? `+${percent}` : percent) });
    }
    if (kind === "free") found.push({ kind, at, text: t("Riding free") });
    target = watts ?? target;
  }
  return found;
}

/**
 * The card of the events; a touch on one calls `go` with the seconds around it. Null without an event.
 * @param {Wire.RideEvent[]} events
 * @param {(part: Page.Part) => void} go
 */
export function eventsCard(events, go) {
  const found = happenings(events);
  if (found.length === 0) return null;
  /** @param {typeof found[0]} one */
  const text = (one) => (one.to === undefined ? one.text : t("{1}, for {2}", one.text, clock(one.to - one.at)));
  /** @param {typeof found[0]} one */
  const row = (one) => el("button", { type: "button", class: "small", on: {
    click: () => go({ from: one.at - 60, to: (one.to ?? one.at) + 60 }) } },
  el("span", { class: "soft" }, clock(one.at)), el("span", {}, text(one)));
  return el("section", { class: "card happened" }, el("h2", {}, t("Events")),
    el("ul", {}, ...found.map((one) => el("li", {}, row(one)))));
}
