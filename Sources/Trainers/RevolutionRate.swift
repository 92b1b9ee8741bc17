package import BluetoothLE

/// The rate of a wheel or crank, from counts of revolutions and the times of the last ones.
///
/// A sensor repeats the last revolution until the next one ends, so only a wait can show that a wheel stopped.
package struct RevolutionRate: Hashable, Sendable {
  /// A count and the time of its last revolution, both as sent.
  private struct Event: Hashable, Sendable {
    var count: UInt32
    var ticks: UInt16
    var at: MonotonicInstant
  }

  /// The time after the last revolution when the rate becomes 0.
  private static let stillAfter = Duration.seconds(3)
  /// The mask for a difference of counts, which wrap.
  private let countMask: UInt32
  private let ticksPerSecond: Double
  /// The maximum rate, in revolutions a minute.
  ///
  /// A faster one is a fault of the sensor.
  private let greatestRate: Double
  private var last: Event?
  private var rate: Double?
  /// The time when the count last changed; nil before the first count.
  package var turnedAt: MonotonicInstant? { last?.at }

  /// - Parameters:
  ///   - countBits: The width of the count: 16 for a crank, 32 for a wheel.
  ///   - ticksPerSecond: The resolution of the times.
  ///   - greatestRate: The maximum possible rate, in revolutions a minute.
  package init(countBits: Int, ticksPerSecond: Double, greatestRate: Double) {
    countMask = countBits >= 32 ? .max : (1 << UInt32(countBits)) - 1
    self.ticksPerSecond = ticksPerSecond
    self.greatestRate = greatestRate
  }

  /// Adds a count.
  ///
  /// Returns the rate in revolutions a minute; nil until two revolutions are known.
  package mutating func observe(count: UInt32, ticks: UInt16, at now: MonotonicInstant) -> Double? {
    let event = Event(count: count, ticks: ticks, at: now)
    guard let last else {
      self.last = event
      return nil
    }
    let turns = (count &- last.count) & countMask
    guard turns > 0 else {
      if now - last.at >= Self.stillAfter { rate = 0 }
      return rate
    }
    self.last = event
    // After a rest, or after the times wrapped, the time between the two events is unknown.
    guard now - last.at < Self.stillAfter else {
      rate = nil
      return nil
    }
    let minutes = Double(ticks &- last.ticks) / ticksPerSecond / 60
    let found = minutes > 0 ? Double(turns) / minutes : .infinity
    // A count that jumps, as after a reset of the sensor, does not give a rate. The next one does.
    if found <= greatestRate { rate = found }
    return rate
  }
}
