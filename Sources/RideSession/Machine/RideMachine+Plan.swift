import BluetoothLE
import FitnessGATT

/// The plan that is ridden.
extension RideMachine {
  /// How many of the plan's events are remembered for who looks late; older ones are told to nobody.
  private static let rememberedEvents = 20

  /// A row of timer time is over.
  mutating func ridePlan(_ sample: RideSample, metersBefore: Double?) {
    steer(by: sample.beatsPerMinute)
    let meters = sample.distanceMeters.map { $0 - (metersBefore ?? 0) } ?? 0
    guard let ended = ride?.run.rowEnded(meters: meters, second: sample.second + 1) else { return }
    intervalEnded(ended)
  }

  /// The rider's word.
  mutating func take(_ step: PlanStep, _ token: CommandToken) {
    guard var run = ride?.run, phase != .finishing else { return refuse(token, .noRide) }
    guard run.plan.isMoreThanSteady || step.suitsSteadyRide else { return refuse(token, .noPlan) }
    guard ride?.sampler != nil || step.suitsAnyTime else { return refuse(token, .wrongPhase(phase)) }
    do throws(PlanStepRefusal) {
      let ended = try run.take(step, second: ride?.sampler?.second ?? 0)
      ride?.run = run
      note(step)
      if let ended { intervalEnded(ended) }
    } catch {
      return refuse(token, .step(error))
    }
    answer(token, .stepped(run.standing(riddenSeconds: ride?.totals.timerSeconds ?? 0)))
  }

  /// Says that an interval has begun; a plan of one is not cut into parts.
  mutating func noteInterval() {
    if let begun = ride?.run.begunInterval { note(begun) }
  }

  /// Why a plan that is over ends the ride.
  var planEndReason: RideEvent.EndReason { ride?.run.plan.timerSeconds == nil ? .plan : .time }

  /// Has the progress kept where rows alone would not tell it.
  mutating func keepProgress() {
    guard let ride, ride.id != nil, ride.sampler != nil, !ride.isClosingRecord else { return }
    let milestone = ride.run.progress.milestone
    guard milestone != ride.kept else { return }
    self.ride?.kept = milestone
    effects.append(.keep(ride.run.progress, askedWatts: ride.run.watts))
  }

  private mutating func intervalEnded(_ ended: EndedInterval) {
    guard let run = ride?.run else { return }
    if run.beginsToSteer(after: ended) { ride?.power.steeringBegan() }
    if run.plan.intervals.count > 1 { note(.intervalEnded(number: ended.number, by: ended.trigger)) }
    noteInterval()
    tell(PlanEvent(serial: 0, kind: run.isOver ? .planEnded : .intervalEnded, ended: ended, next: run.current))
    guard run.isOver else { return }
    if run.plan.isMoreThanSteady { note(.planEnded) }
    finish(.over(planEndReason))
  }

  private mutating func tell(_ event: PlanEvent) {
    guard ride?.run.plan.isMoreThanSteady == true else { return }
    var event = event
    event.serial = (planEvents.last?.serial ?? 0) + 1
    planEvents = (planEvents + [event]).suffix(Self.rememberedEvents)
    effects.append(.planHappened(event))
  }

  private mutating func note(_ step: PlanStep) {
    guard let progress = ride?.run.progress else { return }
    let number = progress.index + 1
    switch step {
    case .bias, .changeBias: note(.biased(percent: progress.biasPercent))
    case .extend(.seconds(let seconds)): note(.extended(number: number, by: .seconds(seconds)))
    case .extend(.meters(let meters)): note(.extended(number: number, by: .meters(meters.inMeters)))
    case .label(let text): note(.labelled(number: number, label: text))
    case .done, .skip, .back: break
    }
  }
}

// MARK: - By the heart

extension RideMachine {
  /// A second of an interval that the heart rate steers.
  private mutating func steer(by beatsPerMinute: Int?) {
    let most = ride?.power.steeringLimit
    switch ride?.run.heartRate(beatsPerMinute, mostWatts: most) {
    case .eased(let watts): note(.steeringEased(watts: watts))
    case .returned: note(.steeringReturned)
    case .froze, nil: break
    }
  }

  /// Looks at the RR intervals, every five seconds of a ride.
  mutating func estimateAlpha1() {
    guard ride?.alpha1Estimate != nil, let estimate = ride?.alpha1.estimateDue(at: now) else { return }
    ride?.alpha1Estimate = estimate
    guard phase == .riding, ride?.power.saw(estimate, at: now) == true else { return }
    note(.alpha1Eased(watts: ride?.power.allowedWatts))
  }

  /// RR intervals came from a strap that has contact.
  mutating func beatsArrived(_ ticks: [UInt16]) {
    guard !ticks.isEmpty else { return }
    ride?.alpha1.received(ticks, at: now)
    if ride?.alpha1Estimate == nil { ride?.alpha1Estimate = AlphaEstimate() }
  }
}

extension PlanRun {
  /// The event of the beginning of the present interval; nil in a workout of one, and after the last.
  var begunInterval: RideEvent.Kind? {
    guard plan.intervals.count > 1, !isOver else { return nil }
    return .interval(number: progress.index + 1, label: label(at: progress.index))
  }
}

extension RidePlan {
  /// Whether there is something to say of it that a steady ride has not.
  package var isMoreThanSteady: Bool { name != nil || intervals.count > 1 || wantsHeartRate }
}

extension PlanStep {
  /// Whether a steady ride can take it.
  fileprivate var suitsSteadyRide: Bool {
    switch self {
    case .extend, .bias, .changeBias: true
    case .done, .skip, .back, .label: false
    }
  }

  /// Whether it may come before the first pedal stroke.
  fileprivate var suitsAnyTime: Bool {
    switch self {
    case .extend, .bias, .changeBias, .label: true
    case .done, .skip, .back: false
    }
  }
}

extension EndedInterval {
  /// What ended it, as its event says.
  fileprivate var trigger: RideEvent.Trigger {
    switch (outcome, end) {
    case (.skipped, _): .skipped
    case (.left, _): .left
    case (.expired, .timer): .timer
    case (.expired, .distance): .distance
    case (.expired, .location): .location
    case (.expired, .activity): .activity
    }
  }
}
