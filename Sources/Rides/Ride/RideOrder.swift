package import BluetoothLE

/// A request for a ride, with devices and guards resolved.
package struct RideOrder: Hashable, Sendable {
  /// The default weight of a rider, in kilograms.
  package static let usualRiderKilograms = 75.0

  /// The workout; a steady ride is a workout of one interval.
  package var plan: RidePlan
  package var trainer: RideDevice
  /// The strap; nil without one, and if the heart rate comes from the trainer's connection.
  package var heartRate: RideDevice?
  /// The other devices that the rider chose: power meter, cadence sensor, fan.
  package var sensors: [DeviceRole: RideDevice] = [:]
  /// The rule for the fan's speed.
  package var fanRule = FanRule.off
  package var guards: TargetGuards
  /// The rider's weight for the virtual speed, in kilograms.
  package var riderKilograms: Double
  /// The share of a route's slope that the trainer brakes with, in percent.
  package var difficultyPercent = RiderSettings.usualDifficultyPercent
  /// Whether jz2 may hold a power by the resistance of a trainer that cannot hold one.
  package var holdsByResistance = true
  /// The functional threshold power (FTP) in watts, as the rider set it; stored with the ride.
  package var thresholdWatts: Int?

  package init(
    plan: RidePlan, trainer: RideDevice, heartRate: RideDevice?, guards: TargetGuards = TargetGuards(),
    riderKilograms: Double = usualRiderKilograms
  ) {
    self.plan = plan
    self.trainer = trainer
    // A device has one connection: a heart rate from the trainer uses the trainer's connection.
    self.heartRate = heartRate?.address == trainer.address ? nil : heartRate
    self.guards = guards
    self.riderKilograms = riderKilograms
  }

  /// Creates a ride at one power, before the trainer's range is known.
  package init(
    askedWatts: Int, plannedSeconds: Int, trainer: RideDevice, heartRate: RideDevice?,
    guards: TargetGuards = TargetGuards()
  ) {
    self.init(
      plan: .steady(watts: askedWatts, seconds: plannedSeconds), trainer: trainer, heartRate: heartRate,
      guards: guards)
  }
}

extension RideOrder {
  /// Returns the device for a role; nil without one.
  package func device(_ role: DeviceRole) -> RideDevice? {
    switch role {
    case .trainer: trainer
    case .heartRate: heartRate
    case .power, .cadence, .fan: sensors[role]
    }
  }

  package mutating func setDevice(_ device: RideDevice, for role: DeviceRole) {
    switch role {
    case .trainer: trainer = device
    case .heartRate: heartRate = device
    case .power, .cadence, .fan: sensors[role] = device
    }
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
