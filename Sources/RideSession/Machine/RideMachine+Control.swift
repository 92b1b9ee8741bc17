import BluetoothLE
import FitnessGATT

/// The trainer's brake.
extension RideMachine {
  /// Says what the trainer is to hold now.
  mutating func aim() {
    if let ramp = ride?.ramp, ramp.isOver(at: now) { ride?.ramp = nil }
    control.goal =
      switch phase {
      case .idle: .none
      case .finishing: .free
      case .paused: .paused
      case .connecting, .ready, .riding, .reconnecting: profile.isComplete ? riding : .control
      }
  }

  /// What is held while somebody rides; a trainer that is no road holds the least that it can.
  private var riding: TrainerControl.Goal {
    if let wattsNow { return .hold(watts: wattsNow) }
    return profile.simulatesRoad == false ? .hold(watts: profile.leastWatts) : .flatRoad
  }

  mutating func write(_ procedure: ControlProcedure) {
    effects.append(.writeControlPoint(procedure.request.encoded()))
  }

  mutating func writeFailed(_ error: LinkError) {
    guard let attError = error.attError else { return ended(.unanswered) }
    ended(.refused("ATT error 0x\(String(attError, radix: 16))"))
  }

  mutating func controlPointAnswered(_ value: [UInt8]) {
    guard let response = try? FitnessMachineControlPoint.Response(decoding: value) else { return }
    guard let outstanding = control.outstanding, response.answers(outstanding.request) else { return }
    switch response.resultCode {
    case .success: ended(.success)
    case .controlNotPermitted: ended(.notPermitted)
    default: ended(.refused(response.resultCode.description))
    }
  }

  mutating func statusArrived(_ value: [UInt8]) {
    guard let status = try? FitnessMachineStatus(decoding: value) else { return }
    switch status {
    case .controlPermissionLost, .reset:
      control.controlLost()
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
    case (.setTargetPower, .success), (.startOrResume, .success), (.setFlatRoad, .success):
      if control.isSettled, control.holdsTarget { targetAcknowledged() }
    case (.setFlatRoad, .refused): profile.simulatesRoad = false
    case (_, .success): break
    case (_, .notPermitted) where control.failures < 3: trainerGone(because: "control not permitted")
    case (_, .notPermitted): refused("control not permitted")
    case (_, .refused(let how)): refused(how)
    case (_, .unanswered): break
    }
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
    guard let watts = control.acknowledgedWatts, watts == allowedWatts, watts != ride.notedWatts else { return }
    self.ride?.notedWatts = watts
    note(.target, String(watts))
  }

  private mutating func refused(_ how: String) {
    guard phase != .finishing else { return }
    note(.refused, how)
    let waiting = ride?.targetTokens ?? []
    ride?.targetTokens = []
    for token in waiting { refuse(token, .targetRefused(how)) }
    failStart(.targetRefused(how))
  }
}
