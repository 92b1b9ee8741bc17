package import RideSession

/// A ride in the store, without its rows.
package struct StoredRide: Hashable, Sendable {
  package let id: Int
  /// How it began; `start` as corrected since, and of the whole ride.
  package let plan: NewRide
  package let state: RideState
  /// The name of its file in `rides`; nil until the first was written.
  package let fileName: String?
  /// Of the ride as it is cut.
  package let totals: Totals
  /// What the rider calls it.
  package let name: String?
  /// What the rider says of it.
  package let note: String?
  /// When the rider deleted it; nil of a ride that is there.
  package let deletedAt: UnixTime?
  /// The seconds of the whole ride that the rider kept; nil where that is all.
  package let cut: Range<Int>?
  /// What other programs tell it from others by; each cut has another.
  package let activityID: UnixTime
  /// The file that it came from; nil for a ride recorded here.
  package let origin: RideOrigin?
  /// Seconds from the first row's start to the last one's end, of the whole ride.
  package let wholeElapsedSeconds: Int

  /// A ride; nil stands for the start as activity ID, and for the totals' elapsed seconds as those of the whole.
  package init(
    id: Int, plan: NewRide, state: RideState, fileName: String?, totals: Totals, name: String? = nil,
    note: String? = nil,
    deletedAt: UnixTime? = nil, cut: Range<Int>? = nil, activityID: UnixTime? = nil, origin: RideOrigin? = nil,
    wholeElapsedSeconds: Int? = nil
  ) {
    self.id = id
    self.plan = plan
    self.state = state
    self.fileName = fileName
    self.totals = totals
    self.name = name
    self.note = note
    self.deletedAt = deletedAt
    self.cut = cut
    self.activityID = activityID ?? plan.start
    self.origin = origin
    self.wholeElapsedSeconds = wholeElapsedSeconds ?? totals.elapsedSeconds
  }

  /// When the ride began, as it is cut.
  package var start: UnixTime { plan.start.advanced(by: .seconds(cut?.lowerBound ?? 0)) }
}

extension StoredRide {
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
    /// Mean power over timer seconds in which the trainer spoke, in watts.
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
