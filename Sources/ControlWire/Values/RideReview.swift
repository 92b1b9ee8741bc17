package import Rides

/// A ride with its review, laps, events and uploads.
package struct ReviewedRide: Codable, Hashable, Sendable {
  /// A lap of a ride.
  package struct Lap: Codable, Hashable, Sendable {
    /// Its first second.
    package var fromSeconds: Int
    /// The first second after it.
    package var toSeconds: Int
    /// Seconds that the timer ran in it.
    package var timerSeconds: Int
    /// In metres.
    package var distanceMeters: Double?
    /// In watts.
    package var averageWatts: Double?
    /// In beats per minute.
    package var averageHeartRate: Double?
    /// In revolutions per minute.
    package var averageCadence: Double?
    /// In kilojoules.
    package var kilojoules: Double
    /// The reason for its end: `manual`, `distance`, `location`, `time`, `heartRate`, `end`.
    package var trigger: String
    /// Its label in the plan of the ride; absent without one.
    package var label: String?
    /// The number of its interval in the plan, from 1; absent for other laps.
    package var interval: Int?
    /// The planned power at its beginning, in watts, with the bias at that time; absent if no power was planned.
    package var plannedWatts: Int?
    /// The planned power at the end of a ramp, in watts, with the bias at that time; absent for other intervals.
    package var plannedToWatts: Int?
    /// Seconds in each power zone; absent without power or threshold power.
    package var powerZoneSeconds: [Int]?

    package init(
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

  /// An event of a ride.
  package struct Event: Codable, Hashable, Sendable {
    /// The time in the ride, in seconds.
    package var atSeconds: Double
    /// Its kind: `started`, `target`, `paused`, `trainerLost` and so on.
    package var kind: String
    /// All further data in one text; the members below have the same data for programs.
    package var detail: String?
    /// The power after the event, in watts.
    package var watts: Int?
    /// The bias after the event, in percent.
    package var percent: Int?
    /// The number of the interval in the plan, from 1.
    package var interval: Int?
    /// The label of that interval.
    package var label: String?
    /// The reason of a lost link, of an interval's end or of the ride's end, or the remedy that was used.
    package var reason: String?
    @OptionalOpenValue package var device: DeviceRole?
    /// The extension of an interval, in seconds of the timer.
    package var seconds: Int?
    /// The extension of an interval, in metres.
    package var meters: Int?

    package init(atSeconds: Double, kind: String, detail: String? = nil) {
      self.atSeconds = atSeconds
      self.kind = kind
      self.detail = detail
    }
  }

  package var ride: RideSummary
  package var review: RideReview
  /// Its laps; the whole ride if it has no other laps.
  package var laps: [Lap]
  /// Its events, in order of time.
  package var events: [Event]
  package var uploads: [Upload]

  package init(ride: RideSummary, review: RideReview, laps: [Lap], events: [Event], uploads: [Upload]) {
    self.ride = ride
    self.review = review
    self.laps = laps
    self.events = events
    self.uploads = uploads
  }
}

/// Figures of a ride beyond its summary, all for timer seconds and for the ride as it is trimmed.
package struct RideReview: Codable, Hashable, Sendable {
  /// The greatest one-second mean power, in watts.
  package var maximumWatts: Double?
  /// In beats per minute.
  package var maximumHeartRate: Int?
  /// In revolutions per minute.
  package var averageCadence: Double?
  /// In revolutions per minute.
  package var maximumCadence: Double?
  /// In km/h.
  package var maximumSpeedKmh: Double?
  /// Normalized Power, in watts.
  package var normalizedWatts: Double?
  /// Normalized Power over mean power.
  package var variabilityIndex: Double?
  /// Normalized Power over functional threshold power; absent if that is not set.
  package var intensityFactor: Double?
  /// Training Stress Score; absent if the functional threshold power is not set.
  package var trainingStressScore: Double?
  /// Strain over all seconds with a heart rate, including pauses, 0…21; absent without a maximum heart rate.
  package var strain: Double?
  /// The weighted minutes from which the strain follows.
  package var strainRaw: Double?
  /// Banister's training impulse; absent without a maximum and a resting heart rate.
  package var trimp: Double?
  /// Normalized Power over mean heart rate, in watts per beat per minute.
  package var efficiencyFactor: Double?
  /// Aerobic decoupling (Pw:HR) of mean power over the work window, in percent; absent if the work is shorter than 20
  /// min or not steady.
  package var decouplingPercent: Double?
  /// The reason why there is neither decoupling nor drift; absent if they are judged.
  @OptionalOpenValue package var notJudged: EnduranceRefusal?
  /// Slope of the heart rate over the work window without its last tenth, in beats per minute per hour.
  package var driftBpmPerHour: Double?
  /// Normalized Power over mean power of the work; above 1.05 it is not steady, and has neither decoupling nor drift.
  package var workVariabilityIndex: Double?
  /// The beginning of the work, after the warm-up, in seconds of the ride.
  package var workFromSeconds: Int
  /// The end of the work, before the cool-down, in seconds of the ride.
  package var workToSeconds: Int
  /// The lowest heart rate that counts as Zone 2.
  package var zone2From: Int
  /// The highest heart rate that counts as Zone 2.
  package var zone2To: Int
  /// Seconds in Zone 2.
  package var zone2Seconds: Int
  /// Their share of the seconds with a heart rate, 0…1.
  package var zone2Share: Double?
  /// Mean power in Zone 2, in watts.
  package var zone2Watts: Double?
  /// The threshold power (FTP) at the ride's start, used for intensity and load, in watts.
  package var thresholdWatts: Int?
  /// True if that is today's setting, because the ride has no stored one; else nil.
  package var thresholdOfToday: Bool?
  /// The method of the zones.
  @OpenValue package var zoneMethod: ZoneMethod
  /// The heart-rate zones, with the seconds in each.
  package var zones: [HeartRateZone]
  /// The power zones by the threshold power, with the seconds in each; absent without power or threshold power.
  package var powerZones: [PowerZones.Zone]?
  /// W′ balance at the end, by today's critical power; absent without one.
  package var wPrime: WPrimeStatus?
  /// The result of the test of FTP that the ride was; absent for other rides.
  package var test: TestStatus?
  /// The mean balance and quality of the pedalling; absent without a meter that sent them.
  package var pedalling: Pedalling?

  package init(
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

/// A ride as one point of the history.
package struct RideTrend: Codable, Hashable, Sendable {
  /// The ride's number.
  package var id: Int
  /// The ride's start, RFC 3339 in UTC.
  package var start: String
  /// Seconds that the timer ran.
  package var timerSeconds: Int
  /// Seconds in Zone 2.
  package var zone2Seconds: Int
  /// Mean power in Zone 2, in watts.
  package var zone2Watts: Double?
  /// Aerobic decoupling (Pw:HR), in percent; absent for less than 20 min of steady work.
  package var decouplingPercent: Double?
  /// Work, in kilojoules; absent from an older daemon.
  package var kilojoules: Double?
  /// In metres; absent if it is not known.
  package var distanceMeters: Double?
  /// Training Stress Score; absent without a threshold power.
  package var trainingStressScore: Double?
  /// Seconds in each power zone; absent without power or threshold power.
  package var powerZoneSeconds: [Int]?

  package init(
    id: Int, start: String, timerSeconds: Int, zone2Seconds: Int, zone2Watts: Double?, decouplingPercent: Double?,
    kilojoules: Double? = nil, distanceMeters: Double? = nil, trainingStressScore: Double? = nil
  ) {
    self.id = id
    self.start = start
    self.timerSeconds = timerSeconds
    self.zone2Seconds = zone2Seconds
    self.zone2Watts = zone2Watts
    self.decouplingPercent = decouplingPercent
    self.kilojoules = kilojoules
    self.distanceMeters = distanceMeters
    self.trainingStressScore = trainingStressScore
  }
}

/// A band of heart rates.
package struct HeartRateZone: Codable, Hashable, Sendable {
  /// Its number, from 1.
  package var number: Int
  /// Its lower bound, in beats per minute; absent for the lowest.
  package var fromBpm: Double?
  /// The lower bound of the next zone; absent for the highest.
  package var belowBpm: Double?
  /// Seconds of a ride in it; absent without a ride.
  package var seconds: Int?

  package init(number: Int, fromBpm: Double?, belowBpm: Double?, seconds: Int? = nil) {
    self.number = number
    self.fromBpm = fromBpm
    self.belowBpm = belowBpm
    self.seconds = seconds
  }
}
