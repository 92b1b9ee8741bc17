/// A packet received by a sniffer, without its preamble and the sniffer's header.
///
/// Source: Bluetooth Core 5.4, Vol 6, Part B, §2.1 and §2.2.
struct AirPacket {
  /// The sender of a packet in a connection.
  enum Sender {
    case central
    case peripheral

    var other: Sender { self == .central ? .peripheral : .central }
  }

  /// The access address of all packets outside connections (§2.1.2).
  static let advertisingAccess: UInt32 = 0x8E89_BED6

  var accessAddress: UInt32
  /// Header and payload.
  var pdu: ArraySlice<UInt8>
  /// The three bytes of the CRC.
  var crc: ArraySlice<UInt8>
  /// Whether the CRC is correct; nil if the sniffer did not check it.
  var isSound: Bool?
  /// Nil if the sniffer does not report it.
  var sender: Sender?
  /// In dBm; nil if the sniffer does not report it.
  var rssi: Int?
  /// Whether the sniffer knew the key and decrypted the packet.
  var isDecrypted = false

  /// Reads a packet from its access address on; nil if it is truncated.
  ///
  /// On the coded PHY the coding indicator, one byte, follows the access address.
  fileprivate init?(_ cursor: inout ByteCursor, isCoded: Bool) {
    guard let accessAddress = cursor.integer(UInt32.self), !isCoded || cursor.byte() != nil else { return nil }
    var header = cursor
    guard let flags = header.byte(), let length = header.byte() else { return nil }
    // A data PDU with a constant tone extension has a third byte of header (§2.4).
    let hasToneInfo = accessAddress != Self.advertisingAccess && flags & 0x20 != 0
    guard let pdu = cursor.take((hasToneInfo ? 3 : 2) + Int(length)), let crc = cursor.take(3) else { return nil }
    self.accessAddress = accessAddress
    self.pdu = pdu
    self.crc = crc
  }
}

/// A record of a sniffer's file.
enum AirRecord {
  case packet(AirPacket)
  /// A message between the sniffer and its host.
  case message
}

extension AirRecord {
  /// LINKTYPE_BLUETOOTH_LE_LL: only the packet; nil if it is truncated.
  init?(plain data: ArraySlice<UInt8>) {
    var cursor = ByteCursor(data)
    guard let packet = AirPacket(&cursor, isCoded: false) else { return nil }
    self = .packet(packet)
  }

  /// LINKTYPE_BLUETOOTH_LE_LL_WITH_PHDR (tcpdump.org); nil if it is truncated.
  init?(withHeader data: ArraySlice<UInt8>) {
    var cursor = ByteCursor(data)
    guard cursor.byte() != nil, let signal = cursor.byte(), cursor.byte() != nil, let offenses = cursor.byte(),
      let reference = cursor.integer(UInt32.self), let flags = cursor.u16(),
      var packet = AirPacket(&cursor, isCoded: flags >> 14 == 2)
    else { return nil }
    // Bit errors in the access address do not matter if the sniffer listened for a certain one.
    if flags & 0x0030 == 0x0030, offenses > 0 { packet.accessAddress = reference }
    packet.rssi = flags & 0x0002 == 0 ? nil : Int(Int8(bitPattern: signal))
    packet.isSound = flags & 0x0400 == 0 ? nil : flags & 0x0800 != 0
    packet.isDecrypted = flags & 0x0008 != 0
    switch flags >> 7 & 7 {
    case 2: packet.sender = .central
    case 3: packet.sender = .peripheral
    default: break
    }
    self = .packet(packet)
  }

  /// LINKTYPE_NORDIC_BLE, written by the nRF Sniffer, versions 1 to 3; nil for other versions and truncated records.
  ///
  /// Source: Nordic, nRF Sniffer for Bluetooth LE, `sniffer_uart_protocol.txt`.
  init?(nordic data: ArraySlice<UInt8>) {
    var cursor = ByteCursor(data)
    guard cursor.byte() != nil, let lengths = cursor.u16(), let version = cursor.byte(), cursor.u16() != nil,
      let kind = cursor.byte(), 1...3 ~= version
    else { return nil }
    // Version 1 has two one-byte lengths, of its header and of the payload; later versions have only the latter.
    let length = version == 1 ? lengths >> 8 : lengths
    if version == 1, cursor.take(Int(lengths & 0xFF) - 6) == nil { return nil }
    guard kind == 6 || (kind == 2 && version == 3) else {
      self = .message
      return
    }
    guard var payload = cursor.take(Int(length)).map(ByteCursor.init), let packet = AirPacket(nordic: &payload)
    else { return nil }
    self = .packet(packet)
  }
}

extension AirPacket {
  /// Reads the payload of a sniffer message: reception data, then the packet.
  fileprivate init?(nordic cursor: inout ByteCursor) {
    guard let length = cursor.byte(), let flags = cursor.byte(), cursor.byte() != nil, let rssi = cursor.byte(),
      cursor.take(6) != nil, cursor.take(Int(length) - 10) != nil
    else { return nil }
    self.init(&cursor, isCoded: flags >> 4 & 7 == 2)
    self.rssi = -Int(rssi)
    isSound = flags & 1 != 0
    guard accessAddress != Self.advertisingAccess else { return }
    sender = flags & 2 != 0 ? .central : .peripheral
    isDecrypted = flags & 0x0C == 0x0C
  }
}
