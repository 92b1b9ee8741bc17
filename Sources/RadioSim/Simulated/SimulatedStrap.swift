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
  /// The heart rate at which DFA alpha-1 of the RR intervals is about 0.75, in beats a minute.
  package var thresholdBeatsPerMinute: Double {
    get { rhythm.thresholdBeatsPerMinute }
    set { rhythm.thresholdBeatsPerMinute = newValue }
  }

  private var beatsPerMinute: Double?
  private var recentWatts: [Double] = []
  private var seconds = 0.0
  private var noise = SeededNoise(seed: 5431)
  private var rhythm = SimulatedRhythm()

  package init() {}

  /// Lets one second pass at a power and returns the Heart Rate Measurement at its end.
  package mutating func advance(watts: Double, hasContact: Bool = true) -> [UInt8] {
    recentWatts.append(watts)
    let felt = recentWatts.count > delaySeconds ? recentWatts.removeFirst() : 0
    seconds += felt > 0 ? 1 : 0
    let goal = restingBeatsPerMinute + gain * felt + driftPerHour * seconds / 3600
    let before = beatsPerMinute ?? restingBeatsPerMinute + 20
    let now = before + (goal - before) / max(1, lagSeconds)
    beatsPerMinute = now
    let beats = min(max(30, now + noise.next(deviation: 0.4)), 250)
    return HeartRateMeasurement(
      heartRateBpm: UInt16(beats.rounded()), sensorContact: hasContact ? .detected : .notDetected,
      energyExpendedKilojoules: nil, rrIntervalTicks: rhythm.intervals(in: 1, beatsPerMinute: min(max(30, now), 250))
    ).encoded()
  }
}
