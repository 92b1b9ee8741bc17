import BluetoothLE

/// Notices a device that is linked and silent, and decides what to try.
struct SilenceWatch: Hashable, Sendable {
  enum Measure: Hashable, Sendable {
    /// Notifications are switched off and on.
    case resubscribe
    /// The link is given up and made again.
    case relink
  }

  /// The longest time that notifications have to arrive after new links brought nothing.
  private static let longestPatience = Duration.seconds(160)
  /// A link on which the device has spoken for so long is sound.
  private static let soundTime = Duration.seconds(20)

  /// Since when nothing was heard, or since the last measure; nil while nothing is expected.
  private var quietSince: MonotonicInstant?
  private var hasResubscribed = false
  /// Since when it has spoken without falling silent.
  private var speaksSince: MonotonicInstant?
  /// Links given up for silence since the last sound one.
  private(set) var relinks = 0
  /// How long the device may be silent (`SendingPace.patience`).
  var patience: Duration

  init(patience: Duration = SendingPace.leastPatience) { self.patience = patience }

  /// Whether the device has been silent for long enough to report it.
  var isSilent: Bool { hasResubscribed || (relinks > 0 && speaksSince == nil) }

  /// When it will have been silent for too long.
  var deadline: MonotonicInstant? { quietSince?.advanced(by: allowance) }

  /// Call when the device is subscribed to: from now on it is expected to send.
  mutating func subscribed(at now: MonotonicInstant) {
    if quietSince == nil { quietSince = now }
  }

  mutating func heard(at now: MonotonicInstant) {
    quietSince = now
    hasResubscribed = false
    let since = speaksSince ?? now
    speaksSince = since
    if now - since >= Self.soundTime { relinks = 0 }
  }

  /// Call when the link is lost; measures in vain are remembered.
  mutating func linkLost() {
    (quietSince, speaksSince) = (nil, nil)
    hasResubscribed = false
  }

  /// The measure that is due now; nil if none is.
  mutating func measure(at now: MonotonicInstant) -> Measure? {
    guard let deadline, deadline <= now else { return nil }
    speaksSince = nil
    guard hasResubscribed else {
      hasResubscribed = true
      quietSince = now
      return .resubscribe
    }
    quietSince = nil
    relinks += 1
    return .relink
  }

  /// Silence is noticed equally soon on every link; but after each link in vain the next one is kept for longer, so that a
  /// device that stays silent is not worn out.
  private var allowance: Duration {
    guard hasResubscribed, relinks > 0 else { return patience }
    return min(patience * (2 << min(relinks, 6)), Self.longestPatience)
  }
}
