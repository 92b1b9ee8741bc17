/// What a ride comes to, beyond its summary; all of timer seconds, of the ride as it is cut.
public struct RideReview: Codable, Hashable, Sendable {
  /// The greatest one-second mean power, in watts.
  public var maximumWatts: Double?
  /// In beats a minute.
  public var maximumHeartRate: Int?
  /// In revolutions a minute.
  public var averageCadence: Double?
  /// In revolutions a minute.
  public var maximumCadence: Double?
  /// In km/h.
  public var maximumSpeedKmh: Double?
  /// Normalized Power, in watts.
  public var normalizedWatts: Double?
  /// Normalized Power over mean power.
  public var variabilityIndex: Double?
  /// Normalized Power over functional threshold power; absent where that is not set.
  public var intensityFactor: Double?
  /// Training Stress Score; absent where functional threshold power is not set.
  public var trainingStressScore: Double?
  /// Normalized Power over mean heart rate, in watts a beat a minute.
  public var efficiencyFactor: Double?
  /// Aerobic decoupling (Pw:HR) of mean power over the work window, in percent; absent for less than 20 min of work.
  public var decouplingPercent: Double?
  /// Slope of the heart rate over the work window without its last tenth, in beats a minute an hour.
  public var driftBpmPerHour: Double?
  /// Where the work begins, after the warm-up, in seconds of the ride.
  public var workFromSeconds: Int
  /// Where it ends, before the cool-down, in seconds of the ride.
  public var workToSeconds: Int
  /// The lowest heart rate that counts as Zone 2.
  public var zone2From: Int
  /// The highest heart rate that counts as Zone 2.
  public var zone2To: Int
  /// Seconds in Zone 2.
  public var zone2Seconds: Int
  /// Their share of the seconds with a heart rate, 0…1.
  public var zone2Share: Double?
  /// Mean power in Zone 2, in watts.
  public var zone2Watts: Double?
  /// The threshold power (FTP) that intensity and load are taken by, in watts: that of the ride's start.
  public var thresholdWatts: Int?
  /// True where that is today's setting, since none was kept with the ride; else nil.
  public var thresholdOfToday: Bool?
  /// How the zones were made.
  public var zoneMethod: ZoneMethod
  /// The heart-rate zones, with the seconds in each.
  public var zones: [HeartRateZone]

  /// A review.
  public init(
    maximumWatts: Double? = nil, maximumHeartRate: Int? = nil, averageCadence: Double? = nil,
    maximumCadence: Double? = nil, maximumSpeedKmh: Double? = nil, normalizedWatts: Double? = nil,
    variabilityIndex: Double? = nil, intensityFactor: Double? = nil, trainingStressScore: Double? = nil,
    efficiencyFactor: Double? = nil, decouplingPercent: Double? = nil, driftBpmPerHour: Double? = nil,
    workFromSeconds: Int, workToSeconds: Int, zone2From: Int, zone2To: Int, zone2Seconds: Int,
    zone2Share: Double? = nil, zone2Watts: Double? = nil, zoneMethod: ZoneMethod, zones: [HeartRateZone]
  ) {
    self.maximumWatts = maximumWatts
    self.maximumHeartRate = maximumHeartRate
    self.averageCadence = averageCadence
    self.maximumCadence = maximumCadence
    self.maximumSpeedKmh = maximumSpeedKmh
    self.normalizedWatts = normalizedWatts
    self.variabilityIndex = variabilityIndex
    self.intensityFactor = intensityFactor
    self.trainingStressScore = trainingStressScore
    self.efficiencyFactor = efficiencyFactor
    self.decouplingPercent = decouplingPercent
    self.driftBpmPerHour = driftBpmPerHour
    self.workFromSeconds = workFromSeconds
    self.workToSeconds = workToSeconds
    self.zone2From = zone2From
    self.zone2To = zone2To
    self.zone2Seconds = zone2Seconds
    self.zone2Share = zone2Share
    self.zone2Watts = zone2Watts
    self.zoneMethod = zoneMethod
    self.zones = zones
  }
}

/// A ride with all that is derived from it and all that happened in it.
public struct ReviewedRide: Codable, Hashable, Sendable {
  /// The ride.
  public var ride: RideSummary
  /// What it comes to.
  public var review: RideReview
  /// Its laps; the whole ride, where it has no others.
  public var laps: [RideLap]
  /// What happened in it, in order of time.
  public var events: [RideEvent]
  /// Where it was uploaded to.
  public var uploads: [Upload]

  /// A ride with its review.
  public init(ride: RideSummary, review: RideReview, laps: [RideLap], events: [RideEvent], uploads: [Upload]) {
    self.ride = ride
    self.review = review
    self.laps = laps
    self.events = events
    self.uploads = uploads
  }
}

/// A stretch of a ride.
public struct RideLap: Codable, Hashable, Sendable {
  /// Its first second.
  public var fromSeconds: Int
  /// The first second after it.
  public var toSeconds: Int
  /// Seconds the timer ran in it.
  public var timerSeconds: Int
  /// In metres.
  public var distanceMeters: Double?
  /// In watts.
  public var averageWatts: Double?
  /// In beats a minute.
  public var averageHeartRate: Double?
  /// In revolutions a minute.
  public var averageCadence: Double?
  /// In kilojoules.
  public var kilojoules: Double
  /// What ended it: `manual`, `distance`, `location`, `time`, `heartRate`, `end`.
  public var trigger: String
  /// What the plan that was ridden calls it; absent where it does not.
  public var label: String?

  /// A lap.
  public init(
    fromSeconds: Int, toSeconds: Int, timerSeconds: Int, distanceMeters: Double? = nil, averageWatts: Double? = nil,
    averageHeartRate: Double? = nil, averageCadence: Double? = nil, kilojoules: Double, trigger: String,
    label: String? = nil
  ) {
    self.fromSeconds = fromSeconds
    self.toSeconds = toSeconds
    self.timerSeconds = timerSeconds
    self.distanceMeters = distanceMeters
    self.averageWatts = averageWatts
    self.averageHeartRate = averageHeartRate
    self.averageCadence = averageCadence
    self.kilojoules = kilojoules
    self.trigger = trigger
    self.label = label
  }
}

/// Something that happened in a ride.
public struct RideEvent: Codable, Hashable, Sendable {
  /// When, in seconds of the ride.
  public var atSeconds: Double
  /// What: `started`, `target`, `paused`, `trainerLost` and so on.
  public var kind: String
  /// What is known beyond that.
  public var detail: String?

  /// An event.
  public init(atSeconds: Double, kind: String, detail: String? = nil) {
    self.atSeconds = atSeconds
    self.kind = kind
    self.detail = detail
  }
}

/// A ride that was given to a service.
public struct Upload: Codable, Hashable, Sendable {
  /// The service: `strava`, say.
  public var service: String
  /// When: RFC 3339 in UTC.
  public var at: String
  /// What the service has is not the ride as it is now: it was cut, or made whole again, since.
  public var outdated: Bool

  /// An upload.
  public init(service: String, at: String, outdated: Bool) {
    self.service = service
    self.at = at
    self.outdated = outdated
  }
}
