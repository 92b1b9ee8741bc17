/// A PI controller from heart rate to power, one second at a time.
///
/// The gains are those found best, in simulation, over riders whose heart rises by 0.2…0.6 beats a minute for a watt, with a
/// time constant of 40…90 s after a delay of 5…20 s, and drifts by 0…8 beats an hour: from 20 W off each of them is within 5 beats
/// a minute for good within nine minutes. Harder ones make the quick heart swing, softer ones let the slow one wait.
struct SteeringLoop: Hashable, Sendable, Codable {
  /// Watts for a beat a minute.
  private static let proportional = 0.8
  /// Watts a second for a beat a minute: what makes good the drift.
  private static let integral = 0.010
  /// A deviation, in beats a minute, that is left alone: less than what one beat more or less in the reading says.
  private static let deadBand = 1.0
  /// The most by which power rises and falls, in watts a minute; the last where the heart has been much too fast.
  private static let (rise, fall, hotFall) = (10.0, 20.0, 40.0)
  /// How far above the zone, in beats a minute, and for how many seconds, the heart is much too fast.
  private static let (hotMargin, hotSeconds) = (5.0, 60)

  /// The power of a deviation of zero, before what was learnt since, in watts.
  private var base: Double
  /// What was learnt since, in watts.
  private var learnt = 0.0
  /// The deviation that counted last, in beats a minute: too slow is positive.
  private var deviation = 0.0
  private var secondsHot = 0

  /// A controller that asks for `watts` while the heart is where it should be.
  init(watts: Double) {
    base = watts
  }

  /// Whether its numbers can be, whatever became of the file that it was kept in.
  var isSound: Bool {
    [base, learnt, deviation].allSatisfy((-100_000.0...100_000).contains) && (0...100_000_000).contains(secondsHot)
  }

  /// Begins anew at a power, the heart being where it is: so far from where it should be, if that is not what was last seen.
  mutating func begin(at watts: Double, deviation: Double? = nil) {
    self.deviation = deviation ?? self.deviation
    base = watts - Self.proportional * self.deviation
    learnt = 0
  }

  /// The power after one more second, in watts.
  ///
  /// The integral rests while a bound or the limit on steps holds the power back in its direction: else a long way up
  /// would wind it up, and the heart would shoot past the zone.
  /// - Parameters:
  ///   - power: The power up to now, in watts.
  ///   - heart: The heart rate, in beats a minute.
  ///   - target: The zone, and the bounds.
  ///   - mostWatts: The upper bound.
  ///   - leastRise: What the power may rise by in any case, in watts a second.
  /// - Returns: The power from now on, in watts.
  mutating func power(
    after power: Double, heart: Double, target: HeartRateTarget, mostWatts: Double, leastRise: Double
  ) -> Double {
    let off = target.setpoint - heart
    deviation = abs(off) <= Self.deadBand ? 0 : off
    let isHot = heart > Double(target.beatsPerMinute.upperBound) + Self.hotMargin
    secondsHot = isHot ? secondsHot + 1 : 0
    let fall = (secondsHot >= Self.hotSeconds ? Self.hotFall : Self.fall) / 60
    let wanted = base + Self.proportional * deviation + learnt
    let bounded = min(max(wanted, Double(target.watts.lowerBound)), mostWatts)
    let limited = min(max(bounded, power - fall), power + max(Self.rise / 60, leastRise))
    let isHeldBack = deviation > 0 ? limited < wanted : limited > wanted
    if !isHeldBack { learnt += Self.integral * deviation }
    return limited
  }
}
