import BluetoothLE

/// The app that may control the ride, and when it last wrote to the control point.
///
/// One app has control. Another one gets it after the first has left, has given it up, or has been silent for
/// `AppBridge.silence`; the loser is notified. FTMS lets any client take control at any time (§4.17.1), but apps request
/// it whenever they connect, and two open apps would then take the trainer from each other.
struct ControlPermission: Sendable {
  /// The app in control; nil if no app has requested control, or the app has left.
  private(set) var holder: AppBridge.AppID?
  private var wroteAt = MonotonicInstant.origin

  /// The result of a request for control.
  enum Answer: Hashable, Sendable {
    case refused
    /// The app had control already.
    case kept
    /// The app has control now; the loser is the app that had it before.
    case granted(loser: AppBridge.AppID?)
  }

  /// Handles a request for control.
  mutating func request(by app: AppBridge.AppID, at now: MonotonicInstant) -> Answer {
    guard holder != app else {
      wroteAt = now
      return .kept
    }
    if holder != nil, now - wroteAt < AppBridge.silence { return .refused }
    let loser = holder
    (holder, wroteAt) = (app, now)
    return .granted(loser: loser)
  }

  /// Handles another request, and returns whether the app has control.
  mutating func wrote(_ app: AppBridge.AppID, at now: MonotonicInstant) -> Bool {
    guard app == holder else { return false }
    wroteAt = now
    return true
  }

  /// Handles the end of an app's connection, and returns whether it had control.
  mutating func left(_ app: AppBridge.AppID) -> Bool {
    guard app == holder else { return false }
    holder = nil
    return true
  }
}
