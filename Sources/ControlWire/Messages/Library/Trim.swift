/// What of a whole ride is kept.
public struct Trim: Codable, Hashable, Sendable {
  /// The first second that is kept.
  public var fromSeconds: Int
  /// The first second after what is kept.
  public var toSeconds: Int
  /// Seconds of the whole ride.
  public var wholeSeconds: Int

  /// A cut.
  public init(fromSeconds: Int, toSeconds: Int, wholeSeconds: Int) {
    self.fromSeconds = fromSeconds
    self.toSeconds = toSeconds
    self.wholeSeconds = wholeSeconds
  }
}

/// Where a ride might be cut; the seconds count from the beginning of the whole ride.
public struct TrimSuggestion: Codable, Hashable, Sendable {
  /// The first second after the last pedalling; absent where nobody pedalled at all.
  public var activityEndSeconds: Int?
  /// Seconds from there to the ride's end.
  public var tailSeconds: Int
  /// Whether so long a tail means that the stop was forgotten.
  public var forgotten: Bool
  /// Where the ride would end without its tail.
  public var suggestedEndSeconds: Int
  /// Where warm-up ends.
  public var workFromSeconds: Int
  /// Where cool-down begins.
  public var workToSeconds: Int
  /// The power of the work, in watts.
  public var levelWatts: Double?
  /// What `auto` would keep; absent where it would cut nothing.
  public var proposal: Trim?

  /// A suggestion.
  public init(
    activityEndSeconds: Int?, tailSeconds: Int, forgotten: Bool, suggestedEndSeconds: Int, workFromSeconds: Int,
    workToSeconds: Int, levelWatts: Double?, proposal: Trim?
  ) {
    self.activityEndSeconds = activityEndSeconds
    self.tailSeconds = tailSeconds
    self.forgotten = forgotten
    self.suggestedEndSeconds = suggestedEndSeconds
    self.workFromSeconds = workFromSeconds
    self.workToSeconds = workToSeconds
    self.levelWatts = levelWatts
    self.proposal = proposal
  }
}
