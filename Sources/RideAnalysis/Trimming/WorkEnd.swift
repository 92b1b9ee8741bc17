/// Where work at a level ends, before the rider eases off.
struct WorkEnd {
  private static let trailingSeconds = 60
  private static let heldShare = 0.9
  /// How far around the first guess the drop is looked for, in seconds.
  private static let searched = (before: 120, after: 30)
  /// How far the work may be off its level, over how long and for how long before its end.
  private static let tolerance = 0.1
  private static let piece = 15
  private static let tail = 60
  private static let longestWayBack = 180

  /// The second after the last of the work.
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

  /// Where two levels, each steady, fit best around the end; nil unless the second is clearly lower.
  private var drop: Int? {
    let around = (second - Self.searched.before..<second + Self.searched.after).clamped(to: power.indices)
    guard
      let split = (around.lowerBound + 1..<max(around.lowerBound + 1, around.upperBound))
        .max(by: { explained(around, at: $0) < explained(around, at: $1) }),
      let before = power.mean(in: around.lowerBound..<split), let after = power.mean(in: split..<around.upperBound)
    else { return nil }
    return before > after && before - after >= Self.tolerance * level ? split : nil
  }

  /// What is left of the sum of squares is the least where this is greatest.
  private func explained(_ range: Range<Int>, at split: Int) -> Double {
    [range.lowerBound..<split, split..<range.upperBound].reduce(0) { explained, part in
      let total = power.total(in: part)
      return total.count == 0 ? explained : explained + total.sum * total.sum / Double(total.count)
    }
  }

  /// The latest end before which the level is held to the last; nil where there is none near.
  ///
  /// All of the last minute has to, not its last seconds alone: among intervals those are somewhere just as the level is.
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
