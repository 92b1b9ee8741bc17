/// A ride as it was recorded, whole or cut.
package struct RideRecord: Hashable, Sendable {
  /// Its number in the store.
  package var id: Int
  /// When the first row began, by the wall clock that counts: the system's at the ride's end, if it was synchronised.
  package var start: UnixTime
  /// What other programs tell it by; its start, and each cut has another.
  ///
  /// `Id` in TCX, the time of creation in FIT.
  package var activityID: UnixTime
  /// Seconds the timer was to run.
  package var plannedSeconds: Int
  /// The name that the trainer advertised.
  package var trainerName: String?
  /// What the rider calls it.
  package var name: String?
  /// What the rider says of it.
  package var note: String?
  /// Its rows, in order of `second`, one for each second.
  package var samples: [RideSample]
  /// What happened, in order of time.
  package var events: [RideEvent]
  /// Its laps in order, the first from row 0; empty where the whole ride is one.
  package var laps: [RideLap]
  /// What the file said of the whole ride that it came from; empty for a ride recorded here and for one that is cut.
  package var given: [RideFigure: Double]
  /// The file that it came from; nil for a ride recorded here.
  package var origin: RideOrigin?
  /// The rider's FTP at the start, in watts; nil where it was not kept.
  package var thresholdWatts: Int?
  /// What local time was ahead of UTC at the start, in seconds; nil where it was not kept.
  package var utcOffsetSeconds: Int?

  package init(
    id: Int, start: UnixTime, activityID: UnixTime? = nil, plannedSeconds: Int, trainerName: String?,
    name: String? = nil, note: String? = nil, samples: [RideSample], events: [RideEvent], laps: [RideLap] = [],
    given: [RideFigure: Double] = [:], origin: RideOrigin? = nil
  ) {
    self.id = id
    self.start = start
    self.activityID = activityID ?? start
    self.plannedSeconds = plannedSeconds
    self.trainerName = trainerName
    self.name = name
    self.note = note
    self.samples = samples
    self.events = events
    self.laps = laps
    self.given = given
    self.origin = origin
  }

  package var totals: RideTotals { RideTotals(samples.indices, of: self) }
}
