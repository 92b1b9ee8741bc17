package import BluetoothLE

/// What the machine knows, for people.
package struct RideSnapshot: Hashable, Sendable {
  package struct Figures: Hashable, Sendable {
    /// Nil until the store took the ride.
    package var id: Int?
    /// What the trainer is asked to hold now; nil while it is asked for nothing, and while riding is free.
    package var targetWatts: Int?
    /// What rider and plan want; nil while riding is free.
    package var wantedWatts: Int?
    /// What keeps the target from being what is wanted; nil where nothing does.
    package var easing: TargetEasing?
    /// By how much the rider has all watts raised, in percent.
    package var biasPercent = 0
    package var timerSeconds: Int
    package var elapsedSeconds: Int
    /// Nil where an interval does not end by the timer.
    package var remainingSeconds: Int?
    /// In timer time; nil where it is not known.
    package var distanceMeters: Double?
  }

  package struct Device: Hashable, Sendable {
    package var device: RideDevice
    package var link: LinkState
    package var powerWatts: Int?
    package var cadenceRpm: Double?
    package var speedKmh: Double?
    package var beatsPerMinute: Int?
    package var batteryPercent: Int?
  }

  package enum Problem: Hashable, Sendable {
    /// The trainer is wanted and not linked, and why.
    case trainerLost(LinkError?)
    /// The strap was heard in this ride, is wanted and not linked, and why.
    case strapLost(LinkError?)
    /// The strap was not heard in this ride, and why, if that is known.
    case strapAway(LinkError?)
    /// The trainer is linked and says nothing.
    case trainerSilent
    /// The trainer is ridden and sends no cadence, or a zero that means none.
    case cadenceMissing
    /// The strap is linked and says nothing.
    case strapSilent
    /// The adapter does not answer; what is known beyond that.
    case adapterStuck(String?)
    /// A measure is taken against a radio that does not connect; its name.
    case radioMending(String)
    /// The trainer acknowledged the target and does not hold it; the watts.
    case targetUnconfirmed(Int)
    /// The target is eased because the heart beats faster than it may; the ceiling in beats a minute.
    case heartRateCeiling(Int)
    /// No heart rate comes, and the watts that it steers are eased; the watts that are held.
    case steeringEased(Int)
    /// No heart rate comes, and the watts that it steers stay; the watts.
    case steeringFrozen(Int)
    /// The target is eased because DFA alpha-1 stays under 0.75; the watts that are left.
    case alpha1Low(Int)
    /// The target is released because cadence collapsed; the watts that are left.
    case legsSpared(Int)
    /// The trainer is linked and does not let itself be controlled.
    case controlLost
    /// The trainer refuses, and how.
    case targetRefused(String)
  }

  package var phase: RidePhase
  /// Whether the timer stands because nobody pedals, so that pedalling ends the pause.
  package var isAutoPaused = false
  package var figures: Figures?
  package var trainer: Device?
  package var heartRate: Device?
  package var problems: [Problem]
  /// Where the ride stands in its plan; nil of a steady ride.
  package var plan: PlanStanding?
  /// What the RR intervals of the last two minutes say; nil until some came.
  package var alpha1: AlphaEstimate?
  /// What happened to plans lately, this ride's and those before.
  package var planEvents: [PlanEvent] = []
}

extension RideMachine {
  /// The state as it is at `instant`.
  package func snapshot(at instant: MonotonicInstant) -> RideSnapshot {
    guard let ride else { return RideSnapshot(phase: phase, problems: [], planEvents: planEvents) }
    return RideSnapshot(
      phase: phase, isAutoPaused: phase == .paused && ride.pausedBy == .legs, figures: figures(of: ride),
      trainer: trainerSnapshot(ride.order.trainer, at: instant),
      heartRate: ride.order.heartRate.map { strapSnapshot($0, at: instant) }, problems: problems,
      plan: ride.run.plan.isMoreThanSteady ? ride.run.standing(riddenSeconds: ride.totals.timerSeconds) : nil,
      alpha1: ride.alpha1Estimate, planEvents: planEvents)
  }

  func figures(of ride: Ride) -> RideSnapshot.Figures {
    RideSnapshot.Figures(
      id: ride.id, targetWatts: heldWatts, wantedWatts: ride.power.wantedWatts,
      easing: heldWatts.flatMap(ride.power.easing),
      biasPercent: ride.run.progress.biasPercent, timerSeconds: ride.totals.timerSeconds,
      elapsedSeconds: ride.totals.elapsedSeconds,
      remainingSeconds: ride.run.remainingSecondsInAll, distanceMeters: ride.totals.distanceMeters)
  }

  private func trainerSnapshot(_ device: RideDevice, at instant: MonotonicInstant) -> RideSnapshot.Device {
    RideSnapshot.Device(
      device: device, link: linkState(of: .trainer),
      powerWatts: live.powerWatts.value(at: instant),
      cadenceRpm: live.cadenceRpm.value(at: instant),
      speedKmh: ride?.sampler?.virtualSpeedKmh ?? live.speedKmh.value(at: instant),
      batteryPercent: batteryPercent[.trainer])
  }

  private func strapSnapshot(_ device: RideDevice, at instant: MonotonicInstant) -> RideSnapshot.Device {
    RideSnapshot.Device(
      device: device, link: linkState(of: .heartRate),
      beatsPerMinute: live.beatsPerMinute.value(at: instant),
      batteryPercent: batteryPercent[.heartRate])
  }

  private func linkState(of role: DeviceRole) -> LinkState {
    switch self[role].state {
    case .idle, .closing: .away
    case .wanted, .resting, .awaitingRadio, .mending, .connecting, .withdrawing: .connecting
    case .linked: speaking.contains(role) ? .connected : .preparing
    }
  }

  private var problems: [RideSnapshot.Problem] {
    guard let ride, ride.sampler != nil, phase != .finishing else { return [] }
    var problems = trainerProblems
    if let mending { problems.append(.radioMending(mending.remedy.noted.rawValue)) }
    if let floor = ride.power.floorWatts { problems.append(.legsSpared(floor)) }
    if let ceiling = ride.power.easingBeatsPerMinute { problems.append(.heartRateCeiling(ceiling)) }
    problems += heartProblems
    guard ride.order.heartRate != nil else { return problems }
    if !strap.isLinked {
      problems.append(strapWasHeard ? .strapLost(strap.lastError) : .strapAway(strap.lastError))
    } else if silence[.heartRate]?.isSilent == true {
      problems.append(.strapSilent)
    }
    return problems
  }

  private var heartProblems: [RideSnapshot.Problem] {
    guard let ride, let watts = ride.power.allowedWatts else { return [] }
    var problems: [RideSnapshot.Problem] = []
    switch ride.run.progress.steering?.state {
    case .eased: problems.append(.steeringEased(watts))
    case .frozen: problems.append(.steeringFrozen(watts))
    case .settling, .steering, nil: break
    }
    if ride.power.isEasedByAlpha1 { problems.append(.alpha1Low(watts)) }
    return problems
  }

  private var trainerProblems: [RideSnapshot.Problem] {
    guard trainer.isLinked else {
      let error = trainer.lastError
      return error?.code == .adapterStuck ? [.trainerLost(error), .adapterStuck(error?.detail)] : [.trainerLost(error)]
    }
    var problems: [RideSnapshot.Problem] = []
    if let how = control.trouble?.refusal {
      problems.append(.targetRefused(how))
    } else if control.trouble != nil || control.contest.isOn(at: now) {
      problems.append(.controlLost)
    }
    if silence[.trainer]?.isSilent == true { problems.append(.trainerSilent) }
    if control.confirmation.failures > 1, let watts = control.acknowledgedWatts {
      problems.append(.targetUnconfirmed(watts))
    }
    if evidence.cadence == .missing { problems.append(.cadenceMissing) }
    return problems
  }
}
