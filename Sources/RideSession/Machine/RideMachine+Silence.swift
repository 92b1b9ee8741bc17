import BluetoothLE
import Rides
import Trainers

/// Stops the timer while a linked trainer sends no data, because the rider may not be pedalling.
extension RideMachine {
  /// A shorter time without a call of the machine only means that the computer is slow.
  private static let shortestSleep = Duration.seconds(60)

  /// The time for which the trainer's last data counts, and the timer runs without new data.
  package var trainerAge: Duration { pace[.trainer].valueAge }

  /// Whether the trainer's data on the present link still counts.
  var isTrainerSending: Bool { pace[.trainer].receivedAt.map { now - $0 < trainerAge } ?? false }

  /// The time when the timer stops unless the trainer sends data first; nil while the timer does not run.
  var silenceDeadline: MonotonicInstant? {
    guard case .riding = ride?.stage else { return nil }
    return pace[.trainer].receivedAt.map { $0.advanced(by: trainerAge) } ?? now
  }

  /// Stops the timer if the trainer's last data no longer counts at `instant`.
  mutating func stopTimerIfSilent(by instant: MonotonicInstant) {
    guard let deadline = silenceDeadline, deadline <= instant else { return }
    tick(to: deadline)
    ride?.absence.fellSilent(at: pace[.trainer].receivedAt ?? now)
    ride?.sampler?.trainerLost()
    forgetLegs()
    enter(.reconnecting(stoppedAt: now), because: "the trainer sends no data")
  }

  /// Records that the process did not run for a while, and received no data.
  mutating func noteSleep(until instant: MonotonicInstant) {
    guard let rowEnd = ride?.sampler?.rowEnd, instant - rowEnd >= Self.shortestSleep else { return }
    ride?.wokeAt = instant
  }

  /// Learns how often a device sends, from data that has just arrived.
  mutating func receivedInPace(_ role: DeviceRole) {
    pace[role].receive(at: now)
    silence[role]?.patience = pace[role].patience
    switch role {
    case .trainer: live.keepTrainer(for: pace[role].valueAge)
    case .heartRate: live.beatsPerMinute.keep(for: pace[role].valueAge)
    case .power, .cadence, .fan: break
    }
  }

  /// Call when a record has arrived from the trainer that can show whether the rider pedals.
  mutating func trainerHeard(_ record: TrainerValues) {
    guard let ride else { return }
    legsMayTurn = record.mayBePedalling
    switch ride.stage {
    case .reconnecting: goOn()
    case .paused(by: .legs, _): self.ride?.absence.ended()
    case .new, .connecting, .ready, .riding, .paused(by: .rider, _), .finishing: break
    }
  }

  /// Continues riding if the trainer has its target back, and its data shows that the legs may turn.
  mutating func goOn() {
    guard let ride, case .reconnecting = ride.stage, !ride.absence.isTargetOwed, isTrainerSending else { return }
    guard legsMayTurn || evidence.isPedalling == true || rules.autoPause == nil else { return }
    // Also applies to a trainer that was linked all the time, because it may have been silent.
    if ride.absence.needsRamp(at: now) { self.ride?.power.rise(at: now) }
    self.ride?.absence.ended()
    enter(.riding, because: "target restored")
    if ride.absence.isNoted { note(.trainerRestored) }
  }

  /// Whether the start was answered, and even a new link brought no data.
  ///
  /// The rider may be pedalling without effect.
  var isDeafBeforeStroke: Bool { ride?.starting == nil && isTrainerMute && silence[.trainer]?.relinks ?? 0 > 0 }

  /// Whether the trainer is linked, again and again if necessary, and sends no data.
  var isTrainerMute: Bool {
    let isSilent = silence[.trainer]?.isSilent == true || ride?.absence.hasVainLinks == true
    return isSilent && (trainer.isLinked || trainer.lastError?.code == .closedHere)
  }
}

extension TrainerValues {
  /// Whether the values can show if the rider pedals.
  var showLegs: Bool { watts != nil || rpm != nil || kmh != nil }

  /// Whether the rider may be pedalling: power or cadence above zero, or a speed if both are missing.
  fileprivate var mayBePedalling: Bool {
    watts ?? 0 > 0 || rpm ?? 0 > 0 || (watts == nil && rpm == nil && kmh ?? 0 > 0)
  }
}
