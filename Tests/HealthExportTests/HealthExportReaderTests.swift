import HealthExport
import Rides
import TestKit
import Testing

@Suite struct HealthExportReaderTests {
  @Test func `Apple's record of 2018 is read with its SDNN and its 27 beats`() throws {
    let contents = try Exports.read(Exports.export(Exports.record2018))
    let found = try #require(contents.measurements.first)
    #expect(contents.measurements.count == 1)
    #expect(found.measurement.source == .apple)
    #expect(found.measurement.figures.sdnn == 25.5526)
    #expect(found.measurement.figures.rmssd == nil)
    #expect(found.measurement.figures.seconds == 65)
    #expect(found.measurement.at?.description == "2018-11-19T08:33:39+01:00")
    #expect(found.measurement.day.description == "2018-11-19")
    #expect(found.measurement.figures.beats == 27)
    #expect(
      found.intervals.milliseconds.map { (60_000 / $0).rounded() }
        == AppleRecord.clock.map { Double($0.beatsPerMinute) })
    #expect(found.intervals.milliseconds.first == 769.2308)
    #expect(found.intervals.breaks == AppleRecord.intervals.breaks)
  }

  @Test(arguments: [
    ("71.4", "kg", 71.4), ("157.4", "lb", 71.395_439), ("71400", "g", 71.4), ("11.2", "st", 71.123_284),
    ("71,4", "kg", 71.4),
  ])
  func `a weight is converted to kilograms`(value: String, unit: String, kilograms: Double) throws {
    let contents = try Exports.read(Exports.export(Exports.weight(value, unit: unit)))
    let weight = try #require(contents.values.first)
    #expect(weight.kind == .weight && weight.source == .apple)
    #expect(abs(weight.value - kilograms) < 1e-6)
    #expect(weight.day.description == "2026-09-14")
  }

  @Test func `a resting heart rate belongs to its local day`() throws {
    let contents = try Exports.read(
      Exports.export(
        Exports.restingHeartRate("47", at: "2026-09-14 00:30:00 +0200"),
        Exports.restingHeartRate("0.8", unit: "count/s", at: "2026-09-14 23:30:00 -0500")))
    #expect(contents.values.map(\.value) == [47, 48])
    #expect(contents.values.map(\.day.description) == ["2026-09-14", "2026-09-14"])
    #expect(contents.report.restingHeartRates.count == 2)
    #expect(contents.report.restingHeartRates.last?.description == "2026-09-14")
  }

  @Test func `another program's HRV and resting heart rate are left out, but not its weight`() throws {
    let start = "2026-09-14 08:00:00 +0200"
    let contents = try Exports.read(
      Exports.export(
        Exports.record(
          "HKQuantityTypeIdentifierHeartRateVariabilitySDNN", "60", unit: "ms", from: start, source: "Camera",
          device: "&lt;&lt;HKDevice: 0x29&gt;, name:iPhone, manufacturer:Apple Inc.&gt;"),
        Exports.record(
          "HKQuantityTypeIdentifierRestingHeartRate", "44", unit: "count/min", from: start, source: "Ring", device: nil),
        Exports.record(
          "HKQuantityTypeIdentifierBodyMass", "71", unit: "kg", from: start, source: "Scales", device: nil)))
    #expect(contents.measurements.isEmpty)
    #expect(contents.values.map(\.kind) == [.weight])
    #expect(contents.leftOut(.otherProgram) == 2)
  }

  @Test func `a watch with any name is recognised by one record with its device`() throws {
    let start = "2026-09-14 08:00:00 +0200"
    let resting = Exports.record(
      "HKQuantityTypeIdentifierRestingHeartRate", "44", unit: "count/min", from: start, source: "Zeus", device: nil)
    let variability = Exports.record(
      "HKQuantityTypeIdentifierHeartRateVariabilitySDNN", "60", unit: "ms", from: start, source: "Zeus")
    for records in [[resting, variability], [variability, resting]] {
      let contents = try Exports.read(Exports.export(records.joined()))
      #expect(contents.values.map(\.value) == [44] && contents.measurements.count == 1)
    }
  }

  @Test func `a record that is left out is counted with its reason and its place`() throws {
    let time = "2026-09-14 07:00:00 +0200"
    let export = Exports.export(
      Exports.weight("71", unit: "pood"), Exports.weight("7100", unit: "kg"), Exports.weight("heavy", unit: "kg"),
      Exports.weight("71", unit: "kg", at: "2026-09-14 07:00:00"), Exports.weight("71", unit: "kg", at: "yesterday"),
      Exports.sleep("Dozing", time, time), Exports.restingHeartRate("nan", at: time),
      Exports.sleep("Asleep", time, "2026-09-13 07:00:00 +0200"),
      Exports.sleep("Asleep", time, "2026-09-16 07:00:00 +0200"))
    let contents = try Exports.read(export)
    #expect(contents.values.isEmpty && contents.nights.isEmpty)
    #expect(contents.report.records == 9)
    #expect(contents.leftOut(.unknownUnit) == 1)
    #expect(contents.leftOut(.impossibleValue) == 3)
    #expect(contents.leftOut(.timeWithoutOffset) == 1)
    #expect(contents.leftOut(.badTime) == 3)
    #expect(contents.leftOut(.unknownStage) == 1)
    let place = try #require(contents.report.leftOut.first { $0.reason == .unknownUnit }?.byte)
    #expect(export[place...].starts(with: Array("<Record".utf8)))
  }

  @Test func `a repeated record counts once`() throws {
    let weight = Exports.weight("71.4", unit: "kg")
    let contents = try Exports.read(
      Exports.export(weight, "<Correlation type=\"x\">\(weight)</Correlation>", Exports.record2018, Exports.record2018))
    #expect(contents.values.count == 1 && contents.measurements.count == 1)
    #expect(contents.leftOut(.repeated) == 2)
  }

  @Test func `a beat outside its record invalidates the beats but not the measurement`() throws {
    let beat = "<InstantaneousBeatsPerMinute bpm=\"60\" time=\"9:00:00 AM\"/>"
    let contents = try Exports.read(
      Exports.export(
        Exports.variability(
          "40", from: "2026-09-14 08:00:00 +0200", to: "2026-09-14 08:01:00 +0200", beats: beat)))
    #expect(contents.measurements.first?.intervals.milliseconds == [])
    #expect(contents.measurements.first?.measurement.figures.sdnn == 40)
    #expect(contents.leftOut(.beats) == 1)
  }

  @Test func `only days from the requested first day are read`() throws {
    let weights = (13...15).map { Exports.weight("71", unit: "kg", at: "2026-09-\($0) 07:00:00 +0200") }
    let nights = (12...15).map {
      Exports.sleep("Asleep", "2026-09-\($0 - 1) 23:00:00 +0200", "2026-09-\($0) 06:00:00 +0200")
    }
    let contents = try Exports.read(
      Exports.export((weights + nights).joined()), since: CalendarDay("2026-09-14"))
    #expect(contents.values.map(\.day.description) == ["2026-09-14", "2026-09-15"])
    #expect(contents.nights.map(\.date.description) == ["2026-09-14", "2026-09-15"])
    #expect(contents.nights.map(\.asleepMinutes) == [420, 420])
    #expect(contents.leftOut(.beforeFirstDay) == 3)
  }

  @Test func `comments, sections, instructions and quotes neither hide nor create records`() throws {
    let weight = Exports.weight("71.4", unit: "kg")
    let contents = try Exports.read(
      Exports.export(
        "<!-- \(weight) -- > -->", "<![CDATA[\(weight)]] >]]>", "<?x \(weight.dropLast(2)) ?>",
        "<Workout note='a > b \"<Record/>'/>", weight.replacing("\"", with: "'").replacing(" ", with: "\n ")))
    #expect(contents.report.records == 1)
    #expect(contents.values.isEmpty, "the line breaks are in its times too")
    #expect(contents.leftOut(.badTime) == 1)
  }

  @Test func `references in attributes are resolved`() throws {
    let contents = try Exports.read(
      Exports.export(
        Exports.weight("&#55;1&#x2E;4", unit: "k&#103;"),
        Exports.weight("71.4&nbsp;", unit: "kg", at: "2026-09-15 07:00:00 +0200")))
    #expect(contents.values.map(\.value) == [71.4])
    #expect(contents.leftOut(.impossibleValue) == 1)
  }

  @Test(arguments: [1, 2, 3, 7, 64, 1000])
  func `an export in pieces of any size gives the same contents`(piece: Int) throws {
    let export = Exports.export(
      Exports.record2018, Exports.weight("71.4", unit: "kg"),
      Exports.sleep("InBed", "2026-09-13 23:00:00 +0200", "2026-09-14 06:00:00 +0200"))
    #expect(try Exports.read(export, piece: piece) == Exports.read(export))
    #expect(try Exports.read([0xEF, 0xBB, 0xBF] + export, piece: piece).values == Exports.read(export).values)
  }

  @Test func `an export that is cut off anywhere is refused`() throws {
    let export = Exports.export(Exports.record2018, Exports.weight("71.4", unit: "kg"))
    let end = try #require(export.lastIndex(of: UInt8(ascii: ">")))
    for length in 0...end {
      let fault = #expect(throws: HealthFault.self) { try Exports.read(Array(export.prefix(length))) }
      #expect(fault?.code == (length == 0 ? .notXML : .cut), "\(length) bytes")
      #expect(fault.map { 0...length ~= $0.byte } ?? false)
    }
    #expect(throws: Never.self) { try Exports.read(Array(export.prefix(end + 1))) }
  }
}

/// Forged and damaged exports.
@Suite struct HostileExportTests {
  @Test(arguments: [
    ("hello", HealthFault.Code.notXML), ("PK\u{3}\u{4}", .notXML), ("<gpx></gpx>", .noHealthData),
    ("<?xml version=\"1.0\"?><ClinicalDocument xmlns='x'/>", .noHealthData), ("</HealthData>", .noHealthData),
    ("<HealthData", .cut), ("<!DOCTYPE HealthData [", .cut), ("<HealthDataX/>", .noHealthData),
    ("<!-- <HealthData/>", .cut),
    ("\u{FEFF}", .cut),
  ])
  func `a file that is not an export is refused with the reason`(text: String, code: HealthFault.Code) {
    let fault = #expect(throws: HealthFault.self) { try Exports.read(Array(text.utf8)) }
    #expect(fault?.code == code)
  }

  @Test(arguments: [
    "<HealthData/>", "<!DOCTYPE HealthData><HealthData></HealthData>",
    "<!DOCTYPE a [ <!-- ]> <HealthData ></HealthData>",
    "<!DOCTYPE a [ <!ENTITY b \"]]] ] >\" <HealthData></HealthData>", "<!DOCTYPE a [ ]   ><HealthData></HealthData>",
    "<!DOCTYPE a SYSTEM 'b'><HealthData></HealthData> and more < things",
    "<HealthData><><//></ ></HealthData >",
  ])
  func `an empty export is accepted with any document type`(text: String) throws {
    #expect(try Exports.read(Array(text.utf8)).report == HealthReport())
    #expect(try Exports.read(Array(text.utf8), piece: 1).report == HealthReport())
  }

  @Test func `UTF-16 is refused`() {
    let bytes = "\u{FEFF}<HealthData/>".utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    #expect(throws: HealthFault(.notXML, byte: 0)) { try Exports.read(bytes) }
  }

  @Test func `a tag without an end is refused at its first byte`() {
    let export = Array("<HealthData><Record type=\"".utf8) + [UInt8](repeating: 0x61, count: 1 << 21)
    let fault = #expect(throws: HealthFault.self) { try Exports.read(export, piece: 65_536) }
    #expect(fault == HealthFault(.longTag, byte: 12))
  }

  @Test func `text and comments of any length and nesting of any depth are skipped`() throws {
    let long = String(repeating: "x", count: 1 << 21)
    let nested = String(repeating: "<a>", count: 200_000)
    let export = Array("<HealthData><!--\(long)-->\(long)\(nested)<![CDATA[\(long)]]></HealthData>".utf8)
    #expect(try Exports.read(export, piece: 65_536).report == HealthReport())
  }

  @Test func `only the record with bytes that are not UTF-8 is left out`() throws {
    let export = Exports.export(
      Exports.restingHeartRate("4~7", at: "2026-09-14 07:00:00 +0200"), Exports.weight("71.4", unit: "kg"))
    let contents = try Exports.read(export.map { $0 == UInt8(ascii: "~") ? 0xFF : $0 })
    #expect(contents.values.map(\.kind) == [.weight])
    #expect(contents.leftOut(.impossibleValue) == 1)
  }

  @Test func `sleep from too many sources is refused`() {
    let records = (0...255).map {
      Exports.sleep("0", "2026-09-13 23:00:00 +0200", "2026-09-14 06:00:00 +0200", source: "App \($0)")
    }
    let fault = #expect(throws: HealthFault.self) { try Exports.read(Exports.export(records.joined())) }
    #expect(fault?.code == .tooMany)
  }

  @Test func `a measurement with too many beats is read without its beats`() throws {
    let beats = String(repeating: "<InstantaneousBeatsPerMinute bpm='60' time='8:00:01'/>", count: 2001)
    let record = Exports.variability(
      "40", from: "2026-09-14 08:00:00 +0200", to: "2026-09-14 08:01:00 +0200", beats: beats)
    let contents = try Exports.read(Exports.export(record))
    #expect(contents.measurements.map(\.intervals.milliseconds) == [[]] && contents.leftOut(.beats) == 1)
  }
}
