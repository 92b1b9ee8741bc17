/// A characteristic, named by itself and by the service that it stands in, since a name may stand in several.
public struct CharacteristicID: Hashable, Sendable, CustomStringConvertible {
  /// The service that the characteristic belongs to.
  public let service: BluetoothUUID
  /// The characteristic's own name.
  public let characteristic: BluetoothUUID

  /// The characteristic `characteristic` of `service`.
  public init(service: BluetoothUUID, characteristic: BluetoothUUID) {
    self.service = service
    self.characteristic = characteristic
  }

  /// The characteristic by the two numbers that the SIG assigned.
  public init(_ service: UInt16, _ characteristic: UInt16) {
    self.init(service: BluetoothUUID(service), characteristic: BluetoothUUID(characteristic))
  }

  /// `1826/2AD2`.
  public var description: String { "\(service)/\(characteristic)" }
}
