import HealthExport
import Rides

extension FuzzEntry {
  /// Exports of Apple Health, in pieces whose length depends on the length of the file.
  package static let health = FuzzEntry(
    name: "health",
    seeds: {
      func record(_ type: String, _ value: String, _ attributes: String = "", _ content: String = "") -> String {
        """
        <Record type="HK\(type)" sourceName="a&amp;b" \(attributes)startDate="2026-09-13 23:00:00 +0200" \
        endDate="2026-09-14 06:00:00 +0100" value="\(value)">\(content)</Record>
        """
      }
      let sleep = ["0", "HKCategoryValueSleepAnalysisAsleepDeep", "HKCategoryValueSleepAnalysisAwake"].map {
        record("CategoryTypeIdentifierSleepAnalysis", $0)
      }
      let beats = #"<InstantaneousBeatsPerMinute bpm="78" time="11:00:01,5 PM"/>"#
      let contents = [
        sleep.joined() + sleep.joined(),
        record("QuantityTypeIdentifierHeartRateVariabilitySDNN", "25,5", "unit='ms' ", beats + beats),
        record("QuantityTypeIdentifierBodyMass", "157.4", "unit='lb' ") + "<!-- a --><![CDATA[b]]><Workout/>"
          + record("QuantityTypeIdentifierRestingHeartRate", "47", "unit='count/min' "),
      ]
      return contents.map {
        Array("<?xml version='1.0'?><!DOCTYPE a [ <!ELEMENT b > ]><HealthData locale='c'>\($0)</HealthData>".utf8)
      }
    },
    run: { input in
      let found: Found
      do throws(HealthFault) {
        found = try read(input, piece: 1 + input.count % 97)
      } catch {
        try promise("\(error) does not depend on the pieces", (try? read(input, piece: .max)) == nil)
        return try promise("\(error) lies in the file", 0...input.count ~= error.byte)
      }
      try promise("pieces make no difference", try read(input, piece: .max) == found)
      let nights = found.batches.flatMap(\.nights)
      try promise("a day has one night", Set(nights.map(\.date)).count == nights.count)
      for night in nights {
        let parts = [night.deepMinutes, night.remMinutes, night.lightMinutes].compactMap(\.self).reduce(0, +)
        let asleep = night.asleepMinutes ?? 0
        try promise("\(night) has parts that fit", parts <= asleep)
        try promise("\(night) fits", asleep + (night.awakeMinutes ?? 0) <= night.inBedMinutes ?? 0)
      }
      for value in found.batches.flatMap(\.values) {
        try promise("\(value) is one of a person", 20...300 ~= value.value)
      }
    })

  private struct Found: Equatable {
    /// The batches, including empty ones.
    var batches: [HealthBatch] = []
    var report = HealthReport()

    /// Compares the values, regardless of the ends of the pieces.
    static func == (left: Self, right: Self) -> Bool {
      left.report == right.report && left.batches.flatMap(\.nights) == right.batches.flatMap(\.nights)
        && left.batches.flatMap(\.measurements) == right.batches.flatMap(\.measurements)
        && left.batches.flatMap(\.values) == right.batches.flatMap(\.values)
    }
  }

  private static func read(_ input: [UInt8], piece length: Int) throws(HealthFault) -> Found {
    var (reader, found) = (HealthExportReader(), Found())
    var rest = input[...]
    while !rest.isEmpty {
      try reader.feed(Array(rest.prefix(length)))
      found.batches.append(reader.takeBatch())
      rest = rest.dropFirst(length)
    }
    try reader.finish()
    found.batches.append(reader.takeBatch())
    found.report = reader.report
    return found
  }
}
