import BluetoothLE
import Captures
import ControlWire
import Loop
import RadioSim
import Rides
import TestKit
import Testing

/// Rides replayed from the notifications of odd trainers, written here as JSON lines.
@Suite(.timeLimit(.minutes(TestDeadline.testMinutes))) struct OddTrainerTests {
  /// Two minutes of a trainer's notifications, four a second.
  private func lines(_ values: (Int) -> [String]) -> String {
    (0..<480).flatMap { tick in
      values(tick).map { hex in
        #"{"t": \#(Double(tick) / 4), "dir": "notify", "uuid": "2AD2", "hex": "\#(hex)"}"#
      }
    }.joined(separator: "\n")
  }

  /// A number as hexadecimal bytes, the low byte first.
  private func hex(_ number: Int, bytes: Int = 2) -> String {
    (0..<bytes).map { index in
      let byte = String(number >> (8 * index) & 0xFF, radix: 16)
      return byte.count == 1 ? "0" + byte : byte
    }.joined()
  }

  /// Rides a minute at 150 W to the end, replaying the lines.
  private func ride(
    _ lines: String, _ body: (DaemonBench) async throws -> Void = { _ in }
  ) async throws -> (ride: RideSummary, rows: [RideSample]) {
    var result: (RideSummary, [RideSample])?
    try await withDaemon { loop in
      ReplayCentral(
        capture: Capture(decoding: Array(lines.utf8)), clock: loop, executor: loop.serialExecutor, taskExecutor: loop)
    } _: { bench in
      try await bench.call(Use(address: Capture.jsonTrainer.description))
      try await bench.start(watts: 150, minutes: 1)
      try await bench.advance(toSecond: 30)
      try await body(bench)
      try await bench.finish()
      #expect(try bench.file.count(of: "<Trackpoint>") == 60)
      result = try await bench.show()
    }
    return try #require(result)
  }

  /// Speed, cadence 0, an increasing distance, power.
  private func withoutCadence(_ tick: Int) -> [String] {
    ["5400" + hex(2880) + hex(0) + hex(tick * 2, bytes: 3) + hex(145 + tick % 11)]
  }

  @Test func `a trainer whose cadence is always 0 can be ridden to the end`() async throws {
    let (summary, rows) = try await ride(lines(withoutCadence)) { bench in
      let status = try await bench.status
      #expect(status.trainer?.powerWatts != nil && status.trainer?.cadenceRpm == nil)
      #expect(status.problems == [Problem(.cadenceMissing)])
      let checks = try await bench.call(Doctor()).checks
      let found = checks.first { $0.name == "ride: cadenceMissing" }
      let check = try #require(found)
      #expect(check.outcome == .warning && check.message.contains("sends no cadence"))
    }
    #expect((summary.timerSeconds, summary.elapsedSeconds) == (60, 60))
    #expect(abs((summary.averageWatts ?? 0) - 150) < 2)
    #expect(abs((summary.distanceMeters ?? 0) - 480) < 10)
    #expect(rows.allSatisfy { $0.cadenceRpm == nil && $0.powerWatts != nil })
  }

  /// The flags announce all thirteen fields, 31 bytes; 20 bytes arrive, and end within the energy.
  @Test func `a trainer whose records are cut at 20 bytes can be ridden to the end`() async throws {
    let (summary, rows) = try await ride(
      lines { tick in
        let motion = hex(2880) + hex(2800) + hex(176) + hex(170) + hex(tick * 2, bytes: 3) + hex(30)
        return ["fe1f" + motion + hex(145 + tick % 11) + hex(150) + "05"]
      })
    #expect((summary.timerSeconds, summary.elapsedSeconds) == (60, 60))
    #expect(abs((summary.averageWatts ?? 0) - 150) < 2)
    #expect(abs((summary.distanceMeters ?? 0) - 480) < 10)
    #expect(rows.allSatisfy { $0.cadenceRpm == 88 && $0.speedKmh == 28.8 })
  }

  /// Power with More Data set, then speed, cadence and distance.
  @Test func `a trainer that splits its records can be ridden to the end`() async throws {
    let (summary, rows) = try await ride(
      lines { tick in
        ["4100" + hex(145 + tick % 11), "1400" + hex(2880) + hex(176) + hex(tick * 2, bytes: 3)]
      })
    #expect((summary.timerSeconds, summary.elapsedSeconds) == (60, 60))
    #expect(abs((summary.averageWatts ?? 0) - 150) < 2)
    #expect(rows.allSatisfy { $0.cadenceRpm == 88 && $0.speedKmh == 28.8 })
  }

  /// Speed, cadence, power and a heart rate of 131 bpm.
  @Test func `the ride uses a heart rate relayed by the trainer`() async throws {
    let (_, rows) = try await ride(
      lines { tick in ["4402" + hex(2880) + hex(176) + hex(145 + tick % 11) + "83"] }
    ) { bench in
      let heart = try await bench.status.heartRate
      #expect(heart?.beatsPerMinute == 131 && heart?.fromTrainer == true)
      #expect(heart?.address == Capture.jsonTrainer.description)
    }
    #expect(rows.allSatisfy { $0.beatsPerMinute == 131 })
  }

  @Test func `a trainer that sends no power is reported by status and doctor`() async throws {
    _ = try await ride(lines { _ in ["4400" + hex(2880) + hex(176) + hex(0)] }) { bench in
      #expect(try await bench.status.problems.contains(Problem(.powerMissing)))
      let checks = try await bench.call(Doctor()).checks
      let found = checks.first { $0.name == "ride: powerMissing" }
      #expect(found?.outcome == .warning)
    }
  }
}
