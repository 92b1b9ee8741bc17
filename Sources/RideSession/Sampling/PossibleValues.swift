package import FitnessGATT

/// What a rider on a trainer can do.
///
/// A value outside was never measured: the radio garbles none, but firmware sends what it has not filled in.
package enum PossibleValues {
  /// A trainer that drives the rider downhill sends a little below nothing; the best sprinters reach 2,500 W.
  package static let powerWatts: ClosedRange<Int16> = -50...Int16(Limits.watts.upperBound)
  /// What an activity file can hold, too.
  package static let cadenceRpm = 0.0...254
  package static let speedKmh = 0.0...150
  /// Metres that the fastest speed covers in a second.
  package static let metersPerSecond = speedKmh.upperBound / 3.6
  package static let beatsPerMinute: ClosedRange<UInt16> = 25...250
}

extension IndoorBikeData {
  /// This value without the fields that no rider can make.
  ///
  /// The total distance stays: only beside the one before it can one tell what it is worth (`Odometer`).
  package var possible: IndoorBikeData {
    var data = self
    if let speed = data.instantaneousSpeed, !PossibleValues.speedKmh.contains(speed.kmh) {
      data.instantaneousSpeed = nil
    }
    if let cadence = data.instantaneousCadence, !PossibleValues.cadenceRpm.contains(cadence.rpm) {
      data.instantaneousCadence = nil
    }
    if let watts = data.instantaneousPowerWatts, !PossibleValues.powerWatts.contains(watts) {
      data.instantaneousPowerWatts = nil
    }
    return data
  }
}
