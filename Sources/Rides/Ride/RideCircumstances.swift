/// The circumstances of a finished ride that a library keeps beside its record: with them it is complete, and can be
/// stored elsewhere as the same ride.
package struct RideCircumstances: Hashable, Sendable {
  /// The part of the ride that the rider kept.
  package struct Trim: Hashable, Sendable {
    /// In seconds of the whole ride, without the upper bound.
    package var seconds: Range<Int>
    /// The activity ID of the trimmed ride.
    package var activityID: UnixTime

    package init(seconds: Range<Int>, activityID: UnixTime) {
      self.seconds = seconds
      self.activityID = activityID
    }
  }

  /// The plan as it was ridden; nil of a ride from a file of another program, and of rides before plans were kept.
  package var plan: RidePlan?
  /// The first target, in watts; 0 of a ride from a file of another program.
  package var targetWatts = 0
  /// The power asked for last, in watts; nil if it was not kept.
  package var askedWatts: Int?
  /// The trainer's Bluetooth address, `C0:FF:EE:00:00:01`; nil without a trainer.
  package var trainerAddress: String?
  /// The strap's Bluetooth address; nil without a strap.
  package var strapAddress: String?
  /// The name that the strap advertised.
  package var strapName: String?
  /// Whether the clock was known to be right when the start was set; nil if that was not kept.
  package var isStartConfirmed: Bool?
  /// The rider's weight by which the virtual speed was computed, in kilograms; nil if it was not kept.
  package var riderKilograms: Double?
  package var guards = TargetGuards()
  /// Whether its rows have their places on the route of its plan.
  package var isOnRoute = false
  /// The power that heart-rate steering had learnt to hold, in watts; nil if it had learnt none.
  package var learntWatts: Int?
  /// Nil if the ride is not trimmed.
  package var trim: Trim?
  /// How evenly its devices sent.
  package var linkIntervals: [DeviceRole: IntervalStatistics] = [:]

  package init() {}
}
