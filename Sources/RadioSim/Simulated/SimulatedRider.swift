/// A rider with a steady cadence, except during rests and while the legs are too weak.
package struct SimulatedRider: Hashable, Sendable {
  /// A time during which the legs have limited power.
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
  /// The maximum power of the legs at any time, in watts; nil if there is no limit.
  ///
  /// Above it, the cadence falls until the rider gives up.
  package var mostWatts: Double?

  /// The rates at which cadence falls and recovers, in revolutions a minute each second, and its lower limit.
  private static let (sinking, recovering, leastRpm) = (4.8, 4.0, 15.0)
  /// The difference between `cadenceRpm` and the present cadence, in revolutions a minute.
  private var lagRpm = 0.0

  package init() {}

  /// Returns whether the rider pedals at a time, counted from the trainer's first link.
  package func isPedalling(at time: Duration) -> Bool {
    time >= firstStroke && !rests.contains { $0.contains(time) }
  }

  /// Returns the maximum power of the legs at a time, in watts; nil if there is no limit.
  package func legWatts(at time: Duration) -> Double? {
    [weaknesses.first { $0.time.contains(time) }?.legWatts, mostWatts].compactMap(\.self).min()
  }

  /// Returns the cadence at a time, reduced by the effect of the brake, in revolutions a minute.
  package func rpm(at time: Duration) -> Double { isPedalling(at: time) ? cadenceRpm - lagRpm : 0 }

  /// Pedals for `seconds` against a brake of `watts`.
  ///
  /// Returns the cadence at the end, in revolutions a minute.
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
