import "./document.mjs";
import assert from "node:assert/strict";
import test from "node:test";
import { gapsOf, happenings } from "../../../Sources/CPage/page/happenings.js";
import { moved, prepared, sums } from "../../../Sources/CPage/page/trim.js";

const seconds = [0, 1, 2, 3];
const running = [true, true, false, true];

test("a track has the distance and the work so far at every second", () => {
  const track = { seconds, running, power: [500, null, 500, 1000], distance: [null, 5, null, 9] };
  const { energy, distance } = prepared(track);
  assert.deepEqual(energy, [0.5, 0.5, 0.5, 1.5]);
  assert.deepEqual(distance, [0, 5, 5, 9]);
});

test("a track without power or distance has no sums of them", () => {
  const track = prepared({ seconds, running });
  assert.deepEqual([track.energy, track.distance], [undefined, undefined]);
});

test("a part includes its first second, not its last, and only seconds of the timer count", () => {
  const track = { seconds, running, power: [100, 200, 900, 300] };
  const { seconds: counted, watts } = sums(track, [{ from: 1, to: 4 }]);
  assert.deepEqual([counted, watts], [2, 250]);
  assert.equal(sums(track, [{ from: 0, to: 1 }, { from: 3, to: 4 }]).watts, 200);
});

test("a second without power counts with the mean of the others", () => {
  const { kilojoules, watts } = sums({ seconds, running: [true, true, true, true], power: [100, null, 300, null] },
    [{ from: 0, to: 4 }]);
  assert.deepEqual([watts, kilojoules], [200, 0.8]);
});

test("a part without any power has none", () => {
  const { watts, kilojoules } = sums({ seconds, running, power: [null, null, null, 100] }, [{ from: 0, to: 2 }]);
  assert.deepEqual([watts, kilojoules], [0, 0]);
});

test("a column that is absent has no figure", () => {
  const { watts, kilojoules, meters, beats } = sums({ seconds, running }, [{ from: 0, to: 4 }]);
  assert.deepEqual([watts, kilojoules, meters, beats], [undefined, undefined, undefined, undefined]);
});

test("the way counts from the second before, also while the timer stands", () => {
  const track = { seconds, running, distance: [0, 5, 6, 12] };
  assert.equal(sums(track, [{ from: 0, to: 4 }]).meters, 12);
  assert.equal(sums(track, [{ from: 2, to: 4 }]).meters, 7);
  assert.equal(sums({ ...track, distance: [3, 5, 6, 12] }, [{ from: 0, to: 1 }]).meters, 3);
});

test("the heart rate is the mean of its known seconds", () => {
  assert.equal(sums({ seconds, running, heart: [120, null, 180, 140] }, [{ from: 0, to: 4 }]).beats, 130);
});

test("an end that is moved stays a minute from the other, and within the ride", () => {
  const part = { from: 600, to: 1200 };
  assert.deepEqual(moved(part, "from", 700, 3600), { from: 700, to: 1200 });
  assert.deepEqual(moved(part, "from", 1190, 3600), { from: 1140, to: 1200 });
  assert.deepEqual(moved(part, "from", -5, 3600), { from: 0, to: 1200 });
  assert.deepEqual(moved(part, "to", 1300, 3600), { from: 600, to: 1300 });
  assert.deepEqual(moved(part, "to", 610, 3600), { from: 600, to: 660 });
  assert.deepEqual(moved(part, "to", 9999, 3600), { from: 600, to: 3600 });
});

test("a gap is a stopped timer, or a device that was gone for at least a second", () => {
  const columns = { seconds: [0, 1, 2, 3, 7, 8], running: [true, false, false, true, false, true] };
  const incidents = [{ kind: "drop", atSeconds: 10, lastedSeconds: 5 }, { kind: "silence", atSeconds: 20 },
    { kind: "remedy", atSeconds: 30, lastedSeconds: 5 }, { kind: "silence", atSeconds: 40, lastedSeconds: 0.2 }];
  assert.deepEqual(gapsOf(columns, incidents),
    [[1, 3, "stop"], [7, 8, "stop"], [10, 15, "drop"], [20, 21, "drop"], [40, 41, "drop"]]);
});

test("an event lasts until the event that ends it", () => {
  const found = happenings([{ kind: "paused", atSeconds: 10 }, { kind: "strapLost", atSeconds: 12 },
    { kind: "resumed", atSeconds: 20 }, { kind: "autoPaused", atSeconds: 30 }, { kind: "resumed", atSeconds: 35 },
    { kind: "trainerLost", atSeconds: 40 }, { kind: "trainerRestored", atSeconds: 45 },
    { kind: "strapRestored", atSeconds: 50 }, { kind: "interrupted", atSeconds: 60 },
    { kind: "continued", atSeconds: 70 }, { kind: "lap", atSeconds: 80 }]);
  assert.deepEqual(found.map(({ kind, at, to }) => [kind, at, to]), [["paused", 10, 20], ["strapLost", 12, 50],
    ["autoPaused", 30, 35], ["trainerLost", 40, 45], ["interrupted", 60, 70]]);
});

test("an eased target is told while it falls, not while it returns", () => {
  const watts = [["eased", 180], ["eased", 170], ["eased", 175], ["eased", 160], ["alpha1Eased", 150],
    ["released", 100], ["steeringEased", 90]];
  const found = happenings(watts.map(([kind, value], atSeconds) => ({ kind, atSeconds, watts: value })));
  assert.deepEqual(found.map(({ at }) => at), [0, 1, 3, 4, 5, 6]);
  assert.equal(new Set(found.map(({ text }) => text.replace(/\d+ W/, ""))).size, 4);
});

test("a bias has its sign, and a free ride is told", () => {
  const found = happenings([{ kind: "biased", atSeconds: 1, percent: 5 }, { kind: "biased", atSeconds: 2, percent: -5 },
    { kind: "biased", atSeconds: 3, percent: 0 }, { kind: "free", atSeconds: 4 }]);
  assert.deepEqual(found.map(({ text }) => text), ["Bias +5 %", "Bias -5 %", "Bias 0 %", "Riding free"]);
});
