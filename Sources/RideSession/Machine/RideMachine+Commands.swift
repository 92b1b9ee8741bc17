import BluetoothLE
import FitnessGATT

extension RideMachine {
  mutating func take(_ command: RideCommand, _ token: CommandToken) {
    switch command {
    case .start(let order): start(order, token)
    case .setWatts(let watts): setTarget(watts, token)
    case .changeWatts(let change): setTarget(targetWatts + change, token)
    case .pause: pause(token)
    case .resume: resume(token)
    case .stop, .suspend: stop(token)
    case .goOn: refuse(token, .noRide)
    }
  }

  private mutating func start(_ order: RideOrder, _ token: CommandToken) {
    if let ride { return refuse(token, .rideInProgress(id: ride.id)) }
    ride = Ride(order, at: now, token: token)
    profile = TrainerProfile()
    control = TrainerControl()
    live = LiveReadings()
    batteryPercent = [:]
    strapWasHeard = false
    trainer.want(at: now)
    enter(.connecting, because: "start")
  }

  private mutating func setTarget(_ watts: Int, _ token: CommandToken) {
    guard ride != nil, phase != .finishing else { return refuse(token, .noRide) }
    ride?.askedWatts = watts
    if isTargetDue { ride?.targetTokens.append(token) } else { answer(token, .target(targetTaken)) }
  }

  private mutating func pause(_ token: CommandToken) {
    guard ride != nil else { return refuse(token, .noRide) }
    guard phase == .riding || phase == .reconnecting else { return refuse(token, .wrongPhase(phase)) }
    note(.paused)
    enter(.paused, because: "pause")
    answer(token, .done)
  }

  private mutating func resume(_ token: CommandToken) {
    guard ride != nil else { return refuse(token, .noRide) }
    guard phase == .paused else { return refuse(token, .wrongPhase(phase)) }
    startRamp()
    if trainer.isLinked {
      enter(.riding, because: "resume")
    } else {
      enter(.reconnecting, because: "resume without the trainer")
    }
    note(.resumed)
    answer(token, .done)
  }

  private mutating func stop(_ token: CommandToken) {
    guard ride != nil else { return refuse(token, .noRide) }
    ride?.stopTokens.append(token)
    if ride?.startToken != nil { failStart(.startWithdrawn) } else { finish(because: "stop") }
  }

  /// The power asked for last, in watts; nil while no ride is on.
  package var askedWatts: Int? { ride?.askedWatts }

  /// The target that follows from what was asked and what the trainer can hold, in watts.
  var targetWatts: Int { profile.clamp(max(1, ride?.askedWatts ?? 0)) }

  var targetTaken: TargetTaken {
    let range = profile.powerRange.map { Int($0.minimumWatts)...Int($0.maximumWatts) }
    return TargetTaken(targetWatts: targetWatts, askedWatts: ride?.askedWatts ?? 0, range: range)
  }

  /// Whether the trainer is in hand and is to be given a target that it does not hold yet.
  private var isTargetDue: Bool {
    trainer.isLinked && control.isInControl && (phase == .riding || phase == .ready)
      && control.acknowledgedWatts != targetWatts
  }

  mutating func answer(_ token: CommandToken, _ answer: RideAnswer) {
    effects.append(.reply(token, .success(answer)))
  }

  mutating func refuse(_ token: CommandToken, _ refusal: RideRefusal) {
    effects.append(.reply(token, .failure(refusal)))
  }

  /// The ride does not start: who waits is told why, and all that was begun is undone.
  mutating func failStart(_ refusal: RideRefusal) {
    guard let token = ride?.startToken else { return }
    ride?.startToken = nil
    refuse(token, refusal)
    finish(because: "the start failed")
  }

  mutating func startTimedOut() {
    guard case .refused(let how)? = control.trouble else {
      let trouble: RideRefusal = trainer.isLinked ? .targetRefused("no answer") : .trainerNotFound(trainer.lastError)
      return failStart(trouble)
    }
    failStart(.targetRefused(how))
  }
}
