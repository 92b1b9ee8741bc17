import Foundation
import Rides
import TestKit
import Testing

@testable import RideFiles

/// Checks files with xmllint against Garmin's schemas; both are external.
@Suite struct TCXSchemaTests {
  private static let xmllint = "/usr/bin/xmllint"
  private static let schema = SharedMaterial.file("schemas/tcx-all.xsd").path()
  private static var isPossible: Bool {
    [xmllint, schema].allSatisfy { FileManager.default.fileExists(atPath: $0) }
  }

  private static let hostile = RideSample(
    second: 5, timerRunning: true, powerWatts: .infinity, cadenceRpm: 1e9, beatsPerMinute: .max, speedKmh: .nan,
    distanceMeters: 1e300)

  @Test(
    .enabled(if: isPossible, "needs xmllint and ../shared/schemas"),
    arguments: [[], [.init(second: 0, timerRunning: false)], goldenSamples, goldenSamples + [hostile]])
  func `a TCX file is valid against Garmin's schema`(_ samples: [RideSample]) async throws {
    var record = ride(samples)
    record.note = "]]> & \u{1}<b>"
    try await expectValid(record)
  }

  @Test(
    .enabled(if: isPossible, "needs xmllint and ../shared/schemas"),
    arguments: [TCXDecoderTests.whole, TCXRoundTripTests.twoLaps, tcx(lap(point(0, "")))])
  func `the TCX file of an imported ride is valid before and after trimming`(_ text: String) async throws {
    var record = try decoded(text)
    try await expectValid(record)
    record.origin?.format = .fit
    try await expectValid(record)
    for range in [0..<1, 1..<9, 3..<12, 30..<40] { try await expectValid(record.cut(to: range, activityID: morning)) }
  }

  private func expectValid(_ record: RideRecord) async throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).tcx")
    defer { try? FileManager.default.removeItem(at: file) }
    try Data(TCXEncoderTests.encoder.encode(record)).write(to: file)
    let check = try await Program(Self.xmllint, ["--noout", "--schema", Self.schema, file.path()]).outcome()
    #expect(check.status == 0, "\(check.error)")
  }
}

/// Reads a file with tcxreader, which `Scripts/setup.sh` installs.
@Suite struct TCXReaderTests {
  @Test(.enabled(if: ForeignReader.hasLibraries, "needs .work/venv"))
  func `tcxreader reads a ride from TCX`() async throws {
    let reading = try await ForeignReader.reading("tcxreader", [TCXEncoderTests.encoder.encode(ride(goldenSamples))])
    #expect(
      reading
        == "laps=1 points=4 metres=24.81 kilocalories=0 beats=122.667 watts=100.333 last=2026-11-21T06:45:16.250000\n")
  }
}
