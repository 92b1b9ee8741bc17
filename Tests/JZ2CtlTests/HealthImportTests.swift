import ArgumentParser
import ClientTestKit
import ControlWire
import HealthExport
import RideText
import Rides
import TestKit
import Testing
import TrainerClient

@testable import jz2ctl

@Suite struct HealthImportTests {
  private let folder: TemporaryDirectory

  init() throws { folder = try TemporaryDirectory() }

  /// An export with one night, and a resting heart rate for each of `days` days.
  private static func export(days: Int = 1) -> [UInt8] {
    let night = """
      <Record type="HKCategoryTypeIdentifierSleepAnalysis" sourceName="Watch" startDate="2026-09-13 23:00:00 +0200" \
      endDate="2026-09-14 06:00:00 +0200" value="HKCategoryValueSleepAnalysisAsleepCore"/>
      """
    let first = CalendarDay("2026-09-14") ?? CalendarDay(daysSince1970: 0)
    let rates = (0..<days).map { number in
      """
      <Record type="HKQuantityTypeIdentifierRestingHeartRate" unit="count/min" value="47" \
      startDate="\(first.advanced(by: number)) 00:05:00 +0200"/>
      """
    }
    return Array("<HealthData>\(night)\(rates.joined())</HealthData>".utf8)
  }

  private static let other = Array("<ClinicalDocument/>".utf8)
  private static let document = PackedFiles.Entry("apple_health_export/export_cda.xml", Array("<HealthData/>".utf8))

  private func place(_ bytes: [UInt8]) throws -> String {
    let path = folder.path(of: "export")
    try #require(FileWriting.replaceFile(at: path, with: bytes) == nil)
    return path
  }

  private func take(
    _ path: String, _ daemon: ScriptedDaemon = ScriptedDaemon(), dryRun: Bool = true, json: Bool = false
  ) throws -> Samples.Printed {
    let command = try #require(
      try JZ2Ctl.parseAsRoot(["import", path] + (dryRun ? ["--dry-run"] : [])) as? ImportCommand)
    let printed = Samples.Printed()
    let silent = ProgressLine(columns: { 80 }, write: nil)
    _ = try command.takeAll(with: daemon, output: printed.stream(json: json), progress: silent)
    return printed
  }

  @Test func `a dry run lists the contents of an export without a daemon`() throws {
    let daemon = ScriptedDaemon()
    let path = try place(Self.export())
    #expect(
      try take(path, daemon).output == """
        \(path): 1 night, 2026-09-14
          1 resting heart rate, 2026-09-14
          Nothing was stored.

        """)
    #expect(daemon.requests.isEmpty)
  }

  @Test func `values are sent 256 at a time, nights last, and the daemon's counts are summed`() throws {
    let daemon = ScriptedDaemon(
      .init(BodyImported(values: .init(added: 200, unchanged: 56))),
      .init(BodyImported(nights: .init(added: 1), values: .init(added: 43, refused: 1))))
    let printed = try take(try place(Self.export(days: 300)), daemon, dryRun: false)
    let calls = daemon.requests.compactMap { $0.base as? ImportBody }
    #expect(calls.map { $0.values?.count } == [256, 44])
    #expect(calls.map { $0.nights?.count } == [nil, 1])
    #expect(calls.allSatisfy { $0.measurements == nil })
    #expect(printed.output.contains("Stored: 244 new, 0 changed, 56 unchanged, 1 refused."))
  }

  @Test func `a dry run in JSON prints one object with counts and days`() throws {
    let path = try place(Self.export())
    #expect(
      try take(path, json: true).output == """
        {"dryRun":true,"file":"\(path)","health":{"dryRun":true,"found":{"leftOut":[],"measurements":{"count":0},"nights":{"count":1,"first":"2026-09-14",\
        "last":"2026-09-14"},"records":2,"restingHeartRates":{"count":1,"first":"2026-09-14","last":"2026-09-14"},\
        "weights":{"count":0}}},"kind":"health"}

        """)
  }

  @Test func `an error from the daemon ends the import`() throws {
    let daemon = ScriptedDaemon(.init(error: ControlError(.noDaemon)))
    let path = try place(Self.export())
    let error = #expect(throws: ControlError.self) { try take(path, daemon, dryRun: false) }
    #expect(error?.code == .noDaemon)
  }

  @Test(arguments: ["export.xml", "Export.XML", "exportación.xml", "導出.xml"])
  func `the export in an archive can have any name, and the clinical document is ignored`(name: String) throws {
    let entries = [
      Self.document, PackedFiles.Entry("apple_health_export/a.xml", Self.other),
      PackedFiles.Entry("apple_health_export/\(name)", Self.export()),
    ]
    for isLarge in [false, true] {
      let archive = PackedFiles.zip(entries, isLarge: isLarge)
      #expect(try take(try place(archive)).output.contains(": 1 night"))
    }
  }

  @Test func `a truncated export is refused`() throws {
    let refused = try take(try place(Array("<HealthData><Record".utf8)), json: true).output
    #expect(refused.contains(#""error":"HealthExportCut""#))
  }

  @Test func `an archive with a password or a wrong checksum is refused`() throws {
    var export = PackedFiles.Entry("export.xml", Self.export())
    export.flags = 1
    #expect(try take(try place(PackedFiles.zip([export])), json: true).output.contains(#""error":"UnknownPacking""#))
    (export.flags, export.checksum) = (0, 7)
    #expect(try take(try place(PackedFiles.zip([export])), json: true).output.contains(#""error":"BadPacking""#))
  }
}
