@_exported public import RideTerms

package import BluetoothLE

/// A peripheral that a ride uses.
package struct RideDevice: Hashable, Sendable {
  package var address: DeviceAddress
  package var name: String?

  package init(address: DeviceAddress, name: String? = nil) {
    self.address = address
    self.name = name
  }
}
