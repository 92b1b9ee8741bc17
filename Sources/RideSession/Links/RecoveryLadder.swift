package import BluetoothLE

/// What to do beyond asking again when a device does not connect, by the reasons that the attempts end with.
///
/// It climbs with what it is told and knows nothing of the other links: who asks it takes a measure only where that costs
/// none, or where it is worth one. A measure that is not taken is due again with the next failure, if the ladder of before is
/// put back.
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
  /// The least time between two power cycles for suspicion alone, and the most between two for better reasons.
  private static let longestCyclePause = Duration.seconds(600)
  /// The least time between the first two power cycles; it doubles with each more that is in vain.
  private static let firstCyclePause = Duration.seconds(60)
  /// How long a device must have been heard and not linked to be worth another link.
  private static let worthAfter = Duration.seconds(180)

  /// Failed attempts in a row, those that timed out left out.
  package private(set) var failures = 0
  private var unheardSince: MonotonicInstant?
  /// Since when every attempt heard the device.
  private var heardSince: MonotonicInstant?
  private var cycledAt: MonotonicInstant?
  /// Power cycles in a row, none of which brought the link back.
  private var cycles = 0
  /// Whether the last attempt found that the adapter does not answer, and whether a power cycle was for that.
  private var isStuck = false
  private var wasCycledForThat = false

  package init() {}

  /// Whether the device is worth the link of another: the adapter does not answer, or it is not for the device being away
  /// that it does not connect.
  package func isWorthAnotherLink(at now: MonotonicInstant) -> Bool {
    isStuck || heardSince.map { now - $0 >= Self.worthAfter } ?? false
  }

  /// The link carries what it is there for.
  package mutating func proven() { self = RecoveryLadder() }

  /// An attempt ended with `error`; returns the measure that is due.
  package mutating func failed(_ error: LinkError, at now: MonotonicInstant) -> Measure? {
    isStuck = error.code == .adapterStuck
    switch error.code {
    case .adapterMissing, .adapterOff, .serviceMissing: return .awaitRadio
    case .adapterStuck: return stuck(at: now)
    case .timedOut, .deviceUnknown: return unheard(at: now)
    case .connectFailed, .servicesUnresolved, .characteristicMissing, .failed, .lost, .supervisionTimeout:
      return heard(at: now)
    case .notAllowed, .serviceOutdated, .busy, .refused, .closedByPeer, .closedHere, .captureEnded, .cancelled:
      return nil
    }
  }

  private mutating func heard(at now: MonotonicInstant) -> Measure? {
    unheardSince = nil
    heardSince = heardSince ?? now
    failures += 1
    switch failures % Self.cycleAfter {
    case Self.forgetAfter: return .forget
    case 0: return cycle(after: cyclePause, at: now)
    default: return nil
    }
  }

  private mutating func unheard(at now: MonotonicInstant) -> Measure? {
    heardSince = nil
    let since = unheardSince ?? now
    unheardSince = since
    return now - since >= Self.suspicionAfter ? cycle(after: Self.longestCyclePause, at: now) : nil
  }

  /// The first power cycle for that comes at once, whatever was tried before.
  private mutating func stuck(at now: MonotonicInstant) -> Measure? {
    defer { wasCycledForThat = true }
    return cycle(after: wasCycledForThat ? cyclePause : .zero, at: now)
  }

  private var cyclePause: Duration {
    min(Self.firstCyclePause * (1 << min(max(0, cycles - 1), 4)), Self.longestCyclePause)
  }

  private mutating func cycle(after pause: Duration, at now: MonotonicInstant) -> Measure? {
    guard cycledAt.map({ now - $0 >= pause }) ?? true else { return nil }
    cycledAt = now
    cycles += 1
    return .powerCycle
  }
}
