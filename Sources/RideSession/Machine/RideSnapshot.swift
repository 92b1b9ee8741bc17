package import BluetoothLE
package import Rides
import Trainers

/// The state of the machine, for people.
package struct RideSnapshot: Hashable, Sendable {
  package struct Figures: Hashable, Sendable {
    /// The number in the store; nil until the store took the ride.
    package var id: Int?
    /// The watts that the trainer is asked to hold now; nil while it is asked for nothing, and while riding is free.
    package var targetWatts: Int?
    /// The watts that rider and workout want; nil while riding is free.
    package var wantedWatts: Int?
    /// The reason why the target is not the wanted one; nil if it is.
    package var easing: TargetEasing?
    /// By how much the rider raised all watts, in percent.
    package var biasPercent = 0
    package var timerSeconds: Int
    package var elapsedSeconds: Int
    /// Nil if an interval does not end by the timer.
    package var remainingSeconds: Int?
    /// In timer time; nil if it is not known.
    package var distanceMeters: Double?
    /// The name of the workout; nil for a ride without one.
    package var name: String?
    /// The mean power in timer time; nil if none is known.
    package var averageWatts: Double?
    /// The mean heart rate in timer time; nil if none is known.
    package var averageBeatsPerMinute: Double?
    /// The heart rate above which the target is eased; nil if there is none.
    package var maximumBeatsPerMinute: Int?
    /// The work in timer time.
    package var joules = 0.0
    /// For how long the timer has stood after it ran; nil while it runs.
    package var stoppedSeconds: Int?
    /// The lap in hand; nil before the first pedal stroke.
    package var lap: LapInHand?
  }

  package struct Device: Hashable, Sendable {
    package var device: RideDevice
    package var link: LinkState
    package var powerWatts: Int?
    package var cadenceRpm: Double?
    package var speedKmh: Double?
    package var beatsPerMinute: Int?
    /// Whether the heart rate comes by the trainer's link.
    package var isFromTrainer = false
    package var batteryPercent: Int?
    /// How fast it blows, in percent; a fan only.
    package var fanPercent: Int?
  }

  package enum Problem: Hashable, Sendable {
    /// The trainer is wanted and not linked; the reason.
    case trainerLost(LinkError?)
    /// The strap was heard in this ride, is wanted and not linked; the reason.
    case strapLost(LinkError?)
    /// The strap was not heard in this ride; the reason, if it is known.
    case strapAway(LinkError?)
    /// The trainer is linked and sends no data, or none on one link after the other.
    case trainerSilent
    /// The last start was cancelled because the pedals never turned.
    case startForgotten
    /// The trainer is ridden and sends no cadence, or a zero that means none.
    case cadenceMissing
    /// The pedals turn, and the trainer sends no power or 0.
    case powerMissing
    /// The cadence sensor counts no turns though the legs work.
    case cadenceSensorStuck
    /// The device that was chosen as cadence sensor has no crank.
    case cadenceSensorMeasuresSpeed
    /// The power meter shows 0 W though the legs work.
    case meterPowerless
    /// The trainer or the power meter asks to be calibrated.
    case calibrationRequested(DeviceRole)
    /// The strap is linked and sends nothing.
    case strapSilent
    /// A sensor that the rider chose is not linked; the reason.
    case sensorAway(DeviceRole, LinkError?)
    /// The adapter does not answer; the radio's own words, if there are any.
    case adapterStuck(String?)
    /// A measure against a radio that does not connect is under way.
    case radioMending(RadioMeasure)
    /// The trainer acknowledged the target and does not hold it; the watts.
    case targetUnconfirmed(Int)
    /// The target is eased because the heart rate is above its ceiling, in beats a minute.
    case heartRateCeiling(Int)
    /// No heart rate arrives, and the watts that it steers are eased; the watts that are held.
    case steeringEased(Int)
    /// No heart rate arrives, and the watts that it steers stay as they are; the watts.
    case steeringFrozen(Int)
    /// The heart rate steers, and a limit of the watts keeps it out of its zone; the watts.
    case steeringLimited(HeartRateSteering.Limit, Int)
    /// The target is eased because DFA alpha-1 stays below 0.75; the watts that are left.
    case alpha1Low(Int)
    /// The spiral of death guard released the target; the watts that are left.
    case legsSpared(Int)
    /// The trainer is linked and cannot be controlled.
    case controlLost
    /// The trainer refuses; its words.
    case targetRefused(TargetRefusal)
  }

  package var phase: RidePhase
  /// Whether auto-pause stopped the timer, so that pedalling ends the pause.
  package var isAutoPaused = false
  package var figures: Figures?
  package var trainer: Device?
  package var heartRate: Device?
  /// The devices beside them that the rider chose: power meter, cadence sensor, fan.
  package var sensors: [DeviceRole: Device] = [:]
  /// Nil without a power meter, and while riding is free.
  package var match: MatchStatus?
  package var problems: [Problem]
  /// Where the ride stands in its workout; nil for a steady ride.
  package var plan: PlanStatus?
  /// The estimate from the RR intervals of the last two minutes; nil until some arrived.
  package var alpha1: Alpha1Status?
  /// The latest events of workouts, this ride's and former ones.
  package var planEvents: [PlanEvent] = []
}

extension RideSnapshot {
  /// All devices of the ride.
  package var devices: [Device] {
    [trainer, heartRate].compactMap(\.self) + DeviceRole.chosenOnly.compactMap { sensors[$0] }
  }
}

extension RideMachine {
  /// The state as it is at `instant`.
  package func snapshot(at instant: MonotonicInstant) -> RideSnapshot {
    guard let ride else {
      return RideSnapshot(phase: phase, problems: isStartForgotten ? [.startForgotten] : [], planEvents: planEvents)
    }
    return RideSnapshot(
      phase: phase, isAutoPaused: ride.pauseCause == .legs, figures: figures(of: ride, at: instant),
      trainer: trainerSnapshot(ride.order.trainer, at: instant),
      heartRate: heartSnapshot(ride.order, at: instant),
      sensors: sensorSnapshots(ride.order, at: instant), match: matchSnapshot(at: instant), problems: problems,
      plan: ride.run.plan.isMoreThanSteady ? ride.run.standing(riddenSeconds: ride.totals.timerSeconds) : nil,
      alpha1: ride.alpha1.latest, planEvents: planEvents)
  }

  func figures(of ride: Ride, at instant: MonotonicInstant) -> RideSnapshot.Figures {
    RideSnapshot.Figures(
      id: ride.id, targetWatts: heldWatts, wantedWatts: ride.power.wantedWatts,
      easing: heldWatts.flatMap(ride.power.easing),
      biasPercent: ride.run.progress.biasPercent, timerSeconds: ride.totals.timerSeconds,
      elapsedSeconds: ride.totals.elapsedSeconds,
      remainingSeconds: ride.run.remainingSecondsInAll, distanceMeters: ride.totals.distanceMeters,
      name: ride.run.plan.name, averageWatts: ride.totals.averageWatts,
      averageBeatsPerMinute: ride.totals.averageBeatsPerMinute,
      maximumBeatsPerMinute: ride.order.guards.maximumBeatsPerMinute, joules: ride.totals.joules,
      stoppedSeconds: ride.stoppedAt.map { Int((instant - $0).components.seconds) },
      lap: ride.sampler == nil ? nil : ride.lap)
  }

  private func trainerSnapshot(_ device: RideDevice, at instant: MonotonicInstant) -> RideSnapshot.Device {
    RideSnapshot.Device(
      device: device, link: linkState(of: .trainer),
      powerWatts: live.powerWatts.value(at: instant),
      cadenceRpm: live.cadenceRpm.value(at: instant),
      speedKmh: ride?.sampler?.virtualSpeedKmh ?? live.speedKmh.value(at: instant),
      batteryPercent: batteryPercent[.trainer])
  }

  func linkState(of role: DeviceRole) -> LinkState {
    switch self[role].state {
    case .idle, .closing: .away
    case .wanted, .resting, .awaitingRadio, .mending, .connecting, .withdrawing: .connecting
    case .linked: speaking.contains(role) ? .connected : .preparing
    }
  }

  private var problems: [RideSnapshot.Problem] {
    guard let ride, !ride.isFinishing else { return [] }
    guard ride.sampler != nil else { return isDeafBeforeStroke ? [.trainerSilent] : [] }
    var problems = trainerProblems
    if let mending { problems.append(.radioMending(mending.remedy.measure)) }
    if let floor = ride.power.floorWatts { problems.append(.legsSpared(floor)) }
    if let ceiling = ride.power.easingBeatsPerMinute { problems.append(.heartRateCeiling(ceiling)) }
    problems += heartProblems + sensorProblems
    guard ride.order.heartRate != nil, relayed.beatsPerMinute(at: now) == nil else { return problems }
    if strap.isAway {
      problems.append(strapWasHeard ? .strapLost(strap.trouble) : .strapAway(strap.trouble))
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
    if heldWatts != nil, let limit = ride.run.progress.steering?.limit {
      problems.append(.steeringLimited(limit, watts))
    }
    if ride.power.isEasedByAlpha1 { problems.append(.alpha1Low(watts)) }
    return problems
  }

  private var trainerProblems: [RideSnapshot.Problem] {
    if let fault = trainer.fault, fault.recovery != .ladder { return [.trainerLost(fault)] }
    guard trainer.isLinked else {
      if isTrainerMute { return [.trainerSilent] }
      let error = trainer.trouble
      return error?.code == .adapterStuck ? [.trainerLost(error), .adapterStuck(error?.detail)] : [.trainerLost(error)]
    }
    var problems: [RideSnapshot.Problem] = []
    // A brake that is left alone needs no control.
    let trouble = isBrakeLeftAlone ? nil : control.trouble
    if let how = trouble?.refusal {
      problems.append(.targetRefused(.told(how)))
    } else if !isBrakeLeftAlone, trouble != nil || control.contest.isOn(at: now) {
      problems.append(.controlLost)
    }
    if isTrainerMute { problems.append(.trainerSilent) }
    if control.confirmation.failures > 1, let watts = control.acknowledgedWatts {
      problems.append(.targetUnconfirmed(watts))
    }
    if powerAbsence.isNoticed { problems.append(.powerMissing) }
    let lacksCadence = evidence.cadence == .missing || (powerAbsence.isNoticed && evidence.cadence == .unproven)
    if lacksCadence, control.ability.sendsCadence != false { problems.append(.cadenceMissing) }
    if isCalibrationRequested { problems.append(.calibrationRequested(.trainer)) }
    return problems
  }
}
