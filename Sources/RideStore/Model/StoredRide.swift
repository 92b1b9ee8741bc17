package import Rides

/// A ride in the store, without its rows.
package struct StoredRide: Hashable, Sendable {
  package let id: Int
  /// When the whole ride began, as corrected since.
  package let begun: StartTime
  package let state: RideState
  /// The order that the ride was begun with; nil of a ride from a file, and where damage leaves no trainer.
  ///
  /// Its plan is a steady one in a list of rides, and for rides recorded before there were plans.
  package let order: RideOrder?
  /// The first target, in watts; 0 of a ride from a file.
  package let targetWatts: Int
  /// The power asked for last, in watts.
  package let askedWatts: Int
  /// `RideStanding.document` as it was last stored; nil where none was.
  package let standing: String?
  /// Seconds that the timer was to run, also of a ride from a file; 0 where the plan is open-ended.
  package let plannedSeconds: Int
  /// The name that the trainer advertised, or the recording device of a ride from a file.
  package let trainerName: String?
  /// Functional threshold power of the rider at the start, in watts, also of a ride from a file; nil where it was not
  /// known.
  package let thresholdWatts: Int?
  /// The name of its file in `rides`; nil until the first was written.
  package let fileName: String?
  /// Of the ride as it is cut.
  package let totals: Totals
  /// The rider's name for the ride.
  package let name: String?
  /// The name of the plan that it was begun with; nil without one.
  package let planName: String?
  package let note: String?
  /// When the rider deleted it; nil of a ride that is not deleted.
  package let deletedAt: UnixTime?
  /// The seconds of the whole ride that the rider kept; nil if all.
  package let cut: Range<Int>?
  /// Identifies the activity to other programs; every cut has its own.
  package let activityID: UnixTime
  /// The file that it came from; nil for a ride recorded here.
  package let origin: RideOrigin?
  /// By the rider's word; nil for that of the file, or cycling.
  package let givenSport: Sport?
  /// Whether its rows have their places on the route of its plan.
  package let isOnRoute: Bool
  /// Seconds from the first row's start to the last one's end, of the whole ride.
  package let wholeElapsedSeconds: Int
  /// The identity that it has in every library; nil where damage left none, and before it is stored.
  package let uuid: RideUUID?

  package var sport: Sport { Sport(givenSport, of: origin) }

  /// When the ride began, as it is cut.
  package var start: UnixTime { begun.time.advanced(by: .seconds(cut?.lowerBound ?? 0)) }
}

extension StoredRide {
  /// A ride as it was begun here, uncut.
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

  /// The totals that a list of rides shows; of a ride that is not finished, those of the rows so far.
  package struct Totals: Hashable, Sendable {
    /// Seconds that count as timer time.
    package let timerSeconds: Int
    /// Seconds from the first row's start to the last one's end.
    package let elapsedSeconds: Int
    /// Work in timer time, in joules.
    package let joules: Double
    /// Distance in timer time, in metres; nil where none was ever known.
    package let distanceMeters: Double?
    /// Mean power over timer seconds in which power is known, in watts.
    package let averageWatts: Double?
    /// Mean heart rate over timer seconds that have one, in beats a minute.
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
