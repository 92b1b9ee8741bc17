import assert from "node:assert/strict";
import test from "node:test";
import {
  aim, amongItsKind, band, controls, expectedEnd, hasIntervals, heartGauge, heartSteers, inBand, isOn, news, powerGauge,
  riddenRpm, riddenWatts, Trail, zoneOf,
} from "../../../Sources/CPage/page/ride.js";

const ride = { id: 7, timerSeconds: 60, elapsedSeconds: 60, wantedWatts: 150, targetWatts: 150 };
const riding = { phase: "riding", ride };
const timed = (number, more) => ({ number, end: "timer", remainingSeconds: 60, ...more });
const planned = (interval, intervals = 3) => ({ ...riding, plan: { intervals, interval } });
const on = (status) => Object.entries(controls(status)).filter(([, is]) => is).map(([name]) => name).sort();

test("the power meter's watts come before the trainer's", () => {
  assert.equal(riddenWatts({ power: { powerWatts: 201 }, trainer: { powerWatts: 195 } }), 201);
  assert.equal(riddenWatts({ power: {}, trainer: { powerWatts: 195 } }), 195);
  assert.equal(riddenWatts({}), undefined);
});

test("the cadence comes from the sensor, else from the trainer, else from the power meter", () => {
  const [cadence, trainer, power] = [{ cadenceRpm: 90 }, { cadenceRpm: 88 }, { cadenceRpm: 86 }];
  assert.equal(riddenRpm({ cadence, trainer, power }), 90);
  assert.equal(riddenRpm({ trainer, power }), 88);
  assert.equal(riddenRpm({ power }), 86);
  assert.equal(riddenRpm({}), undefined);
});

test("a ride is on from its start to its end", () => {
  assert.equal(isOn({ phase: "connecting" }), true);
  assert.equal(isOn({ phase: "finishing" }), true);
  assert.equal(isOn({ phase: "idle" }), false);
  assert.equal(isOn(null), false);
});

test("the heart rate controls an interval with a range of heart rates", () => {
  assert.equal(heartSteers(planned(timed(1, { zoneFrom: 120, zoneTo: 135 }))), true);
  assert.equal(heartSteers(planned(timed(1))), false);
  assert.equal(heartSteers(null), false);
});

test("a ride without a plan, or with one interval, has no intervals", () => {
  assert.equal(hasIntervals(planned(timed(1), 2)), true);
  assert.equal(hasIntervals(planned(timed(1), 1)), false);
  assert.equal(hasIntervals(riding), false);
});

test("without a ride there is no button, and a connecting one can be cancelled", () => {
  assert.deepEqual(on(null), []);
  assert.deepEqual(on({ phase: "idle" }), []);
  assert.deepEqual(on({ phase: "connecting", ride }), ["cancel", "stop"]);
  assert.deepEqual(on({ phase: "finishing", ride }), []);
});

test("the power can be set before the first pedal stroke, but not in a free ride", () => {
  assert.deepEqual(on({ phase: "ready", ride }), ["stop", "watts"]);
  assert.deepEqual(on({ phase: "riding", ride: { ...ride, wantedWatts: undefined } }), ["lap", "pause", "stop"]);
});

test("a pause by the rider can be resumed, and an automatic one ends by pedalling", () => {
  assert.deepEqual(on({ ...riding, phase: "paused" }), ["lap", "resume", "stop", "watts"]);
  assert.deepEqual(on({ ...riding, phase: "paused", autoPaused: true }), ["lap", "stop", "watts"]);
  assert.deepEqual(on({ ...riding, phase: "reconnecting" }), ["lap", "stop", "watts"]);
});

test("a ride can be extended while the timer ends it", () => {
  assert.equal(controls({ ...riding, ride: { ...ride, remainingSeconds: 60 } }).extend, true);
  assert.equal(controls(riding).extend, false);
  assert.equal(controls(planned(timed(2))).extend, true);
  const distance = { ...planned({ number: 2, end: "distance" }), ride: { ...ride, remainingSeconds: 60 } };
  assert.equal(controls(distance).extend, false);
});

test("intervals can be skipped until the last one is over", () => {
  assert.deepEqual(on(planned(timed(2))), ["back", "extend", "lap", "pause", "skip", "stop", "watts"]);
  assert.deepEqual(on(planned(undefined)), ["back", "lap", "pause", "stop", "watts"]);
  assert.deepEqual(on(planned(timed(1), 1)), ["extend", "lap", "pause", "stop", "watts"]);
});

test("only an interval that the rider ends has Done", () => {
  assert.equal(controls(planned({ number: 2, end: "activity" })).done, true);
  assert.equal(controls(planned(timed(2))).done, false);
  assert.equal(controls({ ...planned({ number: 2, end: "activity" }), phase: "ready" }).done, false);
});

test("power is on target within 5 percent, and near it within 12", () => {
  assert.deepEqual([190, 189, 210, 211, 176, 175, 224, 225].map((power) => aim(power, 200)),
    ["on", "near", "on", "near", "near", "off", "near", "off"]);
  assert.equal(aim(undefined, 200), "");
  assert.equal(aim(200, undefined), "");
});

test("both ends of a heart-rate range are in it", () => {
  assert.deepEqual([119, 120, 135, 136].map((beats) => inBand(beats, 120, 135)), ["below", "in", "in", "above"]);
  assert.equal(inBand(undefined, 120, 135), "");
  assert.equal(inBand(130, undefined, 135), "");
});

test("the interval's heart rates come before the limit of the ride", () => {
  const limited = { ...ride, maximumBeatsPerMinute: 150 };
  const aimed = planned(timed(1, { zoneFrom: 120, zoneTo: 135 }));
  assert.deepEqual(band({ ...aimed, ride: limited }), { from: 120, to: 135 });
  assert.deepEqual(band({ ...riding, ride: limited }), { to: 150 });
  assert.deepEqual(band(riding), {});
});

test("the power gauge reaches 50 percent below and above the target, and marks 5 percent", () => {
  const { from, to, at } = powerGauge(100, 200);
  assert.deepEqual([from, to, at].map((place) => Number(place.toFixed(6))), [0.45, 0.55, 0]);
  assert.equal(powerGauge(300, 200).at, 1);
  assert.equal(powerGauge(undefined, 200).at, undefined);
  assert.equal(powerGauge(100, undefined), undefined);
});

test("the heart gauge reaches 30 beats below and above its range", () => {
  assert.deepEqual(heartGauge(90, 120, 140), { from: 30 / 80, to: 50 / 80, at: 0 });
  assert.equal(heartGauge(170, 120, 140).at, 1);
  assert.deepEqual(heartGauge(undefined, undefined, 150), { from: 0.3, to: 0.7, at: undefined });
  assert.deepEqual(heartGauge(undefined, 120, undefined), { from: 0.3, to: 0.7, at: undefined });
  assert.equal(heartGauge(120, undefined, undefined), undefined);
});

test("a zone begins at its lowest rate and ends below the next zone", () => {
  const zones = [{ number: 1, belowBpm: 120 }, { number: 2, fromBpm: 120, belowBpm: 136 }, { number: 3, fromBpm: 136 }];
  assert.deepEqual([60, 119, 120, 135, 136, 200].map((beats) => zoneOf(beats, zones)), [1, 1, 2, 2, 3, 3]);
  assert.equal(zoneOf(undefined, zones), undefined);
  assert.equal(zoneOf(130, []), undefined);
});

test("an interval is counted among those of its name, if there are several", () => {
  const intervals = ["Warm up", "Over", "Under", "Over"].map((label, index) => ({ label, number: index + 1 }));
  assert.deepEqual(amongItsKind(intervals[3], intervals), { place: 2, count: 2 });
  assert.equal(amongItsKind(intervals[0], intervals), undefined);
  assert.equal(amongItsKind({ label: "Over", number: 9 }, intervals), undefined);
  assert.equal(amongItsKind({ number: 1 }, intervals), undefined);
  assert.equal(amongItsKind(intervals[3], undefined), undefined);
});

test("the end of a ride is known while the timer ends it", () => {
  const now = new Date("2026-11-30T10:00:00Z");
  assert.equal(expectedEnd({ ride: { ...ride, remainingSeconds: 90 } }, now).toISOString(), "2026-11-30T10:01:30.000Z");
  assert.equal(expectedEnd({ ride }, now), undefined);
});

test("a new phase is news once", () => {
  const paused = { ...riding, phase: "paused", autoPaused: true };
  assert.deepEqual(news(riding, paused), [{ kind: "phase", phase: "paused", auto: true }]);
  assert.deepEqual(news(paused, paused), []);
  assert.deepEqual(news(null, riding), []);
});

test("a new interval is news, but not the interval of a ride that was already on", () => {
  const [one, two] = [timed(1), timed(2)];
  assert.deepEqual(news(planned(one), planned(two)), [{ kind: "interval", interval: two }]);
  assert.deepEqual(news(planned(one), planned(one)), []);
  assert.deepEqual(news(null, planned(one)), []);
  assert.deepEqual(news(planned(undefined), planned(one)), [{ kind: "interval", interval: one }]);
  assert.deepEqual(news(planned(two), planned(undefined)), []);
  assert.deepEqual(news({ ...planned(one), ride: { ...ride, id: 6 } }, planned(two)), []);
  const over = { ...planned(two), phase: "idle" };
  assert.deepEqual(news(planned(one), over).map(({ kind }) => kind), ["phase"]);
});

test("a problem is news until it ends, and again if it returns", () => {
  const problem = { code: "trainerSilent", message: "The trainer sends no data.", remedy: "" };
  const troubled = { ...riding, problems: [problem] };
  assert.deepEqual(news(riding, troubled), [{ kind: "problem", problem }]);
  assert.deepEqual(news(troubled, { ...riding, problems: [{ ...problem, detail: "5 s" }] }), []);
  assert.deepEqual(news(troubled, { ...riding, problems: [] }), []);
  assert.equal(news(null, troubled).length, 1);
});

const second = (elapsedSeconds, watts, more) => ({ ...riding, ride: { ...ride, elapsedSeconds },
  trainer: { powerWatts: watts, cadenceRpm: 90 }, heartRate: { beatsPerMinute: 130 }, ...more });

test("the trail has a point for each second, and null for an unknown value", () => {
  const trail = new Trail();
  trail.add(second(1, 140));
  trail.add({ ...riding, ride: { id: 7, elapsedSeconds: 2 } });
  assert.deepEqual(trail.points, [[1, 140, 150, 130, 90], [2, null, null, null, null]]);
});

test("a later status replaces the point of its second, and an earlier one is left out", () => {
  const trail = new Trail();
  for (const [seconds, watts] of [[1, 140], [2, 141], [2, 142], [1, 99]]) trail.add(second(seconds, watts));
  assert.deepEqual(trail.points.map(([seconds, watts]) => [seconds, watts]), [[1, 140], [2, 142]]);
});

test("the trail covers five minutes", () => {
  const trail = new Trail();
  for (let seconds = 0; seconds <= 400; seconds += 1) trail.add(second(seconds, 150));
  assert.equal(trail.points.length, 300);
  assert.equal(trail.points[0][0], 101);
});

test("the trail begins anew with each ride, at its first pedal stroke", () => {
  const trail = new Trail();
  trail.replace({ ride: 7, points: [[1, 140, 150, 130, 90]] });
  trail.add(second(2, 141));
  assert.equal(trail.points.length, 2);
  trail.add({ phase: "connecting", ride: { id: 8, elapsedSeconds: 0 } });
  trail.add({ phase: "ready", ride: { id: 8, elapsedSeconds: 0 } });
  assert.deepEqual(trail.points, []);
  trail.add({ phase: "idle" });
  trail.add({ ...second(1, 150), ride: { ...ride, id: 8, elapsedSeconds: 1 } });
  assert.equal(trail.points.length, 1);
});
