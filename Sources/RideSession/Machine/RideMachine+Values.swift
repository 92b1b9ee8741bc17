import BluetoothLE
import FitnessGATT

/// What the devices say.
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

  /// What a notification has is taken at once; legs are judged by whole records, where power and cadence stand together.
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
    pedalled(watts)
  }

  private mutating func heartRateArrived(_ value: [UInt8]) {
    guard let measurement = try? HeartRateMeasurement(decoding: value) else { return }
    spoke(.heartRate)
    guard contact.covers(measurement, at: now) else { return live.beatsPerMinute.clear() }
    ride?.sampler?.received(rrIntervals: measurement.rrIntervalTicks)
    beatsArrived(measurement.rrIntervalTicks)
    guard PossibleValues.beatsPerMinute.contains(measurement.heartRateBpm) else { return }
    live.beatsPerMinute.set(Int(measurement.heartRateBpm), at: now)
    heartBeats(Int(measurement.heartRateBpm))
  }

  /// What a link has proven is worth nothing on the next, and a half of a record there has none beside it.
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

  private mutating func spoke(_ role: DeviceRole) {
    silence[role]?.heard(at: now)
    guard speaking.insert(role).inserted else { return }
    self[role].proven()
    if role == .trainer { ladder.proven() }
    if role == .heartRate, strapWasHeard { note(.strapRestored) }
    if role == .heartRate { strapWasHeard = true }
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
}
