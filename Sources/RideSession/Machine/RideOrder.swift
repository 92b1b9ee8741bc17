/// What a rider asked for.
package struct RideOrder: Hashable, Sendable {
  /// The power asked for, in watts, before the trainer's range is known.
  package var askedWatts: Int
  /// Seconds of timer time.
  package var plannedSeconds: Int
  package var trainer: RideDevice
  package var heartRate: RideDevice?
  /// A heart rate, in beats a minute, above which the target is eased down; nil where none was given.
  package var maximumBeatsPerMinute: Int?

  package init(
    askedWatts: Int, plannedSeconds: Int, trainer: RideDevice, heartRate: RideDevice?,
    maximumBeatsPerMinute: Int? = nil
  ) {
    self.askedWatts = askedWatts
    self.plannedSeconds = plannedSeconds
    self.trainer = trainer
    self.heartRate = heartRate
    self.maximumBeatsPerMinute = maximumBeatsPerMinute
  }
}
