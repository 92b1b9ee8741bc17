import BluetoothLE
import ControlWire
import RideSession
import Rides

// Wire form of the current ride.

extension RideStatus {
  /// Nil until the store gave the ride its number.
  init?(_ figures: RideSnapshot.Figures) {
    guard let id = figures.id else { return nil }
    self.init(
      id: id, targetWatts: figures.targetWatts, timerSeconds: figures.timerSeconds,
      elapsedSeconds: figures.elapsedSeconds, remainingSeconds: figures.remainingSeconds,
      distanceMeters: figures.distanceMeters, wantedWatts: figures.wantedWatts,
      easedBy: figures.easing, biasPercent: figures.biasPercent == 0 ? nil : figures.biasPercent)
    (name, plan) = (figures.name, figures.name)
    averageWatts = figures.averageWatts.map(Precision.power.rounded)
    averageBeatsPerMinute = figures.averageBeatsPerMinute.map(Precision.heartRate.rounded)
    maximumBeatsPerMinute = figures.maximumBeatsPerMinute
    kilojoules = figures.lap == nil ? nil : Precision.work.rounded(figures.joules / 1000)
    stoppedSeconds = figures.stoppedSeconds
    lap = figures.lap.map(LapStatus.init)
    slopePercent = figures.brake?.slopePercent.map(Precision.slope.rounded)
    resistancePercent = figures.brake?.resistancePercent.map(Precision.slope.rounded)
    road = figures.road?.rounded
    calibration = figures.calibration?.rounded
    (powerZones, wPrime, test) = (figures.powerZones, figures.wPrime?.rounded, figures.test?.rounded)
  }
}

extension RoadStatus {
  fileprivate var rounded: RoadStatus {
    RoadStatus(
      meters: Precision.distance.rounded(meters), lengthMeters: Precision.distance.rounded(lengthMeters),
      slopePercent: Precision.slope.rounded(slopePercent), altitudeMeters: Precision.distance.rounded(altitudeMeters),
      ascentMeters: Precision.distance.rounded(ascentMeters))
  }
}

extension CalibrationStatus {
  /// The status with a speed and a time in tenths.
  var rounded: CalibrationStatus {
    var rounded = self
    rounded.targetKmh = targetKmh.map { ($0 * 10).rounded() / 10 }
    rounded.spinDownSeconds = spinDownSeconds.map { ($0 * 10).rounded() / 10 }
    return rounded
  }
}

extension WPrimeStatus {
  fileprivate var rounded: WPrimeStatus {
    WPrimeStatus(
      criticalWatts: criticalWatts, fullKilojoules: Precision.work.rounded(fullKilojoules),
      kilojoules: Precision.work.rounded(kilojoules), leastKilojoules: Precision.work.rounded(leastKilojoules))
  }
}

extension TestStatus {
  fileprivate var rounded: TestStatus {
    var rounded = self
    rounded.meanWatts = meanWatts.map(Precision.power.rounded)
    return rounded
  }
}

extension LapStatus {
  init(_ lap: LapInHand) {
    self.init(
      number: lap.number, timerSeconds: lap.totals.timerSeconds,
      distanceMeters: lap.meters.map(Precision.distance.rounded),
      averageWatts: lap.totals.averageWatts.map(Precision.power.rounded),
      averageBeatsPerMinute: lap.totals.averageBeatsPerMinute.map(Precision.heartRate.rounded))
  }
}

extension DeviceStatus {
  init(_ device: RideSnapshot.Device) {
    self.init(
      address: device.device.address.description, name: device.device.name, state: device.link,
      powerWatts: device.powerWatts, cadenceRpm: device.cadenceRpm, speedKmh: device.speedKmh,
      beatsPerMinute: device.beatsPerMinute, batteryPercent: device.batteryPercent)
    fanPercent = device.fanPercent
    modes = device.modes.isEmpty ? nil : OpenValues(wrappedValue: device.modes)
    fromTrainer = device.isFromTrainer ? true : nil
  }

  init(away device: RideDevice) {
    self.init(address: device.address.description, name: device.name, state: .away)
  }
}

extension Problem {
  /// The charge below which a battery counts as nearly empty, in percent.
  private static let lowCharge = 15

  /// The problem of the emptiest battery; nil unless it is nearly empty.
  init?(ofBatteries devices: [RideSnapshot.Device]) {
    let charged = devices.compactMap { device in device.batteryPercent.map { (device: device.device, percent: $0) } }
    guard let least = charged.min(by: { $0.percent < $1.percent }), least.percent < Self.lowCharge else { return nil }
    self.init(
      .batteryLow, subject: least.device.name ?? least.device.address.description,
      detail: .charge(percent: least.percent))
  }
}

extension RideSnapshot.Problem {
  var code: ProblemCode {
    switch self {
    case .trainerLost: .trainerLost
    case .strapLost: .strapLost
    case .strapAway: .strapAway
    case .sensorAway(let role, _): role == .power ? .meterAway : .cadenceSensorAway
    case .trainerSilent: .trainerSilent
    case .startForgotten: .startForgotten
    case .cadenceMissing: .cadenceMissing
    case .powerMissing: .powerMissing
    case .cadenceSensorStuck: .cadenceSensorStuck
    case .cadenceSensorMeasuresSpeed: .cadenceSensorMeasuresSpeed
    case .meterPowerless: .meterPowerless
    case .calibrationRequested(let role): role == .power ? .meterCalibrationRequested : .calibrationRequested
    case .strapSilent: .strapSilent
    case .adapterStuck: .adapterStuck
    case .radioMending: .radioMending
    case .targetUnconfirmed: .targetUnconfirmed
    case .heartRateCeiling: .heartRateCeiling
    case .legsSpared: .legsSpared
    case .steeringEased: .steeringEased
    case .steeringFrozen: .steeringFrozen
    case .steeringLimited(.most, _): .steeringAtMost
    case .steeringLimited(.least, _): .steeringAtLeast
    case .alpha1Low: .alpha1Low
    case .controlLost: .controlLost
    case .targetRefused: .targetRefused
    }
  }

  var wire: Problem {
    switch self {
    case .trainerLost(let error), .strapLost(let error), .strapAway(let error), .sensorAway(_, let error):
      Problem(code, detail: error.map { $0.deviceFault.map { .device($0) } ?? .text($0.code.rawValue) })
    case .controlLost, .trainerSilent, .startForgotten, .cadenceMissing, .powerMissing, .cadenceSensorStuck,
      .cadenceSensorMeasuresSpeed, .meterPowerless, .calibrationRequested, .strapSilent:
      Problem(code)
    case .adapterStuck(let words): Problem(code, detail: words.map { .text($0) })
    case .radioMending(let measure): Problem(code, detail: .measure(measure))
    case .targetUnconfirmed(let watts), .legsSpared(let watts), .steeringEased(let watts), .steeringFrozen(let watts),
      .alpha1Low(let watts), .steeringLimited(_, let watts):
      Problem(code, detail: .power(watts: watts))
    case .heartRateCeiling(let beatsPerMinute): Problem(code, detail: .heartRate(beatsPerMinute: beatsPerMinute))
    case .targetRefused(let how): Problem(code, detail: .refusal(how))
    }
  }
}
