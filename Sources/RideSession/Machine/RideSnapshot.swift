package import BluetoothLE
package import Rides
import Trainers

/// The state of the machine, for people.
package struct RideSnapshot: Hashable, Sendable {
  package struct Figures: Hashable, Sendable {
    /// The number in the store; nil until the store has accepted the ride.
    package var id: Int?
    /// The present target of the trainer, in watts; nil while it has no target, and during free riding.
    package var targetWatts: Int?
    /// The watts that rider and workout want; nil during free riding.
    package var wantedWatts: Int?
    /// The reason why the target is not the wanted one; nil if it is.
    package var easing: TargetEasing?
    /// The increase of all watts by the rider, in percent.
    package var biasPercent = 0
    package var timerSeconds: Int
    package var elapsedSeconds: Int
    /// Nil if an interval does not end by the timer.
    package var remainingSeconds: Int?
    /// The distance in timer time; nil if it is unknown.
    package var distanceMeters: Double?
    /// The name of the workout; nil for a ride without one.
    package var name: String?
    /// The mean power in timer time; nil if no power is known.
    package var averageWatts: Double?
    /// The mean heart rate in timer time; nil if no heart rate is known.
    package var averageBeatsPerMinute: Double?
    /// The heart rate above which the target is eased; nil if there is none.
    package var maximumBeatsPerMinute: Int?
    /// The work in timer time.
    package var joules = 0.0
    /// The time since the running timer stopped; nil while it runs.
    package var stoppedSeconds: Int?
    /// The lap in hand; nil before the first pedal stroke.
    package var lap: LapInHand?
    /// The power zones with the seconds of timer time in each; nil without a threshold power.
    package var powerZones: [PowerZones.Zone]?
    /// W′ balance; nil without a critical power, and before the first pedal stroke.
    package var wPrime: WPrimeStatus?
    /// The test of FTP that the ride is; nil for other rides.
    package var test: TestStatus?
    /// The brake while the legs alone decide the power; nil with a target.
    package var brake: Brake?
    /// The place on a route with altitudes; nil without one.
    package var road: RoadStatus?
    /// The calibration in progress, or one that ended within the last minute; nil without one.
    package var calibration: CalibrationStatus?
  }

  package struct Device: Hashable, Sendable {
    package var device: RideDevice
    package var link: LinkState
    package var powerWatts: Int?
    package var cadenceRpm: Double?
    package var speedKmh: Double?
    package var beatsPerMinute: Int?
    /// Whether the heart rate arrives on the trainer's link.
    package var isFromTrainer = false
    package var batteryPercent: Int?
    /// The speed of the fan, in percent; nil for other devices.
    package var fanPercent: Int?
    /// The ways in which the trainer can brake, as far as they are known; empty for other devices.
    package var modes: [TrainerMode] = []
  }

  package enum Problem: Hashable, Sendable {
    /// The trainer is wanted and not linked. The error is the reason.
    case trainerLost(LinkError?)
    /// The strap has sent data in this ride, is wanted and not linked. The error is the reason.
    case strapLost(LinkError?)
    /// The strap has not sent data in this ride. The error is the reason, if it is known.
    case strapAway(LinkError?)
    /// The trainer is linked and sends no data, or link after link carries no data.
    case trainerSilent
    /// The last start was cancelled because the pedals never turned.
    case startForgotten
    /// The trainer is in use and sends no cadence, or a zero that means no cadence.
    case cadenceMissing
    /// The pedals turn, and the trainer sends no power, or 0.
    case powerMissing
    /// The cadence sensor counts no revolutions although the legs work.
    case cadenceSensorStuck
    /// The device that was chosen as cadence sensor has no crank.
    case cadenceSensorMeasuresSpeed
    /// The power meter shows 0 W although the legs work.
    case meterPowerless
    /// The trainer or the power meter requests a calibration.
    case calibrationRequested(DeviceRole)
    /// The strap is linked and sends no data.
    case strapSilent
    /// A sensor that the rider chose is not linked. The error is the reason.
    case sensorAway(DeviceRole, LinkError?)
    /// The adapter does not answer. The text is the radio's message, if there is one.
    case adapterStuck(String?)
    /// A measure against a radio that does not connect is in progress.
    case radioMending(RadioMeasure)
    /// The trainer acknowledged the target, in watts, and does not hold it.
    case targetUnconfirmed(Int)
    /// The target is eased because the heart rate is above its ceiling, in beats a minute.
    case heartRateCeiling(Int)
    /// No heart rate arrives, and the power that it steers is eased to these watts.
    case steeringEased(Int)
    /// No heart rate arrives, and the power that it steers stays at these watts.
    case steeringFrozen(Int)
    /// The heart rate steers, and a limit keeps the power at these watts and the heart rate out of its zone.
    case steeringLimited(HeartRateSteering.Limit, Int)
    /// The target is eased to these watts because DFA alpha-1 stays below 0.75.
    case alpha1Low(Int)
    /// The spiral of death guard released the target to these watts.
    case legsSpared(Int)
    /// The trainer is linked and cannot be controlled.
    case controlLost
    /// The trainer refuses. The value is its reason.
    case targetRefused(TargetRefusal)
  }

  package var phase: RidePhase
  /// Whether auto-pause stopped the timer, so that pedalling ends the pause.
  package var isAutoPaused = false
  package var figures: Figures?
  package var trainer: Device?
  package var heartRate: Device?
  /// The other devices that the rider chose: power meter, cadence sensor, fan.
  package var sensors: [DeviceRole: Device] = [:]
  /// The state of the power match; nil without a power meter, and during free riding.
  package var match: MatchStatus?
  package var problems: [Problem]
  /// The ride's place in its workout; nil for a steady ride.
  package var plan: PlanStatus?
  /// The estimate from the RR intervals of the last two minutes; nil until intervals arrive.
  package var alpha1: Alpha1Status?
  /// The latest events of workouts, including previous rides.
  package var planEvents: [PlanEvent] = []
}

extension RideSnapshot {
  /// All devices of the ride.
  package var devices: [Device] {
    [trainer, heartRate].compactMap(\.self) + DeviceRole.chosenOnly.compactMap { sensors[$0] }
  }
}

extension RideMachine {
  /// Returns the state at `instant`.
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
      lap: ride.sampler == nil ? nil : ride.lap, powerZones: ride.effort.powerZones,
      wPrime: ride.sampler == nil ? nil : ride.effort.wPrime, test: ride.test,
      brake: ride.run.roadSlopePercent.map { .slope(percent: $0) } ?? ride.run.progress.brake,
      road: ride.run.road, calibration: ride.calibration?.shown(at: instant))
  }

  private func trainerSnapshot(_ device: RideDevice, at instant: MonotonicInstant) -> RideSnapshot.Device {
    RideSnapshot.Device(
      device: device, link: linkState(of: .trainer),
      powerWatts: live.powerWatts.value(at: instant),
      cadenceRpm: live.cadenceRpm.value(at: instant),
      speedKmh: (isSpinningDown ? nil : ride?.sampler?.virtualSpeedKmh) ?? live.speedKmh.value(at: instant),
      batteryPercent: batteryPercent[.trainer], modes: modes)
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
      problems.append(strapWasReceived ? .strapLost(strap.trouble) : .strapAway(strap.trouble))
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
      problems.append(.targetRefused(.other(how)))
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
