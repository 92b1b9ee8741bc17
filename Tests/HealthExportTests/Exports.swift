import HealthExport
import Rides
import TestKit

/// Makes exports as Apple writes them, and reads them.
enum Exports {
  /// An export with these records; its document type is from iOS 16 and not valid XML: a list of attributes has no end.
  static func export(_ records: String...) -> [UInt8] {
    let text = """
      <?xml version="1.0" encoding="UTF-8"?>
      <!DOCTYPE HealthData [
      <!-- HealthKit Export Version: 12; it isn't ]> yet -->
      <!ELEMENT HealthData (ExportDate,Me,(Record|Correlation|Workout)*)>
      <!ATTLIST HealthData
        locale CDATA #REQUIRED
      <!ELEMENT Record ((MetadataEntry|HeartRateVariabilityMetadataList)*)>
      ]>
      <HealthData locale="en_GB">
       <ExportDate value="2026-11-24 20:11:02 +0100"/>
       <Me HKCharacteristicTypeIdentifierBiologicalSex="HKBiologicalSexNotSet"/>
      \(records.joined(separator: "\n"))
      </HealthData>

      """
    return Array(text.utf8)
  }

  static func record(
    _ type: String, _ value: String, unit: String? = nil, from start: String, to end: String? = nil,
    source: String = "Watch", device: String? = "&lt;&lt;HKDevice: 0x28&gt;, name:Apple Watch&gt;",
    content: String? = nil
  ) -> String {
    let unit = unit.map { " unit=\"\($0)\"" } ?? ""
    let device = device.map { " device=\"\($0)\"" } ?? ""
    let begin = """
      <Record type="\(type)" sourceName="\(source)"\(device)\(unit) \
      creationDate="\(end ?? start)" startDate="\(start)" endDate="\(end ?? start)" value="\(value)"
      """
    return content.map { "\(begin)>\n\($0)\n</Record>" } ?? "\(begin)/>"
  }

  static func sleep(_ stage: String, _ start: String, _ end: String, source: String = "Watch") -> String {
    let word = stage.allSatisfy(\.isNumber) ? stage : "HKCategoryValueSleepAnalysis\(stage)"
    return record(
      "HKCategoryTypeIdentifierSleepAnalysis", word, from: start, to: end, source: source,
      content: "<MetadataEntry key=\"HKTimeZone\" value=\"Europe/Berlin\"/>")
  }

  static func variability(
    _ value: String, unit: String = "ms", from start: String, to end: String, beats: String? = nil
  )
    -> String
  {
    record(
      "HKQuantityTypeIdentifierHeartRateVariabilitySDNN", value, unit: unit, from: start, to: end,
      content: beats.map { "<HeartRateVariabilityMetadataList>\($0)</HeartRateVariabilityMetadataList>" })
  }

  static func restingHeartRate(_ value: String, unit: String = "count/min", at start: String) -> String {
    record("HKQuantityTypeIdentifierRestingHeartRate", value, unit: unit, from: start)
  }

  static func weight(_ value: String, unit: String, at start: String = "2026-09-14 07:00:00 +0200") -> String {
    record("HKQuantityTypeIdentifierBodyMass", value, unit: unit, from: start)
  }

  /// A record of 2018 by Apple.
  static let record2018 = variability(
    "25.5526", from: "2018-11-19 08:33:39 +0100", to: "2018-11-19 08:34:44 +0100",
    beats: AppleRecord.clock.map { time, beatsPerMinute in
      "<InstantaneousBeatsPerMinute bpm=\"\(beatsPerMinute)\" time=\"\(time)\"/>"
    }.joined())

  /// All results of an export.
  struct Contents: Hashable {
    var nights: [Night] = []
    var measurements: [HealthMeasurement] = []
    var values: [WellnessValue] = []
    var report = HealthReport()

    func leftOut(_ reason: HealthOmission) -> Int {
      report.leftOut.first { $0.reason == reason }?.count ?? 0
    }
  }

  static func read(_ bytes: [UInt8], piece: Int = .max, since day: CalendarDay? = nil) throws(HealthFault) -> Contents {
    var reader = HealthExportReader(since: day)
    var contents = Contents()
    func take(_ batch: HealthBatch) {
      contents.nights += batch.nights
      contents.measurements += batch.measurements
      contents.values += batch.values
    }
    var rest = bytes[...]
    while !rest.isEmpty {
      try reader.feed(Array(rest.prefix(piece)))
      take(reader.takeBatch())
      rest = rest.dropFirst(piece)
    }
    try reader.finish()
    take(reader.takeBatch())
    contents.report = reader.report
    return contents
  }
}
