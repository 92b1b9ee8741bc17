import assert from "node:assert/strict";
import test from "node:test";
import { secondsOf, typedLength, typedSeconds } from "../../../Sources/CPage/page/lengths.js";
import { planOf, typedTarget, textOf } from "../../../Sources/CPage/page/plantext.js";

const [repeat, end] = [{ kind: "repeat", repeats: 3 }, { kind: "end" }];
const row = (more) => ({ kind: "interval", end: "timer", seconds: 60, ...more });

test("a lone number is minutes, and colons and units are understood in the words of riders", () => {
  const lengths = { "10": 600, "1:30": 90, "1:02:30": 3750, "90s": 90, "10 min": 600, "25min": 1500, "1h": 3600,
    "1h30": 5400, "1,5 h": 5400, " 2 Std. ": 7200, "10′": 600, "45 sek": 45, "0": 0 };
  for (const [text, seconds] of Object.entries(lengths)) assert.equal(typedSeconds(text), seconds, text);
});

test("any other text is no time", () => {
  for (const text of ["", "abc", "1:60", "1:61:00", "10x", "-5", "1::2", "min"]) {
    assert.equal(typedSeconds(text), undefined, text);
  }
  assert.equal(secondsOf("10"), undefined);
});

test("a length is a time, or a distance with its unit", () => {
  assert.deepEqual(typedLength("2 km"), { end: "distance", meters: 2000 });
  assert.deepEqual(typedLength("500 m", "distance"), { end: "distance", meters: 500 });
  assert.deepEqual(typedLength("1 mi"), { end: "distance", meters: 1609.3 });
  assert.deepEqual(typedLength("1:30"), { end: "timer", seconds: 90 });
  assert.deepEqual(typedLength("10", "distance"), null);
});

test("a length is from a second to a day, or from a metre to 1000 km", () => {
  for (const text of ["0", "25h", "0.5 m", "1001 km", "abc"]) assert.equal(typedLength(text), null, text);
  assert.deepEqual(typedLength("24h"), { end: "timer", seconds: 86400 });
  assert.deepEqual(typedLength("1000km"), { end: "distance", meters: 1000000 });
});

test("each target has its text", () => {
  const targets = [{ watts: 150 }, { watts: 100, toWatts: 200 }, { thresholdPercent: 75 },
    { thresholdPercent: 50, toThresholdPercent: 75 }, { watts: 100, toThresholdPercent: 75 }, { zone: 2 },
    { zone: 2, watts: 150 }, { bpmFrom: 120, bpmTo: 135 }, {}];
  assert.deepEqual(targets.map(typedTarget), ["150W", "100-200W", "75%", "50-75%", "ramp 100W-75%", "zone2",
    "zone2 150W", "120-135bpm", "free"]);
});

test("a plan is a text with heads, repetitions and intervals", () => {
  const text = textOf([row({ watts: 100 }), repeat, row({ watts: 200 }), end],
    { name: "Mix", summary: 'Say "go"', author: "Ann", ftp: 220 });
  assert.deepEqual(text.split("\n"), ['name: "Mix"', 'author: "Ann"', 'about: "Say \\"go\\""', "ftp: 220W", "",
    "timer 1:00 100W", "repeat 3", "  timer 1:00 200W", "end", ""]);
});

test("a text is read as the rows that wrote it", () => {
  const head = { name: "A \"b\" \\ c", author: "Ann", summary: "Line\nbreak\ttab", ftp: 220 };
  const rows = [row({ watts: 100, toWatts: 200, label: "Up \"now\"" }), repeat,
    row({ thresholdPercent: 105, cadenceFrom: 85, cadenceTo: 95,
      cues: [{ atSeconds: 5, seconds: 10, text: "Go" }, { atSeconds: 30, seconds: 5, text: "Sit" }] }),
    row({ seconds: 3750, zone: 2, watts: 140 }), end,
    { kind: "interval", end: "distance", meters: 1500.5, bpmFrom: 120, bpmTo: 135 },
    { kind: "interval", end: "activity" },
    { kind: "interval", end: "location", latitudeDegrees: 46.5, longitudeDegrees: -10.25, watts: 90,
      toThresholdPercent: 70 }];
  const { head: readHead, rows: readRows, fault } = planOf(textOf(rows, head));
  assert.equal(fault, undefined);
  assert.deepEqual(readHead, head);
  assert.deepEqual(readRows, rows);
});

test("a fault names its line and its words", () => {
  const faults = { "timer 1:00 150W\ntimer 1:00 fast": [2, "fast"], "timer 150W": [1, "150w"], "name: \"x": [1, "\"x"],
    "repeat": [1, "repeat"], "jump 1:00": [1, "jump"] };
  for (const [text, [line, part]] of Object.entries(faults)) {
    const { fault } = planOf(text);
    assert.deepEqual([fault.line, fault.part, fault.isMisplaced], [line, part, false], text);
  }
});

test("a line in a wrong place is a fault: an end alone, a nested or open repetition, a late head", () => {
  for (const [text, line] of [["end", 1], ["repeat 2\nrepeat 3", 2], ["timer 1:00\nrepeat 2\ntimer 1:00", 2],
    ["repeat 2\nend", 2], ["timer 1:00\nname: x", 2], ["cue 0:10 \"Go\"", 1]]) {
    const { fault } = planOf(text);
    assert.deepEqual([fault.line, fault.isMisplaced], [line, true], text);
  }
});

test("comments, empty lines and spaces before units change nothing", () => {
  assert.deepEqual(planOf("# a plan\r\n\r\ntimer 10 min 150 W 85-95 rpm # easy").rows,
    [row({ seconds: 600, watts: 150, cadenceFrom: 85, cadenceTo: 95 })]);
});
