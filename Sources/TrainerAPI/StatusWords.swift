import BluetoothLE
import ControlWire
import RideSession
import Rides

// The ride in hand as the wire has it.

extension Target {
  init(_ taken: TargetTaken) {
    self.init(
      targetWatts: taken.targetWatts, askedWatts: taken.askedWatts, minimumWatts: taken.range?.lowerBound,
      maximumWatts: taken.range?.upperBound, rangeAssumed: taken.isRangeAssumed)
  }
}

extension Unheld {
  init(_ unheld: UnheldInterval) {
    self.init(
      interval: unheld.number, watts: unheld.watts, minimumWatts: unheld.range.lowerBound,
      maximumWatts: unheld.range.upperBound)
  }
}

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
    fromTrainer = device.isFromTrainer ? true : nil
  }

  init(away device: RideDevice) {
    self.init(address: device.address.description, name: device.name, state: .away)
  }
}

extension MatchStatus {
  init(_ match: RideSnapshot.Match) { self.init(state: match.state, percent: match.percent) }
}

extension Problem {
  /// A charge below which a battery is nearly empty, in percent.
  private static let lowCharge = 15

  /// The emptiest of the devices' batteries, where that is nearly empty.
  init?(ofBatteries devices: [RideSnapshot.Device]) {
    let charged = devices.compactMap { device in device.batteryPercent.map { (device: device.device, percent: $0) } }
    guard let least = charged.min(by: { $0.percent < $1.percent }), least.percent < Self.lowCharge else { return nil }
    self.init(
      .batteryLow, subject: least.device.name ?? least.device.address.description, detail: "\(least.percent) %")
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

  var spoken: Problem {
    switch self {
    case .trainerLost(let error), .strapLost(let error), .strapAway(let error), .sensorAway(_, let error):
      Problem(code, detail: error?.code.rawValue)
    case .controlLost, .trainerSilent, .startForgotten, .cadenceMissing, .powerMissing, .cadenceSensorStuck,
      .cadenceSensorMeasuresSpeed, .meterPowerless, .calibrationRequested, .strapSilent:
      Problem(code)
    case .adapterStuck(let detail): Problem(code, detail: detail)
    case .radioMending(let measure): Problem(code, detail: measure)
    case .targetUnconfirmed(let watts), .legsSpared(let watts), .steeringEased(let watts), .steeringFrozen(let watts),
      .alpha1Low(let watts), .steeringLimited(_, let watts):
      Problem(code, detail: "\(watts) W")
    case .heartRateCeiling(let beatsPerMinute): Problem(code, detail: "\(beatsPerMinute) bpm")
    case .targetRefused(let how): Problem(code, detail: how)
    }
  }
}

// MARK: - Plan

extension PlanStatus {
  /// The ride's position in its plan, for the wire.
  init(_ standing: PlanStanding) {
    self.init(
      name: standing.name, intervals: standing.intervals, interval: standing.interval.map(IntervalStatus.init),
      next: standing.next.map(IntervalStatus.init), expired: standing.ended.map(ExpiredInterval.init),
      expiredCount: standing.endedCount, biasPercent: standing.biasPercent,
      remainingSeconds: standing.remainingSeconds, share: standing.share)
  }
}

extension IntervalStatus {
  init(_ standing: IntervalStanding) {
    self.init(
      number: standing.number, label: standing.label, end: standing.interval.end.kind,
      timerSeconds: standing.timerSeconds, meters: standing.meters)
    remainingSeconds = standing.remainingSeconds
    remainingMeters = standing.remainingMeters
    share = standing.share
    watts = standing.watts
    toWatts = standing.toWatts
    handWatts = standing.handWatts
    handFree = standing.isFreed ? true : nil
    if case .heartRate(let target) = standing.interval.aim {
      zone = target.zone
      zoneFrom = target.beatsPerMinute.lowerBound
      zoneTo = target.beatsPerMinute.upperBound
    }
    cadenceFrom = standing.interval.cadence?.lowerBound
    cadenceTo = standing.interval.cadence?.upperBound
    cue = standing.cue
  }
}

extension ExpiredInterval {
  init(_ ended: EndedInterval) {
    self.init(
      number: ended.number, label: ended.label, end: ended.end.kind, outcome: ended.outcome,
      atSeconds: ended.atSecond, timerSeconds: ended.timerSeconds, meters: ended.meters,
      averageWatts: ended.averageWatts.map(Precision.power.rounded),
      targetWatts: ended.askedWatts.map(Precision.power.rounded))
  }
}

extension PlanNews {
  init(_ event: PlanEvent) {
    self.init(kind: event.kind, interval: ExpiredInterval(event.ended), next: event.next.map(IntervalStatus.init))
  }
}

extension Alpha1Status {
  init(_ estimate: AlphaEstimate) {
    self.init(
      value: estimate.alpha1, beats: estimate.beats, artefactPercent: estimate.artefactPercent,
      confidence: estimate.confidence)
  }
}
