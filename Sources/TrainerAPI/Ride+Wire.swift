import BluetoothLE
import ControlWire
import RideAnalysis
import RideRuntime
import RideSession
import RideStore
import Rides

// Wire form of rides.

extension RideSummary {
  /// The summary of a stored ride.
  init(_ ride: StoredRide) {
    let totals = ride.totals
    self.init(
      id: ride.id, start: ride.start.rfc3339, timerSeconds: totals.timerSeconds,
      elapsedSeconds: totals.elapsedSeconds, averageWatts: totals.averageWatts,
      averageHeartRate: totals.averageBeatsPerMinute, kilojoules: totals.joules / 1000,
      distanceMeters: totals.distanceMeters, state: ride.state, name: ride.name, note: ride.note,
      trim: ride.cut.map { Trim($0, of: ride.wholeElapsedSeconds) }, importedFrom: ride.origin?.format.rawValue,
      deletedUntil: ride.deletedAt?.advanced(by: LibraryUpkeep.keeping).rfc3339,
      fileName: ride.fileName, plan: ride.planName, activity: ride.activityID.rfc3339Milliseconds,
      startConfirmed: ride.begun.isConfirmed == false ? false : nil, sport: ride.sport,
      onRoute: ride.isOnRoute ? true : nil, uuid: ride.uuid?.text)
  }

  /// The summary of a ride as it was before it was trimmed; it still includes the trim.
  init(_ ride: StoredRide, whole record: RideRecord) {
    self.init(ride)
    let totals = record.totals
    start = record.start.rfc3339
    (timerSeconds, elapsedSeconds) = (totals.timerSeconds, totals.elapsedSeconds)
    (averageWatts, averageHeartRate) = (totals.averageWatts, totals.averageBeatsPerMinute)
    (kilojoules, distanceMeters) = (totals.joules / 1000, totals.distanceMeters)
  }
}

extension RideSummary {
  /// The summary of a ride from a file that is not stored; its number is 0.
  init(unstored record: RideRecord) {
    let totals = record.totals
    self.init(
      id: 0, start: record.start.rfc3339, timerSeconds: totals.timerSeconds, elapsedSeconds: totals.elapsedSeconds,
      averageWatts: totals.averageWatts, averageHeartRate: totals.averageBeatsPerMinute,
      kilojoules: totals.joules / 1000, distanceMeters: totals.distanceMeters, state: .finished, name: record.name,
      note: record.note, importedFrom: record.origin?.format.rawValue, sport: record.sport, uuid: record.uuid?.text)
  }
}

extension Trim {
  init(_ range: Range<Int>, of wholeSeconds: Int) {
    self.init(fromSeconds: range.lowerBound, toSeconds: range.upperBound, wholeSeconds: wholeSeconds)
  }
}

extension Upload {
  /// The upload of a ride whose present activity ID is `activityID`.
  init(_ upload: RideUpload, activityID: UnixTime) {
    let outdated = upload.state.isThere && upload.activityID != activityID
    self.init(
      service: upload.service, state: outdated ? .stale : upload.state, remoteId: upload.details.remoteID,
      url: upload.details.url, at: upload.at.rfc3339, message: upload.details.message, outdated: outdated)
  }
}

// MARK: - Links

extension RideLinks.Intervals {
  init(_ role: DeviceRole, _ statistics: IntervalStatistics) {
    self.init(
      device: role, count: statistics.count, shortestSeconds: statistics.shortest.seconds,
      longestSeconds: statistics.longest.seconds, meanSeconds: statistics.meanSeconds,
      deviationSeconds: statistics.deviationSeconds)
  }
}

// MARK: - Review

extension ReviewedRide {
  /// The wire form of a review; `whole` means that it covers a trimmed ride as a whole.
  init(_ reviewed: RideReviewer.Review, whole: Bool) {
    let ride = reviewed.ride
    self.init(
      ride: whole && ride.cut != nil ? RideSummary(ride, whole: reviewed.record) : RideSummary(ride),
      review: RideReview(reviewed.review, reviewed.settings),
      laps: reviewed.laps.map(Lap.init), events: reviewed.events.map(Event.init),
      uploads: reviewed.uploads.map { Upload($0, activityID: reviewed.ride.activityID) })
  }
}

extension RideReview {
  fileprivate init(_ review: RideMetrics, _ settings: RiderSettings) {
    let totals = review.totals
    self.init(
      maximumWatts: totals.maximumWatts, maximumHeartRate: totals.maximumBeatsPerMinute,
      averageCadence: totals.averageCadenceRpm, maximumCadence: totals.maximumCadenceRpm,
      maximumSpeedKmh: totals.maximumSpeedKmh, normalizedWatts: review.normalizedWatts,
      variabilityIndex: review.variabilityIndex, intensityFactor: review.intensityFactor,
      trainingStressScore: review.trainingStressScore, efficiencyFactor: review.efficiencyFactor,
      decouplingPercent: review.decouplingPercent, driftBpmPerHour: review.driftBpmPerHour,
      workFromSeconds: review.steadyWork.window.lowerBound, workToSeconds: review.steadyWork.window.upperBound,
      zone2From: settings.zone2.lowerBound, zone2To: settings.zone2.upperBound,
      zone2Seconds: review.zone2Seconds, zone2Share: review.zone2Share, zone2Watts: review.zone2Watts,
      zoneMethod: review.zones.method,
      zones: zip(review.zones.zones, review.secondsInZone).map { HeartRateZone($0, seconds: $1) })
    thresholdWatts = review.thresholdWatts
    thresholdOfToday = review.isThresholdOfToday ? true : nil
    workVariabilityIndex = review.steadyWork.variabilityIndex
    notJudged = review.notJudged
    powerZones = review.powerZones.map { $0.zones(seconds: review.secondsInPowerZone) }
    (wPrime, test, pedalling) = (review.wPrime, review.test, review.pedalling)
    (strain, strainRaw, trimp) = (review.strain, review.strainRaw, review.trimp)
  }
}

extension HeartRateZone {
  init(_ zone: HeartRateZones.Zone, seconds: Int? = nil) {
    self.init(number: zone.number, fromBpm: zone.from, belowBpm: zone.below, seconds: seconds)
  }
}

extension ReviewedRide.Lap {
  fileprivate init(_ lap: RideReviewer.Lap) {
    self.init(
      fromSeconds: lap.seconds.lowerBound, toSeconds: lap.seconds.upperBound, timerSeconds: lap.totals.timerSeconds,
      distanceMeters: lap.distanceMeters, averageWatts: lap.totals.averageWatts,
      averageHeartRate: lap.totals.averageBeatsPerMinute, averageCadence: lap.totals.averageCadenceRpm,
      kilojoules: lap.totals.joules / 1000, trigger: lap.trigger.rawValue,
      label: lap.label)
    (interval, plannedWatts, plannedToWatts) = (lap.interval, lap.planned?.watts, lap.planned?.toWatts)
    powerZoneSeconds = lap.powerZoneSeconds
  }
}

extension ReviewedRide.Event {
  fileprivate init(_ event: RideEvent) {
    self.init(atSeconds: event.at.seconds, kind: event.kind.name.rawValue, detail: event.kind.detail)
    switch event.kind {
    case .target(let watts), .unconfirmed(let watts), .released(let watts), .steeringEased(let watts):
      self.watts = watts
    case .eased(let watts), .alpha1Eased(let watts): self.watts = watts
    case .trainerLost(let code): (device, reason) = (.trainer, code.rawValue)
    case .strapLost(let code): (device, reason) = (.heartRate, code.rawValue)
    case .trainerRestored: device = .trainer
    case .strapRestored: device = .heartRate
    case .silent(let role): device = role
    case .remedy(let remedy): reason = remedy.rawValue
    case .refused(let how): reason = how
    case .linkRefused(let role, let how): (device, reason) = (role, how)
    case .interval(let number, let label): (interval, self.label) = (number, label)
    case .labelled(let number, let label): (interval, self.label) = (number, label)
    case .intervalEnded(let number, let trigger): (interval, reason) = (number, trigger.rawValue)
    case .extended(let number, .seconds(let seconds)): (interval, self.seconds) = (number, seconds)
    case .extended(let number, .meters(let meters)): (interval, self.meters) = (number, meters.inMeters)
    case .biased(let percent): self.percent = percent
    case .ended(let why): reason = why.rawValue
    case .started, .free, .braked, .lap, .paused, .resumed, .autoPaused, .interrupted, .continued, .restored,
      .planEnded,
      .steeringReturned,
      .unread:
      break
    }
  }
}

extension RideTrend {
  /// - Parameters:
  ///   - trend: The ride.
  ///   - thresholdWatts: The rider's present FTP, for a ride without a stored one.
  init(_ trend: StoredTrend, thresholdWatts: Int?) {
    let load = RideLoad(
      normalizedWatts: trend.normalizedWatts, timerSeconds: trend.timerSeconds,
      thresholdWatts: trend.thresholdWatts ?? thresholdWatts)
    self.init(
      id: trend.id, start: trend.start.rfc3339, timerSeconds: trend.timerSeconds, zone2Seconds: trend.zone2Seconds,
      zone2Watts: trend.zone2Watts, decouplingPercent: trend.decouplingPercent, kilojoules: trend.joules / 1000,
      distanceMeters: trend.distanceMeters, trainingStressScore: load.trainingStressScore)
    powerZoneSeconds = trend.powerZoneSeconds
  }
}

extension TrimSuggestion {
  init(_ suggestion: TrimAnalysis, of wholeSeconds: Int) {
    self.init(
      activityEndSeconds: suggestion.activityEnd, tailSeconds: suggestion.tailSeconds,
      forgotten: suggestion.isForgotten, suggestedEndSeconds: suggestion.suggestedEnd,
      workFromSeconds: suggestion.workWindow.lowerBound, workToSeconds: suggestion.workWindow.upperBound,
      levelWatts: suggestion.level, proposal: suggestion.proposal.map { Trim($0, of: wholeSeconds) })
  }
}

// MARK: - Times

extension UnixTime {
  /// Parses a parameter in RFC 3339.
  ///
  /// - Throws: `invalidParameter` with the parameter's name, for any other text.
  init(parameter name: String, _ text: String) throws(ControlError) {
    guard let moment = LocalMoment(text) else { throw ControlError(.invalidParameter, subject: name) }
    self = moment.time
  }
}
