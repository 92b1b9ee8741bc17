import "./document.mjs";
import assert from "node:assert/strict";
import test from "node:test";
import { laterRide } from "../../../Sources/CPage/page/neighbours.js";
import { pauseAfter, stepped } from "../../../Sources/CPage/page/stepper.js";
import { chosenFigures, nextFigure } from "../../../Sources/CPage/page/tiles.js";
import { endText, lengthText, plannedText, targetText, totals } from "../../../Sources/CPage/page/workout.js";

const timed = (seconds, more) => ({ end: "timer", seconds, ...more });

test("a plan has the sums of its repetitions, and ramps count with their middle", () => {
  const groups = [{ repeats: 1, intervals: [timed(600, { watts: 100, toWatts: 200 })] },
    { repeats: 2, intervals: [timed(60, { thresholdPercent: 100 })] }];
  assert.deepEqual(totals(groups, 200),
    { seconds: 720, meters: 0, kilojoules: 114, steps: 3, isOpen: false, usesThreshold: true });
});

test("the work of a plan is unknown if a part of its power is", () => {
  const work = (step, threshold) => totals([{ repeats: 1, intervals: [timed(600, { watts: 100 }), step] }],
    threshold).kilojoules;
  for (const step of [timed(60), timed(60, { zone: 2, watts: 100 }), timed(60, { thresholdPercent: 75 }),
    { end: "distance", meters: 500, watts: 100 }]) assert.equal(work(step), undefined);
  assert.equal(work(timed(60, { thresholdPercent: 75 }), 200), 69);
});

test("a plan by distance tells its distance, and an open one that there is more", () => {
  const of = (...intervals) => lengthText(totals([{ repeats: 2, intervals }], 200));
  assert.equal(of({ end: "distance", meters: 15000 }), "30.0 km");
  assert.equal(of(timed(600), { end: "distance", meters: 2500 }), "20:00 + 5.00 km");
  assert.equal(of(timed(600), { end: "activity" }), "20:00 and more");
  assert.equal(of({ end: "location" }), "until you press Done");
});

test("a step tells its end and its target, in watts as far as the FTP is known", () => {
  assert.deepEqual([timed(90), { end: "distance", meters: 500 }, { end: "activity" },
    { end: "location", place: "Pass" }, { end: "location" }].map(endText),
  ["1:30", "500 m", "until you press Done", "to Pass", "to the place"]);
  assert.equal(targetText({ thresholdPercent: 95 }, 220), "209 W (95 %)");
  assert.equal(targetText({ thresholdPercent: 50, toThresholdPercent: 75 }, 200), "100 to 150 W (50–75 %)");
  assert.equal(targetText({ thresholdPercent: 95 }), "95 % of FTP");
  assert.deepEqual([{ watts: 150 }, { watts: 100, toWatts: 160 }, { zone: 2 }, { bpmFrom: 120, bpmTo: 140 }, {}]
    .map((step) => targetText(step)), ["150 W", "100 to 160 W", "Zone 2", "120–140 bpm", "free"]);
});

test("the day of a planned workout is in words, and other plans have none", () => {
  assert.equal(plannedText({ day: "2026-11-30", source: "intervals.icu" }), "planned for Mon, Nov 30 (intervals.icu)");
  assert.equal(plannedText({}), undefined);
});

test("a press stays within the limits, and fills or empties an optional field", () => {
  const limits = { from: 10, to: 20, start: 15, isOptional: true };
  assert.deepEqual([[12, 5], [18, 5], [12, -1], [12, -5], [null, 5], [null, -5]].map(([value, change]) =>
    stepped(value, change, limits)), [17, 20, 11, null, 15, null]);
  assert.equal(stepped(12, -5, { ...limits, isOptional: false }), 10);
  assert.equal(stepped(null, -5, { ...limits, isOptional: false }), 15);
});

test("a held button repeats faster and faster, up to 25 times a second", () => {
  const pauses = [1, 2, 5, 10, 50].map(pauseAfter);
  assert.deepEqual(pauses, [...pauses].sort((one, other) => other - one));
  assert.equal(pauses.at(-1), 40);
});

test("four small figures are those of the rider, filled with the usual ones of the ride", () => {
  const available = ["cadence", "time", "average", "end", "lap", "energy"];
  assert.deepEqual(chosenFigures("timed", {}, available), ["cadence", "time", "average", "end"]);
  assert.deepEqual(chosenFigures("timed", { timed: ["energy", "gone", "energy"] }, available),
    ["energy", "cadence", "time", "average"]);
  assert.deepEqual(chosenFigures("timed", { timed: "broken" }, ["end"]), ["end"]);
});

test("a touch turns a figure to the next one that is not shown, and around", () => {
  const [list, available] = [["cadence", "end"], ["cadence", "time", "average", "end"]];
  assert.equal(nextFigure(list, 0, available), "time");
  assert.equal(nextFigure(["average", "end"], 0, available), "cadence");
});

/** A Pi with rides at some days, whose replies have at most two rides, the newest ones. */
const asking = (days) => async ({ since, before }) => {
  const found = days.map((one) => ({ start: new Date(one * 86400000).toISOString() }))
    .filter(({ start }) => start >= since && start < before).reverse();
  return { rides: found.slice(0, 2), more: found.length > 2 };
};

test("the next ride is found after any break, also among many", async () => {
  const day = 86400000;
  const next = async (days) => (await laterRide(100 * day, 20000 * day, asking(days)))?.start;
  assert.equal(await next([99, 100, 9000]), new Date(9000 * day).toISOString());
  assert.equal(await next([100, 101, 101.5, 102, 103, 104]), new Date(101 * day).toISOString());
  assert.equal(await next([99, 100]), undefined);
});
