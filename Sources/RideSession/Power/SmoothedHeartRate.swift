/// The smoothed heart rate: an exponential mean over about 20 s.
///
/// A heart rate in whole numbers varies by two or three beats a minute without any cause in the power; a controller that
/// follows them shakes the trainer (Hunt and Hurni 2019). Twenty seconds are short compared with the heart's own minute.
struct SmoothedHeartRate: Hashable, Sendable, Codable {
  private static let seconds = 20.0

  /// How far the heart rate is extrapolated, in minutes.
  private static let outlookMinutes = 0.8
  /// A heart that is nearer to the end of its zone than this and rises will leave it, in beats a minute.
  private static let margin = 3.0
  /// A rise that is more than the noise of whole beats, and a fall that shows a heart on its way down, in beats a minute each
  /// minute.
  private static let (rising, falling) = (1.0, -3.0)

  /// In beats a minute; nil before the first.
  private(set) var beatsPerMinute: Double?
  /// The same, smoothed again: the difference shows the trend; nil before the first.
  private var slower: Double?

  /// Whether all values are in range; false if the stored state was damaged.
  var isSound: Bool { [beatsPerMinute, slower].allSatisfy { (0.0...1000).contains($0 ?? 0) } }

  /// The rise of the heart rate, in beats a minute each minute.
  private var trend: Double {
    guard let beatsPerMinute, let slower else { return 0 }
    return (beatsPerMinute - slower) * 60 / Self.seconds
  }

  /// The heart rate to come if the trend holds, in beats a minute; 0 before the first.
  var expected: Double { (beatsPerMinute ?? 0) + trend * Self.outlookMinutes }

  func isAbove(_ zone: ClosedRange<Int>) -> Bool { (beatsPerMinute ?? 0) > Double(zone.upperBound) }

  /// Whether the heart is above a zone and does not come down, or is about to leave it upwards.
  func isTooFast(for zone: ClosedRange<Int>) -> Bool {
    guard let beatsPerMinute, trend > Self.falling else { return false }
    let top = Double(zone.upperBound)
    return max(beatsPerMinute, expected) > top || (beatsPerMinute > top - Self.margin && trend > Self.rising)
  }

  /// Takes the heart rate of one second.
  mutating func heard(_ beats: Int) {
    let before = beatsPerMinute ?? Double(beats)
    let smoothed = before + (Double(beats) - before) / Self.seconds
    beatsPerMinute = smoothed
    let slowerBefore = slower ?? smoothed
    slower = slowerBefore + (smoothed - slowerBefore) / Self.seconds
  }
}

/// The power that lately kept the heart rate in its zone.
struct LearntPower: Hashable, Sendable, Codable {
  /// The time that the mean covers, and that must have been ridden in the zone before the mean counts, in seconds.
  private static let seconds = 300

  private var mean = 0.0
  private var count = 0

  /// Whole watts; nil until five minutes were ridden in the zone.
  var watts: Int? { count >= Self.seconds ? Int(mean.rounded()) : nil }

  /// Whether all values are in range; false if the stored state was damaged.
  var isSound: Bool {
    (0...65_535).contains(mean) && (0...Self.seconds).contains(count)
  }

  /// Takes a second in the zone at a power in watts.
  mutating func saw(_ power: Double) {
    count = min(count + 1, Self.seconds)
    mean += (power - mean) / Double(count)
  }
}
