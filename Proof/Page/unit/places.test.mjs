import "./document.mjs";
import assert from "node:assert/strict";
import test from "node:test";
import { kindOf } from "../../../Sources/CPage/page/files.js";
import { placeOf } from "../../../Sources/CPage/page/places.js";

test("an address names a place and its subject", () => {
  assert.deepEqual(placeOf("#rides"), { name: "rides", argument: "" });
  assert.deepEqual(placeOf("#ride=12"), { name: "ride", argument: "12" });
  assert.deepEqual(placeOf("#plan=Over%2Funder%20%3D%202"), { name: "plan", argument: "Over/under = 2" });
  assert.deepEqual(placeOf("#page"), { name: "page", argument: "" });
});

test("an unknown address is the ride", () => {
  for (const hash of ["", "#", "#nowhere", "#toString", "#constructor=1", "#Rides", "rides", "#ride-12"]) {
    assert.deepEqual(placeOf(hash), { name: "", argument: "" }, hash);
  }
});

test("a subject that is wrongly encoded is left out", () => {
  assert.deepEqual(placeOf("#plan=100%"), { name: "plan", argument: "" });
});

test("a workout file is a plan, wherever it is dropped", () => {
  for (const name of ["a.zwo", "a.ERG", "a.b.mrc", "a.txt", "a.plan"]) assert.equal(kindOf(name, "ride"), "plan", name);
});

test("a GPX or FIT file is a plan among plans, and a ride elsewhere", () => {
  assert.deepEqual(["a.gpx", "a.fit"].map((name) => kindOf(name, "plan")), ["plan", "plan"]);
  assert.deepEqual(["a.gpx", "a.fit"].map((name) => kindOf(name, "ride")), ["ride", "ride"]);
});

test("any other file is tried as a ride", () => {
  assert.deepEqual(["a.tcx", "a", "zwo.pdf"].map((name) => kindOf(name, "plan")), ["ride", "ride", "ride"]);
});
