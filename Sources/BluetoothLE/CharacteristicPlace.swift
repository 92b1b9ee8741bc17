/// Where a device keeps a characteristic: the handles of its attributes, by which a record of the traffic can be read.
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
  /// The handle of its Client Characteristic Configuration (2902); nil for one that neither notifies nor indicates.
  public var configuration: UInt16?
  /// The property bits: 0x02 read, 0x04 write without response, 0x08 write, 0x10 notify, 0x20 indicate.
  public var properties: UInt8

  /// The place of the characteristic `id`.
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

extension Link {
  /// None are known.
  public var places: [CharacteristicPlace] { [] }
}
