/// A rider who pedals steadily, except for rests, and as long as the legs have the power.
package struct SimulatedRider: Hashable, Sendable {
  /// A time in which the legs have limited power.
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
  /// The time of the first pedal stroke, counted from the trainer's first link.
  package var firstStroke = Duration.seconds(2)
  /// The times without pedalling, counted from the trainer's first link.
  package var rests: [Range<Duration>] = []
  /// The times of weak legs, counted from the trainer's first link.
  package var weaknesses: [Weakness] = []

  /// How fast cadence sinks and recovers, in revolutions a minute each second, and where it stops sinking.
  private static let (sinking, recovering, leastRpm) = (4.8, 4.0, 15.0)
  /// How far cadence is below `cadenceRpm` now, in revolutions a minute.
  private var lagRpm = 0.0

  package init() {}

  /// Whether the rider pedals at a time, counted from the trainer's first link.
  package func isPedalling(at time: Duration) -> Bool {
    time >= firstStroke && !rests.contains { $0.contains(time) }
  }

  /// The most that the legs can give at a time, in watts; nil if there is no limit.
  package func legWatts(at time: Duration) -> Double? {
    weaknesses.first { $0.time.contains(time) }?.legWatts
  }

  /// The cadence at a time, as the brake has left it, in revolutions a minute.
  package func rpm(at time: Duration) -> Double { isPedalling(at: time) ? cadenceRpm - lagRpm : 0 }

  /// Pedals for `seconds` against a brake of `watts`; returns the cadence at the end, in revolutions a minute.
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
