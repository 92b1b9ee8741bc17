/// Who turns the pedals: steadily, but for rests, and as long as the legs can.
package struct SimulatedRider: Hashable, Sendable {
  /// A time in which the legs have no more than so many watts.
  package struct Weakness: Hashable, Sendable {
    package var time: Range<Duration>
    package var legWatts: Double

    package init(_ time: Range<Duration>, legWatts: Double) {
      self.time = time
      self.legWatts = legWatts
    }
  }

  /// Cadence while pedalling, in revolutions a minute.
  package var cadenceRpm = 88.0
  /// How long after the trainer was linked the first stroke comes.
  package var firstStroke = Duration.seconds(2)
  /// When the legs are still, counted from the trainer's first link.
  package var rests: [Range<Duration>] = []
  /// When the legs are weak, counted from the trainer's first link.
  package var weaknesses: [Weakness] = []

  /// By how much cadence sinks and recovers, in revolutions a minute in a second, and where it stops sinking.
  private static let (sinking, recovering, leastRpm) = (4.8, 4.0, 15.0)
  /// By how much the legs are too slow for now, in revolutions a minute.
  private var lagRpm = 0.0

  package init() {}

  /// Whether the legs turn so long after the trainer's first link.
  package func isPedalling(at time: Duration) -> Bool {
    time >= firstStroke && !rests.contains { $0.contains(time) }
  }

  /// What the legs have so long after the trainer's first link, in watts; nil where it is enough for anything.
  package func legWatts(at time: Duration) -> Double? {
    weaknesses.first { $0.time.contains(time) }?.legWatts
  }

  /// Pedals for a while against a brake; returns the cadence at its end, in revolutions a minute.
  package mutating func pedal(seconds: Double, against watts: Double, at time: Duration) -> Double {
    guard isPedalling(at: time) else {
      lagRpm = 0
      return 0
    }
    let isTooMuch = legWatts(at: time).map { watts > $0 } ?? false
    lagRpm += seconds * (isTooMuch ? Self.sinking : -Self.recovering)
    lagRpm = min(max(0, lagRpm), max(0, cadenceRpm - Self.leastRpm))
    return cadenceRpm - lagRpm
  }
}
