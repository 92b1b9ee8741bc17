import FitnessGATT

/// A sensor on the rider's crank, which counts revolutions.
package struct SimulatedCadenceSensor: Hashable, Sendable {
  private var crank = SimulatedCrank()

  package init() {}

  /// Advances by `seconds` at a cadence, and returns the CSC Measurement at their end.
  ///
  /// While the crank stands it tells the last revolution again.
  package mutating func advance(seconds: Double, cadenceRpm: Double) -> [UInt8] {
    CSCMeasurement(crank: crank.turn(seconds: seconds, rpm: cadenceRpm)).encoded()
  }
}

/// A power meter in the rider's pedals, which need not agree with the trainer.
package struct SimulatedPowerMeter: Hashable, Sendable {
  /// How far a meter may be off, in percent.
  package static let percents = -20...20

  /// How much more than the trainer it shows, in percent; less if negative.
  package var percent: Double

  /// What the legs do against the trainer's brake.
  private var effort = SimulatedBrake(seed: 7349)
  private var crank = SimulatedCrank()

  package init(percent: Double = 0) {
    self.percent = percent
  }

  /// Advances by `seconds` against a brake that is in `mode`, and returns the Cycling Power Measurement at their end;
  /// `legWatts` is the most that the legs can give, nil if there is no limit.
  package mutating func advance(
    seconds: Double, against mode: SimulatedBrake.Mode, cadenceRpm: Double, legWatts: Double? = nil
  ) -> [UInt8] {
    effort.mode = mode
    let watts = effort.advance(seconds: seconds, cadenceRpm: cadenceRpm, legWatts: legWatts).watts
    return CyclingPowerMeasurement(
      powerWatts: Int16(saturating: watts * (1 + percent / 100)),
      crank: crank.turn(seconds: seconds, rpm: cadenceRpm)
    ).encoded()
  }
}

/// A crank and the last revolution that it completed.
private struct SimulatedCrank: Hashable, Sendable {
  private var turns = 0.0
  /// Since the sensor was switched on.
  private var seconds = 0.0
  private var revolutions = CrankRevolutions(count: 0, eventTicks: 0)

  /// Turns for `seconds` at `rpm`; returns the last revolution that it completed by then.
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
