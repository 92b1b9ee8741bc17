import "./document.mjs";
import assert from "node:assert/strict";
import test from "node:test";
import {
  clock, counted, measure, minutes, number, span, speak, t, way,
} from "../../../Sources/CPage/page/words.js";

/** Runs a part of a test in another language; `document` is for the page's own language. */
function speaking(language, texts, run) {
  speak(language, texts);
  try { run(); } finally { speak("en", {}); }
}

test("a message is its translation, with the values in their places", () => {
  speaking("de", { "{1} of {2}": "von {2} {1}" }, () => {
    assert.equal(t("{1} of {2}", 3, "four"), "von four 3");
    assert.equal(document.documentElement.lang, "de");
  });
});

test("a message without a translation stays English, and a missing value is empty", () => {
  assert.equal(t("Ride {1} of {2}", 0), "Ride 0 of ");
});

test("a number chooses the message by the language's rule for plurals", () => {
  assert.deepEqual([0, 1, 2].map((count) => counted(count, "{1} ride", "{1} rides")), ["0 rides", "1 ride", "2 rides"]);
  speaking("fr", { "{1} ride": "{1} sortie", "{1} rides": "{1} sorties" }, () => {
    assert.deepEqual([0, 1, 2].map((count) => counted(count, "{1} ride", "{1} rides")),
      ["0 sortie", "1 sortie", "2 sorties"]);
  });
});

test("a number has the decimals that are asked for, in the reader's language", () => {
  assert.deepEqual([number(2.345, 2), number(2, 1), number(2.5), number(12345)], ["2.35", "2.0", "3", "12345"]);
  speaking("de", {}, () => assert.equal(number(2.345, 1), "2,3"));
});

test("an unknown number is a dash", () => {
  assert.deepEqual([undefined, null, NaN, Infinity].map((value) => number(value)), ["–", "–", "–", "–"]);
  assert.deepEqual([undefined, null].map(clock), ["–", "–"]);
});

test("a clock shows hours only if there are any", () => {
  assert.deepEqual([0, 7, 59.6, 750, 3599, 3600, 3723, -5].map(clock),
    ["0:00", "0:07", "1:00", "12:30", "59:59", "1:00:00", "1:02:03", "0:00"]);
});

test("whole minutes are minutes, others a clock", () => {
  assert.deepEqual([60, 1.5].map(minutes), ["60 min", "1:30"]);
});

test("a range with one end, or with equal ends, is one number", () => {
  assert.deepEqual([span(120, 140), span(90, 90), span(90), span(undefined, 90), span()],
    ["120–140", "90", "90", "90", ""]);
});

test("a distance has three digits, in metres, kilometres or miles", () => {
  assert.deepEqual([850, 999, 1000, 9990, 10000, 12500].map(way),
    ["850 m", "999 m", "1.00 km", "9.99 km", "10.0 km", "12.5 km"]);
  measure("imperial");
  assert.deepEqual([850, 16092, 16093, 40000].map(way), ["0.53 mi", "10.00 mi", "10.0 mi", "24.9 mi"]);
  measure("metric");
  assert.equal(way(850), "850 m");
});
