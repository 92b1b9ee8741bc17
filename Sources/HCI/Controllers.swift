package import BluetoothLE

/// The machine's Bluetooth controllers, for what `bluetoothd` does not offer.
///
/// All of it is for a better ride, nothing for a ride: who is not permitted rides without. To be used on the loop.
package protocol Controllers: Sendable {
  /// What keeps parameters from being set; nil where nothing is known to.
  var limitation: HCIError? { get }

  /// Asks for other parameters of the connection that `controller` has with `device`.
  ///
  /// - Returns: The connection that was meant.
  /// - Throws: `.missing` where there is no such connection any more; what the controller or the kernel says.
  func update(
    _ parameters: ConnectionParameters, of device: DeviceAddress, on controller: DeviceAddress
  ) async throws(HCIError) -> HCIConnection

  /// The strength at which `controller` hears `device`, in dBm.
  ///
  /// - Throws: As ``update(_:of:on:)``; `.refused` where the controller does not tell.
  func signalStrength(of device: DeviceAddress, on controller: DeviceAddress) async throws(HCIError) -> Int

  /// The connections of `controller`, anybody's, classic ones included.
  func connections(of controller: DeviceAddress) async throws(HCIError) -> [HCIConnection]

  /// Hands what the controllers tell to `observer`, on the loop, as far as that is permitted.
  func observe(_ observer: @escaping @Sendable (MonitorPacket) -> Void)

  /// Hands over at once what they have told already and was not read yet.
  func catchUp()
}

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
}
