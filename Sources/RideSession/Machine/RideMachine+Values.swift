import BluetoothLE
import FitnessGATT

/// Values that the devices send.
///
/// A value that does not decode, or that no rider can make, is dropped and the link kept: the next one is a quarter of a
/// second away.
extension RideMachine {
  mutating func notified(_ role: DeviceRole, _ characteristic: CharacteristicID, _ value: [UInt8]) {
    timeInterval(role, characteristic)
    switch characteristic {
    case .indoorBikeData where role == .trainer: bikeDataArrived(value)
    case .fitnessMachineControlPoint where role == .trainer: controlPointAnswered(value)
    case .fitnessMachineStatus where role == .trainer: statusArrived(value)
    case .heartRateMeasurement where role == .heartRate: heartRateArrived(value)
    case .batteryLevel: batteryArrived(role, value)
    default: break
    }
  }

  mutating func read(_ role: DeviceRole, _ characteristic: CharacteristicID, _ result: Result<[UInt8], LinkError>) {
    let value = try? result.get()
    switch characteristic {
    case .fitnessMachineFeature:
      profile.awaited.remove(characteristic)
      guard let value, let feature = try? FitnessMachineFeature(decoding: value) else { return }
      profile.takesPowerTargets = feature.targetSetting.contains(.powerTarget)
      profile.simulatesRoad = feature.targetSetting.contains(.indoorBikeSimulation)
      if profile.takesPowerTargets == false { failStart(.noPowerTargets) }
    case .supportedPowerRange:
      profile.awaited.remove(characteristic)
      if let value { ride?.power.limit(to: try? SupportedPowerRange(decoding: value)) }
    case .batteryLevel:
      if let value { batteryArrived(role, value) }
    default: break
    }
  }

  /// Forgets what the link has proven: it is worth nothing on the next one, and half a record has no other half there.
  mutating func forgetProofs(of role: DeviceRole) {
    switch role {
    case .trainer: (evidence, records) = (PedallingEvidence(), IndoorBikeDataAssembler())
    case .heartRate: contact = SkinContact()
    }
  }

  private mutating func batteryArrived(_ role: DeviceRole, _ value: [UInt8]) {
    guard let level = try? BatteryLevel(decoding: value) else { return }
    batteryPercent[role] = Int(level.percent)
  }

  /// Takes note that the device's data arrives.
  private mutating func spoke(_ role: DeviceRole) {
    silence[role]?.heard(at: now)
    guard speaking.insert(role).inserted else { return }
    self[role].proven()
    switch role {
    case .trainer: ladder.proven()
    case .heartRate:
      if strapWasHeard { note(.strapRestored) }
      strapWasHeard = true
    }
  }
}

// MARK: - The trainer

extension RideMachine {
  /// Takes the values of a notification at once; pedalling is judged by whole records, in which power and cadence belong
  /// together.
  private mutating func bikeDataArrived(_ value: [UInt8]) {
    guard let part = try? IndoorBikeData(decoding: value) else { return }
    spoke(.trainer)
    for record in records.add(part) { recordArrived(record.possible) }
    let data = part.possible
    if let watts = data.instantaneousPowerWatts {
      live.powerWatts.set(Int(watts), at: now)
      ride?.sampler?.received(powerWatts: Int(watts))
    }
    if let speed = data.instantaneousSpeed?.kmh {
      live.speedKmh.set(speed, at: now)
      ride?.sampler?.received(speedKmh: speed)
    }
    if let meters = data.totalDistanceMeters { ride?.sampler?.received(totalMeters: Int(meters), at: now) }
  }

  private mutating func recordArrived(_ record: IndoorBikeData) {
    let watts = record.instantaneousPowerWatts.map(Double.init)
    evidence.saw(
      rpm: record.instantaneousCadence?.rpm, watts: watts, kmh: record.instantaneousSpeed?.kmh, at: now)
    // The first stroke begins the rows that its values go into.
    if evidence.isPedalling == true { firstStroke() }
    if record.instantaneousCadence != nil, let rpm = evidence.believedRpm(at: now) {
      live.cadenceRpm.set(rpm, at: now)
      ride?.sampler?.received(cadenceRpm: rpm)
    }
    if let isPedalling = evidence.isPedalling { legsSeen(isPedalling: isPedalling, watts) }
  }

  /// Judges the legs; `watts` is nil if the trainer sent no power.
  private mutating func legsSeen(isPedalling: Bool, _ watts: Double?) {
    ride?.pedalling.saw(isPedalling: isPedalling, at: now)
    if isPedalling, let start = ride?.sampler?.start {
      ride?.activity.saw(second: Int((now - start).components.seconds))
    }
    switch ride?.stage {
    case .riding:
      confirm(watts, isPedalling: isPedalling)
      guardLegs()
      pauseIfStill()
    case .paused(by: .legs, _): if isPedalling, trainer.isLinked { endPause(because: "pedalling") }
    case nil, .new, .connecting, .ready, .paused(by: .rider, _), .reconnecting, .finishing: break
    }
  }

  /// Auto-pause: if nobody has pedalled for long enough, stops the timer and releases the brake.
  private mutating func pauseIfStill() {
    guard let limit = rules.autoPause, let stillness = ride?.pedalling.stillness(at: now), stillness >= limit else {
      return
    }
    pause(by: .legs, because: "nobody pedals")
    note(.autoPaused)
  }

  private mutating func confirm(_ watts: Double?, isPedalling: Bool) {
    guard control.measured(watts: watts, isPedalling: isPedalling, at: now) else { return }
    if control.confirmation.failures == 2, let watts = control.acknowledgedWatts { note(.unconfirmed(watts: watts)) }
  }

  private mutating func guardLegs() {
    guard let rpm = evidence.believedRpm(at: now), let watts = evidence.watts(at: now) else { return }
    switch ride?.power.saw(rpm: rpm, watts: watts, at: now) {
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
    ride?.sampler?.received(rrIntervals: measurement.rrIntervalTicks)
    ride?.alpha1.received(measurement.rrIntervalTicks, at: now)
    guard PossibleValues.beatsPerMinute.contains(measurement.heartRateBpm) else { return }
    let beatsPerMinute = Int(measurement.heartRateBpm)
    live.beatsPerMinute.set(beatsPerMinute, at: now)
    guard phase == .riding, ride?.power.heard(beatsPerMinute: beatsPerMinute, at: now) == true else { return }
    note(.eased(watts: ride?.power.allowedWatts))
  }

  /// Estimates DFA alpha-1 from the RR intervals, every five seconds of a ride.
  mutating func estimateAlpha1() {
    guard let estimate = ride?.alpha1.estimateDue(at: now), phase == .riding else { return }
    guard ride?.power.saw(estimate, at: now) == true else { return }
    note(.alpha1Eased(watts: ride?.power.allowedWatts))
  }
}
