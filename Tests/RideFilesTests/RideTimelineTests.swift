import Rides
import Testing

@testable import RideFiles

/// Only seconds that a file counts as riding are timer time.
@Suite struct RideTimelineTests {
  private static let start = UnixTime(seconds: 1_795_243_512)

  /// Returns points of 200 W at the given seconds.
  private static func assembly(_ seconds: some Sequence<Int>) throws -> RideAssembly {
    var assembly = RideAssembly()
    for second in seconds {
      let sample = RideSample(second: 0, timerRunning: true, powerWatts: 200)
      try assembly.add(RideAssembly.Point(time: start.advanced(by: .seconds(second)), sample: sample))
    }
    return assembly
  }

  private static func lap(_ second: Int, timer: Double?) -> (UnixTime, RideLap) {
    (start.advanced(by: .seconds(second)), RideLap(second: 0, fileTotals: timer.map { [.timerSeconds: $0] } ?? [:]))
  }

  private static func finished(_ assembly: RideAssembly, timer: Double? = nil) throws -> RideRecord {
    var assembly = assembly
    assembly.place = FilePlace(byte: 9)
    return try assembly.finish(
      start: start, activityID: nil, origin: RideOrigin(format: .fit),
      fileTotals: timer.map { [.timerSeconds: $0] } ?? [:])
  }

  /// Two rides of half an hour, an hour apart, from a program without timer events.
  private static let stops = Array(0..<1800) + Array(5400..<7200)

  @Test func `a gap that the file's timer time excludes is a stop`() throws {
    let ride = try Self.finished(Self.assembly(Self.stops), timer: 3600)
    #expect(ride.totals.timerSeconds == 3600 && ride.plannedSeconds == 3600)
    #expect(ride.samples.count == 7200)
    #expect(ride.samples[1800..<5400].allSatisfy { !$0.timerRunning })
  }

  @Test func `a gap that the file's timer time includes counts as riding`() throws {
    let ride = try Self.finished(Self.assembly(Self.stops), timer: 7200)
    #expect(ride.totals.timerSeconds == 7200)
  }

  @Test func `the timer times of laps decide which gap is a stop`() throws {
    // Two gaps of 100 s: in the first lap a stop, in the second silent sensors.
    var assembly = try Self.assembly(Array(0..<100) + Array(200..<300) + Array(400..<500))
    for (second, timer) in [(0, 150.0), (250, 250)] {
      let (time, lap) = Self.lap(second, timer: timer)
      assembly.lap(start: time, lap)
    }
    let ride = try Self.finished(assembly, timer: 400)
    #expect(ride.totals.timerSeconds == 400)
    #expect(ride.samples[100..<200].allSatisfy { !$0.timerRunning })
    #expect(ride.samples[300..<400].allSatisfy { $0.timerRunning })
  }

  @Test func `the longest gaps become stops until the timer times agree`() throws {
    let seconds = Array(0..<100) + Array(130..<200) + Array(260..<300) + Array(320..<400)
    let ride = try Self.finished(Self.assembly(seconds), timer: 310)
    #expect(ride.totals.timerSeconds == 310)
    #expect(ride.samples[200..<260].allSatisfy { !$0.timerRunning })
    #expect(ride.samples[100..<130].allSatisfy { !$0.timerRunning })
    #expect(ride.samples[300..<320].allSatisfy { $0.timerRunning })
  }

  @Test func `a timer time shorter by a few seconds does not make a gap a stop`() throws {
    let ride = try Self.finished(Self.assembly(Array(0..<100) + Array(140..<200)), timer: 192)
    #expect(ride.totals.timerSeconds == 200)
  }

  @Test func `short intervals between points are never stops`() throws {
    let ride = try Self.finished(Self.assembly(stride(from: 0, to: 1000, by: 8)), timer: 100)
    #expect(ride.totals.timerSeconds == 993, "points every eight seconds are a way of recording")
  }

  @Test(arguments: [nil, 0.0])
  func `a long gap is a stop in a file without timer events and totals`(_ timer: Double?) throws {
    let ride = try Self.finished(Self.assembly(Array(0..<100) + Array(124..<200) + Array(226..<300)), timer: timer)
    #expect(ride.samples.filter { !$0.timerRunning }.map(\.second) == Array(200..<226))
  }

  @Test func `a gap is not a stop in a file with timer stops`() throws {
    var assembly = try Self.assembly(Array(0..<100) + Array(140..<200))
    assembly.stop(at: Self.start.advanced(by: .seconds(200)))
    #expect(try Self.finished(assembly).totals.timerSeconds == 200)
  }

  /// In a file of an Edge 830, the last point is three quarters of an hour before the stop.
  @Test func `a late timer stop alone does not extend the ride`() throws {
    var assembly = try Self.assembly(0..<1798)
    assembly.stop(at: Self.start.advanced(by: .seconds(4503)))
    for (timer, seconds) in [(nil, 1798), (1799, 1799)] as [(Double?, Int)] {
      let ride = try Self.finished(assembly, timer: timer)
      #expect(ride.samples.count == seconds && ride.totals.timerSeconds == seconds)
    }
    #expect(try Self.finished(assembly, timer: 4503).totals.timerSeconds == 4503, "the file says it twice")
  }

  @Test func `the last point holds until a stop within a recording interval`() throws {
    var assembly = try Self.assembly([0, 7, 14])
    assembly.stop(at: Self.start.advanced(by: .seconds(20)))
    #expect(try Self.finished(assembly).totals.timerSeconds == 20)
  }

  /// A clock that varies by two milliseconds around a fraction of a second still gives one row per second.
  @Test func `times of points are rounded to the nearest second`() throws {
    var assembly = RideAssembly()
    for second in 0..<600 {
      let time = Self.start.milliseconds + Int64(second) * 1000 + [350, 352, 348, 351, 349][second % 5]
      let sample = RideSample(second: 0, timerRunning: true, powerWatts: 200 + Double(second % 2))
      try assembly.add(RideAssembly.Point(time: UnixTime(milliseconds: time), sample: sample))
    }
    let ride = try assembly.finish(start: nil, activityID: nil, origin: RideOrigin(format: .tcx))
    #expect(ride.samples.count == 600)
    #expect(ride.samples.allSatisfy { !$0.isCarried && $0.powerWatts == 200 + Double($0.second % 2) })
  }

  @Test func `a stop that the file's timer time includes counts as riding`() throws {
    var assembly = try Self.assembly(Array(0..<100) + Array(160..<200))
    assembly.stop(at: Self.start.advanced(by: .seconds(100)))
    assembly.run(at: Self.start.advanced(by: .seconds(160)))
    #expect(try Self.finished(assembly).totals.timerSeconds == 140)
    #expect(try Self.finished(assembly, timer: 140).totals.timerSeconds == 140)
    #expect(try Self.finished(assembly, timer: 200).totals.timerSeconds == 200)
  }

  @Test func `a break between laps counts as riding if the laps' timer times include it`() throws {
    var assembly = RideAssembly()
    var tracks: [TrackStretch] = []
    for lap in 0..<10 {
      var track = TrackStretch(lap: lap)
      for second in [lap * 60, lap * 60 + 45] {
        let time = Self.start.advanced(by: .seconds(second))
        try assembly.add(RideAssembly.Point(time: time, sample: RideSample(second: 0, timerRunning: true)))
        track.add(time)
      }
      tracks.append(track)
      let (time, ridden) = Self.lap(lap * 60, timer: 60)
      assembly.lap(start: time, ridden)
    }
    assembly.stop(between: tracks)
    #expect(try Self.finished(assembly).totals.timerSeconds == 600)
  }

  @Test func `the second of a timer stop counts as riding if the total timer time allows it`() throws {
    var assembly = try Self.assembly(0..<200)
    for stop in stride(from: 20, to: 180, by: 20) {
      assembly.stop(at: Self.start.advanced(by: .seconds(stop)))
      assembly.run(at: Self.start.advanced(by: .seconds(stop + 5)))
    }
    #expect(try Self.finished(assembly).totals.timerSeconds == 168)
    #expect(try Self.finished(assembly, timer: 167.4).totals.timerSeconds == 168)
    #expect(try Self.finished(assembly, timer: 164).totals.timerSeconds == 164)
    #expect(try Self.finished(assembly, timer: 160).totals.timerSeconds == 160)
  }

  /// IpBike has auto-pause and continues to record, without a timer event.
  @Test func `a standstill that the file's timer time excludes is a stop`() throws {
    var assembly = RideAssembly()
    for second in 0..<260 {
      let speed: Double = (100..<160).contains(second) ? 0 : 30
      let sample = RideSample(second: 0, timerRunning: true, cadenceRpm: speed * 3, speedKmh: speed)
      try assembly.add(RideAssembly.Point(time: Self.start.advanced(by: .seconds(second)), sample: sample))
    }
    #expect(try Self.finished(assembly).totals.timerSeconds == 260)
    let ride = try Self.finished(assembly, timer: 200)
    #expect(ride.samples.filter { !$0.timerRunning }.map(\.second) == Array(100..<160))
  }

  @Test func `a plausible total timer time extends a ride beyond its points`() throws {
    #expect(try Self.finished(Self.assembly(0..<100), timer: 134).totals.timerSeconds == 134)
    #expect(try Self.finished(Self.assembly(0..<100), timer: 104).totals.timerSeconds == 100, "the last seconds")
    #expect(try Self.finished(Self.assembly(0..<100), timer: 1000).totals.timerSeconds == 100, "another ride's")
  }

  @Test func `FIT and TCX exports agree with the timer time of the ride`() throws {
    var assembly = try Self.assembly(Self.stops)
    let (time, lap) = Self.lap(0, timer: 3600)
    assembly.lap(start: time, lap)
    let ride = try Self.finished(assembly, timer: 3600)
    let fit = try decodeFIT(FITEncoderTests.encoder.encode(ride))
    #expect(fit.totals.timerSeconds == 3600 && fit.fileTotals[.timerSeconds] == 3600)
    #expect(fit.samples == ride.samples)
    let tcx = try decoded([TCXEncoderTests.encoder.encode(ride)])
    #expect(tcx.totals.timerSeconds == 3600 && tcx.laps.map { $0.fileTotals[.timerSeconds] } == [3600])
  }
}
