// Zones of power: their names, their bounds and their colours.
import { el, svg } from "./dom.js";
import { clock, number, t } from "./words.js";

/** The colours of three zones among those of seven. */
const amongSeven = [2, 4, 6];

/**
 * The classes that give an element the colour of a zone as `--zone`.
 * @param {number} zone
 * @param {number} count how many zones the rider has
 */
export const zoneClass = (zone, count) => `pz pz-${count === 3 ? amongSeven[zone - 1] ?? zone : zone}`;

/**
 * The name of a zone: Coggan's seven, or three around the lactate thresholds.
 * @param {number} zone
 * @param {number} count
 */
export function zoneName(zone, count) {
  const names = count === 3 ? [t("Below LT1"), t("Between LT1 and LT2"), t("Above LT2")]
    : [t("Active recovery"), t("Endurance"), t("Tempo"), t("Threshold"), "VO2max", t("Anaerobic"),
      t("Neuromuscular")];
  return names[zone - 1] ?? t("Zone {1}", zone);
}

/**
 * The number of the zone of a power; undefined without zones.
 * @param {number | null | undefined} watts
 * @param {Wire.PowerZone[] | undefined} zones
 */
export function powerZoneOf(watts, zones) {
  if (watts === undefined || watts === null) return undefined;
  return zones?.find((zone) => watts >= (zone.fromWatts ?? 0) && watts < (zone.belowWatts ?? Infinity))?.number;
}

/**
 * The power of a zone in whole watts: below 138 W, 138–187 W, from 375 W.
 * @param {Wire.PowerZone} zone
 */
export function powerRange({ fromWatts, belowWatts }) {
  if (fromWatts === undefined) return t("below {1} W", number(belowWatts));
  return belowWatts === undefined ? t("from {1} W", number(fromWatts))
    : `${number(fromWatts)}–${number(belowWatts - 1)} W`;
}

/**
 * A ramp in pieces of one zone each: [{ share, from, to, zone }], `share` of its width; one piece without zones.
 * @param {number} from the watts at its beginning
 * @param {number} to the watts at its end
 * @param {Wire.PowerZone[]} [zones]
 */
export function zonedPieces(from, to, zones = []) {
  const [low, high] = [Math.min(from, to), Math.max(from, to)];
  const bounds = zones.flatMap(({ fromWatts = 0 }) => (fromWatts > low && fromWatts < high ? fromWatts : []));
  const ends = [low, ...bounds, high];
  if (to < from) ends.reverse();
  return ends.slice(1).map((end, index) => ({
    share: from === to ? 1 : (end - ends[index]) / (to - from), from: ends[index], to: end,
    zone: powerZoneOf((ends[index] + end) / 2, zones),
  }));
}

/**
 * A square with the colour of a zone.
 * @param {number} zone
 * @param {number} count
 */
export const zoneSample = (zone, count) => svg("svg", { class: "sample", viewBox: "0 0 1 1", "aria-hidden": "true" },
  svg("rect", { width: 1, height: 1, class: zoneClass(zone, count) }));

/**
 * The zones with their numbers and names, for those who cannot tell the colours apart.
 * @param {Wire.PowerZone[]} zones
 */
export const zoneLegend = (zones) => el("ul", { class: "zone-legend" }, ...zones.map((zone) => el("li", {},
  zoneSample(zone.number, zones.length), `${zone.number} ${zoneName(zone.number, zones.length)}`)));

/**
 * A row for each zone: colour, number, name, and, if known, power and time.
 * @param {Wire.PowerZone[]} zones
 */
export const zoneRows = (zones) => zones.map((zone) => el("li", {}, zoneSample(zone.number, zones.length),
  el("span", {}, `${zone.number} ${zoneName(zone.number, zones.length)}`),
  (zone.fromWatts ?? zone.belowWatts) !== undefined && el("span", { class: "soft" }, powerRange(zone)),
  zone.seconds !== undefined && el("strong", {}, clock(zone.seconds))));

/** Why there are no power zones, and the two ways to get them; `isHere` in the settings. */
export const missingThreshold = (isHere = false) => el("p", { class: "soft" }, t("Power zones need your FTP."), " ",
  isHere ? t("Set it on this page.") : el("a", { href: "#settings" }, t("Set it in the settings.")), " ",
  el("a", { href: "#start=ramp-test" }, t("Or ride a test.")));
