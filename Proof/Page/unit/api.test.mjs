import assert from "node:assert/strict";
import test, { beforeEach } from "node:test";
import { call, fileOf, planFile, prepare, start, steer, track } from "../../../Sources/CPage/page/api.js";

let asked;
let unpaired;
let reply;

beforeEach(() => {
  [asked, unpaired, reply] = [[], 0, { ok: true, status: 200, json: async () => ({ done: true }) }];
  globalThis.fetch = async (path, options) => {
    asked.push({ path, ...options });
    if (reply instanceof Error) throw reply;
    return reply;
  };
  prepare(() => { unpaired += 1; }, () => ["The Pi does not answer.", "Check the network."], () => 1000.4);
});

const refusing = (status, body) => { reply = { ok: false, status, json: async () => body }; };

test("a call posts its parameters as JSON, and returns the reply", async () => {
  assert.deepEqual(await call("Review", { ride: "last" }), { done: true });
  const [{ path, method, headers, body, signal }] = asked;
  assert.deepEqual([path, method, body], ["/api/call/Review", "POST", '{"ride":"last"}']);
  assert.deepEqual(headers, { "Content-Type": "application/json" });
  assert.equal(signal, undefined);
});

test("a call without parameters posts an empty object", async () => {
  await call("Settings");
  assert.equal(asked[0].body, "{}");
});

test("a press is given up after four seconds, on the phone and on the Pi", async () => {
  const { setTimeout } = globalThis;
  const timers = [];
  globalThis.setTimeout = (run, milliseconds) => timers.push({ run, milliseconds });
  try { await steer("Skip"); } finally { globalThis.setTimeout = setTimeout; }
  assert.equal(asked[0].headers["JZ2-Until"], "5000");
  assert.deepEqual([timers.length, timers[0].milliseconds, asked[0].signal.aborted], [1, 4000, false]);
  timers[0].run();
  assert.equal(asked[0].signal.aborted, true);
});

test("a start has a deadline for its arrival, but waits for the devices", async () => {
  await start({ watts: 150 });
  assert.deepEqual([asked[0].path, asked[0].headers["JZ2-Until"]], ["/api/call/Start", "5000"]);
  assert.equal(asked[0].signal, undefined);
});

test("a press has no deadline until the Pi's clock is known", async () => {
  prepare(() => {}, () => ["", ""], () => null);
  await steer("Skip");
  assert.deepEqual(asked[0].headers, { "Content-Type": "application/json" });
});

test("a refusal keeps the code, the message, the remedy and the subject of the Pi", async () => {
  const body = { code: "unknownRide", message: "There is no ride 9.", remedy: "Look at the list.", subject: "9" };
  refusing(409, body);
  await assert.rejects(call("Review"), { name: "Error", status: 409, ...body, detail: undefined });
  assert.equal(unpaired, 0);
});

test("a lost connection is a refusal with the page's message", async () => {
  reply = new TypeError("network error");
  await assert.rejects(call("Review"),
    { status: 0, code: "offline", message: "The Pi does not answer.", remedy: "Check the network." });
});

test("a phone that is no longer paired is reported once for each call", async () => {
  refusing(401, {});
  await assert.rejects(call("Review"), { status: 401, code: "", message: "" });
  assert.equal(unpaired, 1);
});

test("an answer that is not JSON is an empty refusal", async () => {
  reply = { ok: false, status: 502, json: async () => JSON.parse("<html>") };
  await assert.rejects(call("Review"), { status: 502, code: "", remedy: "" });
});

test("the seconds of a ride say whether the timer ran", async () => {
  reply = { ok: true, json: async () => ({ seconds: [0, 1], running: [1, 0], power: [100, null] }) };
  assert.deepEqual(await track(12), { seconds: [0, 1], running: [true, false], power: [100, null] });
  await track(12, true);
  assert.deepEqual(asked.map(({ path }) => path), ["/api/ride/12/track", "/api/ride/12/track?whole=true"]);
});

test("the address of a file names its format, and the whole ride only if it is wanted", () => {
  assert.equal(fileOf(12, "fit"), "/api/ride/12/file?format=fit");
  assert.equal(fileOf(12, "fit", true), "/api/ride/12/file?format=fit&whole=true");
  assert.equal(planFile("Over/under 2", "zwo"), "/api/plan/Over%2Funder%202/file?format=zwo");
});
