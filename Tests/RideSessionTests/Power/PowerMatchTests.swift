import BluetoothLE
import Rides
import Testing

@testable import RideSession

@Suite struct PowerMatchTests {
  private static let quickLags = [1.0, 3]
  private static let offsets = MatchedRide.Meter.all.prefix(4)

  /// Returns rides of eight minutes with each meter, each way of smoothing and writing, and several noises.
  private func rides(_ meters: some Sequence<MatchedRide.Meter>, lag: Double, watts: Int) -> [(String, MatchedRide)] {
    var rides: [(String, MatchedRide)] = []
    for meter in meters {
      for (smoothing, interval) in [(1, 0.25), (1, 2), (3, 0.25), (3, 2)] {
        for seed in UInt64(1)...3 {
          var ride = MatchedRide(meter, lag: lag, smoothing: smoothing, writeInterval: interval, seed: seed)
          ride.ride(seconds: 480, asking: MatchedRide.ramp(to: watts))
          rides.append(("\(meter), \(smoothing) s smoothed, written each \(interval) s, seed \(seed)", ride))
        }
      }
    }
    return rides
  }

  /// Returns a ride whose match is well known after three minutes.
  private func steadyRide(_ offset: Double = 0.1, lag: Double = 1, watts: Int = 250, smoothing: Int = 3) -> MatchedRide
  {
    var ride = MatchedRide(.off(offset), lag: lag, smoothing: smoothing)
    ride.ride(seconds: 180, asking: MatchedRide.ramp(to: watts))
    return ride
  }

  @Test(arguments: quickLags, [120, 250])
  func `the meter shows the requested watts from a minute after the ramp on`(lag: Double, watts: Int) {
    for (name, ride) in rides(Self.offsets, lag: lag, watts: watts) {
      #expect(ride.greatestError(from: watts, in: 70..<480) < 2.1, "\(name)")
    }
  }

  @Test(arguments: [120, 250])
  func `with a trainer lag of 10 s the meter shows the requested watts 90 s after the ramp`(watts: Int) {
    for (name, ride) in rides(Self.offsets, lag: 10, watts: watts) {
      #expect(ride.greatestError(from: watts, in: 70..<100) <= 0.02 * Double(watts), "\(name)")
      #expect(ride.greatestError(from: watts, in: 100..<480) < 2.1, "\(name)")
    }
  }

  @Test(arguments: [1.0, 3, 10], [120, 250])
  func `the target does not oscillate`(lag: Double, watts: Int) {
    for (name, ride) in rides(Self.offsets, lag: lag, watts: watts) {
      #expect(ride.turns(from: 100) <= 2, "\(name)")
      #expect(ride.targetSwing(from: 100) <= 2, "\(name)")
    }
  }

  @Test(arguments: [1.0, 3, 10], [120, 250])
  func `the meter stays within 1 % of the requested watts while it drifts by 4 % in 20 min`(lag: Double, watts: Int) {
    for seed in UInt64(1)...4 {
      var ride = MatchedRide(.drifting(0.04, seconds: 1200), lag: lag, smoothing: 3, writeInterval: 2, seed: seed)
      ride.ride(seconds: 1500, asking: MatchedRide.ramp(to: watts))
      #expect(ride.greatestError(from: watts, in: 100..<1500) <= max(2, Double(watts) * 0.01))
      #expect(ride.greatestError(from: watts, in: 1320..<1500) <= 2, "once the drift is over")
      #expect(ride.turns(from: 100) <= 2)
    }
  }

  @Test(arguments: [1.0, 3, 10], [120, 250])
  func `the meter shows the requested watts two minutes after a step of 3 %`(lag: Double, watts: Int) {
    for seed in UInt64(1)...4 {
      var ride = MatchedRide(.stepping(0.03, atSecond: 300), lag: lag, smoothing: 3, writeInterval: 2, seed: seed)
      ride.ride(seconds: 900, asking: MatchedRide.ramp(to: watts))
      #expect(ride.greatestError(from: watts, in: 361..<420) <= max(2, Double(watts) * 0.015))
      #expect(ride.greatestError(from: watts, in: 420..<900) <= 2)
    }
  }

  @Test(arguments: [1.0, 3, 10], [120, 250])
  func `the meter shows the requested watts a minute after a warm-up of 3 % in two minutes`(lag: Double, watts: Int) {
    for seed in UInt64(1)...4 {
      var ride = MatchedRide(.drifting(0.03, seconds: 120), lag: lag, smoothing: 3, writeInterval: 2, seed: seed)
      ride.ride(seconds: 600, asking: MatchedRide.ramp(to: watts))
      #expect(ride.greatestError(from: watts, in: 70..<180) <= Double(watts) * 0.025, "while it warms up")
      #expect(ride.greatestError(from: watts, in: 180..<600) < 2.5)
      #expect(ride.greatestError(from: watts, in: 210..<600) <= 2)
      #expect(ride.turns(from: 240) <= 2)
    }
  }

  @Test(arguments: [1.0, 3, 10], [-0.1, 0.1])
  func `intervals of 120 and 250 W do not spoil the correction`(lag: Double, offset: Double) {
    var ride = steadyRide(offset, lag: lag, watts: 120)
    let before = ride.match.percent
    var seen: [Double] = []
    for _ in 0..<10 {
      for watts in [250, 120] {
        ride.ride(seconds: 60) { _ in watts }
        seen.append(ride.match.percent)
      }
    }
    #expect(seen.count == 20)
    #expect(seen.allSatisfy { abs($0 - before) <= 1 })
  }

  @Test func `intervals shorter than a window do not change the correction`() {
    var ride = steadyRide()
    let before = ride.match
    for turn in 0..<30 { ride.ride(seconds: 6) { _ in turn.isMultiple(of: 2) ? 120 : 250 } }
    #expect(ride.match.percent == before.percent)
  }

  @Test(arguments: [1, 3]) func `a sprint does not change the correction`(smoothing: Int) {
    var ride = steadyRide(smoothing: smoothing)
    let before = ride.match.percent
    for _ in 0..<6 {
      ride.ride(seconds: 8, asking: { _ in 250 }, legs: { $0 + 350 })
      ride.ride(seconds: 7) { _ in 250 }
    }
    #expect(abs(ride.match.percent - before) <= 0.3)
  }

  @Test(arguments: [1, 3]) func `coasting and standing still do not change the correction`(smoothing: Int) {
    var ride = steadyRide(smoothing: smoothing)
    let before = ride.match.percent
    for _ in 0..<6 {
      ride.ride(seconds: 20, asking: { _ in 250 }, legs: { _ in 0 })
      #expect(ride.match.state(at: ride.now) == .steering, "zeros are values")
      ride.ride(seconds: 7) { _ in 250 }
    }
    #expect(abs(ride.match.percent - before) <= 0.3)
  }

  @Test func `the match does not learn from less than 30 W of either device`() {
    for (trainer, meter) in [(29, 40), (31, 29)] {
      var match = PowerMatch()
      match.written(watts: trainer, asked: trainer, at: .origin)
      for second in 1...120 {
        let now = MonotonicInstant.origin.advanced(by: .seconds(second))
        match.sawTrainer(watts: trainer, at: now)
        match.sawMeter(watts: meter, at: now)
        #expect(match.state(at: now) == .learning)
      }
    }
  }

  @Test func `the correction is frozen while the meter is silent, and continues afterwards`() {
    var ride = steadyRide()
    #expect(ride.match.state(at: ride.now) == .steering)
    let before = ride.match.percent
    ride.ride(seconds: 5, asking: { _ in 250 }, hearsMeter: false)
    #expect(ride.match.state(at: ride.now) == .steering, "a meter may miss a few seconds")
    ride.ride(seconds: 300, asking: { _ in 250 }, hearsMeter: false)
    #expect(ride.match.state(at: ride.now) == .frozen)
    #expect(ride.match.percent == before)
    ride.meter = .off(0.04)
    ride.ride(seconds: 1, asking: { _ in 250 })
    #expect(ride.match.state(at: ride.now) == .steering)
    ride.ride(seconds: 119, asking: { _ in 250 })
    #expect(ride.greatestError(from: 250, in: 600..<605) <= 2)
  }

  @Test func `the correction is frozen while the trainer is silent`() {
    var ride = steadyRide()
    ride.ride(seconds: 4, asking: { _ in 250 }, hearsTrainer: false)
    let before = ride.match.percent
    ride.meter = .off(-0.1)
    ride.ride(seconds: 120, asking: { _ in 250 }, hearsTrainer: false)
    #expect(ride.match.state(at: ride.now) == .frozen)
    #expect(ride.match.percent == before)
  }

  @Test func `the match does not learn from a power of the trainer that is not near its target`() {
    var match = PowerMatch()
    match.written(watts: 200, asked: 200, at: .origin)
    for second in 1...60 {
      let now = MonotonicInstant.origin.advanced(by: .seconds(second))
      match.sawTrainer(watts: 230, at: now)
      match.sawMeter(watts: 220, at: now)
    }
    #expect(match.state(at: .origin.advanced(by: .seconds(60))) == .learning)
  }

  @Test func `a window in which the trainer was still approaching its target has little weight`() {
    var match = PowerMatch()
    match.written(watts: 200, asked: 200, at: .origin)
    for second in 1...15 {
      let now = MonotonicInstant.origin.advanced(by: .seconds(second))
      match.sawTrainer(watts: second <= 8 ? 184 : 200, at: now)
      match.sawMeter(watts: second <= 8 ? 180 : 200, at: now)
      if second == 11 { #expect(match.percent == 2.2) }
    }
    #expect(match.percent < 0.5)
  }

  @Test func `a window in which the meter was silent is dropped`() {
    var match = PowerMatch()
    match.written(watts: 200, asked: 200, at: .origin)
    for second in 1...20 {
      let now = MonotonicInstant.origin.advanced(by: .seconds(second))
      let isGap = (5...8).contains(second)
      match.sawTrainer(watts: isGap ? 215 : 200, at: now)
      if !isGap { match.sawMeter(watts: 200, at: now) }
      if second == 11 { #expect(match.state(at: now) == .learning) }
    }
    #expect(match.state(at: .origin.advanced(by: .seconds(20))) == .steering)
    #expect(match.percent == 0)
  }

  @Test func `a correction in progress stops while the trainer is silent`() {
    var match = PowerMatch()
    match.written(watts: 200, asked: 200, at: .origin)
    var percents: [Double] = []
    for second in 1...40 {
      let now = MonotonicInstant.origin.advanced(by: .seconds(second))
      if match.state(at: now) == .learning { match.sawTrainer(watts: 200, at: now) }
      match.sawMeter(watts: 180, at: now)
      percents.append(match.percent)
    }
    #expect(percents.max() ?? 0 > 0)
    #expect(percents.suffix(25).allSatisfy { $0 == percents.last })
    #expect(match.percent < 10, "11.1 % is where it was going")
    #expect(match.state(at: .origin.advanced(by: .seconds(40))) == .frozen)
  }

  @Test func `a meter that sends every other second also corrects the target`() {
    var match = PowerMatch()
    match.written(watts: 200, asked: 200, at: .origin)
    for second in 1...60 {
      let now = MonotonicInstant.origin.advanced(by: .seconds(second))
      match.sawTrainer(watts: 200, at: now)
      if second.isMultiple(of: 2) { match.sawMeter(watts: 190, at: now) }
    }
    #expect(match.percent == 5.3)
    #expect(match.watts(for: 200) == 211, "210.53 W")
    match.written(watts: 210, asked: 200, at: .origin.advanced(by: .seconds(61)))
    #expect(match.watts(for: 200) == 210, "rounding alone writes nothing")
    match.written(watts: 209, asked: 200, at: .origin.advanced(by: .seconds(62)))
    #expect(match.watts(for: 200) == 211)
  }

  @Test(arguments: [(0.3, -15.0), (-0.3, 15), (1, -15), (-0.5, 15)])
  func `devices that differ by more than 15 % leave the correction at its limit`(offset: Double, percent: Double) {
    let ride = steadyRide(offset)
    #expect(ride.match.percent == percent)
    #expect(ride.match.state(at: ride.now) == .limited)
    #expect(ride.match.watts(for: 200) == 200 + Int(2 * percent))
  }

  @Test func `a correction at its limit recovers once the meter is calibrated`() {
    var ride = steadyRide(-0.5)
    ride.meter = .off(0.02)
    ride.ride(seconds: 120) { _ in 250 }
    #expect(ride.match.state(at: ride.now) == .steering)
    #expect(abs(ride.match.percent + 2) <= 1)
  }

  @Test func `the trainer gets the wanted watts before a correction is known`() {
    let match = PowerMatch()
    #expect(match.watts(for: 173) == 173)
    #expect(match.percent == 0)
    #expect(match.state(at: .origin) == .learning)
  }

  @Test func `the correction changes by at most 2 % in a second`() {
    var ride = MatchedRide(.off(-0.1), lag: 1)
    ride.ride(seconds: 120, asking: MatchedRide.ramp(to: 250))
    let late = ride.writes.filter { $0.second > 12 }.map(\.watts)
    #expect(late.count > 4)
    #expect(zip(late.dropFirst(), late).allSatisfy { abs($0 - $1) <= 6 })
  }

  @Test func `an interruption drops the window, and keeps the correction`() {
    var ride = steadyRide()
    let before = ride.match.percent
    ride.meter = .off(-0.1)
    for _ in 0..<60 {
      ride.interrupt()
      ride.ride(seconds: 7) { _ in 250 }
    }
    #expect(ride.match.percent == before)
    ride.ride(seconds: 120) { _ in 250 }
    #expect(ride.match.percent > 9)
  }

  @Test func `the match learns from a target that grows by a watt every three seconds`() {
    var ride = MatchedRide(.off(0.1), lag: 3, smoothing: 3)
    ride.ride(seconds: 300) { 120 + Int($0 / 3) }
    #expect(abs(ride.match.percent + 9.1) <= 1)
  }
}
