package import RideAnalysis
package import Rides

/// Facts about a ride that its record does not hold, for the formats that have fields for them.
package struct RideDetails: Hashable, Sendable {
  /// A device used on the ride, connected by Bluetooth Low Energy.
  package struct Device: Hashable, Sendable {
    package var role: DeviceRole
    /// The advertised name; nil if absent.
    package var name: String?
    /// The serial number, from 1; nil if unknown.
    package var serial: Int?
    /// The battery level in percent, 0…100; nil if unknown.
    package var batteryPercent: Int?

    package init(role: DeviceRole, name: String?, serial: Int? = nil, batteryPercent: Int? = nil) {
      self.role = role
      self.name = name
      self.serial = serial
      self.batteryPercent = batteryPercent
    }
  }

  /// Figures of the whole ride that do not follow from its rows alone: Normalized Power, threshold power and figures
  /// derived from them.
  package var figures: [SummaryField: Double]
  /// The same figures per lap, in order; may be empty.
  package var lapFigures: [[SummaryField: Double]]
  /// The seconds of the ride in the rider's zones; nil if the zones are not known.
  package var zones: RideZones?
  /// Local time minus UTC at the start of the ride, in seconds; nil if unknown.
  package var utcOffsetSeconds: Int?
  /// The plan that was ridden; nil for a ride without a plan.
  package var plan: RidePlan?
  package var devices: [Device]

  package init(
    figures: [SummaryField: Double] = [:], lapFigures: [[SummaryField: Double]] = [], zones: RideZones? = nil,
    utcOffsetSeconds: Int? = nil, plan: RidePlan? = nil, devices: [Device] = []
  ) {
    self.figures = figures
    self.lapFigures = lapFigures
    self.zones = zones
    self.utcOffsetSeconds = utcOffsetSeconds
    self.plan = plan
    self.devices = devices
  }
}

/// The program that recorded the ride, with its version.
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
