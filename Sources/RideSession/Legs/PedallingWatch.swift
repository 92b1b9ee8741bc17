package import BluetoothLE

/// How long nobody has pedalled, as far as the trainer says so: silence is not standing still.
package struct PedallingWatch: Hashable, Sendable {
  private var stillSince: MonotonicInstant?

  package init() {}

  /// The trainer spoke.
  package mutating func saw(isPedalling: Bool, at now: MonotonicInstant) {
    stillSince = isPedalling ? nil : stillSince ?? now
  }

  /// The trainer is gone: what it said last counts no more.
  package mutating func lostSight() { stillSince = nil }

  /// How long the pedals have stood still, by what was last heard; nil while they turn or nothing is known.
  package func stillness(at now: MonotonicInstant) -> Duration? { stillSince.map { now - $0 } }
}
