import BluetoothLE
import Rides

/// Decides what to do beyond asking again when a device does not connect, by the errors of the attempts.
///
/// It knows nothing of other links: the caller takes a measure only if it costs no other link, or is worth one. A measure that
/// is not taken is due again with the next failure if the caller restores the former ladder.
struct RecoveryLadder: Hashable, Sendable {
  enum Measure: Hashable, Sendable {
    /// The radio forgets the device: services of an older firmware, half a connection.
    case forget
    /// The adapter is switched off and on.
    case powerCycle
    /// Nothing can be asked for before the radio is back.
    case awaitRadio
  }

  /// The device is forgotten, and the adapter power-cycled, after so many failures although the device was heard.
  private static let forgetAfter = 4
  private static let cycleAfter = 8
  /// The device is first forgotten after so many links that did not show its services: their rests have become 4 s by then.
  private static let forgetIncompleteAfter = 3
  /// The adapter is suspected after the device seemed away for so long: a wedged controller looks the same.
  private static let suspicionAfter = Duration.seconds(300)
  /// The least time between two power cycles on suspicion alone, and the greatest between two for better reasons.
  private static let longestCyclePause = Duration.seconds(600)
  /// The least time between the first two power cycles; it doubles with each further one in vain.
  private static let firstCyclePause = Duration.seconds(60)
  /// A device that was heard and not linked for so long is worth another link.
  private static let worthAfter = Duration.seconds(180)

  /// Failed attempts in a row, without those that timed out.
  private(set) var failures = 0
  private var unheardSince: MonotonicInstant?
  /// Since when every attempt heard the device.
  private var heardSince: MonotonicInstant?
  private var cycledAt: MonotonicInstant?
  /// Power cycles in a row that did not bring the link back.
  private var cycles = 0
  /// Whether the adapter did not answer at the last attempt, and whether it was power-cycled for that.
  private var isStuck = false
  private var wasCycledForThat = false
  /// Links in a row that did not show the services that the device has.
  private var incompleteLinks = 0
  /// With how many of them the device is forgotten next.
  private var nextForget = Self.forgetIncompleteAfter

  /// Whether the device is worth the risk that this measure is to the link of another one.
  ///
  /// It is if the adapter does not answer, or the device was heard all the time. To forget a device that links, and shows no
  /// services, takes a scan of a second only, and is all that helps.
  func isWorthAnotherLink(_ measure: Measure, at now: MonotonicInstant) -> Bool {
    if measure == .forget, incompleteLinks >= Self.forgetIncompleteAfter { return true }
    return isStuck || heardSince.map { now - $0 >= Self.worthAfter } ?? false
  }

  /// Call when the link carries the device's data.
  mutating func proven() { self = RecoveryLadder() }

  /// Takes the error of an attempt; returns the measure that is due.
  mutating func failed(_ error: LinkError, at now: MonotonicInstant) -> Measure? {
    isStuck = error.recovery == .powerCycle
    switch error.recovery {
    case .awaitRadio: return .awaitRadio
    case .powerCycle: return stuck(at: now)
    case .listen: return unheard(at: now)
    case .ladder: return heard(at: now)
    case .forget: return incomplete(at: now)
    case .later, .final, .none: return nil
    }
  }

  /// Has the device forgotten, ever more rarely: what BlueZ learns of it anew may be incomplete, too.
  ///
  /// The adapter has done nothing wrong.
  private mutating func incomplete(at now: MonotonicInstant) -> Measure? {
    unheardSince = nil
    heardSince = heardSince ?? now
    incompleteLinks += 1
    guard incompleteLinks == nextForget else { return nil }
    nextForget *= 2
    return .forget
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

  /// The first power cycle for this reason comes at once, whatever was tried before.
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
