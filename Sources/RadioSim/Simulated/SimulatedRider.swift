/// Who turns the pedals: steadily, but for rests.
package struct SimulatedRider: Hashable, Sendable {
  /// Cadence while pedalling, in revolutions a minute.
  package var cadenceRpm = 88.0
  /// How long after the trainer was linked the first stroke comes.
  package var firstStroke = Duration.seconds(2)
  /// When the legs are still, counted from the trainer's first link.
  package var rests: [Range<Duration>] = []

  package init() {}

  /// Whether the legs turn so long after the trainer's first link.
  package func isPedalling(at time: Duration) -> Bool {
    time >= firstStroke && !rests.contains { $0.contains(time) }
  }
}
