import BluetoothLE
import Rides
import Trainers

/// Stops the timer while a linked trainer sends no data: the rider may not be pedalling.
extension RideMachine {
  /// A shorter time without a call of the machine is only a slow computer.
  private static let shortestSleep = Duration.seconds(60)

  /// How long the trainer's last data counts, and the timer runs without more.
  package var trainerAge: Duration { pace[.trainer].valueAge }

  /// Whether the trainer's data on the present link still counts.
  var isTrainerHeard: Bool { pace[.trainer].heardAt.map { now - $0 < trainerAge } ?? false }

  /// When the timer stops unless the trainer sends data first; nil while the timer does not run.
  var silenceDeadline: MonotonicInstant? {
    guard case .riding = ride?.stage else { return nil }
    return pace[.trainer].heardAt.map { $0.advanced(by: trainerAge) } ?? now
  }

  /// Stops the timer if the trainer's last data has ceased to count by `instant`.
  mutating func stopTimerIfSilent(by instant: MonotonicInstant) {
    guard let deadline = silenceDeadline, deadline <= instant else { return }
    tick(to: deadline)
    ride?.absence.fellSilent(at: pace[.trainer].heardAt ?? now)
    ride?.sampler?.trainerLost()
    forgetLegs()
    enter(.reconnecting(stoppedAt: now), because: "the trainer sends no data")
  }

  /// Notes that the process did not run for a while, and received no data.
  mutating func noteSleep(until instant: MonotonicInstant) {
    guard let rowEnd = ride?.sampler?.rowEnd, instant - rowEnd >= Self.shortestSleep else { return }
    ride?.wokeAt = instant
  }

  /// Learns from data of a device that has just arrived how often it sends.
  mutating func heardInPace(_ role: DeviceRole) {
    pace[role].heard(at: now)
    silence[role]?.patience = pace[role].patience
    switch role {
    case .trainer: live.keepTrainer(for: pace[role].valueAge)
    case .heartRate: live.beatsPerMinute.keep(for: pace[role].valueAge)
    case .power, .cadence, .fan: break
    }
  }

  /// Call when a record of the trainer has arrived that can show whether anybody pedals.
  mutating func trainerHeard(_ record: TrainerValues) {
    guard let ride else { return }
    legsMayTurn = record.mayBePedalling
    switch ride.stage {
    case .reconnecting: goOn()
    case .paused(by: .legs, _): self.ride?.absence.ended()
    case .new, .connecting, .ready, .riding, .paused(by: .rider, _), .finishing: break
    }
  }

  /// Goes on riding if the trainer has its target back and sends data in which legs may turn.
  mutating func goOn() {
    guard let ride, case .reconnecting = ride.stage, !ride.absence.isTargetOwed, isTrainerHeard else { return }
    guard legsMayTurn || evidence.isPedalling == true || rules.autoPause == nil else { return }
    // Not only when it was linked: it may have been silent since.
    if ride.absence.needsRamp(at: now) { self.ride?.power.rise(at: now) }
    self.ride?.absence.ended()
    enter(.riding, because: "target restored")
    if ride.absence.isNoted { note(.trainerRestored) }
  }

  /// Whether a start was answered, and even a new link brought no data: the rider may be pedalling in vain.
  var isDeafBeforeStroke: Bool { ride?.starting == nil && isTrainerMute && silence[.trainer]?.relinks ?? 0 > 0 }

  /// Whether the trainer is linked, again and again if need be, and sends no data.
  var isTrainerMute: Bool {
    let isSilent = silence[.trainer]?.isSilent == true || ride?.absence.hasVainLinks == true
    return isSilent && (trainer.isLinked || trainer.lastError?.code == .closedHere)
  }
}

extension TrainerValues {
  /// Whether the values can show if anybody pedals.
  var showLegs: Bool { watts != nil || rpm != nil || kmh != nil }

  /// Whether somebody may be pedalling: power or cadence above zero, or a speed if there is neither.
  fileprivate var mayBePedalling: Bool {
    watts ?? 0 > 0 || rpm ?? 0 > 0 || (watts == nil && rpm == nil && kmh ?? 0 > 0)
  }
}
