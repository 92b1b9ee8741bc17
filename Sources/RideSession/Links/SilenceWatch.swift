package import BluetoothLE

/// Notices a device that is linked and says nothing, and says what to try.
package struct SilenceWatch: Hashable, Sendable {
  package enum Measure: Hashable, Sendable {
    /// Notifications are switched off and on.
    case resubscribe
    /// The link is given up and made anew.
    case relink
  }

  /// How long a device may say nothing: a trainer sends four times a second, a strap once.
  package static let patience = Duration.seconds(5)
  /// The longest time given to a measure, as they bring nothing.
  private static let longestPatience = Duration.seconds(80)

  /// Since when nothing was heard, or the last measure taken; nil while nothing is expected.
  private var quietSince: MonotonicInstant?
  private var hasResubscribed = false
  /// Links given up for silence in a row.
  private var relinks = 0

  package init() {}

  /// Whether the device has been silent for long enough to say so.
  package var isSilent: Bool { hasResubscribed || relinks > 0 }

  /// When it will have been silent for too long.
  package var deadline: MonotonicInstant? { quietSince?.advanced(by: allowance) }

  /// The device is subscribed to: from now on it is expected to speak.
  package mutating func subscribed(at now: MonotonicInstant) {
    if quietSince == nil { quietSince = now }
  }

  package mutating func heard(at now: MonotonicInstant) {
    self = SilenceWatch()
    quietSince = now
  }

  /// The link is gone; what was tried in vain is remembered.
  package mutating func linkLost() {
    quietSince = nil
    hasResubscribed = false
  }

  /// What to try now, if it is time for anything.
  package mutating func measure(at now: MonotonicInstant) -> Measure? {
    guard let deadline, deadline <= now else { return nil }
    guard hasResubscribed else {
      hasResubscribed = true
      quietSince = now
      return .resubscribe
    }
    quietSince = nil
    relinks += 1
    return .relink
  }

  /// Longer after each link that was made in vain, so that a device that will not speak is not worn out.
  private var allowance: Duration { min(Self.patience * (1 << min(relinks, 6)), Self.longestPatience) }
}
