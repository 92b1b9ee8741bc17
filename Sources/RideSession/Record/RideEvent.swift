/// Something that happened in a ride, kept beside its rows.
package struct RideEvent: Hashable, Sendable {
  package enum Kind: String, Hashable, Sendable, CaseIterable {
    /// The first pedal stroke: the ride's start.
    case started
    /// Another target was acknowledged; `detail` is the watts.
    case target
    /// The rider paused.
    case paused
    /// The timer runs again.
    case resumed
    /// The trainer's link was lost; `detail` is the reason's code.
    case trainerLost
    /// The trainer is in control again and its target restored.
    case trainerRestored
    /// The strap's link was lost; `detail` is the reason's code.
    case strapLost
    /// The strap notifies again.
    case strapRestored
    /// A request of the ride was refused by the trainer; `detail` says which and how.
    case refused
    /// The ride ended; `detail` is why: `time`, `stop`, `recovered`.
    case ended
  }

  /// When, as time since the ride's start.
  package var at: Duration
  package var kind: Kind
  package var detail: String?

  package init(at: Duration, kind: Kind, detail: String? = nil) {
    self.at = at
    self.kind = kind
    self.detail = detail
  }
}
