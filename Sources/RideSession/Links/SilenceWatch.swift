import BluetoothLE

/// Detects a linked device that is silent, and decides on a measure.
struct SilenceWatch: Hashable, Sendable {
  enum Measure: Hashable, Sendable {
    /// Notifications are switched off and on.
    case resubscribe
    /// The link is closed and made again.
    case relink
  }

  /// The maximum patience after new links that brought no notifications.
  private static let longestPatience = Duration.seconds(160)
  /// A link on which the device has sent data for this time is sound.
  private static let soundTime = Duration.seconds(20)

  /// The start of the present silence, or the time of the last measure; nil while no data is expected.
  private var quietSince: MonotonicInstant?
  private var hasResubscribed = false
  /// The time from which the device has sent data without a silence.
  private var speaksSince: MonotonicInstant?
  /// Links closed for silence since the last sound one.
  private(set) var relinks = 0
  /// The permitted silence of the device (`SendingPace.patience`).
  var patience: Duration

  init(patience: Duration = SendingPace.leastPatience) { self.patience = patience }

  /// Whether the device has been silent for long enough to report it.
  var isSilent: Bool { hasResubscribed || (relinks > 0 && speaksSince == nil) }

  /// The time when the silence becomes too long.
  var deadline: MonotonicInstant? { quietSince?.advanced(by: allowance) }

  /// Call when the device is subscribed to.
  ///
  /// From now on, data is expected.
  mutating func subscribed(at now: MonotonicInstant) {
    if quietSince == nil { quietSince = now }
  }

  mutating func receive(at now: MonotonicInstant) {
    quietSince = now
    hasResubscribed = false
    let since = speaksSince ?? now
    speaksSince = since
    if now - since >= Self.soundTime { relinks = 0 }
  }

  /// Call when the link is lost.
  ///
  /// Measures that did not help are remembered.
  mutating func linkLost() {
    (quietSince, speaksSince) = (nil, nil)
    hasResubscribed = false
  }

  /// Returns the measure that is due now; nil if there is none.
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

  /// A silence is detected equally soon on every link.
  ///
  /// But each link that does not help makes the watch keep the next one longer, to save the battery of a device that
  /// stays silent.
  private var allowance: Duration {
    guard hasResubscribed, relinks > 0 else { return patience }
    return min(patience * (2 << min(relinks, 6)), Self.longestPatience)
  }
}
