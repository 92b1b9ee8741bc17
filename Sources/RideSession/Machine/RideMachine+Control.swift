import BluetoothLE
import Rides
import Trainers

/// The trainer's brake.
extension RideMachine {
  /// Sets the goal for the trainer.
  mutating func aim() {
    steerResistance()
    control.goal = goal
  }

  private var goal: TrainerControl.Goal {
    guard let ride else { return .none }
    switch ride.stage {
    case .new: return .none
    case .finishing: return .free
    case _ where isSpinningDown: return .calibrate
    case _ where isBrakeLeftAlone: return .untouched
    case .paused:
      let lightest = lightestBrake.map { ControlProcedure($0) }
      return .paused(orElse: lightest ?? .setTargetPower(watts: ride.power.leastWatts))
    case .connecting, .ready, .riding, .reconnecting:
      // A free ride requests control only if it needs control.
      guard let trainerProtocol, trainerProtocol.current.isLearnt, !awaitsHeart else {
        return ride.run.needsPower ? .control : .none
      }
      guard let watts = ride.power.watts(at: now) else { return brakeGoal(of: ride) }
      guard !holdsByResistance else { return .brake(resistanceBrake, for: watts) }
      return .hold(watts: matched(watts), for: watts)
    }
  }

  /// The goal of a ride without a target.
  private func brakeGoal(of ride: Ride) -> TrainerControl.Goal {
    switch ride.power.brake {
    case .resistance(let percent) where control.ability.setsResistance != false:
      .brake(.resistance(percent: percent))
    case .slope(let percent) where simulatesRoad: .brake(.slope(percent: feltPercent(ofSlope: percent, ride)))
    case .resistance, .slope, nil:
      lightestBrake.map { .brake($0) } ?? .hold(watts: ride.power.leastWatts, for: ride.power.leastWatts)
    }
  }

  /// The brake of a flat road, or the lowest resistance; nil if the trainer has only target powers.
  private var lightestBrake: Brake? {
    if simulatesRoad { return .flatRoad }
    let hasOnlyLevels = control.ability.takesPowerTargets == false && control.ability.setsResistance == true
    return hasOnlyLevels ? .resistance(percent: 0) : nil
  }

  /// Returns the slope that the trainer simulates: that of a route by its difficulty, in tenths of a percent.
  private func feltPercent(ofSlope percent: Double, _ ride: Ride) -> Double {
    let share = ride.run.progress.brake == nil ? Double(ride.order.difficultyPercent) / 100 : 1
    return (percent * share * 10).rounded() / 10
  }

  /// Whether the trainer can simulate a road, as far as that is known.
  var simulatesRoad: Bool { control.ability.simulatesRoad != false && !refusesRoad }

  /// The watts that the ride requests; nil while the trainer is not linked or is free, and during free riding.
  var heldWatts: Int? {
    guard trainer.isLinked, ride?.power.targetWatts != nil else { return nil }
    switch control.goal {
    case .hold(_, let watts): return watts
    case .brake(_, let watts): return watts
    case .none, .control, .calibrate, .untouched, .paused, .free: return nil
    }
  }

  /// Moves the trainer closer to its goal.
  mutating func steer() {
    if control.isOverdue(at: now) { ended(.unanswered) }
    while let procedure = control.next(at: now) {
      effects.append(.control(trainerProtocol?.current.writes(for: procedure) ?? []))
    }
    if control.goal == .untouched, control.isInHand { trainerHolds() }
  }

  mutating func writeFailed(_ error: LinkError) { ended(ControlResult(writeFailed: error)) }

  mutating func controlLost(_ loss: ControlLoss) {
    control.controlLost(at: now)
    failCalibration(of: .trainer, Calibration.Reason.notPermitted)
    trainerGone(because: loss == .reset ? "the trainer was reset" : "control permission lost")
  }

  /// Legs that still turn must not switch the brake on again.
  ///
  /// Only `resume` does that.
  mutating func safetyKeyPulled() {
    control.stopped(at: now)
    guard phase == .riding || phase == .reconnecting else { return }
    note(.paused)
    pause(by: .rider, because: "the safety key was pulled")
  }

  mutating func ended(_ result: ControlResult) {
    guard let procedure = control.ended(result, at: now) else { return }
    switch (procedure, result) {
    case (_, .success): break
    case (.startSpinDown, _), (.ignoreSpinDown, _): spinDownAnswered()
    case (.setSlope, .refused), (.setSlope, .invalidParameter): refusesRoad = true
    case (.setSlope, .unanswered): if control.silences > 1 { refusesRoad = true }
    case (_, .notPermitted): notPermitted()
    case (_, .unanswered):
      if control.silences > 1, ride?.run.needsPower == false { startRefused(.targetRefused(.noAnswer)) }
    case (_, .refused), (_, .invalidParameter): refused(procedure, result)
    }
    switch procedure {
    case .startOrResume, .setTargetPower, .setSlope, .setResistance:
      if control.isSettled, control.holdsTarget { targetAcknowledged() }
    case .requestControl, .startSpinDown, .ignoreSpinDown, .pause, .stop, .reset: break
    }
  }

  private mutating func notPermitted() {
    trainerGone(because: TargetRefusal.notPermitted.rawValue)
    guard control.isDenied else { return }
    noteRefusal(.notPermitted)
    refuseTargets(.notPermitted)
    startRefused(.targetRefused(.notPermitted))
  }

  /// A single refusal is reported to clients that wait for a target.
  ///
  /// It does not end a start, because many trainers accept the next request.
  private mutating func refused(_ procedure: ControlProcedure, _ result: ControlResult) {
    guard phase != .finishing, let how = result.refusal.map(TargetRefusal.other) else { return }
    noteRefusal(how)
    if procedure.isTarget { refuseTargets(how) }
    // A trainer that refuses watts within its own range as invalid may accept them later.
    let isFinal = result == .invalidParameter && procedure.isTarget && ride?.power.holdableWatts == nil
    if isFinal || control.failures >= TrainerControl.patience { startRefused(.targetRefused(how)) }
  }

  /// Of several refusals in a row, only the first is stored.
  private mutating func noteRefusal(_ how: TargetRefusal) {
    if control.failures <= 1 { note(.refused(how.rawValue)) }
  }

  private mutating func refuseTargets(_ how: TargetRefusal) {
    for token in takeTargetTokens() { refuse(token, .targetRefused(how)) }
  }

  private mutating func targetAcknowledged() {
    trainerHolds()
    if let watts = control.acknowledgedWatts, let asked = control.acknowledgedDemandWatts {
      match.written(watts: watts, asked: asked, at: now)
    }
    noteTarget()
    answerWaitingTargets()
  }

  /// Answers the clients that wait for a target.
  ///
  /// The trainer holds it, or receives it when it is back or the pause ends.
  mutating func answerWaitingTargets() {
    for token in takeTargetTokens() { answerTarget(token) }
  }

  mutating func takeTargetTokens() -> [CommandToken] {
    defer { ride?.targetTokens = [] }
    return ride?.targetTokens ?? []
  }

  /// Stores the acknowledged target as an event.
  ///
  /// Watts that change every second are only in the rows.
  private mutating func noteTarget() {
    guard let ride, ride.sampler != nil, !ride.run.isMoving else { return }
    guard let watts = control.acknowledgedDemandWatts, watts == ride.power.allowedWatts, watts != ride.notedWatts
    else { return }
    self.ride?.notedWatts = watts
    note(.target(watts: watts))
  }
}
