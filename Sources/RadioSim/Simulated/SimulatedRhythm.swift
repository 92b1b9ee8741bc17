/// The beats of a heart, one after the other: their intervals fill the time, and waver as those of a heart in exercise do.
///
/// Each interval remembers some of the wavering of the one before, less the harder the heart works: that is what DFA alpha-1
/// measures.
struct SimulatedRhythm: Hashable, Sendable {
  /// The heart rate at which alpha-1 is about 0.75, in beats a minute.
  var thresholdBeatsPerMinute = 150.0

  /// What wavers anew with each beat, in milliseconds.
  private static let deviation = 4.0
  /// How much is remembered at the threshold, and how much more for each beat a minute below it.
  private static let (memoryAtThreshold, memoryPerBeat) = (0.28, 0.49 / 30)

  private var wavering = 0.0
  /// Seconds since the last beat.
  private var sinceBeat = 0.0
  private var noise = SeededNoise(seed: 2024)

  /// The RR intervals that end within the next `seconds`, in 1/1024 s.
  mutating func intervals(in seconds: Double, beatsPerMinute: Double) -> [UInt16] {
    sinceBeat += seconds
    var intervals: [UInt16] = []
    while let interval = endedInterval(beatsPerMinute) { intervals.append(interval) }
    return intervals
  }

  private mutating func endedInterval(_ beatsPerMinute: Double) -> UInt16? {
    let interval = 60 / beatsPerMinute + wavering / 1000
    guard interval <= sinceBeat else { return nil }
    sinceBeat -= interval
    let memory = Self.memoryAtThreshold + (thresholdBeatsPerMinute - beatsPerMinute) * Self.memoryPerBeat
    wavering = min(max(0, memory), 0.95) * wavering + noise.next(deviation: Self.deviation)
    return UInt16((interval * 1024).rounded())
  }
}
