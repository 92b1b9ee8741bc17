import Rides
import Testing

@testable import RideFiles

/// The distance of an imported ride, by the same rule in every format.
@Suite struct RideDistanceTests {
  private static let start = UnixTime(seconds: 1_795_243_512)

  private static func assembly(
    _ samples: [RideSample], every seconds: Int = 1, laps: [(second: Int, meters: Double)] = []
  ) throws -> RideAssembly {
    var assembly = RideAssembly()
    for (index, sample) in samples.enumerated() {
      try assembly.add(RideAssembly.Point(time: start.advanced(by: .seconds(index * seconds)), sample: sample))
    }
    for lap in laps {
      let totals: [SummaryField: Double] = [.distanceMeters: lap.meters]
      assembly.lap(start: start.advanced(by: .seconds(lap.second)), RideLap(second: 0, fileTotals: totals))
    }
    return assembly
  }

  private static func points(_ meters: [Double?]) -> [RideSample] {
    meters.map { RideSample(second: 0, timerRunning: true, powerWatts: 200, distanceMeters: $0) }
  }

  private static func ride(_ assembly: RideAssembly, total: Double? = nil) throws -> RideRecord {
    var assembly = assembly
    return try assembly.finish(
      start: start, activityID: nil, origin: RideOrigin(format: .fit),
      fileTotals: total.map { [.distanceMeters: $0] } ?? [:])
  }

  private static func meters(_ meters: [Double?], total: Double? = nil) throws -> Double? {
    try ride(assembly(points(meters)), total: total).totals.distanceMeters
  }

  @Test func `a distance that begins far above 0 is counted from its first point`() throws {
    let leg = (0..<60).map { 42_000 + 8 * Double($0) }
    #expect(try Self.meters(leg) == 472)
    #expect(try Self.meters(leg, total: 472) == 472)
    #expect(try Self.meters(leg, total: 480) == 472, "a total that differs by a fiftieth")
  }

  @Test func `metres before the first point count if a bicycle could have ridden them`() throws {
    #expect(try Self.meters([8, 16, 24]) == 24)
    #expect(try Self.meters([30, 38, 46]) == 16)
    #expect(try Self.meters([30, 38, 46], total: 46) == 46, "the file says so")
  }

  @Test func `a distance that restarts at 0 is added to the distance before it`() throws {
    let lap = (0..<30).map { 8 * Double($0) }
    #expect(try Self.meters(lap + lap) == 464)
    #expect(try Self.meters(lap + lap + lap, total: 696) == 696)
  }

  /// In binary, 58.1 - 8.3 is not 49.8, so a ride that was written and read again would differ from itself.
  @Test func `a distance counted from a later point or a restart has the file's decimals`() throws {
    let meters = (0..<9).map { Double(830 * $0) / 100 }
    let later = try Self.ride(Self.assembly(Self.points(meters.map { ($0 * 100 + 830).rounded() / 100 })), total: 66.4)
    #expect(later.samples.map(\.distanceMeters) == meters)
    let twice = try Self.ride(Self.assembly(Self.points(meters + meters)))
    #expect(twice.samples.map(\.distanceMeters) == meters + meters.map { ($0 * 100 + 6640).rounded() / 100 })
  }

  @Test(arguments: [[0, 8, 16, 0], [5000, 5008, 0, 0, 5016], [0, 8, 90_000, 16]] as [[Double]])
  func `a single impossible distance is ignored`(_ meters: [Double]) throws {
    #expect(try Self.meters(meters) == 16)
  }

  @Test func `the distance never decreases, even if the file's distance does`() throws {
    let ride = try Self.ride(Self.assembly(Self.points([0, 100, 98, 99, 105, 3, 12])))
    let distances = ride.samples.compactMap(\.distanceMeters)
    #expect(distances == distances.sorted() && distances.last == 117)
  }

  @Test func `a file's total distance is used if it is plausible for the points`() throws {
    let points = (0..<100).map { 10 * Double($0) }
    #expect(try Self.meters(points, total: 1000) == 990, "confirmed")
    #expect(try Self.meters(points + Array(repeating: nil, count: 10), total: 1000) == 1000, "the last seconds")
    #expect(try Self.meters(points, total: 1400) == 1400, "a sensor that was late")
    #expect(try Self.meters(points, total: 2500) == 990, "another ride's")
    #expect(try Self.meters(points, total: 500) == 990, "of a part")
    #expect(try Self.meters(points, total: 0) == 990, "unknown")
  }

  @Test func `a larger total stretches the distance evenly`() throws {
    let ride = try Self.ride(Self.assembly(Self.points((0...100).map { 10 * Double($0) })), total: 1500)
    #expect(ride.samples[50].distanceMeters == 750)
  }

  @Test func `a total distance is spread over the timer time if the points have no distance`() throws {
    let none = [Double?](repeating: nil, count: 60)
    let ride = try Self.ride(Self.assembly(Self.points(none)), total: 480)
    #expect(ride.totals.distanceMeters == 480 && ride.samples[29].distanceMeters == 240)
    let laps = try Self.assembly(Self.points(none), laps: [(0, 200), (20, 0), (40, 280)])
    #expect(try Self.ride(laps).totals.distanceMeters == 480, "a lap of rest has no distance")
  }

  @Test func `positions give the distance of a file without distances, and pauses do not count`() throws {
    let places = (0..<60).map { Place(latitudeDegrees: 50 + Double($0) * 1e-4, longitudeDegrees: 8) }
    let north = places.map { RideSample(second: 0, timerRunning: true, position: $0) }
    var assembly = try Self.assembly(north)
    #expect(abs((try Self.ride(assembly).totals.distanceMeters ?? 0) - 656) < 1)
    assembly.stop(at: Self.start.advanced(by: .seconds(20)))
    assembly.run(at: Self.start.advanced(by: .seconds(31)))
    #expect(abs((try Self.ride(assembly).totals.distanceMeters ?? 0) - 656 * 48 / 59) < 1)
  }

  @Test func `speeds give the distance of a file without distances and positions`() throws {
    let speeds = [RideSample](repeating: RideSample(second: 0, timerRunning: true, speedKmh: 36), count: 11)
    #expect(try Self.ride(Self.assembly(speeds)).totals.distanceMeters == 100)
    #expect(try Self.ride(Self.assembly(speeds, every: 30)).totals.distanceMeters == 0, "gaps of 30 s")
  }

  @Test func `the distance in the second of a stop counts`() throws {
    var assembly = try Self.assembly(Self.points([0, 8, 16]))
    assembly.stop(at: Self.start.advanced(by: .seconds(2)))
    #expect(try Self.ride(assembly).totals.distanceMeters == 16)
  }

  @Test func `FIT and TCX exports have the same distance as the ride`() throws {
    for total in [472, 480, 700, 90_000, 20] as [Double] {
      let points = (0..<60).map { 42_000 + 8 * Double($0) }
      let laps = [(second: 0, meters: total / 2), (second: 30, meters: total / 2)]
      let ride = try Self.ride(Self.assembly(Self.points(points), laps: laps), total: total)
      let again = try decodeFIT(FITEncoderTests.encoder.encode(ride))
      let meters = try #require(ride.totals.distanceMeters)
      #expect(abs((again.fileTotals[.distanceMeters] ?? 0) - meters) <= 1)
      #expect(abs((again.totals.distanceMeters ?? 0) - meters) <= 1)
      let tcx = try decoded([TCXEncoderTests.encoder.encode(ride)])
      let ofLaps = tcx.laps.compactMap { $0.fileTotals[.distanceMeters] }.reduce(0, +)
      #expect(abs(ofLaps - meters) <= 2)
    }
  }
}
