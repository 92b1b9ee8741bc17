package import BluetoothLE

/// What a peripheral is to a ride.
package enum DeviceRole: String, Hashable, Sendable, CaseIterable {
  case trainer
  case heartRate
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
