import Rides

/// A PI controller from heart rate to power, one second at a time.
///
/// The gains were best in a simulation of riders whose heart rate rises by 0.2…0.6 beats a minute for a watt, with a
/// time constant of 40…90 s after a delay of 5…20 s, and drifts by 0…8 beats an hour. From 20 W off, each stays within
/// 5 beats a minute after at most nine minutes. Higher gains make a quick heart oscillate, and lower ones make a slow
/// heart wait.
struct SteeringLoop: Hashable, Sendable, Codable {
  /// Watts per beat a minute.
  private static let proportional = 0.8
  /// Watts a second per beat a minute.
  ///
  /// This corrects drift.
  private static let integral = 0.010
  /// The deviation that is ignored, in beats a minute.
  ///
  /// It is within one unit of the reading.
  private static let deadBand = 1.0
  /// The maximum rise and fall of the power, in watts a minute.
  private static let (rise, fall) = (10.0, 20.0)
  /// The maximum fall after a start with too much power, and after a heart rate that was much too high, in watts a
  /// minute.
  private static let (earlyFall, hotFall) = (30.0, 40.0)
  /// The distance below the end of the zone, in beats a minute, at which the expected heart rate is well within it
  /// again.
  private static let earlyMargin = 3.0
  /// The distance above the zone, in beats a minute, and the seconds after which the heart rate counts as much too
  /// high.
  private static let (hotMargin, hotSeconds) = (5.0, 60)

  /// The power at a deviation of zero, without the integral, in watts.
  private var base: Double
  /// The integral, in watts.
  private var learnt = 0.0
  /// The latest deviation outside the dead band, in beats a minute; positive if the heart rate is too low.
  private var deviation = 0.0
  private var secondsHot = 0
  /// Whether the start power was too much, and the heart rate has not returned to the zone since; nil for no.
  private var isEarly: Bool?

  /// Creates a controller that requests `watts` at a deviation of zero.
  ///
  /// - Parameters:
  ///   - watts: The power.
  ///   - isEarly: Whether it begins because the start power was too much for the zone.
  init(watts: Double, isEarly: Bool = false) {
    base = watts
    self.isEarly = isEarly ? true : nil
  }

  /// Whether all values are in range; false if the stored state is damaged.
  var isSound: Bool {
    [base, learnt, deviation].allSatisfy((-100_000.0...100_000).contains) && (0...100_000_000).contains(secondsHot)
  }

  /// Starts again at a power and a deviation, in beats a minute; nil for the last deviation.
  mutating func begin(at watts: Double, deviation: Double? = nil) {
    self.deviation = deviation ?? self.deviation
    base = watts - Self.proportional * self.deviation
    learnt = 0
  }

  /// Returns the power after one more second, in watts.
  ///
  /// While the heart rate is above the zone, or will be, the power falls at the maximum rate, because the integral
  /// would take minutes. The integral rests while a bound or the limit on steps holds the power back in its direction.
  /// Otherwise a long way up would wind it up, and the heart rate would overshoot the zone.
  /// - Parameters:
  ///   - power: The power until now, in watts.
  ///   - heart: The heart rate, in beats a minute.
  ///   - expected: The expected heart rate, in beats a minute.
  ///   - target: The zone, and the bounds.
  ///   - mostWatts: The upper bound.
  ///   - leastRise: A rise that is always permitted, in watts a second.
  /// - Returns: The power from now on, in watts.
  mutating func power(
    after power: Double, heart: Double, expected: Double, target: HeartRateTarget, mostWatts: Double, leastRise: Double
  ) -> Double {
    let off = target.setpoint - heart
    deviation = abs(off) <= Self.deadBand ? 0 : off
    let isHot = heart > Double(target.beatsPerMinute.upperBound) + Self.hotMargin
    secondsHot = isHot ? secondsHot + 1 : 0
    let top = Double(target.beatsPerMinute.upperBound)
    if expected < top - Self.earlyMargin { isEarly = nil }
    let fall = (secondsHot >= Self.hotSeconds ? Self.hotFall : isEarly == true ? Self.earlyFall : Self.fall) / 60
    if expected > top {
      let fallen = max(min(power - fall, mostWatts), Double(target.watts.lowerBound))
      begin(at: fallen)
      return fallen
    }
    let wanted = base + Self.proportional * deviation + learnt
    let bounded = min(max(wanted, Double(target.watts.lowerBound)), mostWatts)
    let limited = min(max(bounded, power - fall), power + max(Self.rise / 60, leastRise))
    let isHeldBack = deviation > 0 ? limited < wanted : limited > wanted
    if !isHeldBack { learnt += Self.integral * deviation }
    return limited
  }
}
