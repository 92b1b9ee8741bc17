import BluetoothLE
import Trainers

/// Detects on a link that the trainer sends no power although the pedals turn.
struct PowerAbsence: Hashable, Sendable {
  /// The time that the pedals must turn without a power above 0.
  private static let patience = Duration.seconds(8)
  /// A speed, in km/h, that shows turning pedals while the link has shown neither power nor cadence.
  private static let leastKmh = 5.0

  /// Whether power is missing.
  ///
  /// It ends with the next power above 0.
  private(set) var isNoticed = false
  private var hasPower = false
  private var since: MonotonicInstant?

  /// Handles a record of the trainer, with the evidence after it.
  mutating func observe(_ record: TrainerValues, _ evidence: PedallingEvidence, at now: MonotonicInstant) {
    guard record.watts ?? 0 <= 0 else { return (isNoticed, hasPower, since) = (false, true, nil) }
    let rolls = !hasPower && evidence.cadence != .proven && record.kmh ?? 0 >= Self.leastKmh
    guard evidence.isPedalling == true || rolls else { return since = nil }
    let begun = since ?? now
    since = begun
    if now - begun >= Self.patience { isNoticed = true }
  }
}
