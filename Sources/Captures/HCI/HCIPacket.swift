package import BluetoothLE

/// A packet between a host and its Bluetooth controller, without the octet that identifies its kind on a UART.
///
/// Source: Bluetooth Core 5.4, Vol 4, Part E, §5.4.
package struct HCIPacket: Hashable, Sendable {
  /// The kinds, with their octets on a UART (Vol 4, Part A, §2).
  package enum Kind: UInt8, Hashable, Sendable, CaseIterable {
    case command = 1
    /// Data of a connection.
    case acl = 2
    /// Synchronous data, voice.
    case synchronous = 3
    case event = 4
    case isochronous = 5
  }

  /// The direction of a packet.
  package enum Direction: Hashable, Sendable {
    /// From the host to the controller.
    case sent
    /// From the controller to the host.
    case received
  }

  package var kind: Kind
  package var direction: Direction
  /// The packet with its header.
  package var payload: [UInt8]

  package init(_ kind: Kind, _ direction: Direction, payload: [UInt8]) {
    self.kind = kind
    self.direction = direction
    self.payload = payload
  }
}

extension HCIPacket {
  /// LE Connection Complete (Bluetooth Core 5.4, Vol 4, Part E, §7.7.65.1) with an interval of 50 ms.
  ///
  /// Handles range from 0 to 0x0EFF; the peer's address is marked as random.
  package static func connectionComplete(handle: UInt16, peer: DeviceAddress) -> HCIPacket {
    var parameters: [UInt8] = [0x01, 0]
    parameters += handle.littleEndianBytes
    parameters += [0, 1]
    parameters += peer.littleEndianBytes
    // Interval, latency and supervision timeout.
    for value: UInt16 in [40, 0, 42] { parameters += value.littleEndianBytes }
    parameters += [0]
    return event(0x3E, parameters)
  }

  /// Disconnection Complete (§7.7.5).
  ///
  /// The reason is an HCI error code: 0x08 supervision timeout, 0x13 ended by the peer, 0x16 ended here.
  package static func disconnectionComplete(handle: UInt16, reason: UInt8) -> HCIPacket {
    event(0x05, [0] + handle.littleEndianBytes + [reason])
  }

  /// LE Advertising Report (§7.7.65.2) with a name and 16-bit services.
  ///
  /// The name is cut to fit into 31 bytes.
  package static func advertisingReport(
    from address: DeviceAddress, name: String, services: [UInt16], rssi: Int8
  ) -> HCIPacket {
    let list = services.flatMap(\.littleEndianBytes)
    let room = 31 - 4 - list.count
    let shown = Array(name.utf8.prefix(max(room, 0)))
    var data = [UInt8(list.count + 1), 0x03]
    data += list
    data += [UInt8(shown.count + 1), 0x09]
    data += shown
    var parameters: [UInt8] = [0x02, 1, 0, 1]
    parameters += address.littleEndianBytes
    parameters += [UInt8(data.count)]
    parameters += data
    parameters += [UInt8(bitPattern: rssi)]
    return event(0x3E, parameters)
  }

  /// Returns an ATT PDU in a single ACL packet.
  package static func att(_ pdu: [UInt8], handle: UInt16, _ direction: Direction) -> HCIPacket {
    let frame = UInt16(truncatingIfNeeded: pdu.count).littleEndianBytes + L2CAPFrame.attChannel.littleEndianBytes + pdu
    return acl(frame, handle: handle, direction, isFirst: true)
  }

  /// Returns an ACL packet with a fragment of an L2CAP frame.
  package static func acl(_ piece: [UInt8], handle: UInt16, _ direction: Direction, isFirst: Bool) -> HCIPacket {
    let boundary: ACLPacket.Boundary = !isFirst ? .continuing : direction == .sent ? .firstSent : .firstReceived
    let header = (handle & 0x0FFF | boundary.rawValue << 12).littleEndianBytes
    let length = UInt16(truncatingIfNeeded: piece.count).littleEndianBytes
    return HCIPacket(.acl, direction, payload: header + length + piece)
  }

  private static func event(_ code: UInt8, _ parameters: [UInt8]) -> HCIPacket {
    HCIPacket(.event, .received, payload: [code, UInt8(truncatingIfNeeded: parameters.count)] + parameters)
  }
}

extension DeviceAddress {
  /// The encoded address, lowest byte first.
  var littleEndianBytes: [UInt8] { Array(value.littleEndianBytes.prefix(6)) }
}
