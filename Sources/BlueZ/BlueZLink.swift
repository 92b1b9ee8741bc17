package import BluetoothLE
import DBus
import HCI

/// A link that BlueZ holds; its state is the central's.
package final class BlueZLink: Link {
  package let device: DeviceAddress
  package let characteristics: Set<CharacteristicID>
  package let places: [CharacteristicPlace]

  /// The device's object.
  let path: ObjectPath
  /// The characteristics' objects; Battery Level has none where BlueZ has claimed the service.
  let paths: [CharacteristicID: ObjectPath]
  /// What the kernel knows of the connection; nil where the monitor channel is not read.
  let connection: HCIConnection?
  /// How many records of the monitor channel had been lost when the link was made.
  let lostRecordsBefore: Int
  /// A characteristic whose notifications are known to be on, since BlueZ has renewed them.
  let renewed: ObjectPath?
  let outlet = LinkOutlet()
  private let central: BlueZCentral

  init(
    _ device: DeviceAddress, at path: ObjectPath, _ paths: [CharacteristicID: ObjectPath],
    places: [CharacteristicPlace], hasClaimedBattery: Bool, renewed: ObjectPath?,
    connection: HCIConnection?, lostRecordsBefore: Int, of central: BlueZCentral
  ) {
    self.connection = connection
    self.lostRecordsBefore = lostRecordsBefore
    self.renewed = renewed
    self.device = device
    self.path = path
    self.paths = paths
    self.places = places
    self.central = central
    characteristics = Set(paths.keys).union(hasClaimedBattery ? [.batteryLevel] : [])
  }

  package func deliver(to handler: @escaping LinkEventHandler) async {
    await central.deliver(self, to: handler)
  }

  package func subscribe(to characteristic: CharacteristicID) async throws(LinkError) {
    try await central.subscribe(self, to: characteristic)
  }

  package func resubscribe(to characteristic: CharacteristicID) async throws(LinkError) {
    try await central.resubscribe(self, to: characteristic)
  }

  package func read(_ characteristic: CharacteristicID) async throws(LinkError) -> [UInt8] {
    try await central.read(characteristic, of: self)
  }

  package func write(_ value: [UInt8], to characteristic: CharacteristicID) async throws(LinkError) {
    try await central.write(value, to: characteristic, of: self)
  }

  package func close() async {
    await central.close(self)
  }
}
