import "./document.mjs";
import assert from "node:assert/strict";
import test from "node:test";
import { fitted, namePlace, placeAt, riddenPart } from "../../../Sources/CPage/page/route.js";

const place = (meters, latitudeDegrees, longitudeDegrees) => ({ meters, latitudeDegrees, longitudeDegrees });
const points = [place(0, 45, 10), place(100, 46, 10), place(300, 47, 10)];
const route = { meters: 300, loop: false, points };

test("a route fits into its picture, north up and in the middle", () => {
  const flat = fitted(points, 136, 236);
  assert.deepEqual(points.map((one) => flat(one).map(Math.round)), [[68, 218], [68, 118], [68, 18]]);
});

test("a degree of longitude is narrower away from the equator", () => {
  const flat = fitted([place(0, 60, 10), place(1, 60, 12), place(2, 61, 12)], 136, 1036);
  const [[left], [right, bottom], [, top]] = [flat(place(0, 60, 10)), flat(place(0, 60, 12)), flat(place(0, 61, 12))];
  assert.deepEqual([left, right].map(Math.round), [18, 118]);
  assert.equal(((right - left) / (bottom - top)).toFixed(2), (2 * Math.cos((Math.PI * 60.33) / 180)).toFixed(2));
});

test("a rider at the end of a route rides back, and on a loop begins again", () => {
  const at = (meters, loop) => riddenPart({ ...route, loop }, meters).at;
  assert.deepEqual([0, 50, 300, 350, 600, 650].map((meters) => at(meters, false)), [0, 50, 300, 250, 0, 50]);
  assert.deepEqual([50, 350, 650].map((meters) => at(meters, true)), [50, 50, 50]);
  assert.equal(at(5, true), 5);
  assert.equal(riddenPart({ ...route, meters: 0 }, 5).at, 0);
});

test("the ridden part of the way back is the end of the line", () => {
  assert.deepEqual(riddenPart(route, 350), { from: 250, to: 300, at: 250 });
  assert.deepEqual(riddenPart(route, 50), { from: 0, to: 50, at: 50 });
});

test("a place on a route is between its points", () => {
  assert.deepEqual([-1, 0, 50, 100, 200, 300, 400].map((meters) => placeAt(route, meters).latitudeDegrees),
    [45, 45, 45.5, 46, 46.5, 47, 47]);
  assert.deepEqual(placeAt({ ...route, points: [] }, 5), { latitudeDegrees: 0, longitudeDegrees: 0 });
});

test("the name of a pin is beside it, inside the picture and free of other names", () => {
  const right = namePlace([50, 50], "Pass", [], 200, 100);
  assert.equal(right.anchor, "start");
  assert.equal(namePlace([180, 50], "Pass", [], 200, 100).anchor, "end");
  const { box } = namePlace([50, 50], "Pass", [right.box], 200, 100);
  assert.ok(box.right <= right.box.left || box.bottom <= right.box.top || box.top >= right.box.bottom);
});
