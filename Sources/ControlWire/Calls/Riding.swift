extension TrainerCalls {
  static let riding: [any TrainerCall.Type] = [
    Start.self, SetWatts.self, Pause.self, Resume.self, EndLap.self, Stop.self, GetStatus.self, Watch.self,
  ]
}

/// Begins a ride, and is answered once the trainer acknowledged the target: `watts` with `minutes`, or a `plan`, or
/// `plannedFor`, or `zone2` with `minutes`.
package struct Start: TrainerCall {
  package static let method = "Start"
  package static let access = AccessLevel.ride
  package typealias Reply = Started

  /// The power to hold, in watts; with `zone2` the one to begin at, absent for the one that the last such ride ended with.
  package var watts: Int?
  /// How long to ride, in minutes of timer time.
  package var minutes: Double?
  /// The plan to ride, by name.
  package var plan: String?
  /// The day whose first workout that was not ridden yet is ridden, as the calendars of services have it.
  package var plannedFor: PlannedDay?
  /// Whether the heart rate steers the watts, within Zone 2.
  package var zone2: Bool?
  /// Whether the target is eased while DFA alpha-1 stays under 0.75.
  package var dfa: Bool?
  /// A heart rate above which the target is eased, in beats a minute.
  package var maximumHeartRate: Int?
  /// Whether a strap is used; absent for yes, and false leaves out also a chosen one.
  package var heartRate: Bool?

  package init(
    watts: Int? = nil, minutes: Double? = nil, plan: String? = nil, plannedFor: PlannedDay? = nil, zone2: Bool? = nil,
    dfa: Bool? = nil, maximumHeartRate: Int? = nil, heartRate: Bool? = nil
  ) {
    self.watts = watts
    self.minutes = minutes
    self.plan = plan
    self.plannedFor = plannedFor
    self.zone2 = zone2
    self.dfa = dfa
    self.maximumHeartRate = maximumHeartRate
    self.heartRate = heartRate
  }

  /// The guards that the call asks for.
  package var guards: TargetGuards { TargetGuards(maximumBeatsPerMinute: maximumHeartRate, dfa: dfa ?? false) }

  /// A start may listen for a trainer for 20 s, and then has a minute to link and take it.
  package var patience: Duration { .seconds(120) }
}

/// Sets another target: exactly one of `watts` and `change`.
package struct SetWatts: TrainerCall {
  package static let method = "SetWatts"
  package static let access = AccessLevel.ride
  package typealias Reply = NewTarget

  /// The target, in watts.
  package var watts: Int?
  /// How much more or less than now, in watts.
  package var change: Int?

  package init(watts: Int) { self.watts = watts }
  package init(change: Int) { self.change = change }
}

/// Stops the timer and frees the trainer, until `Resume`.
package struct Pause: TrainerCall {
  package static let method = "Pause"
  package static let access = AccessLevel.ride
  package typealias Reply = EmptyReply

  package init() {}
}

/// Goes on after `Pause`.
package struct Resume: TrainerCall {
  package static let method = "Resume"
  package static let access = AccessLevel.ride
  package typealias Reply = EmptyReply

  package init() {}
}

/// Ends the lap and begins the next one, also in the middle of an interval: the method `Lap`.
package struct EndLap: TrainerCall {
  package static let method = "Lap"
  package static let access = AccessLevel.ride
  package typealias Reply = LapEnded

  package init() {}
}

/// Ends the ride and writes its file.
package struct Stop: TrainerCall {
  package static let method = "Stop"
  package static let access = AccessLevel.ride
  package typealias Reply = EndedRide

  package init() {}

  /// The trainer has to be freed and the file written.
  package var patience: Duration { .seconds(60) }
}

/// The status now: the method `Status`.
package struct GetStatus: TrainerCall {
  package static let method = "Status"
  package static let access = AccessLevel.look
  package typealias Reply = Status

  package init() {}
}

/// The status now, at every change, every second of a ride and at every heartbeat; wants `more`.
package struct Watch: TrainerCall, StreamedCall {
  package static let method = "Watch"
  package static let access = AccessLevel.look
  package typealias Reply = Status

  package init() {}

  /// The longest time between two replies, so that a client notices a daemon that is gone.
  package static let heartbeat = Duration.seconds(5)
  /// A busy computer may delay two heartbeats.
  package var patienceBetween: Duration? { Self.heartbeat * 3 }
}

/// The answer to `SetWatts`.
package struct NewTarget: Codable, Hashable, Sendable {
  package var target: Target

  package init(target: Target) { self.target = target }
}

/// The answer to `Lap`.
package struct LapEnded: Codable, Hashable, Sendable {
  /// The number of the lap that goes on now, from 1.
  package var number: Int
  /// The lap that ended; absent if it has no second of timer time yet, and goes on.
  package var ended: LapStatus?

  package init(number: Int, ended: LapStatus?) {
    self.number = number
    self.ended = ended
  }
}

/// The answer to `Stop`.
package struct EndedRide: Codable, Hashable, Sendable {
  /// The ride as it was finished; absent if it ended before the first pedal stroke, and nothing was kept.
  package var ride: RideSummary?

  package init(ride: RideSummary?) { self.ride = ride }
}
