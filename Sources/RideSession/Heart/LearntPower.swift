/// The power that lately kept a heart in its zone.
struct LearntPower: Hashable, Sendable, Codable {
  /// Over how long it is a mean, and how much of a zone must have been ridden before it says anything, in seconds.
  private static let seconds = 300

  private var mean = 0.0
  private var count = 0

  /// Whole watts; nil until five minutes in the zone have been seen.
  var watts: Int? { count >= Self.seconds ? Int(mean.rounded()) : nil }

  /// Whether its numbers can be, whatever became of the file that it was kept in.
  var isSound: Bool {
    (0...65_535).contains(mean) && (0...Self.seconds).contains(count)
  }

  /// A second in the zone, at a power in watts.
  mutating func saw(_ power: Double) {
    count = min(count + 1, Self.seconds)
    mean += (power - mean) / Double(count)
  }
}
