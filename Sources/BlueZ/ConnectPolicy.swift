import BluetoothLE

/// When an attempt to connect that failed is worth another at once, and when it is the caller's turn to think again.
struct ConnectPolicy: Hashable, Sendable {
  /// How often to try, the first time included.
  var attempts = 4
  /// An attempt that took longer has waited for a device that is away; BlueZ gives up after about 40 s.
  var briefAttempt = Duration.seconds(15)

  /// The pause before the next attempt; nil where none is to follow.
  ///
  /// Links are often aborted in the first moments (`le-connection-abort-by-local`), and BlueZ answers `InProgress` while
  /// it still clears away an earlier attempt: both pass within a second or two.
  func pause(after error: LinkError, attempt: Int, lasting elapsed: Duration) -> Duration? {
    guard attempt < attempts, elapsed < briefAttempt else { return nil }
    switch error.code {
    case .connectFailed: return .milliseconds(250 * attempt)
    case .busy: return .milliseconds(500 * attempt)
    default: return nil
    }
  }

  /// The error to report at last: an attempt that was aborted after a long wait has timed out.
  func verdict(on error: LinkError, lasting elapsed: Duration) -> LinkError {
    guard error.code == .connectFailed, elapsed >= briefAttempt else { return error }
    var error = error
    error.code = .timedOut
    return error
  }
}
