package import BluetoothLE

/// The machine's Bluetooth controllers, for what `bluetoothd` does not offer.
///
/// All of it is for a better ride, nothing for a ride: who is not permitted rides without. To be used on the loop.
package protocol Controllers: Sendable {
  /// What keeps parameters from being set, and values from being read off the channel; nil where nothing is known to.
  var limitation: HCIError? { get }

  /// Asks for other parameters of a connection. Whether it gets them, the monitor channel shows.
  ///
  /// - Throws: What the controller or the kernel says; `.missing` where the controller is gone.
  func update(_ parameters: ConnectionParameters, of connection: HCIConnection) async throws(HCIError)

  /// The strength at which the other end of a connection is heard, in dBm.
  ///
  /// - Throws: As ``update(_:of:)``; `.refused` where the controller does not tell.
  func signalStrength(of connection: HCIConnection) async throws(HCIError) -> Int

  /// Ends a connection, as the host's user would (Bluetooth Core 5.4, Vol 1, Part F, §2: 0x13).
  ///
  /// - Throws: As ``update(_:of:)``; `.refused` where the connection is gone already.
  func disconnect(_ connection: HCIConnection) async throws(HCIError)

  /// Blocks the radio of the controller with this number for a moment, which ends all that it does.
  ///
  /// - Throws: `.notPermitted` where that is not this process's to do, `.missing` where there is no such switch.
  func cycleRadio(of controller: UInt16) async throws(HCIError)

  /// The connections of `controller`, anybody's, classic ones included; a bonded device has the address that it is known
  /// by, not the one on the air.
  func connections(of controller: DeviceAddress) async throws(HCIError) -> [HCIConnection]

  /// Hands what the controllers tell to `observer`, on the loop, as far as that is permitted.
  func observe(_ observer: MonitorChannel.Observer)

  /// Hands over at once what they have told already and was not read yet.
  func catchUp()
}
