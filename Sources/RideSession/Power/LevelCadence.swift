/// The smoothed cadence by which a level is chosen, one second at a time.
struct LevelCadence: Hashable, Sendable {
  /// The cadence below which the pedals only start or stop, and the maximum of legs, in revolutions a minute.
  private static let (leastRpm, mostRpm) = (20.0, 200.0)
  /// The seconds of pedalling that are a start.
  private static let startSeconds = 3
  /// The share of the way to a new cadence in a second: at the same cadence, for each share of a deviation, and at most.
  ///
  /// Legs sway by some 2 %, and a level that follows them would change without end.
  private static let (leastShare, shareGrowth, mostShare) = (0.05, 3.0, 0.4)
  /// The distance of the cadence from the smoothed one, as a share, at which the legs are on the way to another cadence.
  private static let transitShare = 0.1

  /// The smoothed cadence in revolutions a minute; nil while the pedals rest.
  private(set) var rpm: Double?
  /// The last cadence, in revolutions a minute, at most 200; 0 while the pedals rest.
  private(set) var latestRpm = 0.0
  /// Whether the last cadence is near the smoothed one.
  ///
  /// On the way to another cadence the level waits, because legs that stop must not get a heavier pedal for their next
  /// start.
  private(set) var isSteady = false
  private var seconds = 0

  var isPedalling: Bool { rpm != nil }
  /// Whether the start is over.
  var isStarted: Bool { seconds > Self.startSeconds }

  /// Handles the cadence of a second, in revolutions a minute.
  mutating func observe(_ latest: Double) {
    guard latest >= Self.leastRpm else {
      self = LevelCadence()
      return
    }
    latestRpm = min(latest, Self.mostRpm)
    seconds += 1
    // The turns of a start are slower than the rest.
    let former = isStarted ? rpm ?? latestRpm : latestRpm
    let share = min(Self.leastShare + abs(latestRpm / former - 1) * Self.shareGrowth, Self.mostShare)
    let smoothed = former + (latestRpm - former) * share
    (rpm, isSteady) = (smoothed, abs(latestRpm / smoothed - 1) < Self.transitShare)
  }
}
