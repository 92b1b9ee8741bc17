import Foundation
import RadioSim
import Rides
import Testing

@testable import RideSession

@Suite struct SteeringBoundsTests {
  private static let usual = HeartModel(gain: 0.4, lagSeconds: 60, delaySeconds: 10, drift: 4)

  private func steady(_ seconds: Int = 1200) -> SteeredRide {
    var ride = SteeredRide(Self.usual, startWatts: 150)
    ride.ride(seconds: seconds)
    return ride
  }

  @Test func `the power stays the same during a short gap of the heart rate`() {
    var ride = steady()
    let before = ride.steering.watts
    ride.ride(seconds: 24) { _ in nil }
    #expect(ride.steering.state == .frozen)
    #expect(ride.watts.suffix(23).allSatisfy { abs($0 - before) <= 1 })
    ride.ride(seconds: 5)
    #expect(ride.steering.state == .steering)
    #expect(ride.changes.map(\.change) == [.froze, .returned])
    #expect(abs(ride.steering.watts - before) <= 2)
  }

  @Test func `the power eases to 80 percent of the start after 30 s without heart rate`() {
    var ride = steady()
    ride.ride(seconds: 25) { _ in nil }
    #expect(ride.steering.state == .eased)
    #expect(ride.changes.map(\.change) == [.froze, .eased(watts: 120)])
    #expect(ride.changes.last?.second == 1224)
    ride.ride(seconds: 8) { _ in nil }
    #expect((125...145).contains(ride.steering.watts), "halfway down")
    ride.ride(seconds: 10) { _ in nil }
    #expect(ride.steering.watts == 120)
    ride.ride(seconds: 600) { _ in nil }
    #expect(ride.steering.watts == 120)
  }

  @Test func `an eased power stays eased through a pause until a heart rate arrives`() {
    var ride = steady()
    let before = ride.steering.watts
    ride.ride(seconds: 60) { _ in nil }
    ride.pause(seconds: 30)
    ride.ride(seconds: 120) { _ in nil }
    #expect(ride.steering.state == .eased)
    #expect(ride.watts.suffix(120).allSatisfy { $0 == 120 })
    ride.ride(seconds: 70)
    #expect(abs(ride.steering.watts - before) <= 10)
  }

  @Test func `easing never raises the power`() {
    var ride = SteeredRide(Self.usual, startWatts: 220)
    ride.ride(seconds: 1500)
    let before = ride.steering.watts
    #expect(before < 176)
    ride.ride(seconds: 60) { _ in nil }
    #expect(ride.steering.watts <= before)
  }

  @Test(arguments: [30, 120, 600])
  func `the power returns without a jump or an overshoot after a gap of the heart rate`(seconds: Int) {
    for heart in HeartModel.all where heart.drift > 0 && heart.lagSeconds != 60 {
      var ride = SteeredRide(heart, startWatts: 150)
      ride.ride(seconds: 1200)
      let before = ride.steering.watts
      ride.ride(seconds: seconds) { _ in nil }
      ride.ride(seconds: 1800)
      let steps = zip(ride.watts.dropFirst(1201 + seconds), ride.watts.dropFirst(1200 + seconds)).map { $0 - $1 }
      let back = ride.deviations.dropFirst(1200 + seconds + 480)
      #expect(ride.changes.last?.change == .returned)
      #expect(steps.max() ?? 99 <= 3, "no jump: \(heart)")
      #expect(ride.watts.dropFirst(1200).max() ?? 999 <= before + 20, "no overshoot: \(heart)")
      #expect(back.allSatisfy { abs($0) <= 6 }, "back in eight minutes: \(heart)")
    }
  }

  @Test func `the power does not return if the heart rate is already too high`() {
    var ride = steady()
    ride.ride(seconds: 60) { _ in nil }
    let eased = ride.steering.watts
    ride.ride(seconds: 30) { _ in 150 }
    #expect(ride.steering.watts < eased)
  }

  @Test func `a strap that connects after ten minutes steers from then on`() {
    var ride = SteeredRide(Self.usual, startWatts: 150)
    ride.ride(seconds: 600) { _ in nil }
    #expect(ride.steering.state == .eased)
    #expect(ride.changes.map(\.change) == [.eased(watts: 120)])
    #expect(ride.steering.watts == 120)
    ride.ride(seconds: 2400)
    #expect(ride.changes.map(\.change) == [.eased(watts: 120), .returned])
    #expect(ride.percentWithin(from: 600 + 480) == 100)
  }

  @Test func `a strap that connects after a minute does not shorten the start phase`() {
    var ride = SteeredRide(Self.usual, startWatts: 150)
    ride.ride(seconds: 60) { _ in nil }
    #expect(ride.watts.allSatisfy { $0 <= 120 })
    ride.ride(seconds: 100)
    #expect(ride.steering.state == .settling)
    #expect(ride.steering.watts == 150)
  }

  @Test(arguments: [40, 119, 141, 200])
  func `a sensor stuck at one value never moves the power out of its bounds`(value: Int) {
    var ride = steady()
    ride.ride(seconds: 7200) { _ in value }
    #expect(ride.watts.allSatisfy { SteeredRide.target.watts.contains($0) })
    #expect(ride.steering.watts == (value < 130 ? 250 : 50))
    ride.ride(seconds: 2400)
    #expect(ride.percentWithin(from: 1200 + 7200 + 1500) >= 95, "nothing was wound up meanwhile")
  }

  @Test func `an impossible heart rate counts as absent`() {
    var ride = steady()
    let before = ride.steering.watts
    ride.ride(seconds: 20) { $0.isMultiple(of: 2) ? 0 : 65535 }
    #expect(ride.steering.state == .frozen)
    #expect(abs(ride.steering.watts - before) <= 1)
  }

  @Test func `an external limit applies at once, and the power leaves it slowly`() {
    var ride = steady()
    ride.ride(seconds: 120, mostWatts: 100)
    #expect(ride.watts.suffix(120).allSatisfy { $0 <= 100 })
    ride.ride(seconds: 60)
    #expect((105...112).contains(ride.steering.watts))
    ride.ride(seconds: 120, mostWatts: 10)
    #expect(ride.steering.watts == 50, "the floor is the target's")
  }

  @Test func `a start power outside the bounds is moved into them`() {
    #expect(HeartRateSteering(SteeredRide.target, from: 5).watts == 50)
    var steering = HeartRateSteering(SteeredRide.target, from: .max)
    steering.nudge(by: 100_000)
    #expect(steering.watts <= 250)
    for _ in 0..<120 { _ = steering.second(beatsPerMinute: nil, mostWatts: nil) }
    #expect(SteeredRide.target.watts.contains(steering.watts))
  }

  @Test(arguments: [
    ("secondsSinceChange", "9223372036854775807"), ("settlingLeft", "-9223372036854775808"), ("mean", "1e300"),
    ("watts", "-1"), ("secondsHot", "9223372036854775807"), ("startWatts", "9223372036854775807"),
  ])
  func `steering starts again if its stored state is damaged`(_ field: String, _ value: String) throws {
    let interval = RideInterval(end: .timer(seconds: 3600), aim: .heartRate(SteeredRide.target))
    let plan = RidePlan(intervals: [interval])
    var run = PlanRun(plan)
    for second in 0..<400 {
      _ = run.heartRate(130, mostWatts: nil)
      _ = run.rowEnded(meters: 8, second: second + 1)
    }
    let text = String(decoding: try JSONEncoder().encode(run.progress), as: UTF8.self)
    let damaged = text.replacing(try Regex("\"\(field)\":-?[0-9.e]+"), with: "\"\(field)\":\(value)")
    #expect(damaged != text)
    let kept = try JSONDecoder().decode(PlanProgress.self, from: Data(damaged.utf8))
    var next = PlanRun(plan, progress: kept)
    #expect(next.progress.timerSeconds == 0)
    _ = next.heartRate(130, mostWatts: nil)
    #expect(PlanRun(plan, progress: run.progress).progress == run.progress)
  }

  @Test func `steering is unchanged after being stored and read`() throws {
    var ride = steady(400)
    let kept = try JSONDecoder().decode(HeartRateSteering.self, from: JSONEncoder().encode(ride.steering))
    #expect(kept == ride.steering)
    ride.ride(seconds: 1)
  }
}
