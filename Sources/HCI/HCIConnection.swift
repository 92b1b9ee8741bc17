package import BluetoothLE
import Captures

/// A connection that a controller has.
package struct HCIConnection: Hashable, Sendable {
  /// The device at the other end.
  package var device: DeviceAddress
  /// The controller's number.
  package var controller: UInt16
  /// By what the controller knows it.
  package var handle: UInt16
  /// Whether it is one of Bluetooth Low Energy.
  package var isLowEnergy: Bool

  package init(device: DeviceAddress, controller: UInt16, handle: UInt16, isLowEnergy: Bool) {
    self.device = device
    self.controller = controller
    self.handle = handle
    self.isLowEnergy = isLowEnergy
  }

  var key: ConnectionKey { ConnectionKey(adapter: controller, handle: handle) }
}
