import BluetoothLE
import Captures
import ControlWire
import FitnessGATT
import Loop
import RadioSim
import RideSession
import Rides
import TestKit
import Testing

@Suite(.timeLimit(.minutes(TestDeadline.testMinutes))) struct ReplayedRideTests {
  private func replay(_ capture: [UInt8], _ body: (DaemonBench) async throws -> Void) async throws {
    try await withDaemon { loop in
      ReplayCentral(capture: Capture(decoding: capture), clock: loop, executor: loop.serialExecutor, taskExecutor: loop)
    } _: { bench in
      for device in [SampleCapture.trainer, SampleCapture.strap] {
        try await bench.call(Use(address: device.description))
      }
      try await body(bench)
    }
  }

  /// Rides with a new target and a pause at fixed seconds; returns the rows and the file.
  private func ride(_ capture: [UInt8]) async throws -> (rows: [RideSample], file: String) {
    var result: (rows: [RideSample], file: String)?
    try await replay(capture) { bench in
      try await bench.start(watts: 150, minutes: 1)
      try await bench.advance(toSecond: 20)
      _ = try await bench.command(SetWatts(watts: 170), seen: { $0.figures?.targetWatts == 170 })
      try await bench.advance(toSecond: 40)
      try await bench.call(Pause())
      try await bench.advance(toSecond: 45)
      try await bench.call(Resume())
      try await bench.finish()
      result = (try await bench.show().1, try bench.file)
    }
    return try #require(result)
  }

  @Test func `two replays of a capture give the same file`() async throws {
    let capture = SampleCapture.ride(seconds: 90).btsnoop()
    let (first, second) = (try await ride(capture), try await ride(capture))
    #expect(first.rows == second.rows)
    #expect(first.rows.count == 65)
    #expect(timeless(first.file) == timeless(second.file))
    #expect(first.file.count(of: "<Trackpoint>") == 60)
    #expect(first.rows[5...].allSatisfy { $0.powerWatts != nil && $0.beatsPerMinute != nil })
  }

  @Test func `a replayed ride ends with its capture`() async throws {
    try await replay(SampleCapture.ride(seconds: 30).btsnoop()) { bench in
      try await bench.start(watts: 150, minutes: 10)
      try await bench.finish()
      let (ride, _) = try await bench.show()
      #expect((28...30).contains(ride.timerSeconds))
      #expect(try bench.file.count(of: "<Trackpoint>") == ride.timerSeconds)
    }
  }

  /// Four notifications a second of 200 W at 90 rpm, always with speed 0 and Total Distance 0.
  private static func speedlessLines(seconds: Int) -> [UInt8] {
    var data = IndoorBikeData()
    (data.instantaneousSpeed, data.totalDistanceMeters) = (Speed(kmh: 0), 0)
    (data.instantaneousCadence, data.instantaneousPowerWatts) = (Cadence(rpm: 90), 200)
    let hex = data.encoded().map { String(UInt16($0) + 0x100, radix: 16).dropFirst() }.joined()
    let lines = (0..<seconds * 4).map {
      #"{"t": \#(Double($0) / 4), "dir": "notify", "uuid": "2AD2", "hex": "\#(hex)"}"#
    }
    return Array(lines.joined(separator: "\n").utf8)
  }

  @Test func `a trainer whose speed is always 0 gets a virtual speed and distance`() async throws {
    let capture = Capture(decoding: Self.speedlessLines(seconds: 700))
    let trainer = try #require(capture.devices.first).address.description
    try await withDaemon { loop in
      ReplayCentral(capture: capture, clock: loop, executor: loop.serialExecutor, taskExecutor: loop)
    } _: { bench in
      try await bench.call(Use(address: trainer))
      try await bench.start(watts: 200, minutes: 10)
      try await bench.advance(toSecond: 300)
      #expect(try #require(try await bench.status.trainer?.speedKmh) > 30)
      try await bench.finish()
      let (ride, rows) = try await bench.show()
      #expect(ride.timerSeconds == 600 && ride.kilojoules == 120 && ride.averageWatts == 200)
      let told = rows.dropFirst(10).filter { !$0.isVirtual || $0.speedKmh == nil }
      #expect(told.isEmpty)
      #expect((5000...5800).contains(try #require(ride.distanceMeters)))
    }
  }

  /// A minute of a capture that is cut off in the middle.
  @Test func `a broken capture is replayed as far as it can be read`() async throws {
    let whole = SampleCapture.ride(seconds: 60).btsnoop()
    let broken = Array(whole.prefix(whole.count / 2))
    #expect(Capture(decoding: broken).failure != nil)
    try await replay(broken) { bench in
      try await bench.start(watts: 150, minutes: 0.2)
      try await bench.finish()
      #expect(try await bench.rides.first?.timerSeconds == 12)
    }
  }
}
