import BluetoothLE
import Rides

/// Decides which measure to take, in addition to further attempts, when a device does not connect.
///
/// The errors of the attempts decide.
///
/// The ladder does not know other links. The caller takes a measure only if it costs no other link, or is worth one. A
/// measure that is not taken is due again with the next failure if the caller restores the previous ladder.
struct RecoveryLadder: Hashable, Sendable {
  enum Measure: Hashable, Sendable {
    /// The radio forgets the device. This helps against services of an older firmware, and against half a connection.
    case forget
    /// The adapter is switched off and on.
    case powerCycle
    /// All requests wait until the radio is back.
    case awaitRadio
  }

  /// The numbers of failures, with the device in range, after which it is forgotten and the adapter is power-cycled.
  private static let forgetAfter = 4
  private static let cycleAfter = 8
  /// The number of links without services after which the device is first forgotten.
  ///
  /// The rests have become 4 s by then.
  private static let forgetIncompleteAfter = 3
  /// The time for which the device must seem away before the adapter is suspected.
  ///
  /// A wedged controller looks the same.
  private static let suspicionAfter = Duration.seconds(300)
  /// The minimum time between two power cycles on suspicion alone, and the maximum between two for better reasons.
  private static let longestCyclePause = Duration.seconds(600)
  /// The minimum time between the first two power cycles.
  ///
  /// It doubles with each further one that does not help.
  private static let firstCyclePause = Duration.seconds(60)
  /// A device that is heard but not linked for this time is worth another link.
  private static let worthAfter = Duration.seconds(180)

  /// Failed attempts in a row, except timeouts.
  private(set) var failures = 0
  private var absentSince: MonotonicInstant?
  /// The time from which every attempt has heard the device.
  private var presentSince: MonotonicInstant?
  private var cycledAt: MonotonicInstant?
  /// Power cycles in a row that did not bring the link back.
  private var cycles = 0
  /// Whether the adapter did not answer at the last attempt, and whether it was power-cycled for that reason.
  private var isStuck = false
  private var wasCycledForThat = false
  /// Links in a row that did not show the device's services.
  private var incompleteLinks = 0
  /// The number of such links at which the device is next forgotten.
  private var nextForget = Self.forgetIncompleteAfter

  /// Returns whether the device is worth the risk of this measure to the link of another one.
  ///
  /// It is if the adapter does not answer, or the device was heard all the time. Forgetting a device that links without
  /// services takes only a scan of a second, and is the only measure that helps.
  func isWorthAnotherLink(_ measure: Measure, at now: MonotonicInstant) -> Bool {
    if measure == .forget, incompleteLinks >= Self.forgetIncompleteAfter { return true }
    return isStuck || presentSince.map { now - $0 >= Self.worthAfter } ?? false
  }

  /// Call when the link carries the device's data.
  mutating func proven() { self = RecoveryLadder() }

  /// Handles the error of an attempt.
  ///
  /// Returns the measure that is due.
  mutating func failed(_ error: LinkError, at now: MonotonicInstant) -> Measure? {
    isStuck = error.recovery == .powerCycle
    switch error.recovery {
    case .awaitRadio: return .awaitRadio
    case .powerCycle: return stuck(at: now)
    case .listen: return remedyForAbsentDevice(at: now)
    case .ladder: return remedyForReachableDevice(at: now)
    case .forget: return incomplete(at: now)
    case .later, .final, .none: return nil
    }
  }

  /// Makes the radio forget the device at growing intervals, because the services that BlueZ reads again may also be
  /// incomplete.
  ///
  /// The adapter is not at fault.
  private mutating func incomplete(at now: MonotonicInstant) -> Measure? {
    absentSince = nil
    presentSince = presentSince ?? now
    incompleteLinks += 1
    guard incompleteLinks == nextForget else { return nil }
    nextForget *= 2
    return .forget
  }

  private mutating func remedyForReachableDevice(at now: MonotonicInstant) -> Measure? {
    absentSince = nil
    presentSince = presentSince ?? now
    failures += 1
    switch failures % Self.cycleAfter {
    case Self.forgetAfter: return .forget
    case 0: return cycle(after: cyclePause, at: now)
    default: return nil
    }
  }

  private mutating func remedyForAbsentDevice(at now: MonotonicInstant) -> Measure? {
    presentSince = nil
    let since = absentSince ?? now
    absentSince = since
    return now - since >= Self.suspicionAfter ? cycle(after: Self.longestCyclePause, at: now) : nil
  }

  /// The first power cycle for this reason is immediate, even after other measures.
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
