package import Rides

extension TrainerCalls {
  static let riding: [any TrainerCall.Type] = [
    Start.self, Asked.self, SetWatts.self, RideFree.self, SetSlope.self, SetResistance.self,
    Calibrate.self, Pause.self, Resume.self, EndLap.self, Stop.self,
    GetStatus.self,
    Watch.self,
  ]
}

/// Starts a ride; the reply follows once the trainer has acknowledged the target.
package typealias Start = RideRequest

extension RideRequest: TrainerCall {
  package static let method = "Start"
  package static let access = AccessLevel.ride
  package typealias Reply = Started

  /// A start may scan for a trainer for 20 s, and then has a minute to connect it and take control.
  package var patience: Duration { .seconds(120) }
}

/// Returns the request that started a ride, so that a ride like it can be started.
package struct Asked: TrainerCall {
  package static let method = "Asked"
  package static let access = AccessLevel.look
  package typealias Reply = AskedRide

  /// The ride's number; absent for the last ride that was recorded here.
  package var ride: String?

  package init(ride: String? = nil) { self.ride = ride }
}

/// The reply to `Asked`.
package struct AskedRide: Codable, Hashable, Sendable {
  /// The ride's number.
  package var ride: Int
  package var request: RideRequest

  package init(ride: Int, request: RideRequest) {
    self.ride = ride
    self.request = request
  }
}

/// Sets another target: exactly one of `watts` and `change`.
package struct SetWatts: TrainerCall {
  package static let method = "SetWatts"
  package static let access = AccessLevel.ride
  package typealias Reply = NewTarget

  /// The target, in watts.
  package var watts: Int?
  /// The change of the target, in watts.
  package var change: Int?

  package init(watts: Int) { self.watts = watts }
  package init(change: Int) { self.change = change }

  /// Returns two changes of the target as one, in watts, kept in the range of a change; nil if they cancel out.
  package static func sum(_ first: Int, _ second: Int) -> Int? {
    let sum = min(max(first + second, Limits.wattsChange.lowerBound), Limits.wattsChange.upperBound)
    return sum == 0 ? nil : sum
  }
}

/// Removes the target: riding is free until `SetWatts`, or until the interval of a plan ends.
package struct RideFree: TrainerCall {
  package static let method = "RideFree"
  package static let access = AccessLevel.ride
  package typealias Reply = EmptyReply

  package init() {}
}

/// Removes the target, and simulates the slope of a road: exactly one of `percent` and `change`.
package struct SetSlope: TrainerCall {
  package static let method = "SetSlope"
  package static let access = AccessLevel.ride
  package typealias Reply = NewSlope

  /// The slope, in percent.
  package var percent: Double?
  /// The change of the slope, in percent.
  package var change: Double?

  package init(percent: Double) { self.percent = percent }
  package init(change: Double) { self.change = change }
}

/// The reply to `SetSlope`.
package struct NewSlope: Codable, Hashable, Sendable {
  /// The slope, in percent.
  package var slopePercent: Double

  package init(slopePercent: Double) { self.slopePercent = slopePercent }
}

/// Removes the target, and brakes with a constant resistance: exactly one of `percent` and `change`.
package struct SetResistance: TrainerCall {
  package static let method = "SetResistance"
  package static let access = AccessLevel.ride
  package typealias Reply = NewResistance

  /// The resistance, in percent of the trainer's greatest one.
  package var percent: Double?
  /// The change of the resistance, in percent of the greatest one.
  package var change: Double?

  package init(percent: Double) { self.percent = percent }
  package init(change: Double) { self.change = change }
}

/// The reply to `SetResistance`.
package struct NewResistance: Codable, Hashable, Sendable {
  /// The resistance, in percent of the trainer's greatest one.
  package var resistancePercent: Double

  package init(resistancePercent: Double) { self.resistancePercent = resistancePercent }
}

/// The call for a key that means more or less.
package enum TargetChange: Hashable, Sendable {
  case target(SetWatts)
  case slope(SetSlope)
  case resistance(SetResistance)

  /// - Parameters:
  ///   - watts: The change of a target. A step of 5 W is one of 0.5 % of slope, or of 5 % of resistance.
  ///   - ride: The current ride, which decides between the three.
  package init(watts: Int, during ride: RideStatus?) {
    if ride?.slopePercent != nil {
      self = .slope(SetSlope(change: Double(watts) / 10))
    } else if ride?.resistancePercent != nil {
      self = .resistance(SetResistance(change: Double(watts)))
    } else {
      self = .target(SetWatts(change: watts))
    }
  }
}

/// Calibrates a device of the current ride, or ends its calibration.
package struct Calibrate: TrainerCall {
  package static let method = "Calibrate"
  package static let access = AccessLevel.ride
  package typealias Reply = Calibrating

  /// The trainer or the power meter; nil for the trainer.
  @OptionalOpenValue package var device: DeviceRole?
  /// Whether to end the calibration.
  package var cancel: Bool?

  package init(device: DeviceRole? = nil, cancel: Bool? = nil) {
    self.cancel = cancel
    self.device = device
  }
}

/// The reply to `Calibrate`.
package struct Calibrating: Codable, Hashable, Sendable {
  package var calibration: CalibrationStatus

  package init(calibration: CalibrationStatus) { self.calibration = calibration }
}

/// Stops the timer and frees the trainer, until `Resume`.
package struct Pause: TrainerCall {
  package static let method = "Pause"
  package static let access = AccessLevel.ride
  package typealias Reply = EmptyReply

  package init() {}
}

/// Continues after `Pause`.
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

/// Ends the ride and writes its file, or deletes the ride.
package struct Stop: TrainerCall {
  package static let method = "Stop"
  package static let access = AccessLevel.ride
  package typealias Reply = EndedRide

  /// Whether to delete the ride once it has ended; it can be undeleted for some time.
  package var discard: Bool?

  package init(discard: Bool? = nil) { self.discard = discard }

  package var neededAccess: AccessLevel { discard == true ? .library : Self.access }

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

/// The status now, at every change, every second of a ride and at every heartbeat; needs `more`.
package struct Watch: TrainerCall, StreamedCall {
  package static let method = "Watch"
  package static let access = AccessLevel.look
  package typealias Reply = Status

  /// Whether to reply also to each new value of a device, several times a second.
  package var values: Bool?

  package init(values: Bool? = nil) { self.values = values }

  /// The longest time between two replies, so that a client notices when the daemon has ended.
  package static let heartbeat = Duration.seconds(5)
  /// A busy computer may delay two heartbeats.
  package var patienceBetween: Duration? { Self.heartbeat * 3 }
}

/// The reply to `SetWatts`.
package struct NewTarget: Codable, Hashable, Sendable {
  package var target: Target

  package init(target: Target) { self.target = target }
}

/// The reply to `Lap`.
package struct LapEnded: Codable, Hashable, Sendable {
  /// The number of the current lap, from 1.
  package var number: Int
  /// The lap that ended; absent if it has no second of timer time yet, and continues.
  package var ended: LapStatus?

  package init(number: Int, ended: LapStatus?) {
    self.number = number
    self.ended = ended
  }
}

/// The reply to `Stop`.
package struct EndedRide: Codable, Hashable, Sendable {
  /// The finished ride; absent if it ended before the first pedal stroke, so that it was not stored.
  package var ride: RideSummary?
  /// The folder of its file.
  package var folder: String?

  package init(ride: RideSummary?, folder: String? = nil) {
    self.ride = ride
    self.folder = folder
  }
}
