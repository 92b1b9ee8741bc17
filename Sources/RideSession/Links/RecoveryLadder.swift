package import BluetoothLE

/// What to do beyond asking again when a device does not connect, by the reasons that the attempts end with.
///
/// It climbs with what it is told and knows nothing of the other links: who asks it takes a measure only where that costs
/// none.
package struct RecoveryLadder: Hashable, Sendable {
  package enum Measure: Hashable, Sendable {
    /// The radio forgets what it remembers of the device: services of an older firmware, half a connection.
    case forget
    /// The adapter is switched off and on.
    case powerCycle
    /// Nothing can be asked before the radio is there again.
    case awaitRadio
  }

  /// Attempts that failed after the device was heard, until it is forgotten, and until the adapter is power-cycled.
  private static let forgetAfter = 4
  private static let cycleAfter = 8
  /// How long a device may seem to be away before the adapter is suspected: a wedged controller looks the same.
  private static let suspicionAfter = Duration.seconds(300)
  /// The least time between two power cycles for suspicion alone.
  private static let cyclePause = Duration.seconds(600)

  /// Failed attempts in a row, those that timed out left out.
  package private(set) var failures = 0
  private var unheardSince: MonotonicInstant?
  private var cycledAt: MonotonicInstant?

  package init() {}

  /// The link carries what it is there for.
  package mutating func proven() { self = RecoveryLadder() }

  /// An attempt ended with `error`; returns the measure that is due.
  package mutating func failed(_ error: LinkError, at now: MonotonicInstant) -> Measure? {
    switch error.code {
    case .adapterMissing, .adapterOff, .serviceMissing: return .awaitRadio
    case .adapterStuck:
      cycledAt = now
      return .powerCycle
    case .timedOut, .deviceUnknown: return unheard(at: now)
    case .connectFailed, .servicesUnresolved, .characteristicMissing, .failed, .lost, .supervisionTimeout: break
    case .notAllowed, .serviceOutdated, .busy, .refused, .closedByPeer, .closedHere, .captureEnded, .cancelled:
      return nil
    }
    unheardSince = nil
    failures += 1
    switch failures % Self.cycleAfter {
    case Self.forgetAfter: return .forget
    case 0:
      cycledAt = now
      return .powerCycle
    default: return nil
    }
  }

  /// The measure was not taken, since it would have cost a link: it is due again with the next failure.
  package mutating func postponed() {
    failures = max(0, failures - 1)
    cycledAt = nil
  }

  private mutating func unheard(at now: MonotonicInstant) -> Measure? {
    let since = unheardSince ?? now
    unheardSince = since
    guard now - since >= Self.suspicionAfter, cycledAt.map({ now - $0 >= Self.cyclePause }) ?? true else { return nil }
    cycledAt = now
    return .powerCycle
  }
}
