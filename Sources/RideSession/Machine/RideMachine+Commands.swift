import BluetoothLE
import FitnessGATT

extension RideMachine {
  mutating func take(_ command: RideCommand, _ token: CommandToken) {
    switch command {
    case .start(let order): start(order, token)
    case .setWatts(let watts): setTarget(token) { $0.ask(watts: watts) }
    case .changeWatts(let change): changeTarget(by: change, token)
    case .step(let step): take(step, token)
    case .pause: pause(token)
    case .resume: resume(token)
    case .stop: stop(token)
    case .suspend: suspend(token)
    case .goOn(let unfinished): goOn(unfinished, token)
    }
  }

  private mutating func start(_ order: RideOrder, _ token: CommandToken) {
    if let ride { return refuse(token, .rideInProgress(id: ride.id)) }
    prepare(Ride(order, at: now, token: token))
    enter(.connecting, because: "start")
  }

  /// Takes up a ride; nothing of the one before is left.
  mutating func prepare(_ ride: Ride) {
    self.ride = ride
    profile = TrainerProfile()
    control = TrainerControl()
    live = LiveReadings()
    batteryPercent = [:]
    strapWasHeard = false
    ladder = RecoveryLadder()
    silence = [:]
    trainer.want(at: now)
  }

  private mutating func setTarget(_ token: CommandToken, _ ask: (inout PlanRun) -> Void) {
    guard var run = ride?.run, phase != .finishing else { return refuse(token, .noRide) }
    ask(&run)
    ride?.run = run
    if isTargetDue { ride?.targetTokens.append(token) } else { answerTarget(token) }
  }

  /// While riding is free there is nothing to change: a few watts from nowhere would be a brake that nobody asked for.
  private mutating func changeTarget(by change: Int, _ token: CommandToken) {
    guard let ride, phase != .finishing else { return refuse(token, .noRide) }
    guard let targetWatts = ride.power.targetWatts else { return refuse(token, ride.run.isOver ? .noRide : .noTarget) }
    setTarget(token) { $0.ask(change: change, from: targetWatts) }
  }

  /// Says what the target is; riding may have become free while somebody waited for one.
  mutating func answerTarget(_ token: CommandToken) {
    if let taken = ride?.power.taken { answer(token, .target(taken)) } else { refuse(token, .wrongPhase(phase)) }
  }

  private mutating func pause(_ token: CommandToken) {
    guard ride != nil else { return refuse(token, .noRide) }
    let isPausedByLegs = phase == .paused && ride?.pausedBy == .legs
    guard phase == .riding || phase == .reconnecting || isPausedByLegs else { return refuse(token, .wrongPhase(phase)) }
    note(.paused)
    pause(by: .rider, because: "pause")
    answer(token, .done)
  }

  private mutating func resume(_ token: CommandToken) {
    guard ride != nil else { return refuse(token, .noRide) }
    guard phase == .paused else { return refuse(token, .wrongPhase(phase)) }
    goOnRiding(because: "resume")
    answer(token, .done)
  }

  private mutating func stop(_ token: CommandToken) {
    guard ride != nil else { return refuse(token, .noRide) }
    end(token, .over(.stop))
  }

  /// Ends what is on; `token` waits for it.
  mutating func end(_ token: CommandToken, _ ending: RideEnding) {
    ride?.stopTokens.append(token)
    if ride?.startToken != nil { failStart(.startWithdrawn) } else { finish(ending) }
  }

  /// Whether the trainer is in hand and is to be given a target that it does not hold yet.
  private var isTargetDue: Bool {
    trainer.isLinked && control.isInControl && (phase == .riding || phase == .ready)
      && control.acknowledgedWatts != ride?.power.watts(at: now)
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
    finish(.startFailed)
  }

  mutating func startTimedOut() {
    if let how = control.trouble?.refusal { return failStart(.targetRefused(how)) }
    if let error = trainer.lastError, error.code == .adapterStuck { return failStart(.radioUnavailable(error)) }
    guard trainer.isLinked else { return failStart(.trainerNotFound(trainer.lastError)) }
    let isDenied = control.trouble == .notPermitted || control.contest.isOn(at: now)
    failStart(.targetRefused(isDenied ? "control not permitted" : "no answer"))
  }
}
