import FitnessGATT

/// A sensor on the rider's crank, which counts revolutions.
package struct SimulatedCadenceSensor: Hashable, Sendable {
  private var crank = SimulatedCrank()

  package init() {}

  /// Advances by `seconds` at a cadence, and returns the CSC Measurement at their end.
  ///
  /// While the crank is still, the measurement repeats the last revolution.
  package mutating func advance(seconds: Double, cadenceRpm: Double) -> [UInt8] {
    CSCMeasurement(crank: crank.turn(seconds: seconds, rpm: cadenceRpm)).encoded()
  }
}

/// A power meter in the rider's pedals.
///
/// Its power may differ from the trainer's.
package struct SimulatedPowerMeter: Hashable, Sendable {
  /// The possible deviations of a meter, in percent.
  package static let percents = -20...20

  /// The deviation from the trainer's power, in percent; negative if the meter shows less.
  package var percent: Double
  /// The left pedal's share of the power, in percent; nil for a meter that does not send it.
  package var leftPercent: Double?

  /// The raw offset that a zero offset returns, in 1/32 Nm.
  package static let offset = 540

  /// Whether the cranks turned in the last step.
  private var isTurning = false
  /// The rider's effort against the trainer's brake.
  private var effort = SimulatedBrake(seed: 7349)
  private var crank = SimulatedCrank()

  package init(percent: Double = 0, leftPercent: Double? = 48.5) {
    self.percent = percent
    self.leftPercent = leftPercent
  }

  /// Advances by `seconds` against a brake in `mode`, and returns the Cycling Power Measurement at their end.
  ///
  /// `legWatts` is the maximum power of the legs; nil if there is no limit.
  package mutating func advance(
    seconds: Double, against mode: SimulatedBrake.Mode, cadenceRpm: Double, legWatts: Double? = nil
  ) -> [UInt8] {
    effort.mode = mode
    isTurning = cadenceRpm > 0
    let watts = effort.advance(seconds: seconds, cadenceRpm: cadenceRpm, legWatts: legWatts).watts
    var measurement = CyclingPowerMeasurement(
      powerWatts: Int16(saturating: watts * (1 + percent / 100)),
      crank: crank.turn(seconds: seconds, rpm: cadenceRpm))
    measurement.pedalBalanceHalves = leftPercent.map { UInt8(min(max(0, $0), 100) * 2) }
    measurement.isBalanceLeft = leftPercent != nil
    return measurement.encoded()
  }
}

extension SimulatedPowerMeter {
  /// Answers a write to Cycling Power Control Point; nil if it is not a request for the zero offset.
  ///
  /// The offset cannot be found while the cranks turn.
  package func answer(_ value: [UInt8]) -> [UInt8]? {
    guard value == OffsetCompensation.request else { return nil }
    let response: OffsetCompensation.Response =
      isTurning ? .failure("Operation Failed") : .success(offset: Self.offset)
    return response.encoded()
  }
}

/// A crank and its last completed revolution.
private struct SimulatedCrank: Hashable, Sendable {
  private var turns = 0.0
  /// The time since the sensor was switched on, in seconds.
  private var seconds = 0.0
  private var revolutions = CrankRevolutions(count: 0, eventTicks: 0)

  /// Turns for `seconds` at `rpm`.
  ///
  /// Returns the last revolution that is completed by then.
  mutating func turn(seconds: Double, rpm: Double) -> CrankRevolutions {
    let before = Int(turns)
    self.seconds += seconds
    turns += rpm / 60 * seconds
    let turning = Turning(turns, perSecond: rpm / 60)
    if turning.whole > before {
      revolutions = CrankRevolutions(
        count: UInt16(truncatingIfNeeded: turning.whole),
        eventTicks: turning.ticks(at: self.seconds, perSecond: CrankRevolutions.ticksPerSecond))
    }
    return revolutions
  }
}
