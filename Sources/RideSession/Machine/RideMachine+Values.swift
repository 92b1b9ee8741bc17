import BluetoothLE
import FitnessGATT
import Rides
import Trainers

/// Values from the devices.
///
/// A value that does not decode, or that no rider can produce, is dropped. The link is kept, because the next value
/// arrives a quarter of a second later.
extension RideMachine {
  mutating func notified(_ role: DeviceRole, _ characteristic: CharacteristicID, _ value: [UInt8]) {
    guard !self[role].isOfFormer else { return }
    timeInterval(role, characteristic)
    switch (role, characteristic) {
    case (_, .batteryLevel): batteryArrived(role, value)
    case (.heartRate, .heartRateMeasurement): heartRateArrived(value)
    case (.trainer, .heartRateMeasurement): relayedMeasurementArrived(value)
    case (.trainer, _):
      let (outstanding, now) = (control.outstanding, now)
      let all =
        trainerProtocol?.update { $0.take(value, from: characteristic, outstanding: outstanding, at: now) } ?? []
      for news in all { take(news) }
      abilityLearnt()
    case (.heartRate, _): break
    case (.power, _), (.cadence, _): sensorArrived(role, characteristic, value)
    case (.fan, _): fanArrived(characteristic, value)
    }
  }

  mutating func read(_ role: DeviceRole, _ characteristic: CharacteristicID, _ result: Result<[UInt8], LinkError>) {
    guard !self[role].isOfFormer else { return }
    let value = try? result.get()
    switch (role, characteristic) {
    case (_, .batteryLevel): if let value { batteryArrived(role, value) }
    case (.trainer, _):
      trainerProtocol?.update { $0.learnt(value, from: characteristic) }
      abilityLearnt()
    case (.cadence, .cscFeature): if let value { sensors.learnt(feature: value) }
    case (.heartRate, _), (.power, _), (.cadence, _), (.fan, _): break
    }
  }

  /// Applies the trainer's reports about itself.
  mutating func abilityLearnt() {
    guard let ability = trainerProtocol?.current.ability, ability != control.ability else { return }
    control.ability = ability
    ride?.power.limit(to: ability.powerRange, isAssumed: ability.isRangeAssumed)
    if refusesWatts, ride?.run.needsPower == true { failStart(.noPowerTargets) }
  }

  /// The number of the trainer's notifications with a wrong checksum in this ride.
  package var damagedFrames: Int { trainerProtocol?.current.damagedFrames ?? 0 }

  /// Forgets the findings of the link.
  ///
  /// They do not apply to the next link, and half a record has no other half there.
  mutating func forgetProofs(of role: DeviceRole) {
    switch role {
    case .trainer:
      (evidence, wheel, hold, legsMayTurn) = (PedallingEvidence(), WheelCadence(), nil, false)
      (powerAbsence, isCalibrationRequested) = (PowerAbsence(), false)
      relayed.linkEnded()
    case .heartRate: contact = SkinContact()
    case .power, .cadence, .fan: sensors.linkEnded(role)
    }
  }

  private mutating func batteryArrived(_ role: DeviceRole, _ value: [UInt8]) {
    guard let level = try? BatteryLevel(decoding: value) else { return }
    batteryPercent[role] = Int(level.percent)
  }

  /// Records that the device's data arrives.
  mutating func spoke(_ role: DeviceRole) {
    if role == .heartRate { receivedInPace(role) }
    silence[role]?.receive(at: now)
    guard speaking.insert(role).inserted else { return }
    self[role].proven()
    ride?.notedRefusals[role] = nil
    switch role {
    case .trainer: ladder.proven()
    case .heartRate:
      if strapWasReceived { note(.strapRestored) }
      strapWasReceived = true
    case .power, .cadence, .fan: break
    }
  }
}

// MARK: - The trainer

extension RideMachine {
  private mutating func take(_ news: TrainerNews) {
    switch news {
    case .values(let values): valuesArrived(values.possible)
    case .record(let record):
      spoke(.trainer)
      recordArrived(record.possible)
    case .ended(let result): ended(result)
    case .announced(let watts): control.announced(watts: watts)
    case .controlLost(let loss): controlLost(loss)
    case .stopped: control.stopped(at: now)
    case .safetyKeyPulled: safetyKeyPulled()
    case .holds(let hold): self.hold = hold
    case .calibration(let isRequested): isCalibrationRequested = isRequested
    case .spinDown(let report): spinDownReported(report)
    case .wants(let requests): askTrainer(for: requests)
    }
  }

  /// Sends the requests of the trainer's protocol on its link.
  mutating func askTrainer(for requests: [TrainerRequest]) {
    effects += requests.map { request in
      switch request {
      case .subscribe(let characteristic): .subscribe(.trainer, characteristic)
      case .read(let characteristic): .read(.trainer, characteristic)
      case .write(let write): .write(.trainer, write)
      }
    }
  }

  /// Handles values as soon as they arrive.
  ///
  /// Pedalling is judged by whole records, in which power and cadence belong together.
  private mutating func valuesArrived(_ values: TrainerValues) {
    spoke(.trainer)
    if let watts = values.watts {
      live.powerWatts.set(watts, at: now)
      if isMatching { match.sawTrainer(watts: watts, at: now) }
      ride?.sampler?.received(powerWatts: watts, leftPercent: values.leftPercent)
    }
    if let kmh = values.kmh {
      live.speedKmh.set(kmh, at: now)
      ride?.sampler?.received(speedKmh: kmh)
    }
    if let beatsPerMinute = values.beatsPerMinute { relayedRateArrived(beatsPerMinute) }
    if let meters = values.totalMeters { ride?.sampler?.received(totalMeters: meters, at: now) }
  }

  private mutating func recordArrived(_ record: TrainerValues) {
    if record.showLegs { receivedInPace(.trainer) }
    let watts = record.watts.map(Double.init)
    evidence.observe(rpm: record.rpm, watts: watts, kmh: record.kmh, turnedAt: record.turnedAt, at: now)
    powerAbsence.observe(record, evidence, at: now)
    // The first stroke begins the rows that receive its values.
    if evidence.isPedalling == true { firstStroke() }
    if record.rpm != nil, let rpm = evidence.believedRpm(at: now) {
      live.cadenceRpm.set(rpm, at: now)
      ride?.sampler?.received(cadenceRpm: rpm)
    }
    if record.showLegs { trainerHeard(record) }
    if let isPedalling = evidence.isPedalling { legsSeen(isPedalling: isPedalling, watts) }
  }

  /// Judges the legs.
  ///
  /// `watts` is nil if the trainer sent no power.
  private mutating func legsSeen(isPedalling: Bool, _ watts: Double?) {
    ride?.calibration?.legs(isPedalling: isPedalling, at: now)
    let age = trainerAge
    ride?.pedalling.observe(isPedalling: isPedalling, at: now, movedAt: evidence.movedAt, age: age)
    if isPedalling, let start = ride?.sampler?.start {
      ride?.activity.observe(second: Int((now - start).components.seconds))
    }
    switch ride?.stage {
    case .riding:
      confirm(watts, isPedalling: isPedalling)
      guardLegs()
      pauseIfStill()
    case .paused(by: .legs, _): if isPedalling, trainer.isLinked { endPause(because: "pedalling") }
    // The trainer is back, and the rider is not.
    case .reconnecting:
      guard let absence = ride?.absence, !absence.isTargetOwed, hasStoodStill else { break }
      if absence.isNoted { note(.trainerRestored) }
      pauseIfStill()
    case nil, .new, .connecting, .ready, .paused(by: .rider, _), .finishing: break
    }
  }

  /// Auto-pause: stops the timer and releases the brake if the rider has not pedalled for long enough.
  private mutating func pauseIfStill() {
    guard hasStoodStill, !isCoasting else { return }
    // Legs that stop have given up.
    if hasRampToEnd { endRamp() }
    guard phase != .finishing else { return }
    pause(by: .legs, because: "nobody pedals")
    note(.autoPaused)
  }

  /// Whether the pedals have been still for as long as auto-pause waits.
  private var hasStoodStill: Bool {
    guard let limit = rules.autoPause, let stillness = ride?.pedalling.stillness(at: now) else { return false }
    return stillness >= limit
  }

  /// Whether the road carries the rider down, so that legs at rest are no pause.
  private var isCoasting: Bool {
    guard let slope = ride?.run.roadSlopePercent, let kmh = ride?.sampler?.virtualSpeedKmh else { return false }
    return slope <= -1 && kmh > 10
  }

  private mutating func confirm(_ watts: Double?, isPedalling: Bool) {
    guard control.measured(watts: watts, isPedalling: isPedalling, at: now) else { return }
    if control.confirmation.failures == 2, let watts = control.acknowledgedWatts { note(.unconfirmed(watts: watts)) }
  }

  private mutating func guardLegs() {
    guard !isSpinningDown else { return }
    guard let ownWatts = evidence.watts(at: now), let targetWatts = ride?.power.watts(at: now) else { return }
    // A trainer that is matched to a meter holds other watts than the ride requests. Its power is judged by its own
    // target.
    let watts = ownWatts * Double(targetWatts) / Double(max(1, matched(targetWatts)))
    let wheelRpm = live.speedKmh.value(at: now).flatMap {
      wheel.observe(kmh: $0, watts: watts, targetWatts: targetWatts, at: now)
    }
    if let wheelRpm { self.wheelRpm.set(wheelRpm, at: now) }
    guard let rpm = evidence.believedRpm(at: now) ?? wheelRpm, !sparesRamp else { return }
    switch ride?.power.observe(rpm: rpm, watts: watts, isTooSlow: hold == .tooSlow, at: now) {
    case .released(let floorWatts): note(.released(floorWatts: floorWatts))
    case .restored: note(.restored)
    case nil: break
    }
  }
}

// MARK: - The strap

extension RideMachine {
  private mutating func heartRateArrived(_ value: [UInt8]) {
    guard let measurement = try? HeartRateMeasurement(decoding: value) else { return }
    spoke(.heartRate)
    guard contact.covers(measurement, at: now) else { return live.beatsPerMinute.clear() }
    intervalsArrived(measurement.rrIntervalTicks)
    guard PossibleValues.beatsPerMinute.contains(measurement.heartRateBpm) else { return }
    let beatsPerMinute = Int(measurement.heartRateBpm)
    live.beatsPerMinute.set(beatsPerMinute, at: now)
    heartBeats(beatsPerMinute)
  }

  /// Estimates DFA alpha-1 from the RR intervals, every five seconds of a ride.
  mutating func estimateAlpha1() {
    guard let estimate = ride?.alpha1.estimateDue(at: now), phase == .riding else { return }
    guard ride?.power.observe(estimate, at: now) == true else { return }
    note(.alpha1Eased(watts: ride?.power.allowedWatts))
  }
}
