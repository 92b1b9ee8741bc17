import assert from "node:assert/strict";
import test from "node:test";
import { Freshness, pause } from "../../../Sources/CPage/page/freshness.js";

const at = (second) => `2026-11-30T10:00:${String(second).padStart(2, "0")}Z`;
const since1970 = (second) => Date.parse(at(second));

test("a connection without an event is lost", () => {
  assert.equal(new Freshness().state(0), "noPi");
});

test("the status is fresh for two seconds after an event, and lost after them", () => {
  const freshness = new Freshness();
  freshness.received(1000, at(1), true);
  assert.equal(freshness.state(3000), "fresh");
  assert.equal(freshness.state(3001), "noPi");
  freshness.sign(3001);
  assert.equal(freshness.state(5001), "fresh");
  assert.equal(freshness.state(5002), "noPi");
});

test("a silent daemon is not a lost Pi, and a status ends its silence", () => {
  const freshness = new Freshness();
  freshness.received(1000, at(1), true);
  freshness.failed(2000, { code: "noDaemon", message: "", remedy: "", since: at(1) });
  assert.equal(freshness.state(3500), "noDaemon");
  assert.equal(freshness.state(4001), "noPi");
  freshness.received(4100, at(5), false);
  assert.equal(freshness.state(4100), "fresh");
});

test("the figures are as old as the last status, or as the daemon's silence", () => {
  const freshness = new Freshness();
  assert.equal(freshness.since(), null);
  freshness.received(1000, at(1), true);
  freshness.sign(2000);
  assert.equal(freshness.since(), at(1));
  freshness.failed(2000, { code: "noDaemon", message: "", remedy: "", since: at(3) });
  assert.equal(freshness.since(), at(3));
});

test("the Pi's clock is unknown until the second status, because the first may be old", () => {
  const freshness = new Freshness();
  freshness.received(1000, at(1), true);
  assert.equal(freshness.piTime(1000), null);
  freshness.received(2000, at(7), false);
  assert.equal(freshness.piTime(2500), since1970(7) + 500);
});

test("a late status does not set the Pi's clock back by more than a second", () => {
  const freshness = new Freshness();
  freshness.received(1000, at(10), false);
  freshness.received(11000, at(11), false);
  assert.equal(freshness.piTime(11000), since1970(20) - 1000);
});

test("a status that arrives faster than the others corrects the Pi's clock", () => {
  const freshness = new Freshness();
  freshness.received(1000, at(10), false);
  freshness.received(1400, at(11), false);
  assert.equal(freshness.piTime(1400), since1970(11));
});

test("a Pi that sets its clock by more than a minute is believed", () => {
  const freshness = new Freshness();
  freshness.received(1000, "2026-11-30T12:00:00Z", false);
  freshness.received(2000, at(0), false);
  assert.equal(freshness.piTime(2000), since1970(0));
});

test("the pause between attempts doubles from half a second to five seconds", () => {
  assert.deepEqual([0, 1, 2, 3, 4, 100].map(pause), [500, 1000, 2000, 4000, 5000, 5000]);
});
