import BluetoothLE
import FitnessGATT

/// The trainer's brake.
extension RideMachine {
  /// Says what the trainer is to hold now.
  mutating func aim() {
    control.goal =
      switch phase {
      case .idle: .none
      case .finishing: .free
      case .paused: .paused(leastWatts: profile.simulatesRoad == false ? ride?.power.leastWatts : nil)
      case .connecting, .ready, .riding, .reconnecting: profile.isComplete ? riding : .control
      }
  }

  /// What is held while somebody rides; a trainer that is no road holds the least that it can.
  private var riding: TrainerControl.Goal {
    guard let power = ride?.power else { return .none }
    if let watts = power.watts(at: now) { return .hold(watts: watts) }
    return profile.simulatesRoad == false ? .hold(watts: power.leastWatts) : .flatRoad
  }

  /// What the trainer is asked to hold, in watts; nil while it is not there, stands free, or riding is free.
  var heldWatts: Int? {
    guard trainer.isLinked, ride?.power.targetWatts != nil, case .hold(let watts) = control.goal else { return nil }
    return watts
  }

  /// Brings the trainer nearer to what it is to hold.
  mutating func steer() {
    if control.isOverdue(at: now) { ended(.unanswered) }
    while let procedure = control.next(at: now) {
      effects.append(.writeControlPoint(procedure.request.encoded()))
    }
  }

  mutating func writeFailed(_ error: LinkError) { ended(ControlResult(writeFailed: error)) }

  mutating func controlPointAnswered(_ value: [UInt8]) {
    guard let response = try? FitnessMachineControlPoint.Response(decoding: value) else { return }
    guard let outstanding = control.outstanding, response.answers(outstanding.request) else { return }
    switch response.resultCode {
    case .success: ended(.success)
    case .controlNotPermitted: ended(.notPermitted)
    case .invalidParameter: ended(.invalidParameter)
    default: ended(.refused(response.resultCode.description))
    }
  }

  mutating func statusArrived(_ value: [UInt8]) {
    guard let status = try? FitnessMachineStatus(decoding: value) else { return }
    switch status {
    case .controlPermissionLost, .reset:
      control.controlLost(at: now)
      trainerGone(because: status == .reset ? "the trainer was reset" : "control permission lost")
    case .targetChanged(.power(let watts)): control.announced(watts: Int(watts))
    case .stoppedOrPausedByUser: control.stopped(at: now)
    case .stoppedBySafetyKey:
      control.stopped(at: now)
      safetyKeyPulled()
    case .startedOrResumedByUser, .targetChanged, .spinDown: break
    }
  }

  /// Legs that still turn must not switch the brake on again: only the rider's word does.
  private mutating func safetyKeyPulled() {
    guard phase == .riding || phase == .reconnecting else { return }
    note(.paused)
    pause(by: .rider, because: "the safety key was pulled")
  }

  private mutating func ended(_ result: ControlResult) {
    guard let procedure = control.ended(result, at: now) else { return }
    switch (procedure, result) {
    case (_, .success): break
    case (.setFlatRoad, .refused), (.setFlatRoad, .invalidParameter): profile.simulatesRoad = false
    case (.setFlatRoad, .unanswered): if control.silences > 1 { profile.simulatesRoad = false }
    case (_, .notPermitted): notPermitted()
    case (_, .unanswered): break
    case (_, .refused), (_, .invalidParameter): refused(procedure, result)
    }
    switch procedure {
    case .startOrResume, .setTargetPower, .setFlatRoad:
      if control.isSettled, control.holdsTarget { targetAcknowledged() }
    case .requestControl, .pause, .stop, .reset: break
    }
  }

  private mutating func notPermitted() {
    trainerGone(because: "control not permitted")
    guard control.isDenied else { return }
    noteRefusal("control not permitted")
    refuseTargets("control not permitted")
    failStart(.targetRefused("control not permitted"))
  }

  /// One refusal is told to who waits for a target and does not end a start: many a trainer takes the next request.
  private mutating func refused(_ procedure: ControlProcedure, _ result: ControlResult) {
    guard phase != .finishing, let how = result.refusal else { return }
    noteRefusal(how)
    if procedure.isTarget { refuseTargets(how) }
    // Of watts within the range that it tells, a trainer that calls them invalid may think better.
    let isFinal = result == .invalidParameter && procedure.isTarget && ride?.power.holdableWatts == nil
    if isFinal || control.failures >= TrainerControl.patience { failStart(.targetRefused(how)) }
  }

  /// A trainer that refuses without end is kept once.
  private mutating func noteRefusal(_ how: String) {
    if control.failures <= 1 { note(.refused(how)) }
  }

  private mutating func refuseTargets(_ how: String) {
    let waiting = ride?.targetTokens ?? []
    ride?.targetTokens = []
    for token in waiting { refuse(token, .targetRefused(how)) }
  }

  private mutating func targetAcknowledged() {
    trainerHolds()
    noteTarget()
    let waiting = ride?.targetTokens ?? []
    ride?.targetTokens = []
    for token in waiting { answerTarget(token) }
  }

  /// What changes by itself from second to second stands in the rows.
  private mutating func noteTarget() {
    guard let ride, ride.sampler != nil, !ride.run.isMoving else { return }
    guard let watts = control.acknowledgedWatts, watts == ride.power.allowedWatts, watts != ride.notedWatts else {
      return
    }
    self.ride?.notedWatts = watts
    note(.target(watts: watts))
  }
}
