package import BluetoothLE

/// The controller events about connections and advertising.
///
/// Source: Bluetooth Core 5.4, Vol 4, Part E, §7.7.
package enum HCIEvent: Hashable, Sendable {
  /// A connection was established, with this host as central or peripheral.
  case connected(handle: UInt16, peer: DeviceAddress, hostIsCentral: Bool)
  /// A connection ended; `reason` is an error code (Vol 1, Part F).
  case disconnected(handle: UInt16, reason: UInt8)
  /// The interval, latency or supervision timeout of a connection changed.
  case connectionUpdated(handle: UInt16, supervisionTimeout: Duration)
  /// Advertising was received.
  case advertised([Advertisement])
  /// Any other event, including failed connections.
  case other

  /// Returns whether a packet is an advertising report.
  ///
  /// Reports are frequent during a scan and can be skipped without decoding.
  package static func isAdvertising(_ packet: ArraySlice<UInt8>) -> Bool {
    guard packet.first == 0x3E, let subevent = packet.dropFirst(2).first else { return false }
    return subevent == 0x02 || subevent == 0x0D
  }

  /// Decodes an event; nil if it is truncated.
  package init?(decoding packet: ArraySlice<UInt8>) {
    var cursor = ByteCursor(packet)
    guard let code = cursor.byte(), let length = cursor.byte(),
      var parameters = cursor.take(Int(length)).map(ByteCursor.init)
    else { return nil }
    switch code {
    case 0x05: self.init(disconnectionComplete: &parameters)
    case 0x3E: self.init(meta: &parameters)
    default: self = .other
    }
  }

  private init?(disconnectionComplete cursor: inout ByteCursor) {
    guard let status = cursor.byte(), let handle = cursor.u16(), let reason = cursor.byte() else { return nil }
    self = status == 0 ? .disconnected(handle: handle & 0x0FFF, reason: reason) : .other
  }

  private init?(meta cursor: inout ByteCursor) {
    guard let subevent = cursor.byte() else { return nil }
    switch subevent {
    // LE Connection Complete and LE Enhanced Connection Complete, versions 1 and 2, have the same beginning.
    case 0x01, 0x0A, 0x29: self.init(connectionComplete: &cursor)
    case 0x02: self.init(reports: &cursor, Advertisement.init(legacyReport:))
    case 0x03: self.init(connectionUpdateComplete: &cursor)
    case 0x0D: self.init(reports: &cursor, Advertisement.init(extendedReport:))
    default: self = .other
    }
  }

  private init?(connectionUpdateComplete cursor: inout ByteCursor) {
    guard let status = cursor.byte(), let handle = cursor.u16(), cursor.u16() != nil, cursor.u16() != nil,
      let tensOfMilliseconds = cursor.u16()
    else { return nil }
    let timeout = Duration.milliseconds(10 * Int(tensOfMilliseconds))
    self = status == 0 ? .connectionUpdated(handle: handle & 0x0FFF, supervisionTimeout: timeout) : .other
  }

  private init?(connectionComplete cursor: inout ByteCursor) {
    guard let status = cursor.byte(), let handle = cursor.u16(), let role = cursor.byte(), cursor.byte() != nil,
      let peer = cursor.address()
    else { return nil }
    self = status == 0 ? .connected(handle: handle & 0x0FFF, peer: peer, hostIsCentral: role == 0) : .other
  }

  private init?(reports cursor: inout ByteCursor, _ report: (inout ByteCursor) -> Advertisement?) {
    guard let count = cursor.byte() else { return nil }
    var reports: [Advertisement] = []
    for _ in 0..<count {
      guard let next = report(&cursor) else { return nil }
      reports.append(next)
    }
    self = .advertised(reports)
  }
}

extension ByteCursor {
  /// Reads a device address, lowest byte first.
  mutating func address() -> DeviceAddress? {
    take(6).map { DeviceAddress($0.reversed().reduce(0) { $0 << 8 | UInt64($1) }) }
  }
}

extension Advertisement {
  /// Decodes a report of LE Advertising Report, §7.7.65.2.
  fileprivate init?(legacyReport cursor: inout ByteCursor) {
    guard cursor.take(2) != nil, let address = cursor.address(), let length = cursor.byte(),
      let data = cursor.take(Int(length)), let rssi = cursor.byte()
    else { return nil }
    self.init(address: address, rssi: rssi, data: data)
  }

  /// Decodes a report of LE Extended Advertising Report, §7.7.65.13.
  fileprivate init?(extendedReport cursor: inout ByteCursor) {
    guard cursor.take(3) != nil, let address = cursor.address(), cursor.take(4) != nil, let rssi = cursor.byte(),
      cursor.take(9) != nil, let length = cursor.byte(), let data = cursor.take(Int(length))
    else { return nil }
    self.init(address: address, rssi: rssi, data: data)
  }

  private init(address: DeviceAddress, rssi: UInt8, data: ArraySlice<UInt8>) {
    // 127 means that the signal strength is unknown.
    self.init(address: address, rssi: rssi == 127 ? nil : Int(Int8(bitPattern: rssi)))
    read(data)
  }
}

extension Advertisement {
  /// Reads advertising data; invalid structures are skipped.
  ///
  /// Source: Bluetooth Core 5.4, Vol 3, Part C, §11; the types in the Core Specification Supplement, Part A.
  mutating func read(_ data: ArraySlice<UInt8>) {
    var cursor = ByteCursor(data)
    while let length = cursor.byte(), length > 0, let structure = cursor.take(Int(length)) {
      var content = ByteCursor(structure)
      guard let type = content.byte() else { return }
      read(type: type, &content)
    }
  }

  private mutating func read(type: UInt8, _ content: inout ByteCursor) {
    switch type {
    case 0x02, 0x03: readServices(&content, width: 2)
    case 0x04, 0x05: readServices(&content, width: 4)
    case 0x06, 0x07: readServices(&content, width: 16)
    case 0x08 where name == nil, 0x09: name = String(decoding: content.rest(), as: UTF8.self)
    case 0x16: readServiceData(&content, width: 2)
    case 0x20: readServiceData(&content, width: 4)
    case 0x21: readServiceData(&content, width: 16)
    default: break
    }
  }

  private mutating func readServices(_ content: inout ByteCursor, width: Int) {
    while let uuid = content.take(width).flatMap(BluetoothUUID.init(littleEndian:)) { services.insert(uuid) }
  }

  private mutating func readServiceData(_ content: inout ByteCursor, width: Int) {
    guard let uuid = content.take(width).flatMap(BluetoothUUID.init(littleEndian:)) else { return }
    serviceData[uuid] = Array(content.rest())
  }
}
