/// What a ride adds up to; gathered row by row, so that it is known at any moment.
package struct RideTotals: Hashable, Sendable {
  /// Seconds that count as timer time.
  package private(set) var timerSeconds = 0
  /// Seconds from the first row's start to the last one's end.
  package private(set) var elapsedSeconds = 0
  /// Work in timer time, in joules.
  package private(set) var joules = 0.0
  /// Distance in timer time, in metres; nil where none was ever known.
  package private(set) var distanceMeters: Double?
  /// The greatest one-second mean power in timer time, in watts.
  package private(set) var maximumWatts: Double?
  /// The highest heart rate in timer time, in beats a minute.
  package private(set) var maximumBeatsPerMinute: Int?
  /// The greatest one-second mean cadence in timer time, in revolutions a minute.
  package private(set) var maximumCadenceRpm: Double?
  /// The greatest one-second mean speed in timer time, in km/h.
  package private(set) var maximumSpeedKmh: Double?

  private var power = Mean()
  private var heartRate = Mean()
  private var cadence = Mean()

  package init() {}

  package init(_ samples: some Sequence<RideSample>) {
    for sample in samples { add(sample) }
  }

  /// Mean power over timer seconds in which the trainer spoke, in watts.
  package var averageWatts: Double? { power.value }
  /// Mean heart rate over timer seconds that have one, in beats a minute.
  package var averageBeatsPerMinute: Double? { heartRate.value }
  /// Mean cadence over timer seconds that have one, in revolutions a minute.
  package var averageCadenceRpm: Double? { cadence.value }

  package mutating func add(_ sample: RideSample) {
    elapsedSeconds = max(elapsedSeconds, sample.second + 1)
    guard sample.timerRunning else { return }
    timerSeconds += 1
    distanceMeters = sample.distanceMeters ?? distanceMeters
    if let watts = sample.powerWatts {
      power.add(watts)
      joules += max(0, watts)
      maximumWatts = max(maximumWatts ?? watts, watts)
    }
    if let beats = sample.beatsPerMinute {
      heartRate.add(Double(beats))
      maximumBeatsPerMinute = max(maximumBeatsPerMinute ?? beats, beats)
    }
    if let rpm = sample.cadenceRpm {
      cadence.add(rpm)
      maximumCadenceRpm = max(maximumCadenceRpm ?? rpm, rpm)
    }
    if let speed = sample.speedKmh { maximumSpeedKmh = max(maximumSpeedKmh ?? speed, speed) }
  }
}

/// A running mean; nil until there is something to take it of.
package struct Mean: Hashable, Sendable {
  private var sum = 0.0
  private var count = 0

  package init() {}

  package mutating func add(_ value: Double) {
    sum += value
    count += 1
  }

  package var value: Double? { count == 0 ? nil : sum / Double(count) }
}
