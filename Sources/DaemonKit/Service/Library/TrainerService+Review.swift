import BluetoothLE
import ControlWire
import RideAnalysis
import RideSession
import RideStore

extension TrainerService {
  /// A ride and what it comes to.
  @concurrent
  nonisolated func review(_ name: String) async throws(ControlError) -> ControlReply {
    let id = try await resolve(name)
    let reviewed = try await stored { _ throws(StoreError) in try await study.review(id) }
    return .reviewed(
      ReviewedRide(
        ride: RideSummary(reviewed.ride), review: ControlWire.RideReview(reviewed.review, reviewed.settings),
        laps: reviewed.laps.map(ControlWire.RideLap.init), events: reviewed.events.map(ControlWire.RideEvent.init),
        uploads: reviewed.uploads.map { Upload($0, activityID: reviewed.ride.activityID) }))
  }

  /// The most rides that one message takes.
  private static let trendsInMessage = 5000

  /// The rides of a time, each as one point; of very many, the newest.
  @concurrent
  nonisolated func history(since: String, before: String?) async throws(ControlError) -> ControlReply {
    let since = try UnixTime(parameter: "since", since)
    let before = try before.map { text throws(ControlError) in try UnixTime(parameter: "before", text) }
    let trends = try await stored { _ throws(StoreError) in try await study.history(since: since, before: before) }
    return .history(
      trends.suffix(Self.trendsInMessage).map(ControlWire.RideTrend.init), more: trends.count > Self.trendsInMessage)
  }
}

extension ControlWire.RideReview {
  fileprivate init(_ review: RideMetrics, _ settings: RiderSettings) {
    let totals = review.totals
    self.init(
      maximumWatts: totals.maximumWatts, maximumHeartRate: totals.maximumBeatsPerMinute,
      averageCadence: totals.averageCadenceRpm, maximumCadence: totals.maximumCadenceRpm,
      maximumSpeedKmh: totals.maximumSpeedKmh, normalizedWatts: review.normalizedWatts,
      variabilityIndex: review.variabilityIndex, intensityFactor: review.intensityFactor,
      trainingStressScore: review.trainingStressScore, efficiencyFactor: review.efficiencyFactor,
      decouplingPercent: review.decouplingPercent, driftBpmPerHour: review.driftBpmPerHour,
      workFromSeconds: review.workWindow.lowerBound, workToSeconds: review.workWindow.upperBound,
      zone2From: settings.zone2.lowerBound, zone2To: settings.zone2.upperBound,
      zone2Seconds: review.zone2Seconds, zone2Share: review.zone2Share, zone2Watts: review.zone2Watts,
      zoneMethod: review.zones.method,
      zones: zip(review.zones.zones, review.secondsInZone).map { ControlWire.HeartRateZone($0, seconds: $1) })
    thresholdWatts = review.thresholdWatts
    thresholdOfToday = review.isThresholdOfToday ? true : nil
  }
}

extension ControlWire.HeartRateZone {
  init(_ zone: HeartRateZones.Zone, seconds: Int? = nil) {
    self.init(number: zone.number, fromBpm: zone.from, belowBpm: zone.below, seconds: seconds)
  }
}

extension ControlWire.RideLap {
  fileprivate init(_ lap: RideStudy.Lap) {
    self.init(
      fromSeconds: lap.seconds.lowerBound, toSeconds: lap.seconds.upperBound, timerSeconds: lap.totals.timerSeconds,
      distanceMeters: lap.distanceMeters, averageWatts: lap.totals.averageWatts,
      averageHeartRate: lap.totals.averageBeatsPerMinute, averageCadence: lap.totals.averageCadenceRpm,
      kilojoules: lap.totals.joules / 1000, trigger: lap.trigger.rawValue,
      label: lap.label)
  }
}

extension ControlWire.RideEvent {
  fileprivate init(_ event: RideSession.RideEvent) {
    self.init(atSeconds: event.at.seconds, kind: event.kind.name.rawValue, detail: event.kind.detail)
  }
}

extension ControlWire.RideTrend {
  fileprivate init(_ trend: StoredTrend) {
    self.init(
      id: trend.id, start: trend.start.rfc3339, timerSeconds: trend.timerSeconds, zone2Seconds: trend.zone2Seconds,
      zone2Watts: trend.zone2Watts, decouplingPercent: trend.decouplingPercent)
  }
}
