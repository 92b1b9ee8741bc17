package import BluetoothLE

extension BluetoothUUID {
  /// The number of octets of every UUID in a frame.
  package static let octetCount = 16

  /// The UUID as 16 octets in reading order, not reversed as in Bluetooth.
  package var octets: [UInt8] {
    [high, low].flatMap { half in stride(from: 56, through: 0, by: -8).map { UInt8(half >> UInt64($0) & 0xFF) } }
  }

  /// Creates a UUID from the first 16 octets, in reading order; nil if there are fewer.
  package init?(octets: some Collection<UInt8>) {
    guard octets.count >= Self.octetCount else { return nil }
    let halves = [octets.prefix(8), octets.dropFirst(8).prefix(8)].map { $0.reduce(UInt64(0)) { $0 << 8 | UInt64($1) } }
    guard let high = halves.first, let low = halves.last else { return nil }
    self.init(high: high, low: low)
  }
}

extension Collection<UInt8> {
  /// Returns the UUIDs at the start of every `length` octets; nil if the octets are not a multiple of that.
  func uuids(every length: Int) -> [BluetoothUUID]? {
    var (rest, uuids) = (self[...], [BluetoothUUID]())
    while !rest.isEmpty {
      guard rest.count >= length, let uuid = BluetoothUUID(octets: rest) else { return nil }
      uuids.append(uuid)
      rest = rest.dropFirst(length)
    }
    return uuids
  }
}

extension DirectConnectFrame {
  /// The body after the UUID at its start.
  var rest: [UInt8] { Array(body.dropFirst(BluetoothUUID.octetCount)) }

  /// Returns the UUID at the start of the body.
  func uuid() throws(DirectConnectFailure) -> BluetoothUUID {
    guard let uuid = BluetoothUUID(octets: body) else { throw .body(message) }
    return uuid
  }

  /// Returns the characteristics after the service's UUID.
  func characteristics() throws(DirectConnectFailure) -> [DirectConnectCharacteristic] {
    let length = BluetoothUUID.octetCount + 1
    let octets = rest
    guard let uuids = octets.uuids(every: length) else { throw .body(message) }
    let properties = stride(from: length - 1, to: octets.count, by: length).map { octets[$0] }
    return zip(uuids, properties).map { DirectConnectCharacteristic($0, .init(rawValue: $1)) }
  }
}
