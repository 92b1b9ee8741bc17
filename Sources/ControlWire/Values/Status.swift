package import Rides

/// The daemon's state now: the parameters of `Status` and of each reply to `Watch`.
///
/// Unknown values are absent.
package struct Status: Codable, Hashable, Sendable {
  /// The phase of the ride.
  @Word package var phase: RidePhase
  /// True while the timer stands because nobody pedals, so that pedalling ends the pause; else absent.
  package var autoPaused: Bool?
  /// The problems now, worst first.
  package var problems: [Problem]
  /// The ride in hand.
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
  /// How the trainer is matched to the power meter; absent without one, and while riding is free.
  package var match: MatchStatus?
  /// The ride's position in its plan; absent for a steady ride.
  package var plan: PlanStatus?
  /// DFA alpha-1 of the heartbeat; absent while no RR intervals arrive.
  package var alpha1: Alpha1Status?
  /// Events of the plan since the reply before; only in replies to `Watch`, absent without events.
  package var news: [PlanNews]?
  /// The next workout that the calendars of services have for today, before a ride; absent without one.
  package var planned: PlanSummary?
  /// True in the morning if a rider who usually measures heart rate variability with the strap has not yet; else absent.
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
  /// The power of the ride now, in watts: the power meter's if one sends, else the trainer's.
  package var powerWatts: Int? { power?.powerWatts ?? trainer?.powerWatts }

  /// The cadence of the ride now, in revolutions a minute: the chosen sensor's if it sends, else the trainer's, else the
  /// power meter's.
  package var cadenceRpm: Double? { cadence?.cadenceRpm ?? trainer?.cadenceRpm ?? power?.cadenceRpm }
}

/// A problem, explained so that a person can act on it.
package struct Problem: Codable, Hashable, Sendable {
  /// The problem for programs; the codes are those of `ProblemCode`.
  package var code: String
  /// The problem, in an English sentence; `sentence` tells it in the reader's language.
  package var message: String
  /// The remedy, in an English sentence.
  package var remedy: String
  /// The device's name or address, or the path, it is about.
  package var subject: String?
  /// What is known beyond the code: a charge in percent, a result code, what the system said.
  package var detail: String?
  /// What keeps rides from being stored at `subject`; of `stateUnusable` and `storeFailing`.
  @OptionalWord package var cause: StoreObstacle.Cause?
  /// The user who may not store there.
  package var user: String?
  /// How many rides came over from a damaged library; absent while they are being read.
  package var rides: Int?
  /// How many of its rides could not be read.
  package var unread: Int?

  package init(code: String, message: String, remedy: String) {
    self.code = code
    self.message = message
    self.remedy = remedy
    cause = nil
  }
}

/// The ride in hand.
package struct RideStatus: Codable, Hashable, Sendable {
  /// The ride's number in the store.
  package var id: Int
  /// The power asked of the trainer now, in watts; absent while nothing is asked of it: in a pause, while it is gone, and
  /// while riding is free.
  package var targetWatts: Int?
  /// The power that rider and plan want, in watts, the bias included; absent while riding is free.
  package var wantedWatts: Int?
  /// The reason if the trainer is asked for another power; else absent.
  @OptionalWord package var easedBy: TargetEasing?
  /// The bias of all watts, in percent; absent for 0.
  package var biasPercent: Int?
  /// Seconds the timer has run.
  package var timerSeconds: Int
  /// Seconds since the first pedal stroke, pauses and drops included.
  package var elapsedSeconds: Int
  /// Seconds the timer has still to run; absent where something else than the timer ends a part of the ride.
  package var remainingSeconds: Int?
  /// Distance in timer time, in metres; absent where it is not known.
  package var distanceMeters: Double?
  /// The name of its plan; absent for a ride without one.
  package var name: String?
  /// The same, by the key that a ride of the store has for it.
  package var plan: String?
  /// The mean power in timer time, in watts; absent where none is known.
  package var averageWatts: Double?
  /// The mean heart rate in timer time, in beats a minute; absent where none is known.
  package var averageBeatsPerMinute: Double?
  /// The heart rate above which the target is eased, in beats a minute; absent where there is none.
  package var maximumBeatsPerMinute: Int?
  /// The work in timer time, in kilojoules; absent before the first pedal stroke.
  package var kilojoules: Double?
  /// For how long the timer has stood in a pause or without the trainer, in seconds; absent while it runs.
  package var stoppedSeconds: Int?
  /// The lap in hand; absent before the first pedal stroke.
  package var lap: LapStatus?

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

/// A lap of the ride in hand, in timer time: an interval of the plan, or what `Lap` began.
package struct LapStatus: Codable, Hashable, Sendable {
  /// Its number, from 1.
  package var number: Int
  /// Its length in seconds.
  package var timerSeconds: Int
  /// Its distance in metres; absent where it is not known.
  package var distanceMeters: Double?
  /// Its mean power in watts; absent where none is known.
  package var averageWatts: Double?
  /// Its mean heart rate in beats a minute; absent where none is known.
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

/// A ride that was begun.
package struct Started: Codable, Hashable, Sendable {
  /// The ride.
  package var ride: RideStatus
  /// Its target; absent where it begins with free riding.
  package var target: Target?
  /// The devices, the trainer first.
  package var devices: [RiddenDevice]
  /// The first interval of its plan whose power the trainer does not hold; absent where it holds them all.
  package var unheld: Unheld?

  package init(ride: RideStatus, target: Target?, devices: [RiddenDevice] = [], unheld: Unheld? = nil) {
    self.ride = ride
    self.target = target
    self.devices = devices
    self.unheld = unheld
  }
}
