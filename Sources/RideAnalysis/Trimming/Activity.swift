internal import RideSession

/// Where the activity of a ride that is over ends.
///
/// Power or cadence tells, in whatever row has it; in a ride that has neither, the heart does. Timer or not makes no
/// difference: who forgot to stop may have forgotten to pause.
enum Activity {
  private static let leastWatts = 20.0
  private static let leastRpm = 20.0
  private static let medianSeconds = 61
  /// A resting heart rate for a rider who has not said theirs, in beats a minute.
  private static let assumedRestingHeartRate = 60

  /// The second after the last one of activity; nil where there is none.
  static func end(in samples: [RideSample], _ settings: RiderSettings) -> Int? {
    let hasLegs = samples.contains { $0.powerWatts != nil || $0.cadenceRpm != nil }
    let isActive = hasLegs ? nil : heartWorks(in: samples, settings)
    var end = ActivityEnd()
    for (index, sample) in samples.enumerated() where isActive?[index] ?? legsWork(in: sample) {
      end.saw(second: sample.second)
    }
    return end.second
  }

  private static func legsWork(in sample: RideSample) -> Bool {
    sample.powerWatts ?? 0 >= leastWatts || sample.cadenceRpm ?? 0 >= leastRpm
  }

  /// Whether the heart beats at least halfway from rest to what it does at work, for each row.
  private static func heartWorks(in samples: [RideSample], _ settings: RiderSettings) -> [Bool] {
    let beats = samples.map(\.knownBeatsPerMinute)
    let medians = beats.heartRateMedians(over: medianSeconds)
    // Hours at a desk would make the desk's heart rate the usual one: they come after the last of Zone 2, if there is any.
    let last = medians.lastIndex { $0 ?? 0 >= settings.zone2.lowerBound } ?? medians.endIndex - 1
    var count = HeartRateCount()
    for value in beats.prefix(last + 1) { value.map { count.add($0) } }
    guard let atWork = count.value(atShare: 0.75) else { return samples.map { _ in false } }
    let resting = Double(settings.restingHeartRate ?? assumedRestingHeartRate)
    let least = resting + 0.5 * (Double(atWork) - resting)
    return medians.map { median in median.map { Double($0) >= least } ?? false }
  }
}
