package import RideSession

/// What is known of a ride beside its record, for the files that have a place for it.
package struct RideDetails: Hashable, Sendable {
  /// A device that a ride was ridden with, linked by Bluetooth Low Energy.
  package struct Device: Hashable, Sendable {
    package var role: DeviceRole
    /// The name that it advertised; nil where it gave none.
    package var name: String?
    /// The number on it, from 1; nil where it is not known.
    package var serial: Int?
    /// The charge of its battery, 0…100; nil where it is not known.
    package var batteryPercent: Int?

    package init(role: DeviceRole, name: String?, serial: Int? = nil, batteryPercent: Int? = nil) {
      self.role = role
      self.name = name
      self.serial = serial
      self.batteryPercent = batteryPercent
    }
  }

  /// What is reckoned of the whole ride beyond what its rows add up to: Normalized Power, threshold power and what follows
  /// from them.
  package var figures: [RideFigure: Double]
  /// The same of its laps, in their order; empty where nothing is.
  package var lapFigures: [[RideFigure: Double]]
  /// Seconds that the rider's clock was ahead of UTC when the ride began; nil where that is not known.
  package var utcOffsetSeconds: Int?
  /// What was ridden; nil for a ride without a plan.
  package var plan: RidePlan?
  package var devices: [Device]

  package init(
    figures: [RideFigure: Double] = [:], lapFigures: [[RideFigure: Double]] = [], utcOffsetSeconds: Int? = nil,
    plan: RidePlan? = nil, devices: [Device] = []
  ) {
    self.figures = figures
    self.lapFigures = lapFigures
    self.utcOffsetSeconds = utcOffsetSeconds
    self.plan = plan
    self.devices = devices
  }
}

/// The program that recorded a ride, and its version.
package struct RideFileCreator: Hashable, Sendable {
  package let name: String
  package let major: UInt16
  package let minor: UInt16
  package let patch: UInt16

  package init(name: String, major: UInt16, minor: UInt16, patch: UInt16) {
    self.name = name
    self.major = major
    self.minor = minor
    self.patch = patch
  }
}
