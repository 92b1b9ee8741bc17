/// What a ride adds up to; gathered row by row, so that it is known at any moment.
package struct RideTotals: Hashable, Sendable {
  /// Seconds that count as timer time.
  package private(set) var timerSeconds = 0
  /// Seconds from the first row's start to the last one's end.
  package private(set) var elapsedSeconds = 0
  /// The second after the last one of timer time; 0 where there is none.
  package private(set) var timerEnd = 0
  /// Work in timer time, in joules: of a row without power that which holds on in it (`HeldValue`).
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

  private let holdsPower: Bool
  private var heldPower = HeldValue()
  private var power = Mean()
  private var heartRate = Mean()
  private var cadence = Mean()

  /// - Parameter holdsPower: Whether power holds on in rows without; not in a ride from another program's file, where what
  ///   holds on stands in the rows already.
  package init(holdsPower: Bool = true) {
    self.holdsPower = holdsPower
  }

  package init(_ samples: some Sequence<RideSample>) {
    self.init()
    for sample in samples { add(sample) }
  }

  /// Some rows of a ride, by their places; power from before them holds on in the first, as it does in the whole ride.
  package init(_ rows: Range<Int>, of record: RideRecord) {
    self.init(holdsPower: record.origin == nil)
    for sample in record.samples[..<rows.lowerBound].suffix(HeldValue.rows) { _ = watts(of: sample) }
    for sample in record.samples[rows] { add(sample) }
  }

  /// Mean power over timer seconds in which it is known, or holds on, in watts: so that it and the work agree.
  package var averageWatts: Double? { power.value }
  /// Mean heart rate over timer seconds that have one, in beats a minute.
  package var averageBeatsPerMinute: Double? { heartRate.value }
  /// Mean cadence over timer seconds that have one, in revolutions a minute.
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

  /// What is worked with in a row; nothing holds on over a timer that stands.
  private mutating func watts(of sample: RideSample) -> Double? {
    guard sample.timerRunning else {
      heldPower = HeldValue()
      return nil
    }
    return holdsPower ? heldPower.value(ofRow: sample.second, sample.powerWatts) : sample.powerWatts
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

/// What a trainer said last, row by row, for as long as it may be believed.
///
/// A row in which nothing arrived has no value of its own: absent rather than old. What rows add up to need not suffer for
/// it, so there the last value holds on.
package struct HeldValue: Hashable, Sendable {
  /// For how many rows after its own a value holds on.
  package static let rows = 3

  private var value: Double?
  private var second = 0

  package init() {}

  /// The value of the row of a second, or the one that holds on in it; rows come in order.
  package mutating func value(ofRow second: Int, _ own: Double?) -> Double? {
    if let own { (value, self.second) = (own, second) }
    return second - self.second <= Self.rows ? value : nil
  }
}
