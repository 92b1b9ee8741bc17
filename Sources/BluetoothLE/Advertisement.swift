/// What a peripheral said of itself when it was last heard.
public struct Advertisement: Hashable, Sendable {
  /// The peripheral's address.
  public var address: DeviceAddress
  /// The name it gave, complete or shortened; nil where it gave none.
  public var name: String?
  /// Signal strength in dBm, −127…20; nil where the radio does not know, say of a device that is connected.
  public var rssi: Int?
  /// The services it named.
  public var services: Set<BluetoothUUID>
  /// The data it gave for a service, which is how a KICKR CORE names FTMS.
  public var serviceData: [BluetoothUUID: [UInt8]]
  /// Whether it is connected to this machine, and so advertises no more.
  public var isConnected: Bool
  /// Whether its address is a resolvable private one, which is another in a quarter of an hour (Bluetooth Core 5.4, Vol 6,
  /// Part B, §1.3.2.2).
  public var addressChanges: Bool

  /// A report of one peripheral.
  public init(
    address: DeviceAddress, name: String? = nil, rssi: Int? = nil, services: Set<BluetoothUUID> = [],
    serviceData: [BluetoothUUID: [UInt8]] = [:], isConnected: Bool = false, addressChanges: Bool = false
  ) {
    self.address = address
    self.name = name
    self.rssi = rssi
    self.services = services
    self.serviceData = serviceData
    self.isConnected = isConnected
    self.addressChanges = addressChanges
  }

  /// Whether it names `service`, in its list or by data for it.
  public func names(_ service: BluetoothUUID) -> Bool {
    services.contains(service) || serviceData[service] != nil
  }
}
