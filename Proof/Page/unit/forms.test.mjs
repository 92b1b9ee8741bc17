import "./document.mjs";
import assert from "node:assert/strict";
import test from "node:test";
import { parametersOf } from "../../../Sources/CPage/page/connecting.js";
import { requestOf } from "../../../Sources/CPage/page/rideform.js";
import { resultOf } from "../../../Sources/CPage/page/summary.js";
import { uploadState } from "../../../Sources/CPage/page/uploads.js";

test("a service is connected by what was typed, without blanks and empty fields", () => {
  assert.deepEqual(parametersOf("intervals", { key: " k ", wellness: "on" }),
    { service: "intervals", key: "k", wellness: "down" });
  assert.deepEqual(parametersOf("strava", { clientId: "5", clientSecret: "", earlier: "on" }),
    { service: "strava", clientId: "5", since: "1970-01-01T00:00:00Z" });
});

test("a ride's form asks for the kind that is chosen, and leaves the other kinds' fields out", () => {
  const form = { watts: 150, minutes: 60, isEndless: false, warmup: 5, limit: 160 };
  const asked = (kind, more = {}) => JSON.parse(JSON.stringify(requestOf({ ...form, kind, ...more })));
  assert.deepEqual(asked("watts"), { watts: 150, minutes: 60, warmupSeconds: 300, maximumHeartRate: 160 });
  assert.deepEqual(asked("zone2"), { zone2: true, minutes: 60, warmupSeconds: 300 });
  assert.deepEqual(asked("free", { isEndless: true }), { free: true, endless: true });
  assert.deepEqual(asked("slope", { slope: -2.5 }), { free: true, slopePercent: -2.5, minutes: 60 });
});

test("an unknown figure of a result is a dash, and a known one has its unit", () => {
  const shown = resultOf({ timerSeconds: 65, averageWatts: 150, kilojoules: 9 }).map(([, value]) => value);
  assert.deepEqual(shown, ["1:05", "150 W", "–", "9 kJ"]);
});

test("an upload is done, waits, or failed with its reason", () => {
  const strava = { service: "strava", state: "connected", traits: { title: "Strava" } };
  assert.deepEqual(uploadState(strava, { state: "done", url: "https://a.test/1" }),
    { kind: "done", text: "Sent to Strava", url: "https://a.test/1" });
  assert.equal(uploadState(strava, { state: "done", url: "javascript:0" }).url, undefined);
  assert.deepEqual(uploadState(strava, undefined), { kind: "waiting", text: "Strava: queued" });
  const failed = uploadState(strava, { state: "failed", message: "The file is empty." });
  assert.deepEqual([failed.kind, failed.text], ["failed", "Strava: The file is empty."]);
  assert.equal(uploadState({ ...strava, state: "authRequired" }, undefined).kind, "failed");
});
