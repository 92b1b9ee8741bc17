import Rides
import Testing

@testable import RideFiles

@Suite struct RideAssemblyTests {
  private static let start = UnixTime(milliseconds: 1_795_243_512_250)

  private static func time(_ seconds: Double) -> UnixTime {
    UnixTime(milliseconds: start.milliseconds + Int64(seconds * 1000))
  }

  private static func point(_ seconds: Double, watts: Double? = nil, rr: [UInt16] = []) -> RideAssembly.Point {
    RideAssembly.Point(
      time: time(seconds), sample: RideSample(second: 99, timerRunning: false, powerWatts: watts, rrIntervals: rr))
  }

  private static func assembly(_ points: [RideAssembly.Point]) throws -> RideAssembly {
    var assembly = RideAssembly()
    for point in points { try assembly.add(point) }
    return assembly
  }

  private static func ride(_ assembly: RideAssembly, start: UnixTime? = nil) throws(FileFault) -> RideRecord {
    var assembly = assembly
    return try assembly.finish(start: start, activityID: nil, origin: RideOrigin(format: .tcx))
  }

  @Test func `the rows of an imported ride have no gaps, even if its points do`() throws {
    let ride = try Self.ride(Self.assembly([4, 0, 2.4, 1.6].map { Self.point($0, watts: $0) }))
    #expect(ride.start == Self.start && ride.activityID == Self.start)
    #expect(ride.samples.map(\.second) == [0, 1, 2, 3, 4])
    // Second 2 has two points; the later one counts.
    #expect(ride.samples.filter { !$0.isCarried }.map(\.powerWatts) == [0, 2.4, 4])
    #expect(ride.plannedSeconds == 5)
  }

  @Test func `an imported value holds until the next point within a recording interval`() throws {
    let ride = try Self.ride(Self.assembly([0, 2, 27, 53].map { Self.point($0, watts: $0, rr: [500]) }))
    #expect(ride.samples.map(\.powerWatts)[0...3] == [0, 0, 2, 2])
    #expect(ride.samples.map(\.isCarried)[0...3] == [false, true, false, true])
    #expect(ride.samples[26].powerWatts == 2 && ride.samples[27].powerWatts == 27)
    #expect(ride.samples[28...52].compactMap(\.powerWatts) == [], "26 seconds are a gap")
    #expect(ride.samples.reduce(0) { $0 + $1.rrIntervals.count } == 4, "each heartbeat counts once")
    #expect(ride.totals.joules == 2 * 25 + 27 + 53)
  }

  @Test func `no imported value holds across a pause`() throws {
    var assembly = try Self.assembly([0, 5].map { Self.point($0, watts: 100) })
    assembly.stop(at: Self.start.advanced(by: .seconds(2)))
    assembly.run(at: Self.start.advanced(by: .seconds(4)))
    let ride = try Self.ride(assembly)
    #expect(ride.samples.map(\.powerWatts) == [100, nil, nil, nil, nil, 100])
  }

  @Test func `imported points with the same time are merged`() throws {
    let ride = try Self.ride(Self.assembly([Self.point(0, watts: 5, rr: [1]), Self.point(0, rr: [2, 3])]))
    #expect(ride.samples == [RideSample(second: 0, timerRunning: true, powerWatts: 5, rrIntervals: [1, 2, 3])])
  }

  @Test func `the timer of an imported ride is stopped from each stop to the next start`() throws {
    var assembly = try Self.assembly((0..<8).map { Self.point(Double($0)) })
    assembly.run(at: Self.time(6))
    assembly.stop(at: Self.time(5))
    assembly.stop(at: Self.time(1))
    assembly.stop(at: Self.time(2))
    assembly.run(at: Self.time(3))
    let ride = try Self.ride(assembly)
    // The second of each stop has a point, so it belongs to the ride.
    #expect(ride.samples.map(\.timerRunning) == [true, true, false, true, true, true, true, true])
    #expect(ride.plannedSeconds == 7)
  }

  @Test func `an imported ride lasts until its timer stops`() throws {
    var assembly = try Self.assembly([Self.point(0)])
    assembly.stop(at: Self.time(3))
    assembly.stop(at: Self.time(9))
    #expect(try Self.ride(assembly).samples.map(\.timerRunning) == [true, true, true])
  }

  @Test func `an imported lap begins at its row, and the first lap begins with the ride`() throws {
    var assembly = try Self.assembly((0..<5).map { Self.point(Double($0)) })
    for (seconds, trigger) in [(99, RideLap.Trigger.end), (2.4, .time), (1, .distance)] {
      assembly.lap(start: Self.time(seconds), RideLap(second: 7, trigger: trigger))
    }
    let laps = try Self.ride(assembly).laps
    #expect(laps.map(\.second) == [0, 2, 5])
    #expect(laps.map(\.trigger) == [.distance, .time, .end])
  }

  @Test(arguments: [-1, 631_065_599, 4_102_444_800, Int64.max / 1000, Int64.min / 1000])
  func `an imported point with an impossible time is left out and reported with its place`(_ seconds: Int64) throws {
    var assembly = try Self.assembly([Self.point(0)])
    assembly.place = FilePlace(byte: 77, line: 3)
    let sample = RideSample(second: 0, timerRunning: true)
    try assembly.add(RideAssembly.Point(time: UnixTime(seconds: seconds), sample: sample))
    #expect(assembly.leftOut.count == 1 && assembly.leftOut.first == FilePlace(byte: 77, line: 3))
    #expect(try Self.ride(assembly).samples.count == 1)
  }

  @Test func `an imported ride beyond the limits is refused`() throws {
    let limits = ImportLimits(seconds: 10, laps: 2)
    var far = RideAssembly(limits: limits)
    for second in [0.0, 10] { try far.add(Self.point(second)) }
    #expect(throws: FileFault.self) { try Self.ride(far) }
    var many = RideAssembly(limits: limits)
    for tenth in 0..<10 { try many.add(Self.point(Double(tenth) / 10)) }
    #expect(throws: FileFault.self) { try many.add(Self.point(1)) }
    var early = RideAssembly(limits: limits)
    try early.add(Self.point(0))
    #expect(throws: FileFault.self) { try Self.ride(early, start: Self.time(-10)) }
    var stopped = early
    stopped.stop(at: UnixTime(milliseconds: .max))
    #expect(try Self.ride(stopped).samples.count == 1, "a stop alone is no riding")
    for _ in 0..<3 { early.lap(start: Self.start, RideLap(second: 0)) }
    let refusal = #expect(throws: FileFault.self) { try Self.ride(early) }
    #expect(refusal?.code == .tooManyLaps)
  }

  @Test func `extreme times in a file do not trap`() throws {
    var assembly = try Self.assembly([Self.point(0)])
    assembly.stop(at: UnixTime(milliseconds: .min))
    assembly.run(at: UnixTime(milliseconds: .max))
    assembly.lap(start: UnixTime(milliseconds: .min), RideLap(second: 0))
    assembly.lap(start: UnixTime(milliseconds: .max), RideLap(second: 0))
    let ride = try Self.ride(assembly)
    #expect(ride.samples.map(\.timerRunning) == [false])
    #expect(ride.laps.map(\.second) == [0, 1])
    #expect(try Self.ride(assembly, start: UnixTime(milliseconds: .min)).start == Self.start)
  }

  @Test func `a file without points is refused`() {
    let refusal = #expect(throws: FileFault.self) { try Self.ride(RideAssembly()) }
    #expect(refusal?.code == .noActivity)
  }
}
