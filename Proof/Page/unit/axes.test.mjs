import assert from "node:assert/strict";
import test from "node:test";
import {
  axis, pairOfAxes, panned, percentile, roundStep, timeTicks, within, zoomed,
} from "../../../Sources/CPage/page/axes.js";

test("a step is 1, 2, 2.5 or 5 times a power of ten", () => {
  assert.deepEqual([1, 1.1, 2.1, 2.6, 5.1, 10, 23, 260].map(roundStep), [1, 2, 2.5, 5, 10, 10, 25, 500]);
  assert.equal(Number(roundStep(0.03).toFixed(6)), 0.05);
});

test("an axis begins and ends at a tick, outside of its values", () => {
  assert.deepEqual(axis(0, 330, 4), { low: 0, high: 400, step: 100, ticks: [0, 100, 200, 300, 400] });
  assert.deepEqual(axis(120, 180, 3).ticks, [120, 140, 160, 180]);
  assert.deepEqual(axis(0, 0, 4).ticks.length, 2);
});

test("watts and heart rates share their lines, and both fit", () => {
  for (const [most, low, high] of [[330, 96, 171], [90, 60, 62], [1200, 110, 195]]) {
    const [watts, beats] = pairOfAxes(most, low, high);
    assert.equal(watts.ticks.length, beats.ticks.length);
    assert.ok(watts.low === 0 && watts.high >= most && beats.low <= low && beats.high >= high);
    assert.ok(beats.ticks.every((tick) => tick % 5 === 0));
  }
});

test("of several numbers of lines, the one that wastes the least room is taken", () => {
  const ticks = (...ends) => pairOfAxes(...ends).map((one) => one.ticks);
  assert.deepEqual(ticks(330, 96, 171), [[0, 100, 200, 300, 400], [75, 100, 125, 150, 175]]);
  assert.deepEqual(ticks(250, 100, 160), [[0, 100, 200, 300], [100, 120, 140, 160]]);
  assert.deepEqual(ticks(1200, 110, 195)[1], [105, 120, 135, 150, 165, 180, 195]);
});

test("a percentile is the value below which a share lies, whatever their order", () => {
  const values = [5, 1, 4, 2, 3];
  assert.deepEqual([0, 0.5, 1].map((share) => percentile(values, share)), [1, 3, 5]);
  assert.equal(percentile([], 0.5), undefined);
});

const texts = (from, to, count, whole) => timeTicks({ from, to }, count, whole).map(({ text }) => text);

test("times below are round, and the last one has the unit", () => {
  assert.deepEqual(texts(0, 1800, 5, 1800), ["0", "10", "20", "30 min"]);
  assert.deepEqual(texts(0, 3600, 4, 3600), ["0", "20", "40", "60 min"]);
  assert.deepEqual(texts(0, 240, 5, 300), ["0", "1", "2", "3", "4 min"]);
  assert.deepEqual(texts(3600, 3720, 4, 7200), ["1:00", "1:01", "1:02 h"]);
  assert.deepEqual(texts(1, 4, 4, 60), []);
  assert.deepEqual(texts(0, 7200, 5, 7200), ["0:00", "0:30", "1:00", "1:30", "2:00 h"]);
  assert.deepEqual(texts(100, 130, 4, 7200), ["1:40", "1:50", "2:00", "2:10"]);
  assert.deepEqual(timeTicks({ from: 90, to: 1800 }, 5, 1800).map(({ at }) => at), [600, 1200, 1800]);
});

test("a part stays within the ride, and is at least as long as the shortest", () => {
  assert.deepEqual(within({ from: -50, to: 50 }, 600, 30), { from: 0, to: 100 });
  assert.deepEqual(within({ from: 590, to: 595 }, 600, 30), { from: 570, to: 600 });
  assert.deepEqual(within({ from: 0, to: 900 }, 600, 30), { from: 0, to: 600 });
  assert.deepEqual(within({ from: 5, to: 10 }, 20, 30), { from: 0, to: 20 });
});

test("zooming keeps the second under the finger", () => {
  assert.deepEqual(zoomed({ from: 1000, to: 2000 }, 0.5, 0.25, 3600, 30), { from: 1125, to: 1625 });
  assert.deepEqual(zoomed({ from: 1000, to: 2000 }, 1, 0.25, 3600, 30, 0.75), { from: 500, to: 1500 });
  assert.deepEqual(zoomed({ from: 100, to: 140 }, 0.1, 0.5, 3600, 30), { from: 105, to: 135 });
});

test("panning moves the part by a share of its length, and stops at the ends", () => {
  assert.deepEqual(panned({ from: 1000, to: 2000 }, 0.25, 3600), { from: 1250, to: 2250 });
  assert.deepEqual(panned({ from: 100, to: 1100 }, -0.5, 3600), { from: 0, to: 1000 });
});
