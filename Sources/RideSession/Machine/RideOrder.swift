package import BluetoothLE
@_exported public import RideTerms

/// A ride as it was asked for.
package struct RideOrder: Hashable, Sendable {
  /// The workout; a steady ride is a workout of one interval.
  package var plan: RidePlan
  package var trainer: RideDevice
  package var heartRate: RideDevice?
  /// The heart rate, in beats a minute, above which the target is eased; nil for no ceiling.
  package var maximumBeatsPerMinute: Int?
  /// Whether the target is eased while DFA alpha-1 stays below 0.75.
  package var guardsAlpha1: Bool
  /// The rider's weight, for the virtual speed.
  package var riderKilograms: Double
  /// The functional threshold power (FTP) in watts, as the rider set it; kept with the ride.
  package var thresholdWatts: Int?

  package init(
    plan: RidePlan, trainer: RideDevice, heartRate: RideDevice?, maximumBeatsPerMinute: Int? = nil,
    guardsAlpha1: Bool = false, riderKilograms: Double = VirtualSpeed.usualRiderKilograms
  ) {
    self.plan = plan
    self.trainer = trainer
    self.heartRate = heartRate
    self.maximumBeatsPerMinute = maximumBeatsPerMinute
    self.guardsAlpha1 = guardsAlpha1
    self.riderKilograms = riderKilograms
  }

  /// A ride at one power, before the trainer's range is known.
  package init(
    askedWatts: Int, plannedSeconds: Int, trainer: RideDevice, heartRate: RideDevice?,
    maximumBeatsPerMinute: Int? = nil
  ) {
    self.init(
      plan: .steady(watts: askedWatts, seconds: plannedSeconds), trainer: trainer, heartRate: heartRate,
      maximumBeatsPerMinute: maximumBeatsPerMinute)
  }
}

/// A peripheral that a ride uses.
package struct RideDevice: Hashable, Sendable {
  package var address: DeviceAddress
  package var name: String?

  package init(address: DeviceAddress, name: String? = nil) {
    self.address = address
    self.name = name
  }
}
