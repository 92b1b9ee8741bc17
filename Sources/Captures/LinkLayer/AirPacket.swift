/// A packet as a sniffer heard it, without the preamble and without what the sniffer says about it.
///
/// Source: Bluetooth Core 5.4, Vol 6, Part B, §2.1 and §2.2.
struct AirPacket {
  /// Who sent a packet of a connection.
  enum Sender {
    case central
    case peripheral

    var other: Sender { self == .central ? .peripheral : .central }
  }

  /// The access address of every packet that is not part of a connection (§2.1.2).
  static let advertisingAccess: UInt32 = 0x8E89_BED6

  var accessAddress: UInt32
  /// Header and payload.
  var pdu: ArraySlice<UInt8>
  /// The three bytes of the CRC.
  var crc: ArraySlice<UInt8>
  /// Whether the CRC fits; nil where the sniffer did not look.
  var isSound: Bool?
  /// Nil where the sniffer does not tell.
  var sender: Sender?
  /// In dBm; nil where the sniffer does not tell.
  var rssi: Int?
  /// Whether the sniffer had the key and took the encryption away.
  var isDecrypted = false

  /// The packet that begins with its access address; nil where it is cut short.
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

/// One record of a sniffer's file.
enum AirRecord {
  case packet(AirPacket)
  /// What a sniffer and its host tell each other.
  case message
}

extension AirRecord {
  /// A record of LINKTYPE_BLUETOOTH_LE_LL, which is the packet alone; nil where it is cut short.
  init?(plain data: ArraySlice<UInt8>) {
    var cursor = ByteCursor(data)
    guard let packet = AirPacket(&cursor, isCoded: false) else { return nil }
    self = .packet(packet)
  }

  /// A record of LINKTYPE_BLUETOOTH_LE_LL_WITH_PHDR (tcpdump.org); nil where it is cut short.
  init?(withHeader data: ArraySlice<UInt8>) {
    var cursor = ByteCursor(data)
    guard cursor.byte() != nil, let signal = cursor.byte(), cursor.byte() != nil, let offenses = cursor.byte(),
      let reference = cursor.integer(UInt32.self), let flags = cursor.u16(),
      var packet = AirPacket(&cursor, isCoded: flags >> 14 == 2)
    else { return nil }
    // Bits of the access address that were misheard do not matter where the sniffer listened for one.
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

  /// A record of LINKTYPE_NORDIC_BLE, as the nRF Sniffer writes it; nil where it is cut short or of another version
  /// than 1, 2 or 3.
  ///
  /// Source: Nordic, nRF Sniffer for Bluetooth LE, `sniffer_uart_protocol.txt`.
  init?(nordic data: ArraySlice<UInt8>) {
    var cursor = ByteCursor(data)
    guard cursor.byte() != nil, let lengths = cursor.u16(), let version = cursor.byte(), cursor.u16() != nil,
      let kind = cursor.byte(), 1...3 ~= version
    else { return nil }
    // Version 1 has two lengths of a byte, its header's and the payload's; from version 2 on there is the latter alone.
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
  /// The payload of the sniffer's message: what was seen of the packet, then the packet.
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
