/// A target as the ride accepted it.
package struct Target: Codable, Hashable, Sendable {
  /// The target that the trainer acknowledged, in watts; during a pause, the one that it will get.
  package var targetWatts: Int
  /// The requested target, in watts.
  package var askedWatts: Int
  /// The least power that the trainer can hold, in watts, if it reports a range.
  package var minimumWatts: Int?
  /// The greatest power that the trainer can hold, in watts, if it reports a range.
  package var maximumWatts: Int?
  /// True if the trainer does not report its range, and the limits are those of most trainers of its kind; otherwise
  /// absent.
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

/// The state of power match: the trainer gets the target at which the power meter shows the rider's target.
package struct MatchStatus: Codable, Hashable, Sendable {
  @OpenValue package var state: PowerMatchState
  /// The correction of the trainer's target, in percent; negative for a lower target.
  package var percent: Double

  package init(state: PowerMatchState, percent: Double) {
    self.state = state
    self.percent = percent
  }
}
