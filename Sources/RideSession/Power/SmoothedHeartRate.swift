/// The smoothed heart rate: an exponential mean over about 20 s.
///
/// A heart rate in whole numbers varies by two or three beats a minute without a change of power. A controller that
/// follows this variation shakes the trainer (Hunt and Hurni 2019). Twenty seconds are short compared with the heart's
/// own minute.
struct SmoothedHeartRate: Hashable, Sendable, Codable {
  private static let seconds = 20.0

  /// The time by which the heart rate is extrapolated, in minutes.
  private static let outlookMinutes = 0.8
  /// The distance from the end of the zone, in beats a minute, at which a rising heart rate will leave it.
  private static let margin = 3.0
  /// A rise that exceeds the noise of whole beats, and a fall that shows a falling heart rate, in beats a minute each
  /// minute.
  private static let (rising, falling) = (1.0, -3.0)

  /// The smoothed heart rate, in beats a minute; nil before the first value.
  private(set) var beatsPerMinute: Double?
  /// The same, smoothed again.
  ///
  /// The difference shows the trend; nil before the first value.
  private var slower: Double?

  /// Whether all values are in range; false if the stored state is damaged.
  var isSound: Bool { [beatsPerMinute, slower].allSatisfy { (0.0...1000).contains($0 ?? 0) } }

  /// The rise of the heart rate, in beats a minute each minute.
  private var trend: Double {
    guard let beatsPerMinute, let slower else { return 0 }
    return (beatsPerMinute - slower) * 60 / Self.seconds
  }

  /// The expected heart rate if the trend continues, in beats a minute; 0 before the first value.
  var expected: Double { (beatsPerMinute ?? 0) + trend * Self.outlookMinutes }

  func isAbove(_ zone: ClosedRange<Int>) -> Bool { (beatsPerMinute ?? 0) > Double(zone.upperBound) }

  /// Returns whether the heart rate is above a zone and does not fall, or is about to leave it upwards.
  func isTooFast(for zone: ClosedRange<Int>) -> Bool {
    guard let beatsPerMinute, trend > Self.falling else { return false }
    let top = Double(zone.upperBound)
    return max(beatsPerMinute, expected) > top || (beatsPerMinute > top - Self.margin && trend > Self.rising)
  }

  /// Adds the heart rate of one second.
  mutating func receive(_ beats: Int) {
    let before = beatsPerMinute ?? Double(beats)
    let smoothed = before + (Double(beats) - before) / Self.seconds
    beatsPerMinute = smoothed
    let slowerBefore = slower ?? smoothed
    slower = slowerBefore + (smoothed - slowerBefore) / Self.seconds
  }
}

/// The power that recently kept the heart rate in its zone.
struct LearntPower: Hashable, Sendable, Codable {
  /// The length of the mean, and of the required time in the zone before the mean counts, in seconds.
  private static let seconds = 300

  private var mean = 0.0
  private var count = 0

  /// Whole watts; nil until the rider has spent five minutes in the zone.
  var watts: Int? { count >= Self.seconds ? Int(mean.rounded()) : nil }

  /// Whether all values are in range; false if the stored state is damaged.
  var isSound: Bool {
    (0...65_535).contains(mean) && (0...Self.seconds).contains(count)
  }

  /// Adds a second in the zone at a power in watts.
  mutating func observe(_ power: Double) {
    count = min(count + 1, Self.seconds)
    mean += (power - mean) / Double(count)
  }
}
