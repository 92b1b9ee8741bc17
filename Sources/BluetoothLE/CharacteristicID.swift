/// A characteristic, identified by its own UUID and that of its service, since a UUID may occur in several services.
public struct CharacteristicID: Hashable, Sendable, CustomStringConvertible {
  /// The service that the characteristic belongs to.
  public let service: BluetoothUUID
  /// The characteristic's own UUID.
  public let characteristic: BluetoothUUID

  /// Creates the ID of `characteristic` in `service`.
  public init(service: BluetoothUUID, characteristic: BluetoothUUID) {
    self.service = service
    self.characteristic = characteristic
  }

  /// Creates an ID from two numbers assigned by the SIG.
  public init(_ service: UInt16, _ characteristic: UInt16) {
    self.init(service: BluetoothUUID(service), characteristic: BluetoothUUID(characteristic))
  }

  /// `1826/2AD2`.
  public var description: String { "\(service)/\(characteristic)" }
}

/// A pending write to a characteristic.
public struct GATTWrite: Hashable, Sendable {
  /// The bytes to write.
  public var value: [UInt8]
  /// The characteristic to write to.
  public var characteristic: CharacteristicID

  /// Creates a write of `value` to `characteristic`.
  public init(_ value: [UInt8], to characteristic: CharacteristicID) {
    self.value = value
    self.characteristic = characteristic
  }
}

/// The handles of a characteristic's attributes on a device, needed to decode a recording of the traffic.
///
/// Source: Bluetooth Core 5.4, Vol 3, Part G, §2.5.1 and §3.3.
public struct CharacteristicPlace: Hashable, Sendable {
  /// The characteristic.
  public var id: CharacteristicID
  /// The handle of its service's declaration.
  public var service: UInt16
  /// The handle of its own declaration.
  public var declaration: UInt16
  /// The handle of its value.
  public var value: UInt16
  /// The handle of its Client Characteristic Configuration (2902); nil if it neither notifies nor indicates.
  public var configuration: UInt16?
  /// The property bits: 0x02 read, 0x04 write without response, 0x08 write, 0x10 notify, 0x20 indicate.
  public var properties: UInt8

  /// Whether it can only be written without response.
  public var takesCommandsOnly: Bool { properties & 0x04 != 0 && properties & 0x08 == 0 }

  /// Creates the place of the characteristic `id`.
  public init(
    _ id: CharacteristicID, service: UInt16, declaration: UInt16, value: UInt16, configuration: UInt16?,
    properties: UInt8
  ) {
    self.id = id
    self.service = service
    self.declaration = declaration
    self.value = value
    self.configuration = configuration
    self.properties = properties
  }
}
