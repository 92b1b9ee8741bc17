// Today's recovery, this week and the last ride.
import { call } from "./api.js";
import { el, svg } from "./dom.js";
import { titleOf } from "./rides.js";
import { clock, counted, dayText, mondayOf, number, t } from "./words.js";

/** The most rides of a week that are counted, and how many of the last rides are looked at. */
const [most, latest] = [100, 20];

const two = (value) => String(value).padStart(2, "0");

/** A local day: "2026-11-25". */
export const dayOf = (date) => `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;

/** A duration without seconds: 45 min, 2:35 h. */
export function hours(seconds) {
  const minutes = Math.round(seconds / 60);
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)}:${two(minutes % 60)} h`;
}

/** How many days ago a ride was, in words; a date if it is more than a week. */
function ago(start, now) {
  const begun = new Date(start);
  const days = Math.round((Date.parse(dayOf(now)) - Date.parse(dayOf(begun))) / 86400000);
  if (days > 6) return dayText(begun, { day: "numeric", month: "short" });
  return days === 0 ? t("Today") : days === 1 ? t("Yesterday") : dayText(begun, { weekday: "long" });
}

const tile = (href, title, value, below, more = {}) => el("a", { href, class: "tile", ...more },
  el("span", { class: "soft" }, title), value, el("span", { class: "soft" }, below));

/**
 * @param {Partial<Wire.RecoveryScore>} [recovery]
 * @param {boolean} [isDue]
 */
function recoveryTile(recovery, isDue) {
  const { score, category } = recovery ?? {};
  const words = { poor: t("poor"), moderate: t("moderate"), optimal: t("optimal") };
  if (score === undefined) {
    return isDue ? tile("#scores", t("Recovery"), el("strong", {}, "–"), t("not measured")) : null;
  }
  return tile("#scores", t("Recovery"), el("strong", {}, svg("svg", { viewBox: "0 0 36 36", "aria-hidden": "true" },
    svg("circle", { cx: 18, cy: 18, r: 14, class: "track" }),
    svg("circle", { cx: 18, cy: 18, r: 14, class: "arc", pathLength: 100, "stroke-dasharray": `${score} 100` })),
  number(score)), words[category] ?? "", { class: `tile ${category ?? ""}` });
}

/** A row of tiles. Its data is asked for after the view is painted, and again after changes. */
export class Dashboard {
  last;
  week;
  #isDue = false;

  /** @param {HTMLElement} node The row, which is empty until the tiles are loaded. */
  constructor(node) { this.node = node; }

  /** Loads all tiles, and returns the last rides. */
  async load(now = new Date()) {
    const today = dayOf(now);
    const since = mondayOf(now).toISOString().replace(/\.\d+/, "");
    const [last, week] = await Promise.all([call("Rides", { limit: latest }), call("Rides", { since, limit: most })]);
    [this.last, this.week] = [last.rides[0], week.rides];
    this.#draw(now);
    // The scores of a library that was never analysed take minutes.
    call("Scores", { from: today, to: today }).then(({ days }) => {
      this.recovery = days[0]?.recovery;
      this.#draw(now);
    }, () => {});
    return last.rides;
  }

  /**
   * Shows whether a measurement of the recovery is due.
   * @param {{ hrvDue?: boolean }} status
   */
  update({ hrvDue } = {}) {
    if (this.#isDue === Boolean(hrvDue)) return;
    this.#isDue = Boolean(hrvDue);
    if (this.week) this.#draw(new Date());
  }

  #draw(now) {
    const seconds = this.week.reduce((sum, ride) => sum + ride.timerSeconds, 0);
    const { last } = this;
    const tiles = [recoveryTile(this.recovery, this.#isDue),
      last && tile("#trends", t("This week"), el("strong", {}, hours(seconds)),
        counted(this.week.length, "{1} ride", "{1} rides")),
      last && tile(`#ride=${last.id}`, t("Last ride"), el("strong", {}, clock(last.timerSeconds)),
        `${ago(last.start, now)}, ${titleOf(last)}`)].filter(Boolean);
    const held = this.node.contains(document.activeElement) && document.activeElement.getAttribute("href");
    this.node.replaceChildren(...tiles);
    this.node.hidden = tiles.length === 0;
    if (held) tiles.find((one) => one.getAttribute("href") === held)?.focus({ preventScroll: true });
  }
}
