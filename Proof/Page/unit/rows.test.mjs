import assert from "node:assert/strict";
import test from "node:test";
import {
  copyName, endOf, groupsOf, isInside, isSound, landings, movedRow, neighbour, repeated, rowsOf, withoutRow,
} from "../../../Sources/CPage/page/rows.js";

const [repeat, end] = [{ kind: "repeat", repeats: 2 }, { kind: "end" }];
const [a, b, c] = [100, 200, 300].map((watts) => ({ kind: "interval", end: "timer", seconds: 60, watts }));
const without = ({ kind, ...interval }) => interval;

test("a repetition becomes a row before its intervals and one after them", () => {
  const groups = [{ repeats: 1, intervals: [without(a)] }, { repeats: 2, intervals: [without(b), without(c)] }];
  assert.deepEqual(rowsOf(groups), [a, repeat, b, c, end]);
});

test("an interval that is repeated, and a group that is not, keep their rows", () => {
  assert.deepEqual(rowsOf([{ repeats: 2, intervals: [without(a)] }]), [repeat, a, end]);
  assert.deepEqual(rowsOf([{ repeats: 1, intervals: [without(a), without(b)] }]),
    [{ kind: "repeat", repeats: 1 }, a, b, end]);
});

test("rows become the groups that they came from", () => {
  const rows = [a, repeat, b, c, end, a];
  assert.deepEqual(groupsOf(rows), [{ repeats: 1, intervals: [a] }, { repeats: 2, intervals: [b, c] },
    { repeats: 1, intervals: [a] }]);
});

test("a repetition that is open, empty, nested or only closed is not sound", () => {
  assert.equal(isSound([a, repeat, b, end, c]), true);
  assert.equal(isSound([]), true);
  for (const rows of [[repeat, a], [repeat, end], [repeat, a, repeat, b, end, end], [a, end],
    [repeat, a, end, end], [repeat, a, repeat, b, end]]) assert.equal(isSound(rows), false);
});

test("a row knows whether it is inside a repetition, and where it ends", () => {
  const rows = [a, repeat, b, end, c];
  assert.deepEqual([0, 1, 2, 3, 4, 5].map((index) => isInside(rows, index)), [false, false, true, true, false, false]);
  assert.deepEqual([0, 1, 2].map((index) => endOf(rows, index)), [1, 4, 3]);
});

test("a row can be moved into a repetition and out of it", () => {
  assert.deepEqual(movedRow([a, repeat, b, c, end], 0, 2), [repeat, b, a, c, end]);
  assert.deepEqual(movedRow([repeat, b, c, end], 1, 3), [repeat, c, end, b]);
});

test("a repetition moves with its steps, and disappears with its last one", () => {
  assert.deepEqual(movedRow([a, repeat, b, end, c], 1, 0), [repeat, b, end, a, c]);
  assert.deepEqual(movedRow([repeat, b, end, a], 1, 0), [b, a]);
});

test("a move that would nest repetitions, or moves nothing, changes no row", () => {
  for (const [rows, from, to] of [[[repeat, a, end, repeat, b, end], 3, 1], [[a, b], 0, 0]]) {
    assert.equal(movedRow(rows, from, to), rows);
  }
});

test("a step moves by one place, and a repetition passes a whole one", () => {
  const rows = [repeat, a, end, repeat, b, end];
  assert.deepEqual([neighbour([a, b], 0, 1), neighbour([a, b], 0, -1), neighbour([a, b], 1, 1)], [1, 0, 1]);
  assert.deepEqual(movedRow(rows, 0, neighbour(rows, 0, 1)), [repeat, b, end, repeat, a, end]);
  assert.deepEqual(movedRow(rows, 3, neighbour(rows, 3, -1)), [repeat, b, end, repeat, a, end]);
});

test("a repetition can land only outside of others", () => {
  const rows = [repeat, a, end, repeat, b, end];
  assert.deepEqual(landings(rows, 0).map(([gap]) => gap), [0, 3, 6]);
  assert.deepEqual(landings(rows, 1).map(([, to]) => to), [0, 1, 1, 2, 3, 4, 5]);
});

test("the frame of a repetition can be removed, and its steps stay", () => {
  assert.deepEqual(withoutRow([a, repeat, b, c, end], 1), [a, b, c]);
  assert.deepEqual(withoutRow([repeat, b, c, end], 1), [repeat, c, end]);
  assert.deepEqual(withoutRow([a, repeat, b, end], 2), [a]);
  assert.deepEqual(repeated([a, b], 1), [a, repeat, b, end]);
});

test("a copy has the next number that no other plan has", () => {
  assert.equal(copyName("Hills", ["Hills"]), "Hills 2");
  assert.equal(copyName("Hills 2", ["hills 3", "Hills 2"]), "Hills 4");
});
