import assert from "node:assert/strict";
import test from "node:test";
import { skyline, unrolled } from "../../../Sources/CPage/page/ride.js";

const timed = (number, seconds, watts, more) =>
  ({ number, end: "timer", timerSeconds: 0, remainingSeconds: seconds, watts, ...more });
const widths = ({ blocks }) => blocks.map(({ width }) => Number(width.toFixed(4)));

test("the blocks fill the picture, as wide as their time and as high as their watts", () => {
  const { blocks, most } = skyline([timed(1, 300, 100), timed(2, 100, 200)]);
  assert.equal(most, 200);
  assert.deepEqual(blocks.map(({ x, width, from, to }) => [x, width, from, to]),
    [[0, 0.75, 0.5, 0.5], [0.75, 0.25, 1, 1]]);
});

test("the ridden time of an interval counts with its time left", () => {
  assert.deepEqual(widths(skyline([timed(1, 100, 100, { timerSeconds: 200 }), timed(2, 100, 100)])), [0.75, 0.25]);
});

test("a ramp rises from its watts to its last watts", () => {
  const { blocks: [{ from, to }] } = skyline([timed(1, 60, 100, { toWatts: 200 })]);
  assert.deepEqual([from, to], [0.5, 1]);
});

test("watts by hand replace those of the plan, also of a ramp", () => {
  const plan = [timed(1, 60, 100, { toWatts: 400 }), timed(2, 60, 400)];
  const { blocks: [{ from, to }] } = skyline(plan, timed(1, 60, 100, { toWatts: 400, handWatts: 200 }));
  assert.deepEqual([from, to], [0.5, 0.5]);
});

test("the cursor is at the rider's share of the present interval", () => {
  const plan = [timed(1, 100, 100), timed(2, 300, 100)];
  assert.equal(skyline(plan, { ...plan[1], share: 0.5 }).cursor, 0.25 + 0.375);
  assert.equal(skyline(plan, { ...plan[1], share: 2 }).cursor, 1);
  assert.equal(skyline(plan, { ...plan[1] }).cursor, 0.25);
  assert.equal(skyline(plan).cursor, 1);
});

test("an interval that ends at a distance is as long as that distance takes at 8 m/s, or as it took", () => {
  const to = (meters, remainingMeters, timerSeconds) =>
    ({ number: 1, end: "distance", meters, remainingMeters, timerSeconds, watts: 100 });
  assert.deepEqual(widths(skyline([to(200, 600, 20), timed(2, 100, 100)])), [0.5, 0.5]);
  assert.deepEqual(widths(skyline([to(200, 600, 300), timed(2, 100, 100)])), [0.75, 0.25]);
});

test("an interval with an open end is two minutes long, or as long as it took", () => {
  const open = (end, timerSeconds, more) => ({ number: 1, end, timerSeconds, watts: 100, ...more });
  assert.deepEqual(widths(skyline([open("activity", 0), timed(2, 120, 100)])), [0.5, 0.5]);
  assert.deepEqual(widths(skyline([open("location", 0), timed(2, 120, 100)])), [0.5, 0.5]);
  assert.deepEqual(widths(skyline([open("activity", 360, { remainingMeters: 1 }), timed(2, 120, 100)])), [0.75, 0.25]);
});

test("a plan without any length has no picture", () => {
  assert.deepEqual(skyline([]), { blocks: [], cursor: 0, most: 1 });
  assert.deepEqual(skyline([timed(1, 0, 150)]).blocks, []);
});

test("a heart-rate interval is marked with its range", () => {
  assert.deepEqual(skyline([timed(1, 60, 100, { zoneFrom: 120 }), timed(2, 60, 100)]).blocks.map(({ zone }) => zone),
    [120, undefined]);
});

test("repetitions of a plan are expanded and numbered", () => {
  const groups = [{ repeats: 1, intervals: [{ end: "timer", seconds: 600, watts: 100 }] },
    { repeats: 2, intervals: [{ end: "timer", seconds: 60, watts: 250 },
      { end: "distance", meters: 500, watts: 90 }] }];
  const list = unrolled(groups, 200);
  assert.deepEqual(list.map(({ number }) => number), [1, 2, 3, 4, 5]);
  assert.deepEqual(list.map(({ watts }) => watts), [100, 250, 90, 250, 90]);
  assert.deepEqual(list.map(({ remainingSeconds }) => remainingSeconds), [600, 60, undefined, 60, undefined]);
  assert.equal(list[2].remainingMeters, 500);
});

test("percentages are of the FTP, or of 200 W if it is not known", () => {
  const ramp = { end: "timer", seconds: 60, thresholdPercent: 50, toThresholdPercent: 75 };
  const groups = [{ repeats: 1, intervals: [ramp] }];
  assert.deepEqual(unrolled(groups, 300).map(({ watts, toWatts }) => [watts, toWatts]), [[150, 225]]);
  assert.deepEqual(unrolled(groups).map(({ watts, toWatts }) => [watts, toWatts]), [[100, 150]]);
});

test("a zone is drawn at 120 W, and a free interval without a height", () => {
  const of = (interval) => unrolled([{ repeats: 1, intervals: [{ end: "timer", seconds: 60, ...interval }] }], 200)[0];
  assert.deepEqual([of({ zone: 2 }).watts, of({ zone: 2 }).zoneFrom], [120, 2]);
  assert.equal(of({ bpmFrom: 120, bpmTo: 135 }).zoneFrom, 120);
  assert.equal(of({}).watts, undefined);
});

test("a plan with countless repetitions ends after about 400 intervals", () => {
  const pair = [{ end: "timer", seconds: 1 }, { end: "timer", seconds: 1 }, { end: "timer", seconds: 1 }];
  assert.equal(unrolled([{ repeats: 1e9, intervals: pair }], 200).length, 402);
});
