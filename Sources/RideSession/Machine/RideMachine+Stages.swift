import BluetoothLE
import Rides

/// Transitions between the stages.
extension RideMachine {
  /// The time from the beginning of the rows to the first stroke's notification: half of a trainer's quarter of a
  /// second.
  ///
  /// If a row began with the notification itself, each later row would also begin at a notification, and chance would
  /// decide which row gets it.
  private static let gridLead = Duration.milliseconds(125)

  /// Call when the target is acknowledged and the data is subscribed to.
  ///
  /// The ride is then ready, or continues as soon as data shows that it is ridden.
  mutating func trainerHolds() {
    guard isStreamOn else { return }
    switch ride?.stage {
    case .connecting(let starting):
      enter(.ready(starting), because: "target acknowledged")
      if let ride, ride.id == nil, !ride.isOpening {
        self.ride?.isOpening = true
        effects.append(.openRecord(ride.order, targetWatts: ride.power.targetWatts ?? 0))
      }
      ride?.absence.ended()
    case .reconnecting:
      ride?.absence.targetRestored()
      goOn()
    case nil, .new, .ready, .riding, .paused, .finishing: ride?.absence.ended()
    }
  }

  /// Call at a pedal stroke that may be the first.
  mutating func firstStroke() {
    guard let ride, case .ready = ride.stage, ride.id != nil, control.isInHand else { return }
    let start = now.advanced(by: .zero - Self.gridLead)
    self.ride?.sampler = Sampler(start: start, riderKilograms: ride.order.riderKilograms)
    effects.append(.startRecord(start))
    note(.started)
    noteInterval()
    self.ride?.power.begin(at: now)
    enter(.riding, because: "first pedal stroke")
  }

  /// Call when the trainer is gone, or no longer under control.
  mutating func trainerGone(because reason: String) {
    ride?.absence.began(at: now)
    switch ride?.stage {
    case .riding: enter(.reconnecting(stoppedAt: now), because: reason)
    case .ready(let starting): enter(.connecting(starting), because: reason)
    case nil, .new, .connecting, .paused, .reconnecting, .finishing: break
    }
  }

  mutating func pause(by cause: PauseCause, because reason: String) {
    forgetLegs()
    if cause == .rider { ride?.absence.riderActed(at: now) }
    enter(.paused(by: cause, stoppedAt: ride?.stoppedAt ?? now), because: reason)
    answerWaitingTargets()
  }

  /// Ends a pause.
  ///
  /// The timer runs again as soon as the trainer is linked and sends data.
  mutating func endPause(because reason: String) {
    let stoppedAt = ride?.stoppedAt ?? now
    ride?.pedalling = PedallingWatch(at: now)
    ride?.power.rise(at: now)
    writeHeldRows()
    if trainer.isLinked, isTrainerSending {
      ride?.absence.ended()
      enter(.riding, because: reason)
    } else {
      ride?.absence.fellSilent(at: now)
      ride?.absence.riderActed(at: now)
      enter(.reconnecting(stoppedAt: stoppedAt), because: "\(reason), without the trainer")
    }
    note(.resumed)
  }

  /// Call when the timer stops.
  ///
  /// Earlier evidence about the legs no longer counts.
  mutating func forgetLegs() {
    match.interrupted()
    ride?.pedalling.lostSight()
    ride?.power.forgetLegs()
  }
}
