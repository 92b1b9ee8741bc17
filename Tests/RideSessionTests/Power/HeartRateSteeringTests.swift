import RadioSim
import Rides
import Testing

@testable import RideSession

@Suite struct HeartRateSteeringTests {
  private static let usual = HeartModel(gain: 0.4, lagSeconds: 60, delaySeconds: 20, drift: 4)
  private static let start = SteeredRide.idealWatts

  /// Simulates all riders, from a start `startOff` watts too high and too low.
  ///
  /// Returns a line for each failure.
  private func failures(startOff: Int) -> [String] {
    HeartModel.all.flatMap { heart in
      [-startOff, startOff].compactMap { off in
        var ride = SteeredRide(heart, startWatts: Self.start + off)
        ride.ride(seconds: 3600)
        let (settled, within) = (ride.settledAfter ?? 3600, ride.percentWithin(from: ride.settledAfter ?? 0))
        let late = ride.percentWithin(from: 720)
        let isWell = settled <= 720 && within >= 95 && late >= 95
        return isWell ? nil : "\(heart), \(off) W off: settled after \(settled) s, \(within) % within, \(late) % late"
      }
    }
  }

  @Test func `steering settles each of 36 riders within 12 minutes from 20 W off`() {
    #expect(HeartModel.all.count == 36)
    #expect(failures(startOff: 20) == [])
  }

  @Test func `steering settles each of 36 riders within 12 minutes from 50 W off`() {
    #expect(failures(startOff: 50) == [])
  }

  @Test func `steering begins at half the power and reaches all of it after a minute`() {
    var ride = SteeredRide(Self.usual, startWatts: 150)
    #expect(ride.steering.watts == 75)
    ride.ride(seconds: 30)
    #expect((110...115).contains(ride.steering.watts))
    ride.ride(seconds: 32)
    #expect(ride.steering.watts == 150)
    #expect(ride.watts.allSatisfy { $0 <= 150 })
  }

  @Test func `the power stays the same until a heart rate that is not too high has had time to respond`() {
    var ride = SteeredRide(HeartModel(gain: 0.6, lagSeconds: 40, delaySeconds: 5, drift: 0), startWatts: 120)
    ride.ride(seconds: 178)
    #expect(ride.steering.state == .settling)
    #expect(ride.steering.watts == 120)
    ride.ride(seconds: 12)
    #expect(ride.steering.state == .steering)
    #expect(ride.steering.watts > 120)
  }

  @Test func `power rises and falls slowly`() {
    var low = SteeredRide(Self.usual, startWatts: 80)
    low.ride(seconds: 1800)
    let rises = zip(low.watts.dropFirst(240), low.watts.dropFirst(180)).map { $0 - $1 }
    #expect(rises.max() ?? 99 <= 11, "10 W a minute, and a watt of rounding")
    var high = SteeredRide(Self.usual, startWatts: 165)
    high.ride(seconds: 1800)
    let falls = zip(high.watts.dropFirst(180), high.watts.dropFirst(240)).map { $0 - $1 }
    #expect(falls.max() ?? 99 <= 21)
  }

  @Test func `power falls faster after the heart rate was much too high for a minute`() {
    var steering = HeartRateSteering(SteeredRide.target, from: 200)
    for _ in 0..<300 { _ = steering.second(beatsPerMinute: 130, mostWatts: nil) }
    for _ in 0..<66 { _ = steering.second(beatsPerMinute: 190, mostWatts: nil) }
    let before = steering.watts
    #expect((178...182).contains(before), "20 W a minute at first")
    for _ in 0..<30 { _ = steering.second(beatsPerMinute: 190, mostWatts: nil) }
    #expect((17...21).contains(before - steering.watts), "then twice as fast")
  }

  @Test func `the watts change at most every three seconds`() {
    var ride = SteeredRide(Self.usual, startWatts: 170)
    ride.ride(seconds: 1800)
    let changed = ride.watts.indices.dropFirst().filter { ride.watts[$0] != ride.watts[$0 - 1] }
    #expect(zip(changed.dropFirst(), changed).allSatisfy { $0 - $1 >= 3 })
    #expect(changed.count < 400)
  }

  @Test func `a deviation of one beat is ignored`() {
    var steering = HeartRateSteering(SteeredRide.target, from: 150)
    for second in 0..<1200 { _ = steering.second(beatsPerMinute: 129 + second % 3, mostWatts: nil) }
    #expect(steering.watts == 150)
  }

  @Test func `steering learns the power that kept the rider in the zone`() throws {
    var ride = SteeredRide(HeartModel(gain: 0.4, lagSeconds: 60, delaySeconds: 5, drift: 0), startWatts: 130)
    ride.ride(seconds: 200)
    #expect(ride.steering.learntWatts == nil)
    ride.ride(seconds: 3400)
    let learnt = try #require(ride.steering.learntWatts)
    #expect((146...154).contains(learnt))
  }

  @Test func `a change that the rider requests applies at once, and steering continues from it`() {
    var ride = SteeredRide(Self.usual, startWatts: 150)
    ride.ride(seconds: 900)
    let before = ride.steering.watts
    ride.nudge(by: 10)
    #expect(ride.steering.watts == before + 10)
    ride.ride(seconds: 3)
    #expect(abs(ride.steering.watts - before - 10) <= 1)
    ride.ride(seconds: 1800)
    #expect(ride.percentWithin(from: 900) >= 95)
  }

  @Test func `a power that the rider requests applies at once, and steering continues from it`() {
    var steering = HeartRateSteering(SteeredRide.target, from: 150)
    for _ in 0..<20 { _ = steering.second(beatsPerMinute: 110, mostWatts: nil) }
    steering.begin(at: 140)
    #expect(steering.watts == 140)
    for _ in 0..<100 { _ = steering.second(beatsPerMinute: 125, mostWatts: nil) }
    #expect(steering.watts == 140, "it is not the ramp that decides any more")
  }

  @Test func `a change of zone keeps the present power`() {
    var ride = SteeredRide(Self.usual, startWatts: 120)
    ride.ride(seconds: 1500)
    var steering = ride.steering
    let before = steering.watts
    steering.retarget(HeartRateTarget(zone: 3, beatsPerMinute: 141...155, start: .usual(watts: 90), watts: 50...250))
    #expect(steering.watts == before)
    for _ in 0..<60 { _ = steering.second(beatsPerMinute: 130, mostWatts: nil) }
    #expect((before + 6...before + 11).contains(steering.watts))
  }

  @Test func `tighter bounds apply at once`() {
    var ride = SteeredRide(Self.usual, startWatts: 150)
    ride.ride(seconds: 600)
    var steering = ride.steering
    steering.retarget(HeartRateTarget(zone: 2, beatsPerMinute: 120...140, start: .usual(watts: 100), watts: 50...110))
    #expect(steering.watts == 110)
    #expect(ride.steering.watts > 110)
  }

  @Test func `the heart rate has time to respond again after a long pause`() {
    var ride = SteeredRide(Self.usual, startWatts: 150)
    ride.ride(seconds: 1200)
    var steering = ride.steering
    let before = steering.watts
    steering.resumed(afterSeconds: 600)
    #expect(steering.state == .settling)
    for second in 0..<179 { _ = steering.second(beatsPerMinute: 80 + second / 4, mostWatts: nil) }
    #expect(abs(steering.watts - before) <= 1)
    steering.resumed(afterSeconds: 5)
    _ = steering.second(beatsPerMinute: 125, mostWatts: nil)
    #expect(steering.state == .steering)
  }

  @Test func `the setpoint is the middle of the zone`() {
    #expect(SteeredRide.target.setpoint == 130)
    let target = HeartRateTarget(zone: 2, beatsPerMinute: 121...140, start: .usual(watts: 1), watts: 1...2)
    #expect(target.setpoint == 130.5)
  }
}
