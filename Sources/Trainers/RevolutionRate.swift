package import BluetoothLE

/// How fast something turns, from counts of revolutions and the times of the last ones.
///
/// A sensor repeats the last revolution until the next one ends, so a wheel that stands is only noticed by waiting.
package struct RevolutionRate: Hashable, Sendable {
  /// A count and the time of its last revolution, both as they were sent.
  private struct Event: Hashable, Sendable {
    var count: UInt32
    var ticks: UInt16
    var at: MonotonicInstant
  }

  /// How long after the last revolution it counts as standing still.
  private static let stillAfter = Duration.seconds(3)
  /// How many values of the count there are.
  private let countMask: UInt32
  private let ticksPerSecond: Double
  /// A faster one is a fault of the sensor, in revolutions a minute.
  private let greatestRate: Double
  private var last: Event?
  private var rate: Double?
  /// When the count last moved; nil before the first count.
  package var turnedAt: MonotonicInstant? { last?.at }

  /// - Parameters:
  ///   - countBits: The width of the count: 16 for a crank, 32 for a wheel.
  ///   - ticksPerSecond: The resolution of the times.
  ///   - greatestRate: The fastest that is possible, in revolutions a minute.
  package init(countBits: Int, ticksPerSecond: Double, greatestRate: Double) {
    countMask = countBits >= 32 ? .max : (1 << UInt32(countBits)) - 1
    self.ticksPerSecond = ticksPerSecond
    self.greatestRate = greatestRate
  }

  /// Takes a count; returns revolutions a minute, and nil until two revolutions are known.
  package mutating func saw(count: UInt32, ticks: UInt16, at now: MonotonicInstant) -> Double? {
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
    // After a rest, or after the times ran over, nothing is known of the time between.
    guard now - last.at < Self.stillAfter else {
      rate = nil
      return nil
    }
    let minutes = Double(ticks &- last.ticks) / ticksPerSecond / 60
    let found = minutes > 0 ? Double(turns) / minutes : .infinity
    // A count that jumps, as after a reset of the sensor, says nothing; the next one does.
    if found <= greatestRate { rate = found }
    return rate
  }
}
