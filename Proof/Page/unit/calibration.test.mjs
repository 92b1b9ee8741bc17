import assert from "node:assert/strict";
import test from "node:test";
import "./document.mjs";
import { calibrationText, isOver, wheelSpeed } from "../../../Sources/CPage/page/calibration.js";

const spinDown = (step, more) => ({ device: "trainer", step, ...more });

test("each step of a spin-down is an instruction", () => {
  assert.equal(calibrationText(spinDown("starting")), "The trainer begins its spin-down.");
  assert.equal(calibrationText(spinDown("speedUp", { targetKmh: 35 })), "Pedal until the speed is above 35.0 km/h.");
  assert.match(calibrationText(spinDown("speedUp")), /until the trainer has enough speed/);
  assert.match(calibrationText(spinDown("stopPedalling")), /^Stop pedalling/);
  assert.equal(calibrationText(spinDown("newer")), "");
});

test("the result has what the device reports", () => {
  assert.equal(calibrationText(spinDown("done", { spinDownSeconds: 18.2 })),
    "Calibrated: the wheel ran down in 18.2 s.");
  assert.equal(calibrationText(spinDown("done")), "The trainer is calibrated.");
  assert.equal(calibrationText({ device: "power", step: "done", offset: 0 }), "Calibrated: the zero offset is 0.");
  assert.equal(calibrationText({ device: "power", step: "done" }), "The power meter is calibrated.");
});

test("a failure has its reason", () => {
  assert.equal(calibrationText(spinDown("failed", { reason: "Operation Failed" })),
    "The calibration failed: Operation Failed.");
  assert.equal(calibrationText(spinDown("failed", { reason: "no answer" })), "The calibration failed: no answer.");
  assert.equal(calibrationText(spinDown("failed", { reason: "supervisionTimeout" })),
    "The calibration failed: the connection was lost.");
  assert.equal(calibrationText(spinDown("failed", { reason: "cancelled" })), "The calibration is cancelled.");
  assert.equal(calibrationText(spinDown("failed")), "The calibration failed.");
});

test("the speed is shown while the rider speeds up and the wheel runs down", () => {
  assert.equal(wheelSpeed(spinDown("speedUp"), 31.44), "31.4 km/h");
  assert.equal(wheelSpeed(spinDown("stopPedalling"), 36), "36.0 km/h");
  assert.equal(wheelSpeed(spinDown("done"), 20), "");
  assert.equal(wheelSpeed(spinDown("speedUp")), "");
});

test("a calibration is over when it is done or failed", () => {
  assert.deepEqual(["starting", "speedUp", "still", "done", "failed"].map((step) => isOver({ step })),
    [false, false, false, true, true]);
});
