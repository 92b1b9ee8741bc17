import Foundation
import Rides
import TestKit
import Testing

@testable import RideFiles

/// Tests with Garmin's SDK, fitdecode and fitparse, which `Scripts/setup.sh` installs.
@Suite struct FITToolsTests {
  private static let checkout = URL(filePath: #filePath).resolvingSymlinksInPath().appending(path: "../../..")
    .standardizedFileURL
  private static let python = checkout.appending(path: ".work/venv/bin/python").path()
  private static let script = checkout.appending(path: "Proof/Clients/fit.py").path()
  private static var isPossible: Bool {
    let libraries = checkout.appending(path: ".work/venv/lib")
    let versions = (try? FileManager.default.contentsOfDirectory(atPath: libraries.path())) ?? []
    return versions.contains { version in
      let packages = libraries.appending(path: "\(version)/site-packages")
      return ["fitdecode", "fitparse", "garmin_fit_sdk"].allSatisfy {
        FileManager.default.fileExists(atPath: packages.appending(path: $0).path())
      }
    }
  }

  private static let hostile = RideSample(
    second: 5, timerRunning: true, powerWatts: .infinity, cadenceRpm: 1e9, beatsPerMinute: .max, speedKmh: .nan,
    distanceMeters: 1e300, rrIntervals: [0, 1, .max, 1024, 1024, 1024])

  @Test(
    .enabled(if: isPossible, "needs .work/venv"),
    arguments: [
      ([], "activity=1 device_info=1 event=2 file_creator=1 file_id=1 lap=1 session=1"),
      (
        [.init(second: 0, timerRunning: false)],
        "activity=1 device_info=1 event=2 file_creator=1 file_id=1 lap=1 session=1"
      ),
      (
        goldenSamples,
        "activity=1 device_info=1 event=4 file_creator=1 file_id=1 hrv=1 lap=1 record=4 session=1"
      ),
      (
        goldenSamples + [hostile],
        "activity=1 device_info=1 event=4 file_creator=1 file_id=1 hrv=3 lap=1 record=5 session=1"
      ),
    ])
  func `other programs accept a written FIT file`(_ samples: [RideSample], _ messages: String) async throws {
    let directory = try TemporaryDirectory()
    let file = directory.path(of: "ride.fit")
    try Data(FITEncoderTests.encoder.encode(ride(samples), RideDetails(figures: [.normalizedWatts: 120]))).write(
      to: URL(filePath: file))
    let check = try await Program(Self.python, [Self.script, "check", file]).outcome()
    #expect(check.status == 0, "\(check.error)")
    #expect(check.output == messages + "\n")
  }

  @Test(.enabled(if: isPossible, "needs .work/venv"))
  func `all FIT readers agree on a ride with a plan`() async throws {
    let directory = try TemporaryDirectory()
    let file = directory.path(of: "ride.fit")
    try Data(FITDetailTests.bytes).write(to: URL(filePath: file))
    let check = try await Program(Self.python, [Self.script, "check", file]).outcome()
    #expect(check.status == 0, "\(check.error)")
    #expect(
      check.output
        == "activity=1 device_info=3 event=2 file_creator=1 file_id=1 lap=4 record=240 session=1 workout=1 workout_step=4\n"
    )
    let reading = try await Program(Self.python, [Self.script, "tell", file]).outcome()
    #expect(reading.status == 0, "\(reading.error)")
    #expect(reading.output == FITDetailTests.reading)
  }

  @Test(
    .enabled(if: isPossible, "needs .work/venv"),
    arguments: [
      (FITEncoderTests.encoder.encode(FITPedallingTests.record), FITPedallingTests.reading),
      (FITTimeInZoneTests.bytes, FITTimeInZoneTests.reading),
    ])
  func `all FIT readers agree on pedalling and on times in zones`(_ bytes: [UInt8], _ expected: String) async throws {
    let directory = try TemporaryDirectory()
    let file = directory.path(of: "ride.fit")
    try Data(bytes).write(to: URL(filePath: file))
    let check = try await Program(Self.python, [Self.script, "check", file]).outcome()
    #expect(check.status == 0, "\(check.error)")
    let reading = try await Program(Self.python, [Self.script, "tell", file]).outcome()
    #expect(reading.status == 0, "\(reading.error)")
    #expect(reading.output.hasSuffix(expected), "\(reading.output)")
  }

  @Test(
    .enabled(if: isPossible && SharedFIT.exist, "needs .work/venv and ../shared"), arguments: SharedFIT.files)
  func `import and export preserve every number in another program's FIT file`(_ file: URL) async throws {
    let directory = try TemporaryDirectory()
    let ours = directory.path(of: "ours.fit")
    let record = try decodeFIT(Array(try Data(contentsOf: file)))
    try Data(FITEncoderTests.encoder.encode(record)).write(to: URL(filePath: ours))
    let check = try await Program(Self.python, [Self.script, "check", ours]).outcome()
    #expect(check.status == 0, "\(check.error)")
    let comparison = try await Program(Self.python, [Self.script, "compare", file.path(), ours]).outcome()
    #expect(comparison.status == 0, "\(comparison.error)")
  }
}
