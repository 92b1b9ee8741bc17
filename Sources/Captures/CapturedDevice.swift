public import BluetoothLE

/// What a capture tells of one device, taken together over its whole length.
public struct CapturedDevice: Hashable, Sendable {
  /// Its address.
  ///
  /// A device that was connected before the capture began is named by its connection handle, `00:00:00:00:00:40`.
  public var address: DeviceAddress
  /// The name it advertised, else the Device Name (2A00) that was read from it; nil where there was neither.
  public internal(set) var name: String?
  /// Its last signal strength in dBm while advertising.
  public internal(set) var rssi: Int?
  /// The services it advertised.
  public internal(set) var advertisedServices: Set<BluetoothUUID> = []
  /// The data it advertised for services.
  public internal(set) var serviceData: [BluetoothUUID: [UInt8]] = [:]
  /// The attributes that discovery found.
  public internal(set) var attributes = AttributeTable()
  /// The characteristics that discovery found or whose values were seen.
  public internal(set) var characteristics: Set<CharacteristicID> = []
  /// Handles whose values were seen, but which nothing names.
  public internal(set) var unresolvedHandles: Set<UInt16> = []
  /// Whether it was connected at some time.
  public internal(set) var wasConnected = false

  /// A device of which only the address is known.
  public init(address: DeviceAddress) {
    self.address = address
  }
}
