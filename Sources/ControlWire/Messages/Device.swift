@_exported public import RideTerms

/// A peripheral that was heard or is known.
public struct Device: Codable, Hashable, Sendable {
  /// The address, `C0:FF:EE:00:00:01`.
  public var address: String
  /// The name it advertises; absent where it gave none.
  public var name: String?
  /// What it can be used as.
  public var kinds: [DeviceRole]
  /// Signal strength in dBm when last heard; absent for a device that was not heard.
  public var rssi: Int?
  /// Whether `use` chose it.
  public var known: Bool
  /// True for an address that is another one in a quarter of an hour, so that the device is not found by it later; else absent.
  public var addressChanges: Bool?

  /// A device.
  public init(
    address: String, name: String?, kinds: [DeviceRole], rssi: Int?, known: Bool, addressChanges: Bool = false
  ) {
    self.address = address
    self.name = name
    self.kinds = kinds
    self.rssi = rssi
    self.known = known
    self.addressChanges = addressChanges ? true : nil
  }
}

extension Sequence<Device> {
  /// By signal strength, then by address; those that were not heard stand last.
  public var strongestFirst: [Device] {
    sorted { ($0.rssi ?? .min, $1.address) > ($1.rssi ?? .min, $0.address) }
  }
}
