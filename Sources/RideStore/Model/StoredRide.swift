package import Rides

/// A ride in the store, without its rows.
package struct StoredRide: Hashable, Sendable {
  package let id: Int
  /// When the whole ride began, including later corrections.
  package let begun: StartTime
  package let state: RideState
  /// The order that started the ride; nil for a ride from a file, and if damage leaves no trainer.
  ///
  /// Its plan is a steady one in a list of rides, and for rides recorded before there were plans.
  package let order: RideOrder?
  /// The first target, in watts; 0 for a ride from a file.
  package let targetWatts: Int
  /// The last requested power, in watts.
  package let askedWatts: Int
  /// The last stored `RideStanding.document`; nil if it was never stored.
  package let standing: String?
  /// The planned timer time in seconds, also for a ride from a file; 0 if the plan is open-ended.
  package let plannedSeconds: Int
  /// The name that the trainer advertised, or the recording device of a ride from a file.
  package let trainerName: String?
  /// The rider's functional threshold power at the start, in watts, also for a ride from a file; nil if it was not
  /// known.
  package let thresholdWatts: Int?
  /// The name of its file in `rides`; nil until the first file was written.
  package let fileName: String?
  /// The totals after trimming.
  package let totals: Totals
  /// The rider's name for the ride.
  package let name: String?
  /// The name of its plan at the start; nil without a plan.
  package let planName: String?
  package let note: String?
  /// When the rider deleted it; nil if the ride is not deleted.
  package let deletedAt: UnixTime?
  /// The seconds of the whole ride that trimming keeps; nil if the ride is not trimmed.
  package let cut: Range<Int>?
  /// Identifies the activity to other programs; every trimming makes a new one.
  package let activityID: UnixTime
  /// The file that it was imported from; nil for a ride recorded here.
  package let origin: RideOrigin?
  /// The sport that the rider set; nil for that of the file, or cycling.
  package let givenSport: Sport?
  /// Whether its rows have positions on the route of its plan.
  package let isOnRoute: Bool
  /// Seconds from the first row's start to the last one's end, of the whole ride.
  package let wholeElapsedSeconds: Int
  /// The ride's identity in every library; nil if it is damaged or not stored yet.
  package let uuid: RideUUID?

  package var sport: Sport { Sport(givenSport, of: origin) }

  /// When the ride began, after trimming.
  package var start: UnixTime { begun.time.advanced(by: .seconds(cut?.lowerBound ?? 0)) }
}

extension StoredRide {
  /// A ride at its start, recorded here and untrimmed.
  package init(id: Int, _ ride: NewRide, state: RideState, totals: Totals) {
    self.init(
      id: id, begun: ride.start, state: state, order: ride.order, targetWatts: ride.targetWatts,
      askedWatts: ride.askedWatts, standing: nil, plannedSeconds: ride.order.plan.timerSeconds ?? 0,
      trainerName: ride.order.trainer.name, thresholdWatts: ride.order.thresholdWatts, fileName: nil, totals: totals,
      name: nil, planName: ride.order.plan.name, note: nil, deletedAt: nil, cut: nil, activityID: ride.start.time,
      origin: nil, givenSport: nil,
      isOnRoute: ride.order.plan.route != nil,
      wholeElapsedSeconds: totals.elapsedSeconds, uuid: nil)
  }

  /// The totals in a list of rides; for an unfinished ride, those of the rows so far.
  package struct Totals: Hashable, Sendable {
    /// The timer time, in seconds.
    package let timerSeconds: Int
    /// Seconds from the first row's start to the last one's end.
    package let elapsedSeconds: Int
    /// Work in timer time, in joules.
    package let joules: Double
    /// Distance in timer time, in metres; nil if it was never known.
    package let distanceMeters: Double?
    /// Mean power over timer seconds with a known power, in watts.
    package let averageWatts: Double?
    /// Mean heart rate over timer seconds with a heart rate, in beats a minute.
    package let averageBeatsPerMinute: Double?

    package init(_ totals: RideTotals) {
      self.init(
        timerSeconds: totals.timerSeconds, elapsedSeconds: totals.elapsedSeconds, joules: totals.joules,
        distanceMeters: totals.distanceMeters, averageWatts: totals.averageWatts,
        averageBeatsPerMinute: totals.averageBeatsPerMinute)
    }

    init(
      timerSeconds: Int, elapsedSeconds: Int, joules: Double, distanceMeters: Double?, averageWatts: Double?,
      averageBeatsPerMinute: Double?
    ) {
      self.timerSeconds = timerSeconds
      self.elapsedSeconds = elapsedSeconds
      self.joules = joules
      self.distanceMeters = distanceMeters
      self.averageWatts = averageWatts
      self.averageBeatsPerMinute = averageBeatsPerMinute
    }
  }
}
