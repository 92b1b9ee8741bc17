import "./document.mjs";
import assert from "node:assert/strict";
import test from "node:test";
import { testText } from "../../../Sources/CPage/page/offers.js";
import { shelved, workoutText } from "../../../Sources/CPage/page/shelf.js";
import { stacked, weeksOf } from "../../../Sources/CPage/page/weeks.js";
import { chosenFigures } from "../../../Sources/CPage/page/tiles.js";

test("a test says what to do, its power so far, and its FTP at the end", () => {
  assert.equal(testText({ test: "ramp" }), "Ramp test: ride until your legs give up.");
  assert.equal(testText({ test: "ramp", meanWatts: 311.6, thresholdWatts: 234 }),
    "Best minute 312 W, FTP 234 W so far");
  assert.equal(testText({ test: "twentyMinutes", meanWatts: 251.2 }), "Average 251 W so far");
  assert.equal(testText({ test: "twentyMinutes", meanWatts: 256, thresholdWatts: 243, over: true }),
    "FTP by this test: 243 W");
  assert.equal(testText({ test: "ramp", over: true }), "The test gave no FTP.");
});

test("the shelf has the workouts of the package by kind, and no plan of the rider", () => {
  const plans = [{ name: "Hills" }, { name: "easy-30", kind: "recovery" }, { name: "2x20", kind: "threshold" },
    { name: "easy-45", kind: "recovery" }];
  const { own, kinds } = shelved(plans);
  assert.deepEqual(own, [plans[0]]);
  assert.deepEqual(kinds, [["recovery", [plans[1], plans[3]]], ["threshold", [plans[2]]]]);
  assert.deepEqual(shelved([]), { own: [], kinds: [] });
});

test("a workout has its length, IF and TSS in a line; a test has no IF", () => {
  const plan = { name: "a", intervals: 9, timerSeconds: 3600, openEnded: false };
  assert.equal(workoutText({ ...plan, intensityFactor: 0.851, trainingStressScore: 72.4 }),
    "1:00:00 · IF 0.85 · TSS 72");
  assert.equal(workoutText(plan), "1:00:00");
});

test("a week has the sums of its power zones, also if a ride has none", () => {
  const ride = (powerZoneSeconds) => ({ id: 1, start: "2026-11-30T10:00:00Z", timerSeconds: 3600, zone2Seconds: 0,
    powerZoneSeconds });
  const [week] = weeksOf([ride([1800, 900]), ride(undefined), ride([0, 900, 3600])], new Date("2026-12-02T10:00:00Z"));
  assert.deepEqual(week.zoneHours, [0.5, 0.5, 1]);
  assert.equal(week.zoned, 2);
  assert.deepEqual(stacked(week), [{ zone: 1, from: 0, to: 0.5 }, { zone: 2, from: 0.5, to: 1 },
    { zone: 3, from: 1, to: 2 }]);
});

test("W′ is a usual figure of a ride that has it, and is not missed in others", () => {
  const all = ["cadence", "left", "lap", "average", "energy"];
  assert.deepEqual(chosenFigures("plan", {}, all), ["cadence", "left", "lap", "average"]);
  assert.deepEqual(chosenFigures("plan", {}, ["wPrime", ...all]), ["cadence", "left", "lap", "wPrime"]);
});
