import "./document.mjs";
import assert from "node:assert/strict";
import test from "node:test";
import { notJudgedText } from "../../../Sources/CPage/page/analysis.js";
import { zoneBands } from "../../../Sources/CPage/page/chart.js";
import {
  powerRange, powerZoneOf, zoneClass, zonedPieces, zoneName,
} from "../../../Sources/CPage/page/powerzones.js";
import { skyline } from "../../../Sources/CPage/page/ride.js";

// Coggan's seven by an FTP of 200 W.
const starts = [110, 150, 180, 210, 240, 300];
const zones = [...starts, undefined].map((belowWatts, index) =>
  ({ number: index + 1, fromWatts: starts[index - 1], belowWatts }));

test("a power is in the zone that begins at or below it, and in none without an FTP", () => {
  assert.deepEqual([0, 109, 110, 179.9, 180, 300, 2000].map((watts) => powerZoneOf(watts, zones)),
    [1, 1, 2, 3, 4, 7, 7]);
  assert.deepEqual([powerZoneOf(undefined, zones), powerZoneOf(null, zones), powerZoneOf(200, undefined)],
    [undefined, undefined, undefined]);
});

test("a zone has whole watts, without the first watt of the next one", () => {
  assert.deepEqual([zones[0], zones[1], zones[6]].map(powerRange), ["below 110 W", "110–149 W", "from 300 W"]);
});

test("seven zones have Coggan's names, three those of the lactate thresholds", () => {
  assert.deepEqual([zoneName(1, 7), zoneName(7, 7)], ["Active recovery", "Neuromuscular"]);
  assert.deepEqual([1, 2, 3].map((zone) => zoneName(zone, 3)), ["Below LT1", "Between LT1 and LT2", "Above LT2"]);
  assert.equal(zoneName(9, 9), "Zone 9");
});

test("three zones have the second, fourth and sixth of the seven colours", () => {
  assert.deepEqual([1, 2, 3].map((zone) => zoneClass(zone, 3)), ["pz pz-2", "pz pz-4", "pz pz-6"]);
  assert.equal(zoneClass(7, 7), "pz pz-7");
});

test("a ramp has a piece for each zone that it crosses, up and down", () => {
  assert.deepEqual(zonedPieces(100, 200, zones).map(({ share, from, to, zone }) => [share, from, to, zone]),
    [[0.1, 100, 110, 1], [0.4, 110, 150, 2], [0.3, 150, 180, 3], [0.2, 180, 200, 4]]);
  assert.deepEqual(zonedPieces(120, 100, zones).map(({ share, from, to, zone }) => [share, from, to, zone]),
    [[0.5, 120, 110, 2], [0.5, 110, 100, 1]]);
});

test("a steady power, and a ramp without zones, is one piece", () => {
  assert.deepEqual(zonedPieces(210, 210, zones), [{ share: 1, from: 210, to: 210, zone: 5 }]);
  assert.deepEqual(zonedPieces(100, 200), [{ share: 1, from: 100, to: 200, zone: undefined }]);
});

test("the blocks of a plan have their zones; free riding and heart-rate intervals have none", () => {
  const timed = (number, watts, more) =>
    ({ number, end: "timer", timerSeconds: 0, remainingSeconds: 60, watts, ...more });
  const plan = [timed(1, 100, { toWatts: 120 }), timed(2, 190), timed(3), timed(4, 120, { zoneFrom: 120 })];
  const { blocks } = skyline(plan, undefined, zones);
  assert.deepEqual(blocks.map(({ number, powerZone, isJoined }) => [number, powerZone, isJoined]),
    [[1, 1, true], [1, 2, false], [2, 4, false], [3, undefined, false], [4, undefined, false]]);
  assert.equal(blocks.reduce((sum, { width }) => sum + width, 0), 1);
  const byHand = skyline(plan, { ...plan[1], handWatts: 250 }, zones).blocks[2];
  assert.equal(byHand.powerZone, 6, "watts by hand have their own zone");
});

test("the colours of the power lie at the heights of their zones", () => {
  const bands = zoneBands(zones, 400);
  assert.deepEqual(bands[0], { zone: 7, from: 0, to: 0.25 });
  assert.deepEqual(bands.at(-1), { zone: 1, from: 1 - 110 / 400, to: 1 });
  assert.deepEqual(zoneBands(zones, 200)[0], { zone: 7, from: 0, to: 0 }, "a zone above the scale has no height");
});

test("the reason why decoupling is not judged is a text", () => {
  assert.equal(notJudgedText({ notJudged: "intervals" }), "not judged: intervals");
  assert.equal(notJudgedText({ notJudged: "unsteady", workVariabilityIndex: 1.124, workFromSeconds: 600,
    workToSeconds: 3300 }), "not judged: the power is not steady (VI 1.12 from 10:00 to 55:00)");
  assert.equal(notJudgedText({ notJudged: "short" }),
    "not judged: less than 20 minutes of steady power and heart rate");
  assert.equal(notJudgedText({}), "");
});
