import FitnessGATT

/// A strap on a heart whose rate follows power with a delay and a lag, and drifts upwards over the hours.
package struct SimulatedStrap: Hashable, Sendable {
  package var restingBeatsPerMinute = 62.0
  /// The rise of the heart rate for each watt, in beats a minute.
  package var gain = 0.43
  /// The time constant of the rise, in seconds.
  package var lagSeconds = 45.0
  /// The delay before the rise begins, in seconds.
  package var delaySeconds = 10
  /// The rise in an hour of constant power, in beats a minute.
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

  /// Advances by one second at a power, and returns the Heart Rate Measurement at the end.
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

/// A series of heartbeats.
///
/// The RR intervals add up to the elapsed time, and vary like those of a heart in exercise.
///
/// At rest, breathing also moves each beat, so that a slow heart has an RMSSD of some 40 ms. Each interval keeps part
/// of the deviation of the previous one, and keeps less of it the harder the heart works. DFA alpha-1 measures this.
struct SimulatedRhythm: Hashable, Sendable {
  /// The heart rate at which alpha-1 is about 0.75, in beats a minute.
  var thresholdBeatsPerMinute = 150.0

  /// The standard deviation that each beat adds, in milliseconds.
  private static let deviation = 4.0
  /// The share of the deviation that is kept at the threshold, and the increase for each beat a minute below it.
  private static let (memoryAtThreshold, memoryPerBeat) = (0.28, 0.49 / 30)

  /// The heart rate below which breathing moves the beats, in beats a minute, and the standard deviation that it adds
  /// for each beat a minute below that rate, in milliseconds.
  private static let (breathingRate, breathingDeviation) = (85.0, 1.2)

  /// The deviation of the present interval from the mean, in milliseconds, and the part that breathing adds.
  private var offset = 0.0
  private var breath = 0.0
  /// Seconds since the last beat.
  private var sinceBeat = 0.0
  private var noise = SeededNoise(seed: 2024)
  private var breathing = SeededNoise(seed: 1963)

  /// Returns the RR intervals that end within the next `seconds`, in 1/1024 s.
  mutating func intervals(in seconds: Double, beatsPerMinute: Double) -> [UInt16] {
    sinceBeat += seconds
    var intervals: [UInt16] = []
    while let interval = endedInterval(beatsPerMinute) { intervals.append(interval) }
    return intervals
  }

  private mutating func endedInterval(_ beatsPerMinute: Double) -> UInt16? {
    let interval = 60 / beatsPerMinute + (offset + breath) / 1000
    guard interval <= sinceBeat else { return nil }
    sinceBeat -= interval
    let memory = Self.memoryAtThreshold + (thresholdBeatsPerMinute - beatsPerMinute) * Self.memoryPerBeat
    offset = min(max(0, memory), 0.95) * offset + noise.next(deviation: Self.deviation)
    breath = breathing.next(deviation: Self.breathingDeviation * max(0, Self.breathingRate - beatsPerMinute))
    return UInt16((interval * 1024).rounded())
  }
}
