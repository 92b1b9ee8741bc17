/// A ride as it was recorded, whole.
package struct RideRecord: Hashable, Sendable {
  /// Its number in the store.
  package var id: Int
  /// When the first row began, by the wall clock that counts: the system's at the ride's end, if it was synchronised.
  package var start: UnixTime
  /// Seconds the timer was to run.
  package var plannedSeconds: Int
  /// The name that the trainer advertised.
  package var trainerName: String?
  /// Its rows, in order of `second`.
  package var samples: [RideSample]
  /// What happened, in order of time.
  package var events: [RideEvent]

  package init(
    id: Int, start: UnixTime, plannedSeconds: Int, trainerName: String?, samples: [RideSample], events: [RideEvent]
  ) {
    self.id = id
    self.start = start
    self.plannedSeconds = plannedSeconds
    self.trainerName = trainerName
    self.samples = samples
    self.events = events
  }

  package var totals: RideTotals { RideTotals(samples) }
}
