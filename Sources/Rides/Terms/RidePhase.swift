/// Where the ride in hand stands.
public enum RidePhase: String, Codable, Hashable, Sendable, CaseIterable {
  /// No ride; no link is held.
  case idle
  /// A ride was asked for; the trainer is being linked and taken into control.
  case connecting
  /// Linked and in control; waiting for the first pedal stroke.
  case ready
  /// The timer runs.
  case riding
  /// The timer stands because the rider asked for it, or because the pedals stand still (auto-pause).
  case paused
  /// The timer stands because the trainer is gone.
  case reconnecting
  /// The timer has ended; the trainer is being freed and the file written.
  case finishing
}

/// Whether a ride in the store goes on.
public enum RideState: String, Codable, Hashable, Sendable, CaseIterable {
  /// It is being ridden by this process.
  case riding
  /// The daemon went down during the ride, by request or not; the ride may go on.
  case suspended
  /// It is over, and its totals are final.
  case finished
}

/// The orders of a list of rides.
public enum RideSort: String, Codable, Hashable, Sendable, CaseIterable {
  /// By start, newest first.
  case date
  /// By timer time, longest first; a ride that is not finished comes last.
  case longest
  /// By timer time, shortest first.
  case shortest
}

/// Why a ride cannot be trimmed as asked.
public enum TrimObstacle: String, Codable, Hashable, Sendable, CaseIterable {
  /// Fewer than `Limits.leastTrimmedSeconds` would be left.
  case tooShort
  /// The part to keep would end before it begins.
  case backwards
  /// The part to keep would reach beyond the ride.
  case beyond
  /// Nothing would be left out.
  case nothing
}
