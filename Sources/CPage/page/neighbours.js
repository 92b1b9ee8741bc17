// The rides before and after a ride in time.
import { call } from "./api.js";
import { el } from "./dom.js";
import { titleOf } from "./rides.js";

const day = 86400000;
/** @param {number} time */
const iso = (time) => new Date(time).toISOString().replace(/\.\d+/, "");

/**
 * The first ride after a time. Lists begin with the newest ride, and a reply may leave out the oldest ones; so this
 * asks for ever later periods until one has a ride, then for shorter ones until the reply is complete.
 * @param {number} after the time in milliseconds
 * @param {number} now the present time
 * @param {(period: { since: string, before: string }) => Promise<{ rides: Wire.RideSummary[], more?: boolean }>} ask
 */
export async function laterRide(after, now, ask) {
  // Times are sent in whole seconds.
  let from = after + 1000;
  let length = 16 * day;
  while (from <= now + day) {
    const { rides, more } = await ask({ since: iso(from), before: iso(from + length) });
    if (rides.length > 0 && (!more || length <= 1000)) return rides.at(-1);
    if (rides.length > 0) length = Math.max(1000, length / 2);
    else [from, length] = [from + length, length * 2];
  }
  return undefined;
}

/**
 * Fills a place with links to the rides before and after one.
 * @param {HTMLElement} place
 * @param {Wire.RideSummary} ride
 */
export async function linkNeighbours(place, ride) {
  const start = Date.parse(ride.start);
  /** @param {Wire.Calls["Rides"]["parameters"]} parameters */
  const asked = (parameters) => call("Rides", parameters).catch(() => ({ rides: [], more: false }));
  const [{ rides: [earlier] }, later] = await Promise.all([asked({ limit: 1, before: ride.start }),
    laterRide(start, Date.now(), asked)]);
  place.replaceChildren(
    ...[earlier && el("a", { href: `#ride=${earlier.id}`, class: "button" }, `‹ ${titleOf(earlier)}`),
      later && el("a", { href: `#ride=${later.id}`, class: "button later" }, `${titleOf(later)} ›`)].filter(Boolean));
}
