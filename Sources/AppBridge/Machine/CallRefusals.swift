import BluetoothLE

/// The requests that jz2d refused a short time ago, which fail without another call.
///
/// A trainer that is off is not searched for again at each of the targets that an app repeats.
struct CallRefusals: Sendable {
  /// How long requests fail; the next one is tried again.
  static let time = Duration.seconds(30)

  /// The requests that jz2d may refuse.
  enum Request: Hashable, Sendable {
    case start
    case aim(RideAim.Kind)
  }

  private var times: [Request: MonotonicInstant] = [:]

  mutating func add(_ request: Request, at now: MonotonicInstant) { times[request] = now }

  mutating func remove(_ request: Request) { times[request] = nil }

  /// Returns whether jz2d refused such a request a short time ago.
  func contains(_ request: Request, at now: MonotonicInstant) -> Bool {
    times[request].map { now - $0 < Self.time } ?? false
  }
}
