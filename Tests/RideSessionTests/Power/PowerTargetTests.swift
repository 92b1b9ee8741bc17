import BluetoothLE
import FitnessGATT
import Rides
import Testing

@testable import RideSession

/// The order of precedence as a table: requested power, range, guards, legs, ramp.
@Suite struct PowerTargetTests {
  /// An event for a target.
  ///
  /// It takes time.
  enum Step: Sendable {
    case range(SupportedPowerRange)
    case stroke
    case wait(seconds: Int)
    /// The heart rate is above the ceiling until it has taken this many steps of 5 percent.
    case fastHeart(steps: Int)
    /// DFA alpha-1 is low until its guard has taken this many steps of 5 percent.
    case lowAlpha1(steps: Int)
    /// Cadence falls under load until the spiral of death guard releases the target.
    case legsGiveWay(watts: Double)
    case legsRecover
    case rise
    /// The heart rate steers from a power of its own.
    case steering(HeartRateSteering)
  }

  struct Situation: Sendable, CustomTestStringConvertible {
    let testDescription: String
    var asked: PowerTarget.Asked = .watts(200)
    let steps: [Step]
    let watts: Int?
    var wanted: Int?
    var easing: TargetEasing?

    init(
      _ name: String, asked: PowerTarget.Asked = .watts(200), _ steps: [Step], watts: Int?, wanted: Int? = 200,
      easing: TargetEasing? = nil
    ) {
      (testDescription, self.asked, self.steps) = (name, asked, steps)
      (self.watts, self.wanted, self.easing) = (watts, wanted, easing)
    }
  }

  private static let narrow = SupportedPowerRange(minimumWatts: 25, maximumWatts: 150, incrementWatts: 1)
  private static let zone = HeartRateTarget(
    zone: 2, beatsPerMinute: 120...140, start: .usual(watts: 150), watts: 50...220)
  private static let ridden: [Step] = [.stroke, .wait(seconds: 10)]

  /// Returns a zone after this many seconds at a heart rate in its middle, or without a heart rate.
  private static func steering(seconds: Int, beatsPerMinute: Int? = 130) -> HeartRateSteering {
    var steering = HeartRateSteering(zone)
    for _ in 0..<seconds { _ = steering.second(beatsPerMinute: beatsPerMinute, mostWatts: nil) }
    return steering
  }

  private static let asked = [
    Situation("free riding asks for nothing", asked: .brake(.flatRoad), ridden, watts: nil, wanted: nil),
    Situation("what is asked for is held", ridden, watts: 200),
    Situation("less than a watt is not asked for", asked: .watts(-5), ridden, watts: 1, wanted: -5, easing: .range),
    Situation(
      "a steered target is held as steered", asked: .steered(steering(seconds: 100)), ridden, watts: 150, wanted: 150),
    Situation(
      "a steered target without heart rate is eased by the steering",
      asked: .steered(steering(seconds: 60, beatsPerMinute: nil)), ridden, watts: 120, wanted: 150,
      easing: .noHeartRate),
  ]

  private static let range = [
    Situation("the range limits what is asked for", [.range(narrow)] + ridden, watts: 150, easing: .range),
    Situation(
      "the range has a least target", asked: .watts(10), [.range(narrow)] + ridden, watts: 25, wanted: 10,
      easing: .range),
    Situation(
      "the range holds for what is left of the ramp", [.range(narrow), .stroke, .wait(seconds: 5)], watts: 113,
      easing: .range),
  ]

  private static let guards = [
    Situation("the ceiling takes a share", ridden + [.fastHeart(steps: 2)], watts: 180, easing: .heartRate),
    Situation("alpha-1 takes a share", ridden + [.lowAlpha1(steps: 1)], watts: 190, easing: .dfa),
    Situation(
      "of two guards the stricter one counts", ridden + [.fastHeart(steps: 1), .lowAlpha1(steps: 2)], watts: 180,
      easing: .dfa),
    Situation(
      "of two equal guards the ceiling is named", ridden + [.fastHeart(steps: 1), .lowAlpha1(steps: 1)], watts: 190,
      easing: .heartRate),
    Situation("a guard leaves half", ridden + [.fastHeart(steps: 30)], watts: 100, easing: .heartRate),
    Situation(
      "a guard takes its share of what the range leaves", [.range(narrow)] + ridden + [.lowAlpha1(steps: 2)],
      watts: 135, easing: .dfa),
    Situation(
      "a guard does not go below the range", asked: .watts(26), [.range(narrow)] + ridden + [.fastHeart(steps: 4)],
      watts: 25, wanted: 26, easing: .heartRate),
    Situation(
      "a guard takes its share of the watts that were steered when it began", asked: .steered(steering(seconds: 100)),
      ridden + [.fastHeart(steps: 2)], watts: 135, wanted: 150, easing: .heartRate),
    Situation(
      "a guard of an interval takes its share of the power that a zone begins at", asked: .watts(300),
      ridden + [.fastHeart(steps: 2), .steering(steering(seconds: 100))], watts: 135, wanted: 150,
      easing: .heartRate),
  ]

  private static let legs = [
    Situation(
      "weak legs get less than they still gave", ridden + [.legsGiveWay(watts: 60)], watts: 48, easing: .legs),
    Situation("stronger legs get half", ridden + [.legsGiveWay(watts: 150)], watts: 100, easing: .legs),
    Situation(
      "legs get half of what the guards leave", ridden + [.fastHeart(steps: 2), .legsGiveWay(watts: 150)], watts: 90,
      easing: .legs),
    Situation(
      "the floor is within the range", [.range(narrow)] + ridden + [.legsGiveWay(watts: 10)], watts: 25,
      easing: .legs),
  ]

  private static let ramp = [
    Situation("before the first stroke the brake waits at half", [], watts: 100, easing: .ramp),
    Situation("the first stroke starts the ramp", [.stroke], watts: 100, easing: .ramp),
    Situation("the ramp is half way after five seconds", [.stroke, .wait(seconds: 5)], watts: 150, easing: .ramp),
    Situation("the ramp ends after ten seconds", [.stroke, .wait(seconds: 10)], watts: 200),
    Situation("a rise begins at half", ridden + [.rise], watts: 100, easing: .ramp),
    Situation(
      "a rise under a guard begins at half of what is left, and the guard is named",
      ridden + [.fastHeart(steps: 2), .rise], watts: 90, easing: .heartRate),
    Situation(
      "recovered legs rise from their floor", ridden + [.legsGiveWay(watts: 60), .legsRecover], watts: 48,
      easing: .ramp),
    Situation(
      "recovered legs are half way after five seconds",
      ridden + [.legsGiveWay(watts: 60), .legsRecover, .wait(seconds: 5)], watts: 124, easing: .ramp),
    Situation(
      "a zone has no ramp of ours, since it begins low by itself", asked: .steered(steering(seconds: 0)), [.stroke],
      watts: 75, wanted: 150, easing: .ramp),
    Situation(
      "a release ends the ramp", [.stroke, .legsGiveWay(watts: 60)], watts: 48, easing: .legs),
  ]

  @Test(arguments: asked + range + guards + legs + ramp)
  func `the target is the requested power after range, guards, legs and ramp`(_ situation: Situation) {
    var stage = Stage(PowerTarget(asked: situation.asked, guards: TargetGuards(maximumBeatsPerMinute: 150, dfa: true)))
    for step in situation.steps { stage.take(step) }
    let watts = stage.target.watts(at: stage.now)
    #expect(watts == situation.watts)
    #expect(stage.target.wantedWatts == situation.wanted)
    #expect(watts.flatMap { stage.target.easing(holding: $0) } == situation.easing)
  }

  @Test func `range, guards and legs limit the steering`() {
    var stage = Stage(
      PowerTarget(asked: .steered(Self.steering(seconds: 100)), guards: TargetGuards(maximumBeatsPerMinute: 150)))
    stage.take(.stroke)
    #expect(stage.target.steeringLimit == nil)
    stage.take(.range(SupportedPowerRange(minimumWatts: 25, maximumWatts: 200, incrementWatts: 1)))
    #expect(stage.target.steeringLimit == 200)
    stage.take(.legsGiveWay(watts: 60))
    #expect(stage.target.steeringLimit == 150, "the watts that the legs are to come back to")
    stage.take(.fastHeart(steps: 2))
    #expect(stage.target.steeringLimit == 135)
  }

  @Test func `a pause or a lost link ends a release`() {
    var stage = Stage(PowerTarget(asked: .watts(200), isUnderWay: true))
    stage.take(.legsGiveWay(watts: 60))
    stage.target.forgetLegs()
    #expect(stage.target.watts(at: stage.now) == 200)
    #expect(stage.target.floorWatts == nil)
  }

  @Test func `a ride that is already under way has no ramp`() {
    #expect(PowerTarget(asked: .watts(200), isUnderWay: true).watts(at: .origin) == 200)
  }

  @Test func `an accepted target includes the requested watts and the range`() {
    var target = PowerTarget(asked: .watts(200))
    #expect(target.taken == Target(targetWatts: 200, askedWatts: 200))
    target.limit(to: Self.narrow)
    #expect(target.taken == Target(targetWatts: 150, askedWatts: 200, minimumWatts: 25, maximumWatts: 150))
    target.ask(.brake(.flatRoad))
    #expect(target.taken == nil)
  }
}

/// A target and a clock.
private struct Stage {
  var target: PowerTarget
  var now = MonotonicInstant.origin

  init(_ target: PowerTarget) { self.target = target }

  mutating func take(_ step: PowerTargetTests.Step) {
    switch step {
    case .range(let range): target.limit(to: range)
    case .stroke: target.begin(at: now)
    case .wait(let seconds): pass(.seconds(seconds))
    case .fastHeart(let steps):
      for _ in 0..<steps { takeStep(each: .seconds(1)) { $0.receive(beatsPerMinute: 180, at: $1) } }
    case .lowAlpha1(let steps):
      let low = Alpha1Status(value: 0.6, beats: 250, artefactPercent: 1, confidence: .good)
      for _ in 0..<steps { takeStep(each: .seconds(5)) { $0.observe(low, at: $1) } }
    case .legsGiveWay(let watts):
      var rpm = 60.0
      takeStep(each: .milliseconds(250)) {
        rpm = max(32, rpm - 2)
        return $0.observe(rpm: rpm, watts: watts, isTooSlow: false, at: $1) != nil
      }
    case .legsRecover:
      takeStep(each: .milliseconds(250)) { $0.observe(rpm: 85, watts: 100, isTooSlow: false, at: $1) != nil }
    case .rise: target.rise(at: now)
    case .steering(let steering):
      target.ask(.steered(steering))
      target.steeringBegan()
    }
  }

  /// Repeats `body` until it returns true, but for ten minutes at most, because a guard at its limit takes no more
  /// steps.
  private mutating func takeStep(each interval: Duration, _ body: (inout PowerTarget, MonotonicInstant) -> Bool) {
    let end = now.advanced(by: .seconds(600))
    while now < end {
      pass(interval)
      if body(&target, now) { return }
    }
  }

  private mutating func pass(_ time: Duration) { now = now.advanced(by: time) }
}
