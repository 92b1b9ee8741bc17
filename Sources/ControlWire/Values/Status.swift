package import Rides

/// The daemon's current state: the parameters of `Status` and of each reply to `Watch`.
///
/// Unknown values are absent.
package struct Status: Codable, Hashable, Sendable {
  /// The phase of the ride.
  @OpenValue package var phase: RidePhase
  /// True during an auto-pause, which pedalling ends; else absent.
  package var autoPaused: Bool?
  /// The current problems, worst first.
  package var problems: [Problem]
  /// The current ride.
  package var ride: RideStatus?
  /// The trainer in use.
  package var trainer: DeviceStatus?
  /// The heart-rate strap in use.
  package var heartRate: DeviceStatus?
  /// The power meter in use; absent unless one was chosen.
  package var power: DeviceStatus?
  /// The cadence sensor in use; absent unless one was chosen.
  package var cadence: DeviceStatus?
  /// The fan in use; absent unless one was chosen.
  package var fan: DeviceStatus?
  /// The match of the trainer to the power meter; absent without a power meter, and during free riding.
  package var match: MatchStatus?
  /// The ride's position in its plan; absent for a steady ride.
  package var plan: PlanStatus?
  /// DFA alpha-1 of the heartbeat; absent while no RR intervals arrive.
  package var alpha1: Alpha1Status?
  /// Events of the plan since the previous reply; only in replies to `Watch`, absent without events.
  package var news: [PlanNews]?
  /// Today's next workout from the calendars of services; only before a ride, absent without one.
  package var planned: PlanSummary?
  /// True in the morning if a rider who usually measures heart rate variability with the strap has not done so yet;
  /// else absent.
  package var hrvDue: Bool?
  /// The number of rides that a service refused; only before a ride, absent for 0.
  package var refusedUploads: Int?

  package init(
    phase: RidePhase, autoPaused: Bool? = nil, problems: [Problem] = [], ride: RideStatus? = nil,
    trainer: DeviceStatus? = nil, heartRate: DeviceStatus? = nil, plan: PlanStatus? = nil, alpha1: Alpha1Status? = nil,
    news: [PlanNews]? = nil, planned: PlanSummary? = nil, hrvDue: Bool? = nil
  ) {
    self.phase = phase
    self.autoPaused = autoPaused
    self.problems = problems
    self.ride = ride
    self.trainer = trainer
    self.heartRate = heartRate
    self.plan = plan
    self.alpha1 = alpha1
    self.news = news
    self.planned = planned
    self.hrvDue = hrvDue
  }
}

extension Status {
  /// The current power, in watts: the power meter's if one sends, else the trainer's.
  package var powerWatts: Int? { power?.powerWatts ?? trainer?.powerWatts }

  /// The current cadence, in revolutions per minute: the chosen sensor's if it sends, else the trainer's, else the
  /// power meter's.
  package var cadenceRpm: Double? { cadence?.cadenceRpm ?? trainer?.cadenceRpm ?? power?.cadenceRpm }
}

/// A problem, explained so that a user can act on it.
package struct Problem: Codable, Hashable, Sendable {
  /// The problem for programs; the codes are those of `ProblemCode`.
  package var code: String
  /// The problem, as an English sentence; `explanation` has it in the reader's language.
  package var message: String
  /// The remedy, as an English sentence.
  package var remedy: String
  /// The name or address of the device, or the path, that the problem is about.
  package var subject: String?
  /// Details beyond the code: a charge in percent, a result code, the system's message.
  package var detail: String?
  /// The reason why rides cannot be stored at `subject`; for `stateUnusable` and `storeFailing`.
  @OptionalOpenValue package var cause: StoreObstacle.Cause?
  /// The user without permission to store there.
  package var user: String?
  /// The number of rides recovered from a damaged library; absent while they are being read.
  package var rides: Int?
  /// The number of its rides that could not be read.
  package var unread: Int?

  package init(code: String, message: String, remedy: String) {
    self.code = code
    self.message = message
    self.remedy = remedy
    cause = nil
  }
}

/// The current ride.
package struct RideStatus: Codable, Hashable, Sendable {
  /// The ride's number in the store.
  package var id: Int
  /// The trainer's current target power, in watts; absent during a pause, while the trainer is gone, and during free
  /// riding.
  package var targetWatts: Int?
  /// The power that the rider and the plan want, in watts, including the bias; absent during free riding.
  package var wantedWatts: Int?
  /// The reason if the target power is another one; else absent.
  @OptionalOpenValue package var easedBy: TargetEasing?
  /// The bias of all watts, in percent; absent for 0.
  package var biasPercent: Int?
  /// Seconds that the timer has run.
  package var timerSeconds: Int
  /// Seconds since the first pedal stroke, including pauses and lost links.
  package var elapsedSeconds: Int
  /// Timer seconds left; absent if a part of the ride does not end by the timer.
  package var remainingSeconds: Int?
  /// Distance in timer time, in metres; absent if it is not known.
  package var distanceMeters: Double?
  /// The name of its plan; absent without a plan.
  package var name: String?
  /// The same name, under the key that stored rides use.
  package var plan: String?
  /// The mean power in timer time, in watts; absent if it is not known.
  package var averageWatts: Double?
  /// The mean heart rate in timer time, in beats per minute; absent if it is not known.
  package var averageBeatsPerMinute: Double?
  /// The heart rate above which the target is eased, in beats per minute; absent without a limit.
  package var maximumBeatsPerMinute: Int?
  /// The work in timer time, in kilojoules; absent before the first pedal stroke.
  package var kilojoules: Double?
  /// How long the timer has been stopped by a pause or a lost trainer, in seconds; absent while it runs.
  package var stoppedSeconds: Int?
  /// The current lap; absent before the first pedal stroke.
  package var lap: LapStatus?
  /// The power zones, with the seconds of timer time in each; absent without a threshold power.
  package var powerZones: [PowerZones.Zone]?
  /// W′ balance; absent without a critical power, and before the first pedal stroke.
  package var wPrime: WPrimeStatus?
  /// The test of FTP that the ride is; absent for other rides.
  package var test: TestStatus?
  /// The slope of the road, in percent, while the legs alone decide the power; absent with a target.
  package var slopePercent: Double?
  /// The constant brake, in percent of the greatest one; absent without one.
  package var resistancePercent: Double?
  /// The place on the route; absent without a route that has altitudes.
  package var road: RoadStatus?
  /// The calibration in progress, or the last one for a minute.
  package var calibration: CalibrationStatus?

  package init(
    id: Int, targetWatts: Int?, timerSeconds: Int, elapsedSeconds: Int, remainingSeconds: Int?,
    distanceMeters: Double? = nil, wantedWatts: Int? = nil, easedBy: TargetEasing? = nil, biasPercent: Int? = nil
  ) {
    self.id = id
    self.targetWatts = targetWatts
    self.wantedWatts = wantedWatts
    self.easedBy = easedBy
    self.biasPercent = biasPercent
    self.timerSeconds = timerSeconds
    self.elapsedSeconds = elapsedSeconds
    self.remainingSeconds = remainingSeconds
    self.distanceMeters = distanceMeters
  }
}

/// A lap of the current ride, in timer time: an interval of the plan, or a lap that `Lap` began.
package struct LapStatus: Codable, Hashable, Sendable {
  /// Its number, from 1.
  package var number: Int
  /// Its length in seconds.
  package var timerSeconds: Int
  /// Its distance in metres; absent if it is not known.
  package var distanceMeters: Double?
  /// Its mean power in watts; absent if it is not known.
  package var averageWatts: Double?
  /// Its mean heart rate in beats per minute; absent if it is not known.
  package var averageBeatsPerMinute: Double?

  package init(
    number: Int, timerSeconds: Int, distanceMeters: Double? = nil, averageWatts: Double? = nil,
    averageBeatsPerMinute: Double? = nil
  ) {
    self.number = number
    self.timerSeconds = timerSeconds
    self.distanceMeters = distanceMeters
    self.averageWatts = averageWatts
    self.averageBeatsPerMinute = averageBeatsPerMinute
  }
}

/// A ride that was started.
package struct Started: Codable, Hashable, Sendable {
  package var ride: RideStatus
  /// Its target; absent if it starts with free riding.
  package var target: Target?
  /// The devices, the trainer first.
  package var devices: [RiddenDevice]
  /// The first interval of its plan whose power the trainer cannot hold; absent if it can hold them all.
  package var unheld: Unheld?

  package init(ride: RideStatus, target: Target?, devices: [RiddenDevice] = [], unheld: Unheld? = nil) {
    self.ride = ride
    self.target = target
    self.devices = devices
    self.unheld = unheld
  }
}
