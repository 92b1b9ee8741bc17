import "./document.mjs";
import assert from "node:assert/strict";
import test from "node:test";
import { syncText } from "../../../Sources/CPage/page/services.js";
import { zoneText } from "../../../Sources/CPage/page/settings.js";

test("a zone is told in whole beats, without the first beat of the next one", () => {
  assert.equal(zoneText({ number: 1, belowBpm: 119.5 }), "below 120 bpm");
  assert.equal(zoneText({ number: 2, fromBpm: 119.5, belowBpm: 136 }), "120–135 bpm");
  assert.equal(zoneText({ number: 3, fromBpm: 136 }), "from 136 bpm");
});

test("a sync tells its progress, its fault, or its result", () => {
  assert.equal(syncText({ state: "idle", count: 0 }), "");
  assert.equal(syncText({ state: "syncing", count: 2 }), "Synchronising: 2 rides so far.");
  assert.equal(syncText({ state: "error", count: 0 }), "The last sync is incomplete.");
  assert.equal(syncText({ state: "error", count: 0, message: "Refused." }), "The last sync is incomplete: Refused.");
  assert.equal(syncText({ state: "success", count: 1 }), "Sent 1 ride.");
  assert.equal(syncText({ state: "success", count: 0, waiting: 0, refused: 0 }),
    "Nothing to send: every ride is up to date.");
  assert.equal(syncText({ state: "success", count: 0, waiting: 1, refused: 2 }), "Waiting: 1 ride. Refused: 2 rides.");
});
