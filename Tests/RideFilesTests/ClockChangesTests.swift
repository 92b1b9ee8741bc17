import Rides
import Testing

@testable import RideFiles

/// A clock that is set during a ride does not damage the ride.
@Suite struct ClockChangesTests {
  private static let start = UnixTime(seconds: 1_795_243_512)
  private static let day = 86_400

  /// Returns a ride of 60 s whose clock is set after 30 s, by the given seconds.
  private static func ride(
    jump: Int, elapsed: Double?, timer: Double?, isMoving: Bool = true
  ) throws(FileFault) -> RideRecord {
    var assembly = RideAssembly()
    for second in 0..<60 {
      let time = start.advanced(by: .seconds(second < 30 ? second : second + jump))
      let meters = second < 30 && !isMoving ? 0 : 8 * Double(second)
      let sample = RideSample(second: 0, timerRunning: true, powerWatts: 200, distanceMeters: meters)
      try assembly.add(RideAssembly.Point(time: time, sample: sample))
    }
    assembly.lap(start: start.advanced(by: .seconds(45 + jump)), RideLap(second: 0))
    assembly.lap(start: start, RideLap(second: 0))
    let totals = [SummaryField.elapsedSeconds: elapsed, .timerSeconds: timer].compactMapValues { $0 }
    return try assembly.finish(
      start: start, end: start.advanced(by: .seconds(60 + jump)), activityID: nil, origin: RideOrigin(format: .fit),
      fileTotals: totals)
  }

  @Test(arguments: [20 * day, -20 * day, 7 * 365 * day, 7200])
  func `a clock change during a ride leaves no gap`(_ jump: Int) throws {
    let ride = try Self.ride(jump: jump, elapsed: 60, timer: 60)
    #expect(ride.samples.count == 60 && ride.totals.timerSeconds == 60)
    #expect(ride.totals.distanceMeters == 472)
    #expect(ride.laps.map(\.second) == [0, 45])
    #expect(ride.start == Self.start.advanced(by: .seconds(jump)), "the clock that was set is right")
  }

  @Test func `an hour outside the timer time is a pause, not a clock change`() throws {
    let pause = try Self.ride(jump: 3600, elapsed: 3660, timer: 60)
    #expect(pause.totals.elapsedSeconds == 3660 && pause.totals.timerSeconds == 60)
    let unknown = try Self.ride(jump: 3600, elapsed: nil, timer: 60)
    #expect(unknown.totals.elapsedSeconds == 3660 && unknown.totals.timerSeconds == 60)
  }

  @Test func `a jump in time is refused if the totals do not cover both sides of it`() {
    #expect(throws: FileFault.self) { try Self.ride(jump: 20 * Self.day, elapsed: 30, timer: 30) }
    #expect(throws: FileFault.self) { try Self.ride(jump: 20 * Self.day, elapsed: nil, timer: nil) }
  }

  @Test func `a jump to another day is refused if no distance was ridden before it`() {
    #expect(throws: FileFault.self) { try Self.ride(jump: 20 * Self.day, elapsed: 60, timer: 60, isMoving: false) }
  }

  @Test func `extreme times do not trap the search for clock changes`() throws {
    for seconds in [631_065_600, 4_102_444_799] {
      var assembly = RideAssembly()
      for time in [Self.start, UnixTime(seconds: Int64(seconds)), Self.start] {
        try assembly.add(RideAssembly.Point(time: time, sample: RideSample(second: 0, timerRunning: true)))
      }
      _ = try? assembly.finish(
        start: UnixTime(milliseconds: .min), activityID: nil, origin: RideOrigin(format: .fit),
        fileTotals: [.elapsedSeconds: .greatestFiniteMagnitude, .timerSeconds: 2])
    }
  }
}
