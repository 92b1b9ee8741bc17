/// A target as it was taken.
package struct Target: Codable, Hashable, Sendable {
  /// The target that the trainer acknowledged, in watts; during a pause, the one that it will be given.
  package var targetWatts: Int
  /// The target that was asked for.
  package var askedWatts: Int
  /// The least that the trainer can hold, if it says so.
  package var minimumWatts: Int?
  /// The most that the trainer can hold, if it says so.
  package var maximumWatts: Int?
  /// True if the trainer does not say what it holds, and most of its kind hold these; else absent.
  package var rangeAssumed: Bool?

  package init(
    targetWatts: Int, askedWatts: Int, minimumWatts: Int? = nil, maximumWatts: Int? = nil, rangeAssumed: Bool = false
  ) {
    self.targetWatts = targetWatts
    self.askedWatts = askedWatts
    self.minimumWatts = minimumWatts
    self.maximumWatts = maximumWatts
    self.rangeAssumed = rangeAssumed ? true : nil
  }
}

/// How the trainer is matched to a power meter: it is asked for what makes the meter show the target.
package struct MatchStatus: Codable, Hashable, Sendable {
  @Word package var state: PowerMatchState
  /// By how much more than the target the trainer is asked for, in percent; negative for less.
  package var percent: Double

  package init(state: PowerMatchState, percent: Double) {
    self.state = state
    self.percent = percent
  }
}
