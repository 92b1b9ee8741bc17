import BluetoothLE
import Rides
import Trainers

/// Rides without a target: a slope, a constant brake, or free riding.
extension RideMachine {
  /// The time between two events of the record about the brake, which an app may change every second.
  private static let brakeEventPause = Duration.seconds(10)

  /// Removes the target, and brakes in this way.
  ///
  /// It is answered at once. A refusal by the trainer is a problem of the status.
  mutating func setBrake(_ brake: Brake, _ token: CommandToken) {
    guard let ride, !ride.isFinishing else { return refuse(token, .noRide) }
    if let mode = unsupportedMode(of: brake) { return refuse(token, .modeUnsupported(mode)) }
    if ride.power.targetWatts != nil { targetRemoved() }
    self.ride?.run.ask(brake)
    noteBrake()
    for waiting in takeTargetTokens() { refuse(waiting, .noTarget) }
    answer(token, .braked(brake))
  }

  /// Changes the slope, beginning with that of the road.
  mutating func changeSlope(by change: Double, _ token: CommandToken) {
    let percent = (ride?.run.roadSlopePercent ?? 0) + change
    setBrake(.slope(percent: Self.rounded(percent, in: Limits.slopePercent)), token)
  }

  /// Changes the constant brake, beginning with the present one.
  mutating func changeResistance(by change: Double, _ token: CommandToken) {
    let percent = (ride?.power.brake?.resistancePercent ?? 0) + change
    setBrake(.resistance(percent: Self.rounded(percent, in: Limits.resistancePercent)), token)
  }

  /// Returns the nearest tenth within the limits.
  private static func rounded(_ percent: Double, in limits: ClosedRange<Double>) -> Double {
    (min(max(percent, limits.lowerBound), limits.upperBound) * 10).rounded() / 10
  }

  /// Returns the mode of a brake that the trainer reported not to have; nil if it has it, or did not report that.
  private func unsupportedMode(of brake: Brake) -> TrainerMode? {
    switch brake {
    case .slope: simulatesRoad ? nil : .slope
    case .resistance: control.ability.setsResistance == false ? .resistance : nil
    }
  }

  /// The ways in which the trainer can brake, as far as they are known.
  var modes: [TrainerMode] {
    let ability = control.ability
    var modes: [TrainerMode] = []
    if ability.takesPowerTargets == true { modes.append(.erg) }
    if holdsByResistance { modes.append(.ergByResistance) }
    if ability.simulatesRoad == true, !refusesRoad { modes.append(.slope) }
    if ability.setsResistance == true { modes.append(.resistance) }
    return modes
  }

  /// Call when the target was removed.
  mutating func targetRemoved() {
    ride?.power.forgetLegs()
    ride?.notedWatts = nil
    match.interrupted()
  }

  /// Stores the requested brake as an event, unless another one was stored just before.
  mutating func noteBrake() {
    guard let ride, ride.sampler != nil, let brake = ride.run.progress.brake, brake != ride.notedBrake?.brake
    else { return }
    if let noted = ride.notedBrake, now - noted.at < Self.brakeEventPause { return }
    self.ride?.notedBrake = Ride.NotedBrake(brake: brake, at: now)
    note(.braked(brake))
  }
}

// MARK: - A power by the resistance

extension RideMachine {
  /// Whether the trainer holds no power, and jz2 holds it by the resistance.
  var holdsByResistance: Bool {
    control.ability.takesPowerTargets == false && control.ability.setsResistance == true
      && ride?.order.holdsByResistance == true
  }

  /// The resistance for the target.
  var resistanceBrake: Brake { .resistance(percent: ride?.resistance?.percent ?? 0) }

  /// Chooses the resistance for the target, once the trainer is linked, and after each row with its power and cadence.
  mutating func steerResistance(by row: RideSample? = nil) {
    guard holdsByResistance, let watts = ride?.power.watts(at: now) else {
      return ride?.resistance?.interrupted() ?? ()
    }
    if ride?.resistance == nil { ride?.resistance = ResistanceERG(ResistanceLevels(control.ability.resistanceRange)) }
    guard row != nil || ride?.resistance?.percent == nil else { return }
    guard trainer.isLinked, row?.timerRunning != false else { return ride?.resistance?.interrupted() ?? () }
    _ = ride?.resistance?.second(
      wantedWatts: watts, watts: row?.powerWatts.map { Int($0.rounded()) }, rpm: row?.cadenceRpm,
      heldPercent: control.acknowledgedBrake?.resistancePercent, at: now)
  }
}
