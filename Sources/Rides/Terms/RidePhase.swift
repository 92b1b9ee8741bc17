/// The phase of the current ride.
public enum RidePhase: String, Codable, Hashable, Sendable, CaseIterable {
  /// Without a ride and without connections.
  case idle
  /// A ride was requested; the trainer is being connected and taken under control.
  case connecting
  /// The trainer is connected and controlled; the ride waits for the first pedal stroke.
  case ready
  /// The timer runs.
  case riding
  /// The timer is stopped by the rider, or because the pedals stand still (auto-pause).
  case paused
  /// The timer is stopped because the trainer is disconnected.
  case reconnecting
  /// The timer has ended; the trainer is being released and the file written.
  case finishing
}

/// The state of a stored ride.
public enum RideState: String, Codable, Hashable, Sendable, CaseIterable {
  /// This process is recording the ride.
  case riding
  /// The daemon ended during the ride, by request or not; the ride may be resumed.
  case suspended
  /// The ride is over, and its totals are final.
  case finished
}

/// The sort orders of a list of rides.
public enum RideSort: String, Codable, Hashable, Sendable, CaseIterable {
  /// By start, newest first.
  case date
  /// By timer time, longest first; unfinished rides are last.
  case longest
  /// By timer time, shortest first.
  case shortest
}

/// Why a ride cannot be trimmed as requested.
public enum TrimObstacle: String, Codable, Hashable, Sendable, CaseIterable {
  /// Fewer than `Limits.leastTrimmedSeconds` would remain.
  case tooShort
  /// The part to keep ends before it begins.
  case backwards
  /// The part to keep extends beyond the ride.
  case beyond
  /// The part to keep is the whole ride.
  case nothing
}
