package import Rides

/// The proposed cut of a ride: at the end of its activity if the rider forgot to stop it, otherwise to its work.
package struct TrimAnalysis: Hashable, Sendable {
  /// A ride with at least this much time without activity at its end was forgotten.
  private static let forgottenSeconds = 300
  /// Seconds that are kept after the last activity.
  private static let graceSeconds = 5

  /// The second after the last second of activity; nil without activity.
  package let activityEnd: Int?
  /// Seconds from `activityEnd` to the ride's end; 0 without activity.
  package let tailSeconds: Int
  /// Whether the rider forgot to stop the ride.
  package let isForgotten: Bool
  /// The end of the ride without its forgotten part, exclusive: shortly after the activity, or the ride's own end.
  package let suggestedEnd: Int
  /// The part that is work, in seconds of the ride: charts show it, and decoupling is computed from it.
  package let workWindow: Range<Int>
  /// The power of the work, in watts; nil without power.
  package let level: Double?
  private let elapsedSeconds: Int

  /// - Parameters:
  ///   - samples: The rows of a ride, in order.
  ///   - settings: The rider's settings, for the heart rates at rest and at work.
  package init(_ samples: [RideSample], settings: RiderSettings) {
    self.init(samples, rows: samples.compactMap(TimerRow.init), settings)
  }

  init(_ samples: [RideSample], rows: [TimerRow], _ settings: RiderSettings) {
    elapsedSeconds = samples.last.map { $0.second + 1 } ?? 0
    activityEnd = Activity.end(in: samples, settings)
    tailSeconds = elapsedSeconds - (activityEnd ?? elapsedSeconds)
    isForgotten = tailSeconds >= Self.forgottenSeconds
    let end = isForgotten ? elapsedSeconds - tailSeconds + Self.graceSeconds : elapsedSeconds
    suggestedEnd = end
    let ridden = Array(rows.prefix { $0.second < end })
    let work = WorkWindow(ridden, zone2Start: settings.zone2.lowerBound)
    level = work.level
    if let first = ridden[work.range].first, let last = ridden[work.range].last {
      workWindow = first.second..<last.second + 1
    } else {
      workWindow = 0..<end
    }
  }

  /// The part to keep, in seconds of the ride; nil if that is the whole ride, or shorter than a cut may leave.
  ///
  /// A forgotten ride keeps its whole beginning.
  package var proposal: Range<Int>? {
    let range = isForgotten ? 0..<suggestedEnd : workWindow
    return (try? TrimRange(from: range.lowerBound, to: range.upperBound, of: elapsedSeconds))?.seconds
  }
}

/// Finds the end of the activity in a finished ride.
///
/// Power or cadence in any row is activity; in a ride without both, the heart rate decides. The timer is ignored: a
/// rider who forgot to stop may have forgotten to pause.
private enum Activity {
  private static let leastWatts = 20.0
  private static let leastRpm = 20.0
  private static let medianSeconds = 61
  /// The resting heart rate if the rider has not given one, in beats a minute.
  private static let assumedRestingHeartRate = 60

  /// Returns the second after the last second of activity; nil without activity.
  static func end(in samples: [RideSample], _ settings: RiderSettings) -> Int? {
    let hasLegs = samples.contains { $0.powerWatts != nil || $0.cadenceRpm != nil }
    let isActive = hasLegs ? nil : heartWorks(in: samples, settings)
    var end = ActivityEnd()
    for (index, sample) in samples.enumerated() where isActive?[index] ?? legsWork(in: sample) {
      end.observe(second: sample.second)
    }
    return end.second
  }

  private static func legsWork(in sample: RideSample) -> Bool {
    sample.powerWatts ?? 0 >= leastWatts || sample.cadenceRpm ?? 0 >= leastRpm
  }

  /// Returns for each row whether the heart rate is at least halfway from rest to work.
  private static func heartWorks(in samples: [RideSample], _ settings: RiderSettings) -> [Bool] {
    let beats = samples.map(\.knownBeatsPerMinute)
    let medians = beats.heartRateMedians(over: medianSeconds)
    // Hours at a desk would make the desk's heart rate the typical one, so rows after the last of Zone 2 are left out.
    let last = medians.lastIndex { $0 ?? 0 >= settings.zone2.lowerBound } ?? medians.endIndex - 1
    var count = HeartRateCount()
    for value in beats.prefix(last + 1) { value.map { count.add($0) } }
    guard let atWork = count.value(atShare: 0.75) else { return samples.map { _ in false } }
    let resting = Double(settings.restingHeartRate ?? assumedRestingHeartRate)
    let least = resting + 0.5 * (Double(atWork) - resting)
    return medians.map { median in median.map { Double($0) >= least } ?? false }
  }
}
