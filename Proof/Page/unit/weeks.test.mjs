import "./document.mjs";
import assert from "node:assert/strict";
import test from "node:test";
import { monthOf, months } from "../../../Sources/CPage/page/rides.js";
import { dayAfter, today } from "../../../Sources/CPage/page/scores.js";
import { meansOfFour, weeksOf, withLoad } from "../../../Sources/CPage/page/weeks.js";
import { mondayOf } from "../../../Sources/CPage/page/words.js";

// Summer time ended on 25 October 2026 at 3:00.
process.env.TZ = "Europe/Berlin";

const ride = (start, more) => ({ id: 1, start, timerSeconds: 3600, zone2Seconds: 0, ...more });
const dayOf = ({ monday }) => `${monday.getMonth() + 1}-${monday.getDate()}`;

test("a week begins on Monday at local midnight", () => {
  for (const time of ["2026-11-23T00:00+01:00", "2026-11-26T12:00+01:00", "2026-11-29T23:59+01:00"]) {
    assert.equal(mondayOf(time).toISOString(), "2026-11-22T23:00:00.000Z");
  }
  assert.equal(mondayOf("2026-11-30T00:00+01:00").toISOString(), "2026-11-29T23:00:00.000Z");
});

test("weeks reach from the first ride to now, also those without a ride and over the end of summer time", () => {
  const weeks = weeksOf([ride("2026-10-20T10:00:00Z"), ride("2026-11-04T10:00:00Z")], new Date("2026-11-10T10:00:00Z"));
  assert.deepEqual(weeks.map(dayOf), ["10-19", "10-26", "11-2", "11-9"]);
  assert.deepEqual(weeks.map(({ hours }) => hours), [1, 0, 1, 0]);
  assert.deepEqual(weeks.map(({ rides }) => rides.length), [1, 0, 1, 0]);
});

test("a library without rides has the present week", () => {
  const weeks = weeksOf([], new Date("2026-11-30T10:00:00Z"));
  assert.deepEqual(weeks.map(dayOf), ["11-30"]);
  assert.deepEqual([weeks[0].hours, weeks[0].watts], [0, undefined]);
});

test("the figures of a week are sums, and an unknown one counts as zero", () => {
  const [week] = weeksOf([ride("2026-11-30T10:00:00Z", { kilojoules: 500, distanceMeters: 30000, zone2Seconds: 1800,
    trainingStressScore: 40 }), ride("2026-12-01T10:00:00Z")], new Date("2026-12-02T10:00:00Z"));
  const { hours, work, distance, zone2, tss } = week;
  assert.deepEqual([hours, work, distance, zone2, tss], [2, 500, 30000, 0.5, 40]);
});

test("the power in Zone 2 is weighted by the time in it", () => {
  const [week] = weeksOf([ride("2026-11-30T10:00:00Z", { zone2Watts: 100, zone2Seconds: 600 }),
    ride("2026-11-30T12:00:00Z", { zone2Watts: 160, zone2Seconds: 1800 }),
    ride("2026-11-30T14:00:00Z", { zone2Seconds: 1800 })], new Date("2026-12-02T10:00:00Z"));
  assert.equal(week.watts, 145);
});

test("a week has the fitness of its Sunday, or of the last known day", () => {
  const weeks = weeksOf([ride("2026-11-18T10:00:00Z")], new Date("2026-12-02T10:00:00Z"));
  const days = [["2026-11-22", 10], ["2026-11-23", 20], ["2026-11-25", 30]].map(([date, fitness]) =>
    ({ date, fitness, fatigue: fitness + 1 }));
  assert.deepEqual(withLoad(weeks, days).map(({ fitness, fatigue }) => [fitness, fatigue]),
    [[10, 11], [30, 31], [30, 31]]);
  assert.deepEqual(withLoad(weeks, []).map(({ fitness }) => fitness), [undefined, undefined, undefined]);
});

test("a mean is that of a week and the three before it, as far as they are known", () => {
  assert.deepEqual(meansOfFour([4, 8, undefined, 12, 20, 4]), [4, 6, 6, 8, 40 / 3, 12]);
  assert.deepEqual(meansOfFour([undefined]), [undefined]);
});

test("a day is counted on the calendar, not in hours", () => {
  assert.equal(dayAfter("2026-10-25", 1), "2026-10-26");
  assert.equal(dayAfter("2026-03-01", -1), "2026-02-28");
  assert.equal(dayAfter("2026-12-31", 1), "2027-01-01");
  assert.equal(dayAfter("2026-11-30", -27), "2026-11-03");
});

test("today is the rider's day, not that of Greenwich", () => {
  assert.equal(today(new Date("2026-08-31T22:30:00Z")), "2026-09-01");
  assert.equal(today(new Date("2026-01-04T12:00:00Z")), "2026-01-04");
});

test("rides are grouped by the rider's months, with sums", () => {
  const rides = [ride("2026-11-30T23:30:00Z", { kilojoules: 500 }), ride("2026-12-01T10:00:00Z"),
    ride("2026-11-30T22:30:00Z", { kilojoules: 200 })];
  assert.equal(monthOf(rides[0]), "2026-12");
  const found = months(rides);
  assert.deepEqual(found.map(({ month, seconds, kilojoules }) => [month, seconds, kilojoules]),
    [["2026-12", 7200, 500], ["2026-11", 3600, 200]]);
  assert.deepEqual(found[0].rides, rides.slice(0, 2));
});
