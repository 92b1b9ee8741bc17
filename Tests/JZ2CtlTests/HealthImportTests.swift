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
  ) throws -> (refusal: Refusal?, printed: Samples.Printed) {
    let words = ["health", "import", path] + (dryRun ? ["--dry-run"] : [])
    let command = try #require(try JZ2Ctl.parseAsRoot(words) as? HealthImportCommand)
    let printed = Samples.Printed()
    let progress = ProgressLine(columns: { 80 }, write: nil)
    return (try command.take(with: daemon, output: printed.stream(json: json), progress: progress), printed)
  }

  /// Reads an archive from a pipe, in pieces of any size.
  private func findInPipe(_ archive: [UInt8], piece: Int = 1000) throws -> HealthReport? {
    var rest = archive[...]
    let source: Pieces = {
      defer { rest = rest.dropFirst(piece) }
      return Array(rest.prefix(piece))
    }
    var report: HealthReport?
    try HealthFile().take(ZIPStream(source, within: UnpackingBudget())) { (pieces, _) throws(HealthFailure) in
      var reader = HealthExportReader()
      do {
        while case let piece = try pieces(), !piece.isEmpty { try reader.feed(piece) }
        try reader.finish()
      } catch let failure as ImportFailure {
        throw .file(failure)
      } catch {
        return error as? HealthFault
      }
      report = reader.report
      return nil
    }
    return report
  }

  @Test func `a dry run lists the contents of an export without a daemon`() throws {
    let daemon = ScriptedDaemon()
    let (refusal, printed) = try take(try place(Self.export()), daemon)
    #expect(refusal == nil && daemon.requests.isEmpty)
    #expect(
      printed.output == """
        1 night, 2026-09-14
        1 resting heart rate, 2026-09-14
        Nothing was stored.

        """)
  }

  @Test func `values are sent 256 at a time, nights last, and the daemon's counts are summed`() throws {
    let daemon = ScriptedDaemon(
      .init(BodyImported(values: .init(added: 200, unchanged: 56))),
      .init(BodyImported(nights: .init(added: 1), values: .init(added: 43, refused: 1))))
    let (refusal, printed) = try take(try place(Self.export(days: 300)), daemon, dryRun: false)
    #expect(refusal == nil)
    let calls = daemon.requests.compactMap { $0.base as? ImportBody }
    #expect(calls.map { $0.values?.count } == [256, 44])
    #expect(calls.map { $0.nights?.count } == [nil, 1])
    #expect(calls.allSatisfy { $0.measurements == nil })
    #expect(printed.output.contains("Stored: 244 new, 0 changed, 56 unchanged, 1 refused."))
  }

  @Test func `a dry run in JSON prints one object with counts and days`() throws {
    let (_, printed) = try take(try place(Self.export()), json: true)
    #expect(
      printed.output == """
        {"dryRun":true,"found":{"leftOut":[],"measurements":{"count":0},"nights":{"count":1,"first":"2026-09-14",\
        "last":"2026-09-14"},"records":2,"restingHeartRates":{"count":1,"first":"2026-09-14","last":"2026-09-14"},\
        "weights":{"count":0}}}

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
      let (refusal, printed) = try take(try place(archive))
      #expect(refusal == nil && printed.output.hasPrefix("1 night"))
      #expect(try findInPipe(archive)?.nights.count == 1)
    }
  }

  @Test(arguments: [nil, 4, 8], [1, 7, 1000, 100_000])
  func `an archive in a pipe is read with sizes before or after the data`(width: Int?, piece: Int) throws {
    var (route, export) = (
      PackedFiles.Entry("r.gpx", Self.other), PackedFiles.Entry("export.xml", Self.export(days: 50))
    )
    (route.descriptorWidth, export.descriptorWidth) = (width, width)
    let archive = PackedFiles.zip([Self.document, route, export, route])
    let report = try findInPipe(archive, piece: piece)
    #expect(report?.nights.count == 1 && report?.restingHeartRates.count == 50)
  }

  @Test func `an archive in a pipe is refused until the export is complete`() throws {
    var export = PackedFiles.Entry("export.xml", Self.export())
    export.descriptorWidth = 4
    let archive = PackedFiles.zip([Self.document, export])
    let directory = try #require(archive.indices.first { archive[$0...].starts(with: [0x50, 0x4B, 1, 2]) })
    for length in 0..<directory {
      #expect(throws: HealthFailure.self, "\(length) bytes") { try findInPipe(Array(archive.prefix(length))) }
    }
    #expect(try findInPipe(Array(archive.prefix(directory)))?.nights.count == 1)
  }

  @Test(arguments: [
    (Array("hello".utf8), "NoHealthExport"), (Array("<gpx/>".utf8), "NoHealthExport"),
    (Array("<HealthData><Record".utf8), "HealthExportCut"), (PackedFiles.zip([document]), "NoHealthExport"),
    (Array(PackedFiles.zip([document]).dropLast(30)), "BadPacking"), ([], "NoHealthExport"),
  ])
  func `a file without a complete export is refused with a reason and a remedy`(bytes: [UInt8], code: String) throws {
    let (refusal, printed) = try take(try place(bytes))
    #expect(refusal?.error == code && printed.output.isEmpty)
    #expect(refusal?.message.hasSuffix(".") == true && refusal?.remedy.hasSuffix(".") == true)
  }

  @Test func `an archive with a password is refused`() throws {
    var export = PackedFiles.Entry("export.xml", Self.export())
    export.flags = 1
    let archive = PackedFiles.zip([export])
    #expect(try take(try place(archive)).refusal?.error == "UnknownPacking")
    #expect(throws: HealthFailure.file(.unknownPacking("with a password"))) { try findInPipe(archive) }
  }

  @Test func `an archive with a wrong checksum is refused`() throws {
    var export = PackedFiles.Entry("export.xml", Self.export())
    export.checksum = 7
    #expect(try take(try place(PackedFiles.zip([export]))).refusal?.error == "BadPacking")
    export.descriptorWidth = 8
    #expect(throws: HealthFailure.file(.badPacking("a checksum is wrong"))) {
      try findInPipe(PackedFiles.zip([export]))
    }
  }

  @Test func `a missing file is refused`() throws {
    #expect(try take(folder.path(of: "nothing")).refusal?.error == "CannotRead")
  }
}
