import "./document.mjs";
import assert from "node:assert/strict";
import test from "node:test";
import {
  aimText, easingText, intervalName, leftOf, phaseText, planLength, requestText,
} from "../../../Sources/CPage/page/phrases.js";

const status = (phase, more) => ({ phase, ride: { stoppedSeconds: undefined }, problems: [], ...more });

test("a plan with an open end is longer than its timer", () => {
  assert.equal(planLength({ openEnded: false, timerSeconds: 3600 }), "1:00:00");
  assert.equal(planLength({ openEnded: true, timerSeconds: 3600 }), "1:00:00 and more");
});

test("each phase has its text", () => {
  assert.deepEqual(["connecting", "ready", "riding", "finishing", "idle"].map((phase) => phaseText(status(phase))),
    ["Connecting to the trainer", "Ready, pedal to begin", "Riding", "Finishing", "Idle"]);
});

test("an automatic pause tells how it ends", () => {
  assert.equal(phaseText(status("paused")), "Paused");
  assert.equal(phaseText(status("paused", { autoPaused: true })), "Paused, pedal to continue");
});

test("a trainer that is gone is told from one that is connected and sends no data", () => {
  const trainer = (state) => ({ trainer: { state } });
  const silent = { problems: [{ code: "trainerSilent" }] };
  assert.equal(phaseText(status("reconnecting")), "Trainer gone, reconnecting");
  assert.equal(phaseText(status("reconnecting", trainer("away"))), "Trainer gone, reconnecting");
  assert.equal(phaseText(status("reconnecting", { ...trainer("away"), ...silent })),
    "Waiting for the trainer's data");
  assert.equal(phaseText(status("reconnecting", silent)), "Waiting for the trainer's data");
  for (const state of ["connected", "preparing"]) {
    assert.equal(phaseText(status("reconnecting", trainer(state))), "Waiting for the trainer's data");
  }
  for (const code of ["controlLost", "targetRefused"]) {
    assert.equal(phaseText(status("reconnecting", { ...trainer("connected"), problems: [{ code }] })),
      "Trainer gone, reconnecting");
  }
});

test("each reason for a lower target has its text", () => {
  const easings = ["range", "ramp", "legs", "heartRate", "dfa", "noHeartRate", "zoneLimit"];
  const texts = easings.map((easedBy) => easingText({ easedBy, wantedWatts: 250 }));
  assert.equal(new Set(texts).size, easings.length);
  assert.deepEqual(texts.filter((text) => text.includes("250 W")).length, 6);
  assert.deepEqual([easingText({}), easingText(undefined)], ["", ""]);
});

test("an interval aims at watts, a ramp, heart rates, or at nothing", () => {
  assert.equal(aimText({ watts: 150 }), "150 W");
  assert.equal(aimText({ watts: 100, toWatts: 200 }), "100 to 200 W");
  assert.equal(aimText({ zoneFrom: 120, zoneTo: 135, watts: 150 }), "120–135 bpm");
  assert.equal(aimText({ zone: 2, zoneFrom: 120, zoneTo: 135 }), "Zone 2, 120–135 bpm");
  assert.equal(aimText({}), "free");
});

test("the rider's hand replaces the aim of an interval", () => {
  assert.equal(aimText({ watts: 100, toWatts: 200, handWatts: 170 }), "170 W");
  assert.equal(aimText({ watts: 100, handFree: true }), "free");
});

test("an interval is over after its time, at its distance, at its place, or when the rider says so", () => {
  assert.equal(leftOf({ end: "timer", remainingSeconds: 75 }), "1:15");
  assert.equal(leftOf({ end: "timer" }), "0:00");
  assert.equal(leftOf({ end: "distance", remainingMeters: 800 }), "800 m");
  assert.equal(leftOf({ end: "location" }), "to the place");
  assert.equal(leftOf({ end: "activity", remainingMeters: 800 }), "until you press Done");
});

test("an interval has a number, its name, and its place among those of the name", () => {
  const intervals = [{ number: 1 }, { number: 2, label: "Over" }, { number: 3, label: "Over" }];
  assert.equal(intervalName(intervals[0], 3, intervals), "Interval 1 of 3");
  assert.equal(intervalName(intervals[2], 3, intervals), "Interval 3 of 3: Over 2 of 2");
  assert.equal(intervalName(intervals[2], 3), "Interval 3 of 3: Over");
});

test("a requested ride is told by its plan, else by its power and its length", () => {
  assert.equal(requestText({ plan: "Over-unders", watts: 150 }), "Over-unders");
  assert.equal(requestText({ watts: 150, minutes: 60 }), "150 W for 60 min");
  assert.equal(requestText({ zone2: true, watts: 150, endless: true }), "Zone 2 until you stop");
  assert.equal(requestText({ free: true, zone2: true }), "a free ride");
  assert.equal(requestText({}), "a ride");
});
