package import BluetoothLE

/// What a controller tells of its connections.
///
/// Source: Bluetooth Core 5.4, Vol 4, Part E, §7.7.5, §7.7.65.
package enum ConnectionNotice: Hashable, Sendable {
  case connected(handle: UInt16, DeviceAddress)
  case updated(handle: UInt16, supervisionTimeout: Duration)
  /// A connection ended, with the error code that tells why (Vol 1, Part F).
  case disconnected(handle: UInt16, reason: UInt8)
  /// The controller was taken away, and its connections with it.
  case controllerGone

  /// What a record of the monitor channel tells; nil where it tells nothing of connections, failures included.
  package init?(_ packet: MonitorPacket) {
    switch packet.opcode {
    case 1: self = .controllerGone
    case 3: self.init(event: packet.payload)
    default: return nil
    }
  }

  private init?(event: [UInt8]) {
    let success: UInt8 = 0
    guard event.count >= 2, event.count >= 2 + Int(event[1]) else { return nil }
    let parameters = event[2..<2 + Int(event[1])]
    switch event[0] {
    case 0x05 where parameters.count >= 4 && parameters[2] == success:
      self = .disconnected(handle: parameters.handle(at: 3), reason: parameters[5])
    case 0x3E where parameters.count >= 2 && parameters[3] == success:
      self.init(meta: parameters)
    default: return nil
    }
  }

  private init?(meta parameters: ArraySlice<UInt8>) {
    let handle = { parameters.handle(at: 4) }
    switch parameters[2] {
    // LE Connection Complete and LE Enhanced Connection Complete, versions 1 and 2, begin alike.
    case 0x01, 0x0A, 0x29:
      guard parameters.count >= 12 else { return nil }
      let address = parameters[8..<14].reversed().reduce(0 as UInt64) { $0 << 8 | UInt64($1) }
      self = .connected(handle: handle(), DeviceAddress(address))
    case 0x03:
      guard parameters.count >= 10 else { return nil }
      self = .updated(handle: handle(), supervisionTimeout: .milliseconds(10 * Int(parameters.u16(at: 10))))
    default: return nil
    }
  }
}

extension ArraySlice<UInt8> {
  /// The number at `index` and after it, lowest byte first; they must be there.
  fileprivate func u16(at index: Int) -> UInt16 { UInt16(self[index]) | UInt16(self[index + 1]) << 8 }

  /// A connection handle; its upper four bits are reserved.
  fileprivate func handle(at index: Int) -> UInt16 { u16(at: index) & 0x0FFF }
}
