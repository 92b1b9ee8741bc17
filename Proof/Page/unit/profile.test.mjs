import "./document.mjs";
import assert from "node:assert/strict";
import test from "node:test";
import { hasHeights, placed, roadText } from "../../../Sources/CPage/page/profile.js";
import { changeOf } from "../../../Sources/CPage/page/steering.js";

const point = (meters, altitudeMeters) => ({ meters, altitudeMeters });

test("the heights fill the picture above the ground", () => {
  const points = [point(0, 500), point(1000, 800), point(2000, 500)];
  const place = placed(points, 2000, 200, 100);
  assert.deepEqual(points.map((one) => place(one).map(Math.round)), [[0, 85], [100, 5], [200, 85]]);
});

test("a nearly level route is not drawn as a mountain", () => {
  const points = [point(0, 500), point(1000, 503), point(2000, 500)];
  const [, top] = placed(points, 2000, 200, 100)(points[1]);
  assert.equal(Math.round(top), 77);
});

test("a route has heights if each of its points has one", () => {
  assert.equal(hasHeights({ points: [point(0, 1), point(1, 2)] }), true);
  assert.equal(hasHeights({ points: [point(0, 1), point(1, undefined)] }), false);
  assert.equal(hasHeights({ points: [] }), false);
});

test("the rider's place is read in one line", () => {
  const road = { meters: 3200, lengthMeters: 12000, slopePercent: 6.12, altitudeMeters: 812.4, ascentMeters: 214.2 };
  assert.equal(roadText(road), "slope 6.1 % · 812 m · 214 m climbed");
});

test("more and less change the target, the slope or the resistance", () => {
  assert.deepEqual(changeOf({ targetWatts: 150 }, 5), ["SetWatts", { change: 5 }]);
  assert.deepEqual(changeOf({ slopePercent: 0 }, -5), ["SetSlope", { change: -0.5 }]);
  assert.deepEqual(changeOf({ resistancePercent: 40 }, 10), ["SetResistance", { change: 10 }]);
});
