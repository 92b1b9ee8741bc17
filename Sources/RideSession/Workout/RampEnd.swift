/// Detects in the rows of a ramp test that the legs cannot go on.
///
/// Laboratories end a ramp when cadence falls below 60 rpm, QDomyos-Zwift after 3 s below a cadence that the rider
/// sets, and TrainerRoad when the rider stops. The bound here is lower, because some riders choose 60 rpm, and the
/// cadence falls for a moment when a rider leaves the saddle.
struct RampEnd: Hashable, Sendable {
  /// The lowest cadence of legs that can go on, in revolutions a minute, and the rows below it that end the ramp.
  private static let (leastRpm, slowRows) = (50.0, 5)
  /// The rows without any cadence that end the ramp.
  ///
  /// Auto-pause waits longer, so that the end is announced before it.
  private static let stillRows = 3
  /// The least share of the target that legs give which can go on, and the rows below it that end the ramp.
  ///
  /// A trainer follows a step of 20 W within some seconds, and legs that are only slightly too weak slow down.
  private static let (leastShare, weakRows) = (0.85, 10)
  /// The number of rows over which power is averaged.
  private static let meanRows = 3
  /// The number of rows with the target held after which legs can give up.
  ///
  /// Before them, the rider may not have begun, or may still be on the way to the pedals after a pause.
  private static let heldRows = 10

  private struct Power: Hashable, Sendable {
    var watts: Double
    var targetWatts: Double
  }

  private var recent: [Power] = []
  private var (held, still, slow, weak) = (0, 0, 0, 0)

  init() {}

  /// Whether the legs have held the target, so that they can give up.
  var isArmed: Bool { held >= Self.heldRows }

  /// Handles a row of timer time.
  ///
  /// - Parameters:
  ///   - watts: The power; nil if it did not arrive, or is not reliable.
  ///   - rpm: The cadence, in revolutions a minute; nil if it did not arrive.
  ///   - targetWatts: The trainer's target; nil in free riding, in which legs cannot give up.
  /// - Returns: Whether the legs have given up.
  mutating func rowEnded(watts: Double?, rpm: Double?, targetWatts: Int?) -> Bool {
    guard let targetWatts, targetWatts > 0 else {
      (recent, still, slow, weak) = ([], 0, 0, 0)
      return false
    }
    let isSlow = rpm.map { $0 < Self.leastRpm }
    let isWeak = isWeak(watts, Double(targetWatts))
    still = rpm == 0 ? still + 1 : 0
    slow = isSlow == true ? slow + 1 : 0
    weak = isWeak == true ? weak + 1 : 0
    if isSlow != true, isWeak != true, isSlow != nil || isWeak != nil { held += 1 }
    return isArmed && (still >= Self.stillRows || slow >= Self.slowRows || weak >= Self.weakRows)
  }

  /// Whether the mean power is too far below the target; nil if it is unknown.
  private mutating func isWeak(_ watts: Double?, _ targetWatts: Double) -> Bool? {
    guard let watts, watts.isFinite else {
      recent = []
      return nil
    }
    recent = (recent + [Power(watts: watts, targetWatts: targetWatts)]).suffix(Self.meanRows)
    let (sum, target) = recent.reduce((0, 0)) { ($0.0 + $1.watts, $0.1 + $1.targetWatts) }
    return sum < Self.leastShare * target
  }
}
