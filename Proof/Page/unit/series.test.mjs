import assert from "node:assert/strict";
import test from "node:test";
import { indexAt, linePath, peaks, rangePath, reduced, Series } from "../../../Sources/CPage/page/series.js";

const mean = (value) => (value === null ? null : { mean: value });
const upTo = (count) => Array.from({ length: count }, (_, index) => index);

test("a bucket has the mean of its known seconds, and is null without any", () => {
  assert.deepEqual(reduced([0, 1, 2, 3], [100, 300, 150, null], 0, 4, 2), [200, 150].map(mean));
  assert.deepEqual(reduced([0, 3], [100, 200], 0, 4, 4), [100, null, null, 200].map(mean));
});

test("a second that is longer than a bucket fills all that it overlaps", () => {
  assert.deepEqual(reduced([0, 1], [100, 200], 0, 2, 4), [100, 100, 200, 200].map(mean));
});

test("seconds outside of the part are left out", () => {
  assert.deepEqual(reduced([0, 1, 2, 3], [1, 2, 3, 4], 1, 3, 2), [2, 3].map(mean));
});

test("a second is found, or the last known one before it", () => {
  const seconds = [0, 1, 5, 6];
  assert.deepEqual([-1, 0, 1, 4, 5, 6, 99].map((second) => indexAt(seconds, second)), [0, 0, 1, 1, 2, 3, 3]);
  assert.equal(indexAt([], 5), 0);
});

test("the mean of a stretch counts its known seconds", () => {
  const series = new Series([0, 1, 3], [100, 200, 400], 4);
  assert.equal(series.mean(0, 2), 150);
  assert.equal(series.mean(1, 4), 300);
  assert.ok(Number.isNaN(series.mean(2, 3)) && Number.isNaN(series.mean(3, 3)));
  assert.deepEqual([...series.known({ from: 1, to: 4 })], [200, 400]);
});

test("a line bridges ten seconds, and ends at a longer gap", () => {
  const series = new Series([0, 10, 21], [1, 2, 3], 30);
  assert.deepEqual(series.lines({ from: 0, to: 30 }, 30).map((line) => line.map((point) => point.mean)), [[1, 2], [3]]);
});

test("a long ride has about a point for each pixel, with the least and most of its seconds", () => {
  const series = new Series(upTo(4096), upTo(4096).map((second) => second % 100), 4096);
  const [line] = series.lines({ from: 0, to: 4096 }, 512);
  assert.equal(line.length, 512);
  assert.deepEqual(line[0], { second: 4, mean: 3.5, least: 0, most: 7 });
});

test("the least and the most of a stretch are those of its known seconds, in any order", () => {
  const first = (seconds, values) => new Series(seconds, values, 256).lines({ from: 0, to: 256 }, 128)[0][0];
  const [even, odd] = [upTo(128).map((index) => 2 * index), upTo(128).map((index) => 2 * index + 1)];
  const both = upTo(256);
  assert.deepEqual(first(both, both.map((second) => 200 - 100 * (second % 2))), { second: 1, mean: 150, least: 100,
    most: 200 });
  assert.deepEqual(first(both, both.map((second) => 100 + 100 * (second % 2))), { second: 1, mean: 150, least: 100,
    most: 200 });
  for (const seconds of [even, odd]) {
    assert.deepEqual(first(seconds, seconds.map(() => 100)), { second: 1, mean: 100, least: 100, most: 100 });
  }
});

test("a gap breaks the line of a long ride too, and values behind the end of the ride are left out", () => {
  const seconds = upTo(4100).filter((second) => second < 1000 || second >= 1040);
  const lines = new Series(seconds, seconds.map(() => 1), 4096).lines({ from: 0, to: 4096 }, 512);
  assert.deepEqual(lines.map((line) => [line[0].second, line.at(-1).second]), [[4, 996], [1044, 4092]]);
});

test("a part has a point beyond each of its edges", () => {
  const [line] = new Series(upTo(200), upTo(200), 200).lines({ from: 50, to: 60 }, 10);
  assert.ok(line[0].second < 50 && line.at(-1).second > 60);
});

const points = [{ second: 1, mean: 5, least: 4, most: 6 }, { second: 2, mean: 7, least: 7, most: 9 }];
const same = (value) => value;

test("a line is a path, and a single point a dot", () => {
  assert.equal(linePath([points, [points[0]]], same, same), "M1.0 5.0L2.0 7.0M1.0 5.0h0");
});

test("a range is an area from the most to the least values", () => {
  assert.equal(rangePath([points, [points[0]]], same, same), "M1.0 6.0 2.0 9.0 2.0 7.0 1.0 4.0 Z");
});

test("each stretch above a limit has its highest point", () => {
  const line = [1, 9, 12, 3, 8, 2].map((most, second) => ({ second, most }));
  assert.deepEqual(peaks([line], 7), [{ second: 2, value: 12 }, { second: 4, value: 8 }]);
  assert.deepEqual(peaks([line], 12), []);
});
