import BluetoothLE
import Rides

/// Commands of clients.
extension RideMachine {
  mutating func take(_ command: RideCommand, _ token: CommandToken) {
    switch command {
    case .start(let order, let effort): start(order, effort, token)
    case .setWatts(let watts): setTarget(token) { $0.ask(watts: watts.bounded) }
    case .changeWatts(let change): changeTarget(by: change.bounded, token)
    case .rideFree: rideFree(token)
    case .brake(let brake): setBrake(brake, token)
    case .changeSlope(let change): changeSlope(by: change, token)
    case .changeResistance(let change): changeResistance(by: change, token)
    case .step(let step, let number): take(step, in: number, token)
    case .lap: lap(token)
    case .fan(let rule):
      fan.follow(rule)
      answer(token, .done)
    case .calibrate(let role): calibrate(role, token)
    case .cancelCalibration: cancelCalibration(token)
    case .use(let role, let device): use(device, as: role, token)
    case .pause: pause(token)
    case .resume: resume(token)
    case .stop: end(.over(.stop), token)
    case .suspend: end(.suspended, token)
    case .resumeUnfinished(let unfinished): resume(unfinished, token)
    }
  }

  mutating func answer(_ token: CommandToken, _ answer: RideAnswer) {
    effects.append(.reply(token, .success(answer)))
  }

  mutating func refuse(_ token: CommandToken, _ refusal: RideRefusal) {
    effects.append(.reply(token, .failure(refusal)))
  }

  private mutating func start(_ order: RideOrder, _ effort: EffortInHand?, _ token: CommandToken) {
    if let ride { return refuse(token, .rideInProgress(id: ride.id)) }
    begin(order, effort ?? EffortInHand(order), token)
  }

  private mutating func pause(_ token: CommandToken) {
    guard let ride else { return refuse(token, .noRide) }
    switch ride.stage {
    case .riding, .reconnecting, .paused(by: .legs, _):
      note(.paused)
      pause(by: .rider, because: "pause")
      answer(token, .done)
    case .new, .connecting, .ready, .paused(by: .rider, _), .finishing: refuse(token, .wrongPhase(phase))
    }
  }

  private mutating func resume(_ token: CommandToken) {
    guard let ride else { return refuse(token, .noRide) }
    guard ride.pauseCause != nil else { return refuse(token, .wrongPhase(phase)) }
    endPause(because: "resume")
    answer(token, .done)
  }

  /// Ends the lap at the present row, also while the timer is stopped.
  ///
  /// A lap without a second of riding stays as it is.
  private mutating func lap(_ token: CommandToken) {
    guard let ride, !ride.isFinishing else { return refuse(token, .noRide) }
    guard ride.sampler != nil else { return refuse(token, .wrongPhase(phase)) }
    let isRidden = ride.lap.totals.timerSeconds > 0
    if isRidden { note(.lap) }
    answer(token, .lapped(ended: isRidden ? ride.lap : nil, number: self.ride?.lap.number ?? ride.lap.number))
  }
}

// MARK: - Targets

extension RideMachine {
  private mutating func setTarget(_ token: CommandToken, _ ask: (inout PlanRun) -> Void) {
    guard var ride, !ride.isFinishing else { return refuse(token, .noRide) }
    guard !refusesWatts else { return refuse(token, .noPowerTargets) }
    let wasFreed = ride.run.progress.isFreed
    ask(&ride.run)
    self.ride?.run = ride.run
    // The legs were free until now.
    if wasFreed, ride.sampler != nil { self.ride?.power.rise(at: now) }
    if isTargetDue { self.ride?.targetTokens.append(token) } else { answerTarget(token) }
  }

  /// During free riding there is no target to change.
  ///
  /// A relative change would create a brake that the rider did not request.
  private mutating func changeTarget(by change: Int, _ token: CommandToken) {
    guard let ride, !ride.isFinishing else { return refuse(token, .noRide) }
    guard !refusesWatts else { return refuse(token, .noPowerTargets) }
    guard let watts = ride.power.targetWatts else { return refuse(token, ride.run.isOver ? .noRide : .noTarget) }
    setTarget(token) { $0.ask(change: change, from: watts) }
  }

  /// Removes the target.
  ///
  /// Riding is free until the rider requests watts, or the next interval begins.
  mutating func rideFree(_ token: CommandToken) {
    guard let ride, !ride.isFinishing else { return refuse(token, .noRide) }
    let wasFree = ride.power.targetWatts == nil
    self.ride?.run.askFree()
    self.ride?.notedBrake = nil
    if !wasFree { targetRemoved() }
    if !wasFree || ride.run.progress.brake != nil { note(.free) }
    for waiting in takeTargetTokens() { refuse(waiting, .noTarget) }
    answer(token, .done)
  }

  /// Answers with the target.
  ///
  /// Riding may have become free while the client waited.
  mutating func answerTarget(_ token: CommandToken) {
    if let taken = ride?.power.taken { answer(token, .target(taken)) } else { refuse(token, .wrongPhase(phase)) }
  }

  /// Whether the trainer is under control and must receive a target that it does not have yet.
  private var isTargetDue: Bool {
    trainer.isLinked && control.isInControl && (phase == .riding || phase == .ready)
      && control.acknowledgedDemandWatts != ride?.power.watts(at: now)
  }
}

extension Int {
  /// The watts, limited so that no calculation overflows.
  ///
  /// The limit is far beyond any trainer's range.
  fileprivate var bounded: Int { Swift.min(Swift.max(self, -1_000_000), 1_000_000) }
}

// MARK: - Steps of the workout

extension RideMachine {
  private mutating func take(_ step: PlanStep, in number: Int?, _ token: CommandToken) {
    guard var ride, !ride.isFinishing else { return refuse(token, .noRide) }
    guard ride.run.plan.isMoreThanSteady || step.suitsSteadyRide else { return refuse(token, .noPlan) }
    guard ride.sampler != nil || step.suitsAnyTime else { return refuse(token, .wrongPhase(phase)) }
    do throws(PlanStepRefusal) {
      let ended = try ride.run.take(step, in: number, second: ride.sampler?.second ?? 0)
      self.ride?.run = ride.run
      note(step)
      if let ended { intervalEnded(ended) }
    } catch {
      return refuse(token, .step(error))
    }
    answer(token, .stepped(ride.run.standing(riddenSeconds: ride.totals.timerSeconds)))
  }

  private mutating func note(_ step: PlanStep) {
    guard let progress = ride?.run.progress else { return }
    let number = progress.index + 1
    switch step {
    case .bias, .changeBias: note(.biased(percent: progress.biasPercent))
    case .extend(let length): note(.extended(number: number, by: length))
    case .label(let text): note(.labelled(number: number, label: text))
    case .done, .skip, .back: break
    }
  }
}

extension PlanStep {
  /// Whether a steady ride can take the step.
  fileprivate var suitsSteadyRide: Bool {
    switch self {
    case .extend, .bias, .changeBias: true
    case .done, .skip, .back, .label: false
    }
  }

  /// Whether the step may come before the first pedal stroke.
  fileprivate var suitsAnyTime: Bool {
    switch self {
    case .extend, .bias, .changeBias, .label: true
    case .done, .skip, .back: false
    }
  }
}
