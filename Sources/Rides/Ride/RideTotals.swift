/// The totals of a ride, computed row by row, so that they are available at any time.
package struct RideTotals: Hashable, Sendable {
  package private(set) var timerSeconds = 0
  /// Seconds from the start of the first row to the end of the last one.
  package private(set) var elapsedSeconds = 0
  /// The second after the last second of timer time; 0 without timer time.
  package private(set) var timerEnd = 0
  /// Work in timer time, in joules; a row without power may use an earlier power (`HeldValue`).
  package private(set) var joules = 0.0
  /// Distance in timer time, in metres; nil if it was never known.
  package private(set) var distanceMeters: Double?
  /// The greatest one-second mean power in timer time, in watts.
  package private(set) var maximumWatts: Double?
  /// The highest heart rate in timer time, in beats a minute.
  package private(set) var maximumBeatsPerMinute: Int?
  /// The greatest one-second mean cadence in timer time, in revolutions a minute.
  package private(set) var maximumCadenceRpm: Double?
  /// The greatest one-second mean speed in timer time, in km/h.
  package private(set) var maximumSpeedKmh: Double?

  private let holdsPower: Bool
  private var heldPower = HeldValue()
  private var power = Mean()
  private var heartRate = Mean()
  private var cadence = Mean()

  /// - Parameter holdsPower: Whether rows without power use the last power; false for a ride from another program's
  ///   file, whose rows already have held values.
  package init(holdsPower: Bool = true) {
    self.holdsPower = holdsPower
  }

  package init(_ samples: some Sequence<RideSample>) {
    self.init()
    for sample in samples { add(sample) }
  }

  /// Computes the totals of some rows of a ride, by their indices; the power from before them is held in the first
  /// rows.
  package init(_ rows: Range<Int>, of record: RideRecord) {
    self.init(holdsPower: record.origin == nil)
    for sample in record.samples[..<rows.lowerBound].suffix(HeldValue.rows) { _ = watts(of: sample) }
    for sample in record.samples[rows] { add(sample) }
  }

  /// Mean power over the timer seconds in which it is known or held, in watts; consistent with the work.
  package var averageWatts: Double? { power.value }
  /// Mean heart rate over the timer seconds that have one, in beats a minute.
  package var averageBeatsPerMinute: Double? { heartRate.value }
  /// Mean cadence over the timer seconds that have one, in revolutions a minute.
  package var averageCadenceRpm: Double? { cadence.value }

  package mutating func add(_ sample: RideSample) {
    elapsedSeconds = max(elapsedSeconds, sample.second + 1)
    let watts = watts(of: sample)
    guard sample.timerRunning else { return }
    timerSeconds += 1
    timerEnd = max(timerEnd, sample.second + 1)
    distanceMeters = sample.distanceMeters ?? distanceMeters
    if let watts {
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

  /// Returns the power that counts in a row; power is not held while the timer is stopped.
  private mutating func watts(of sample: RideSample) -> Double? {
    guard sample.timerRunning else {
      heldPower = HeldValue()
      return nil
    }
    return holdsPower ? heldPower.value(ofRow: sample.second, sample.powerWatts) : sample.powerWatts
  }
}

/// A running mean; nil without values.
package struct Mean: Hashable, Sendable, Codable {
  private var sum = 0.0
  private var count = 0

  package init() {}

  package mutating func add(_ value: Double) {
    sum += value
    count += 1
  }

  package var value: Double? { count == 0 ? nil : sum / Double(count) }
}

/// The last value of a trainer, held for a few rows.
///
/// A row in which no value arrived has no value of its own. The totals of the rows use the last value instead.
package struct HeldValue: Hashable, Sendable {
  /// The number of rows for which a value is held after its own row.
  package static let rows = 3

  private var value: Double?
  private var second = 0

  package init() {}

  /// Returns the row's own value, or the held one; rows must come in order.
  package mutating func value(ofRow second: Int, _ own: Double?) -> Double? {
    if let own { (value, self.second) = (own, second) }
    return second - self.second <= Self.rows ? value : nil
  }
}
