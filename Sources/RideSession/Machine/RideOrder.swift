package import BluetoothLE
@_exported public import RideTerms

/// What a rider asked for.
package struct RideOrder: Hashable, Sendable {
  /// What to ride; a steady ride is a plan of one interval.
  package var plan: RidePlan
  package var trainer: RideDevice
  package var heartRate: RideDevice?
  /// A heart rate, in beats a minute, above which the target is eased down; nil where none was given.
  package var maximumBeatsPerMinute: Int?
  /// Whether the target is eased while DFA alpha-1 stays under 0.75.
  package var guardsAlpha1: Bool
  /// What the rider weighs, for the virtual speed.
  package var riderKilograms: Double
  /// What the rider can hold for an hour, in watts (FTP), as they have said it; kept with the ride.
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
