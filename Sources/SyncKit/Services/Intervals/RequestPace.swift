package import FoundationEssentials

/// Spreads requests so that a server gets only so many in any second.
///
/// Time is handed in. A clock that leaps does not stop the requests: none waits for longer than twice the window.
package struct RequestPace: Sendable {
  /// The most requests of a window: what intervals.icu takes from an address in a second.
  package static let most = 10
  /// The length of a window, in seconds.
  package static let windowSeconds = 1.0

  /// When the last requests went, or are to go, the oldest first; at most `most`.
  private var times: [Date] = []

  package init() {}

  /// Takes the next place.
  ///
  /// - Returns: How long to wait before the request is sent; zero in most cases.
  package mutating func wait(at now: Date) -> Duration {
    // A clock that was set back would have all places in the far future.
    let latest = now.addingTimeInterval(Self.windowSeconds)
    times = times.map { min($0, latest) }
    var place = now
    if times.count == Self.most, let oldest = times.first {
      place = max(now, oldest.addingTimeInterval(Self.windowSeconds))
      times.removeFirst()
    }
    times.append(place)
    return .seconds(place.timeIntervalSince(now))
  }
}
