/// The part of a ride that is work: without the warm-up, and without the ease-off, whose power drops steeply.
///
/// Seconds are indices of rows of timer time.
struct WorkWindow {
  private static let medianSeconds = 31
  private static let warmSeconds = 30
  private static let smoothingReach = 15

  /// The seconds of the work, without the upper bound.
  let range: Range<Int>
  /// The power of the work, in watts; nil without power.
  let level: Double?

  /// - Parameters:
  ///   - rows: Timer time up to the end of the activity.
  ///   - zone2Start: The heart rate from which the rider is warm, in beats a minute.
  init(_ rows: [TimerRow], zone2Start: Int) {
    let start = Self.start(rows.map(\.beatsPerMinute), zone2Start)
    let power = RunningMeans(rows[start...].lazy.map(\.watts))
    guard let level = Self.level(of: power) else {
      range = start..<rows.count
      self.level = nil
      return
    }
    self.level = level
    range = start..<start + WorkEnd(power, level: level).second
  }

  /// Returns the first second, in the first half, from which the median heart rate is in Zone 2 for half a minute;
  /// otherwise 0.
  private static func start(_ beats: [Int?], _ zone2Start: Int) -> Int {
    var warm = 0
    for (second, median) in beats.heartRateMedians(over: medianSeconds).enumerated() {
      warm = median ?? 0 >= zone2Start ? warm + 1 : 0
      guard warm == warmSeconds else { continue }
      let start = second + 1 - warm
      return start <= beats.count / 2 ? start : 0
    }
    return 0
  }

  /// Returns the median of the smoothed power over the middle half.
  private static func level(of power: RunningMeans) -> Double? {
    let quarter = power.indices.count / 4
    let smoothed = power.indices.dropFirst(quarter).dropLast(quarter).compactMap { second in
      power.mean(in: second - smoothingReach..<second + smoothingReach + 1)
    }
    return smoothed.isEmpty ? nil : smoothed.sorted()[smoothed.count / 2]
  }
}

/// Finds where work at a level ends, before the rider eases off.
private struct WorkEnd {
  private static let trailingSeconds = 60
  private static let heldShare = 0.9
  /// How far around the first guess the drop is searched, in seconds.
  private static let searched = (before: 120, after: 30)
  /// How far the power may be off its level, as a share of it, in the mean of each `piece` of the last `tail` seconds.
  private static let tolerance = 0.1
  private static let piece = 15
  private static let tail = 60
  private static let longestWayBack = 180

  /// The second after the last second of the work.
  private(set) var second: Int
  private let power: RunningMeans
  private let level: Double

  init(_ power: RunningMeans, level: Double) {
    self.power = power
    self.level = level
    second = power.indices.upperBound
    second = lastHeld
    if let drop { second = drop }
    second = lastSteady ?? second
  }

  /// The end of the last second with power whose trailing minute holds the level.
  private var lastHeld: Int {
    let last = power.indices.last { second in
      guard power.isKnown(at: second) else { return false }
      return power.mean(in: second + 1 - Self.trailingSeconds..<second + 1) ?? 0 >= Self.heldShare * level
    }
    return last.map { $0 + 1 } ?? second
  }

  /// The second around the end that best separates two steady levels; nil unless the later one is clearly lower.
  private var drop: Int? {
    let around = (second - Self.searched.before..<second + Self.searched.after).clamped(to: power.indices)
    guard
      let split = (around.lowerBound + 1..<max(around.lowerBound + 1, around.upperBound))
        .max(by: { explained(around, at: $0) < explained(around, at: $1) }),
      let before = power.mean(in: around.lowerBound..<split), let after = power.mean(in: split..<around.upperBound)
    else { return nil }
    return before > after && before - after >= Self.tolerance * level ? split : nil
  }

  /// The part of the sum of squares that two levels explain: the greater it is, the better they fit.
  private func explained(_ range: Range<Int>, at split: Int) -> Double {
    [range.lowerBound..<split, split..<range.upperBound].reduce(0) { explained, part in
      let total = power.total(in: part)
      return total.count == 0 ? explained : explained + total.sum * total.sum / Double(total.count)
    }
  }

  /// The latest end up to which the power holds its level; nil if that is not within `longestWayBack`.
  ///
  /// All of the last minute must hold it, not only its last seconds: among intervals, some seconds are always just at
  /// the level.
  private var lastSteady: Int? {
    let earliest = max(Self.piece, second - Self.longestWayBack)
    return earliest <= second ? (earliest...second).last(where: isSteady) : nil
  }

  private func isSteady(before end: Int) -> Bool {
    (max(Self.piece, end - Self.tail + Self.piece)...end).allSatisfy { end in
      guard let mean = power.mean(in: end - Self.piece..<end) else { return true }
      return abs(mean - level) <= Self.tolerance * level
    }
  }
}
