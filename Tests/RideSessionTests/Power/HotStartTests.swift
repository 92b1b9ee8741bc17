import RadioSim
import Rides
import Testing

@testable import RideSession

/// Zones that begin with too much power for the rider.
@Suite struct HotStartTests {
  struct Case: CustomTestStringConvertible, Sendable {
    /// The watts that keep the heart rate in the middle of the zone, and those at the start.
    var needed: Int
    var start: Int
    /// The maximum of the heart rate above the zone, in beats a minute, and the maximum time above it, in seconds.
    var beats: Int
    var seconds: Int

    var testDescription: String { "needs \(needed) W, starts at \(start) W" }
  }

  /// The hearts of a review.
  ///
  /// With three minutes at the start power, they were up to 28 beats a minute above the zone, for 138 to 457 s.
  private static let cases = [
    Case(needed: 130, start: 180, beats: 4, seconds: 60), Case(needed: 130, start: 220, beats: 17, seconds: 180),
    Case(needed: 150, start: 210, beats: 7, seconds: 100), Case(needed: 90, start: 120, beats: 1, seconds: 10),
  ]

  private static func heart(_ needed: Int) -> SimulatedStrap {
    var strap = SimulatedStrap()
    (strap.gain, strap.lagSeconds, strap.delaySeconds, strap.driftPerHour) = (0.45, 50, 12, 5)
    strap.restingBeatsPerMinute = 130 - 0.45 * Double(needed)
    return strap
  }

  @Test(arguments: cases) func `a start with too much power leaves the zone only briefly`(_ one: Case) {
    var ride = SteeredRide(Self.heart(one.needed), startWatts: one.start)
    ride.ride(seconds: 3600)
    let above = ride.beats.filter { $0 > 140 }
    #expect(above.count <= one.seconds, "\(above.count) s")
    #expect((ride.beats.max() ?? 0) - 140 <= one.beats, "\(ride.beats.max() ?? 0) bpm")
    #expect(
      ride.beats.dropFirst(300).allSatisfy { (120...140).contains($0) }, "in the zone for good after five minutes")
  }

  @Test func `a heart rate below the zone leaves the start power unchanged for three minutes`() {
    var steering = HeartRateSteering(SteeredRide.target, from: 150)
    for second in 0..<179 { _ = steering.second(beatsPerMinute: min(118, 70 + second / 2), mostWatts: nil) }
    #expect(steering.state == .settling && steering.watts == 150)
  }

  @Test(arguments: [142, 150, 190]) func `a heart rate above the zone ends the start phase at once`(beats: Int) {
    var steering = HeartRateSteering(SteeredRide.target, from: 200)
    for _ in 0..<90 { _ = steering.second(beatsPerMinute: 120, mostWatts: nil) }
    #expect(steering.watts == 200)
    for _ in 0..<60 { _ = steering.second(beatsPerMinute: beats, mostWatts: nil) }
    #expect(steering.state == .steering)
    let before = steering.watts
    for _ in 0..<60 { _ = steering.second(beatsPerMinute: beats, mostWatts: nil) }
    #expect((19...41).contains(before - steering.watts), "at least 20 W a minute")
  }

  @Test func `a heart rate that rises towards the top of the zone ends the start phase early`() {
    var steering = HeartRateSteering(SteeredRide.target, from: 200)
    for _ in 0..<80 { _ = steering.second(beatsPerMinute: 128, mostWatts: nil) }
    for second in 0..<60 { _ = steering.second(beatsPerMinute: min(139, 128 + second / 4), mostWatts: nil) }
    #expect(steering.state == .steering && steering.watts < 200)
  }

  @Test func `the start phase waits for a heart rate that falls after a harder interval`() {
    var ride = SteeredRide(Self.heart(130), startWatts: 150)
    ride.ride(seconds: 900)
    var steering = ride.steering
    steering.begin(
      HeartRateTarget(zone: 1, beatsPerMinute: 95...115, start: .planned(watts: 90), watts: 50...150), at: 90)
    for second in 0..<60 { _ = steering.second(beatsPerMinute: 132 - second / 4, mostWatts: nil) }
    #expect(steering.state == .settling && steering.watts == 90)
  }
}

/// Limits of the watts that keep the heart rate out of its zone.
@Suite struct SteeringLimitTests {
  private static let narrow = HeartRateTarget(
    zone: 2, beatsPerMinute: 120...140, start: .usual(watts: 72), watts: 50...99)

  private func steering(_ beats: Int, seconds: Int) -> HeartRateSteering {
    var steering = HeartRateSteering(Self.narrow)
    for _ in 0..<seconds { _ = steering.second(beatsPerMinute: beats, mostWatts: nil) }
    return steering
  }

  @Test(arguments: [(114, HeartRateSteering.Limit.most, 99), (150, .least, 50)])
  func `a heart rate that stays out of the zone at a power limit is reported`(
    beats: Int, limit: HeartRateSteering.Limit, watts: Int
  ) {
    let steering = steering(beats, seconds: 900)
    #expect(steering.limit == limit && steering.watts == watts)
  }

  @Test func `a power limit is not reported once the heart rate is in the zone`() {
    var steering = steering(114, seconds: 900)
    for _ in 0..<120 { _ = steering.second(beatsPerMinute: 125, mostWatts: nil) }
    #expect(steering.limit == nil)
  }

  @Test func `a power limit is not reported during the start phase`() {
    #expect(steering(100, seconds: 170).limit == nil)
  }

  @Test func `a power limit is reported with the power that is held`() {
    var bench = RideBench()
    bench.beatsPerMinute = 114
    let plan = RidePlan.steady(.heartRate(Self.narrow), seconds: 3600)
    bench.send(.start(RideOrder(plan: plan, trainer: RideBench.trainer, heartRate: RideBench.strap)))
    bench.run(for: .seconds(900))
    #expect(bench.snapshot.figures?.targetWatts == 99 && bench.snapshot.figures?.easing == .zoneLimit)
    #expect(bench.snapshot.problems == [.steeringLimited(.most, 99)])
    bench.beatsPerMinute = 128
    bench.run(for: .seconds(120))
    #expect(bench.snapshot.figures?.easing == nil && bench.snapshot.problems.isEmpty)
  }
}
