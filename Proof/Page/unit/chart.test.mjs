import assert from "node:assert/strict";
import test from "node:test";
import { indexAt, linePath, rangePath, reduced, zoomed } from "../../../Sources/CPage/page/chart.js";

const even = (mean) => mean === null ? null : { least: mean, mean, most: mean };

test("a bucket has the least, mean and most value of its seconds", () => {
  assert.deepEqual(reduced([0, 1, 2, 3], [100, 300, 150, 160], 0, 4, 2),
    [{ least: 100, mean: 200, most: 300 }, { least: 150, mean: 155, most: 160 }]);
});

test("unknown seconds count in no bucket, and a bucket without values is null", () => {
  assert.deepEqual(reduced([0, 1, 2, 3], [100, null, null, null], 0, 4, 2), [even(100), null]);
  assert.deepEqual(reduced([0, 3], [100, 200], 0, 4, 4), [even(100), null, null, even(200)]);
});

test("a second that is longer than a bucket fills all that it overlaps", () => {
  assert.deepEqual(reduced([0, 1], [100, 200], 0, 2, 4), [100, 100, 200, 200].map(even));
});

test("seconds outside the part are left out", () => {
  assert.deepEqual(reduced([0, 1, 2, 3], [1, 2, 3, 4], 1, 3, 2), [even(2), even(3)]);
});

test("zooming keeps the place under the finger", () => {
  const part = zoomed({ from: 1000, to: 2000 }, 0.5, 0.25, 3600);
  assert.deepEqual(part, { from: 1125, to: 1625 });
  assert.equal(part.from + (part.to - part.from) * 0.25, 1000 + 1000 * 0.25);
});

test("a part has at least 30 seconds, and stays within the ride", () => {
  assert.deepEqual(zoomed({ from: 100, to: 140 }, 0.1, 0.5, 3600), { from: 105, to: 135 });
  assert.deepEqual(zoomed({ from: 0, to: 1000 }, 2, 0.5, 3600), { from: 0, to: 2000 });
  assert.deepEqual(zoomed({ from: 2600, to: 3600 }, 2, 0.5, 3600), { from: 1600, to: 3600 });
  assert.deepEqual(zoomed({ from: 100, to: 3000 }, 9, 0.5, 3600), { from: 0, to: 3600 });
});

test("a ride that is shorter than 30 seconds is shown whole", () => {
  assert.deepEqual(zoomed({ from: 0, to: 20 }, 0.5, 0.5, 20), { from: 0, to: 20 });
});

test("a second is found, or the last known one before it", () => {
  const seconds = [0, 1, 5, 6];
  assert.deepEqual([-1, 0, 1, 4, 5, 6, 99].map((second) => indexAt(seconds, second)), [0, 0, 1, 1, 2, 3, 3]);
  assert.equal(indexAt([], 5), 0);
});

test("a line begins anew after a gap, and is as high as its values", () => {
  assert.equal(linePath([even(0), even(100), null, even(50)], 0, 100, 200), "M125.0 200.0L375.0 0.0M875.0 100.0");
});

test("a range has a stroke where its values differ", () => {
  assert.equal(rangePath([even(50), { least: 25, mean: 50, most: 75 }, null], 0, 100, 200), "M500.0 150.0V50.0");
});
