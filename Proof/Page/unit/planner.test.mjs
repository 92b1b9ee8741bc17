import assert from "node:assert/strict";
import test from "node:test";
import {
  groupsOf, isSound, movedRow, rowsOf, textOf, typedSeconds,
} from "../../../Sources/CPage/page/planner.js";

const [repeat, end] = [{ kind: "repeat", repeats: 2 }, { kind: "end" }];
const [a, b, c] = [100, 200, 300].map((watts) => ({ kind: "interval", end: "timer", seconds: 60, watts }));
const without = ({ kind, ...interval }) => interval;

test("a repetition becomes a row before its intervals and one after them", () => {
  const groups = [{ repeats: 1, intervals: [without(a)] }, { repeats: 2, intervals: [without(b), without(c)] }];
  assert.deepEqual(rowsOf(groups), [a, repeat, b, c, end]);
});

test("an interval that is repeated, and a group that is not, keep their rows", () => {
  assert.deepEqual(rowsOf([{ repeats: 2, intervals: [without(a)] }]), [repeat, a, end]);
  assert.deepEqual(rowsOf([{ repeats: 1, intervals: [without(a), without(b)] }]),
    [{ kind: "repeat", repeats: 1 }, a, b, end]);
});

test("rows become the groups that they came from", () => {
  const rows = [a, repeat, b, c, end, a];
  assert.deepEqual(groupsOf(rows), [{ repeats: 1, intervals: [a] }, { repeats: 2, intervals: [b, c] },
    { repeats: 1, intervals: [a] }]);
  assert.deepEqual(rowsOf(groupsOf(rows)), rows);
});

test("a repetition that is open, empty, nested or only closed is not sound", () => {
  assert.equal(isSound([a, repeat, b, end, c]), true);
  assert.equal(isSound([]), true);
  for (const rows of [[repeat, a], [repeat, end], [repeat, a, repeat, b, end, end], [a, end],
    [repeat, a, end, end], [repeat, a, repeat, b, end]]) assert.equal(isSound(rows), false);
});

test("a row can be moved into a repetition and out of it", () => {
  assert.deepEqual(movedRow([a, repeat, b, c, end], 0, 2), [repeat, b, a, c, end]);
  assert.deepEqual(movedRow([repeat, b, c, end], 1, 3), [repeat, c, end, b]);
});

test("a move that would break a repetition changes no row", () => {
  for (const [rows, from, to] of [[[repeat, a, end], 1, 0], [[repeat, a, end, b], 0, 2], [[a, repeat, b, end], 3, 1]]) {
    assert.equal(movedRow(rows, from, to), rows);
  }
});

const heads = { name: "Mix", summary: "", author: "" };
const line = (row) => textOf([{ kind: "interval", end: "timer", seconds: 60, ...row }], heads).split("\n")[2];

test("a plan is a text with heads, repetitions and intervals", () => {
  const text = textOf([a, repeat, b, end], { name: "Mix", summary: 'Say "go"', author: "Ann" });
  assert.deepEqual(text.split("\n"), ['name: "Mix"', 'author: "Ann"', 'about: "Say \\"go\\""', "", "timer 60s 100W",
    "repeat 2", "timer 60s 200W", "end", ""]);
});

test("each target has its text", () => {
  const targets = [{ watts: 150 }, { watts: 100, toWatts: 200 }, { thresholdPercent: 75 },
    { thresholdPercent: 50, toThresholdPercent: 75 }, { zone: 2 }, { zone: 2, watts: 150 },
    { bpmFrom: 120, bpmTo: 135 }, {}];
  assert.deepEqual(targets.map((target) => line(target).replace("timer 60s ", "")), ["150W", "ramp 100W-200W", "75%",
    "ramp 50%-75%", "zone2", "zone2 150W", "120-135bpm", "free"]);
});

test("each end of an interval has its text", () => {
  assert.equal(line({ end: "distance", meters: 500 }), "distance 500m free");
  assert.equal(line({ end: "activity" }), "activity free");
  assert.equal(line({ end: "location", latitudeDegrees: 46.5, longitudeDegrees: 10.25 }), "location 46.5,10.25 free");
});

test("cadence, label and cues follow the target", () => {
  const row = { ...a, cadenceFrom: 85, cadenceTo: 95, label: "C:\\ up",
    cues: [{ atSeconds: 30, seconds: 10, text: "Stay\nseated" }] };
  assert.equal(textOf([row], heads),
    'name: "Mix"\n\ntimer 60s 100W 85-95rpm "C:\\\\ up"\n  cue 30s for 10s "Stay\\nseated"\n');
});

test("a typed time is seconds, minutes and seconds, or hours, minutes and seconds", () => {
  assert.deepEqual([" 90 ", "1:30", "1:02:30"].map(typedSeconds), [90, 90, 3750]);
});
