import BluetoothLE
import Rides
import Trainers

/// The way in which a ride ends.
enum RideEnding: Hashable, Sendable {
  case over(RideEvent.EndReason)
  /// The ride is over, and the rider has not pedalled from this second on.
  case forgotten(RideEvent.EndReason, endSecond: Int)
  /// The daemon exits. The next process may resume the ride.
  case suspended
  /// The ride never began.
  case startFailed
  /// The start was answered, and the pedals never turned.
  case neverRidden

  /// The reason, as a text for the journal.
  fileprivate var text: String {
    switch self {
    case .over(let reason), .forgotten(let reason, _): reason.rawValue
    case .suspended: "the daemon goes down"
    case .startFailed: "the start failed"
    case .neverRidden: "the pedals never turned"
    }
  }

  fileprivate var event: RideEvent.Kind? {
    switch self {
    case .over(let reason), .forgotten(let reason, _): .ended(reason)
    case .suspended, .startFailed, .neverRidden: nil
    }
  }

  fileprivate var record: RecordEnd {
    switch self {
    case .over, .startFailed, .neverRidden: .finished
    case .forgotten(_, let second): .forgotten(endSecond: second)
    case .suspended: .suspended
    }
  }
}

/// The end of a ride, by request or because the rider has left.
extension RideMachine {
  /// The time by which freeing the trainer may delay the end.
  private static let freeingTime = Duration.seconds(8)
  /// The time that a trainer has, after it is linked, to report a pedal stroke.
  ///
  /// The rider may just have switched it on.
  private static let patienceWithLink = Duration.seconds(30)
  /// The maximum length of the rider's own pause.
  private static let longestPause = Duration.seconds(2 * 3600)

  /// Ends the ride in hand.
  ///
  /// `token` waits for the end.
  mutating func end(_ ending: RideEnding, _ token: CommandToken) {
    guard let ride else { return refuse(token, .noRide) }
    if ride.starting != nil { failStart(.startWithdrawn) } else { finish(ending) }
    self.ride?.awaitEnd(token)
  }

  /// Refuses the unanswered start, and undoes its effects.
  mutating func failStart(_ refusal: RideRefusal) {
    guard let starting = ride?.starting else { return }
    refuse(starting.token, refusal)
    finish(.startFailed)
  }

  mutating func startTimedOut() {
    if let how = control.trouble?.refusal { return failStart(.targetRefused(.other(how))) }
    let error = trainer.trouble
    if let error, error.code == .adapterStuck { return failStart(.radioUnavailable(error)) }
    if error?.code == .characteristicMissing { return failStart(.noFitnessMachine) }
    guard !trainer.isAway else { return failStart(.trainerNotFound(error)) }
    let isDenied = control.trouble == .notPermitted || control.contest.isOn(at: now)
    failStart(.targetRefused(isDenied ? .notPermitted : .noAnswer))
  }

  mutating func finish(_ ending: RideEnding) {
    guard let ride, !ride.isFinishing else { return }
    if let event = ending.event { note(event) }
    // The next process judges by the last row whether the ride can resume.
    if ending == .suspended { writeHeldRows() }
    failCalibration(Calibration.Reason.cancelled)
    stopFan()
    let step = Ride.Finishing.Step.freeing(until: now.advanced(by: Self.freeingTime))
    enter(.finishing(Ride.Finishing(record: ending.record, step: step)), because: ending.text)
  }

  /// Releases the links and has the ride written, as soon as the trainer is free or cannot be freed.
  mutating func finishIfFree() {
    guard let ride, case .finishing(let finishing) = ride.stage, let until = ride.freeingDeadline else { return }
    guard !trainer.isLinked || control.isSettled || until <= now else { return }
    keepIntervals(isEnd: true)
    self.ride?.closeRecord()
    releaseLinks()
    // A suspended ride may continue with its first row.
    let isKept = ride.hasRows || finishing.record == .suspended
    effects.append(.closeRecord(start: isKept ? ride.sampler?.start : nil, finishing.record))
  }

  mutating func recordClosed(isStored: Bool) {
    guard let ride, ride.isClosingRecord, case .finishing(let finishing) = ride.stage else { return }
    for token in finishing.tokens { answer(token, .stopped(rideID: ride.hasRows ? ride.id : nil)) }
    for token in ride.targetTokens { refuse(token, .noRide) }
    control = TrainerControl()
    leave(because: isStored ? "the ride is written" : "the ride is over and waits in memory")
  }
}

// MARK: - Rides that the rider has left

extension RideMachine {
  /// The time when a ride ends because its trainer stays away, or sends no data.
  ///
  /// The time before this process took over the ride does not count.
  var giveUpDeadline: MonotonicInstant? {
    guard let ride, ride.starting == nil, let gone = ride.absence.since else { return nil }
    let began = max(gone, ride.orderedAt, ride.absence.riderActedAt ?? gone)
    switch ride.stage {
    case .connecting, .reconnecting: return afterWaking(began.advanced(by: rules.giveUp))
    case .paused: return trainer.isLinked ? nil : afterWaking(began.advanced(by: rules.giveUp))
    case .new, .ready, .riding, .finishing: return nil
    }
  }

  /// The time when a ride ends without pedalling, while its trainer is linked.
  ///
  /// The end of a pause counts as a stroke, because after `resume` the rider is on the way to the pedals.
  var forgottenDeadline: MonotonicInstant? {
    guard let limit = rules.finishAfter, let ride else { return nil }
    if case .paused(by: .rider, let stoppedAt) = ride.stage {
      return afterWaking(max(stoppedAt, ride.orderedAt).advanced(by: max(limit, Self.longestPause)))
    }
    guard trainer.isLinked, isStill(ride) else { return nil }
    let cameAt = trainerCameAt ?? trainer.since
    return afterWaking(
      max(ride.pedalling.strokeAt.advanced(by: limit), cameAt.advanced(by: Self.patienceWithLink)))
  }

  /// Extends a deadline after a suspend of the computer, to give the returning rider time for a stroke.
  private func afterWaking(_ deadline: MonotonicInstant) -> MonotonicInstant {
    max(deadline, ride?.wokeAt?.advanced(by: Self.patienceWithLink) ?? deadline)
  }

  private func isStill(_ ride: Ride) -> Bool {
    switch ride.stage {
    case .ready(let starting): starting == nil
    case .paused(let cause, _): cause == .legs
    case .reconnecting: true
    case .riding: ride.pedalling.stillness(at: now) != nil
    case .new, .connecting, .finishing: false
    }
  }

  /// Ends a ride that its rider has left.
  ///
  /// For the rider, it ends with the last pedal stroke, and every row is kept.
  ///
  /// A ride without a pedal stroke has no such end, and is left whole. A start without a pedal stroke is cancelled.
  mutating func finishForgotten(because reason: RideEvent.EndReason) {
    if ride?.sampler == nil {
      isStartForgotten = true
      return finish(.neverRidden)
    }
    finish(ride?.activity.second.map { .forgotten(reason, endSecond: $0) } ?? .over(reason))
  }
}
