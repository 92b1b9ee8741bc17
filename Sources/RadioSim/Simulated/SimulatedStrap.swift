import FitnessGATT

/// A strap on a heart that answers power late, slowly, and a little more by the hour.
package struct SimulatedStrap: Hashable, Sendable {
  package var restingBeatsPerMinute = 62.0
  /// How much the heart rises for a watt, in beats a minute.
  package var gain = 0.43
  /// The time constant with which it rises, in seconds.
  package var lagSeconds = 45.0
  /// How long it takes before it begins to, in seconds.
  package var delaySeconds = 10
  /// How much it rises in an hour of constant power, in beats a minute.
  package var driftPerHour = 4.0

  private var beatsPerMinute: Double?
  private var recentWatts: [Double] = []
  private var seconds = 0.0
  private var noise = SeededNoise(seed: 5431)

  package init() {}

  /// Lets one second pass at a power and returns the Heart Rate Measurement at its end.
  package mutating func advance(watts: Double, hasContact: Bool = true) -> [UInt8] {
    recentWatts.append(watts)
    let felt = recentWatts.count > delaySeconds ? recentWatts.removeFirst() : 0
    seconds += felt > 0 ? 1 : 0
    let goal = restingBeatsPerMinute + gain * felt + driftPerHour * seconds / 3600
    let before = beatsPerMinute ?? restingBeatsPerMinute + 20
    let now = before + (goal - before) / lagSeconds
    beatsPerMinute = now
    let beats = max(30, now + noise.next(deviation: 0.4))
    let interval = 60 / beats * 1024
    let intervals = (0..<(beats > 90 ? 2 : 1)).map { _ in UInt16(max(300, interval + noise.next(deviation: 12))) }
    return HeartRateMeasurement(
      heartRateBpm: UInt16(beats.rounded()), sensorContact: hasContact ? .detected : .notDetected,
      energyExpendedKilojoules: nil,
      rrIntervalTicks: intervals
    ).encoded()
  }
}
