import BluetoothLE

/// A data PDU (Bluetooth Core 5.4, Vol 6, Part B, §2.4).
struct DataPDU: Hashable {
  /// The content, by LLID.
  enum Kind: UInt8 {
    /// A further fragment of an L2CAP frame; without a payload, an empty PDU.
    case continuing = 1
    case beginning = 2
    case control = 3
  }

  let kind: Kind
  /// The sequence number, one bit.
  let number: Bool
  /// The sequence number expected from the peer.
  let expected: Bool
  let payload: ArraySlice<UInt8>

  /// Returns nil for a reserved kind.
  init?(_ packet: AirPacket) {
    guard let header = packet.pdu.first, let kind = Kind(rawValue: header & 3) else { return nil }
    self.kind = kind
    number = header & 0x08 != 0
    expected = header & 0x04 != 0
    payload = packet.pdu.dropFirst(header & 0x20 == 0 ? 2 : 3)
  }

  /// Whether it only acknowledges a PDU.
  var isEmpty: Bool { payload.isEmpty }

  /// Returns whether it is a retransmission, because the acknowledgement was lost.
  ///
  /// The sequence number alone is not enough: if the sniffer missed a packet, it may be unchanged.
  func repeats(_ former: DataPDU) -> Bool {
    number == former.number && kind == former.kind && payload == former.payload
  }

  /// The ATT operation in the PDU; nil for other content.
  var attOperation: ATTOpcode? {
    var cursor = ByteCursor(payload)
    guard kind == .beginning, cursor.u16() != nil, cursor.u16() == L2CAPFrame.attChannel else { return nil }
    return cursor.byte().flatMap(ATTOpcode.init(rawValue:))
  }
}

/// The control PDUs that are read (Vol 6, Part B, §2.4.2).
enum LinkControl: UInt8 {
  case connectionUpdate = 0x00
  case terminate = 0x02
  case encryptionRequest = 0x03
  case encryptionResponse = 0x04
  case startEncryptionRequest = 0x05
  case reject = 0x0D
  case rejectExtended = 0x11
}

/// A PDU outside connections (Vol 6, Part B, §2.3).
enum AdvertisingPDU {
  case report(Advertisement)
  case connect(ConnectIndication)
  case other

  /// Returns nil for an invalid PDU.
  init?(_ packet: AirPacket) {
    var cursor = ByteCursor(packet.pdu)
    guard let header = cursor.byte(), cursor.byte() != nil else { return nil }
    switch header & 0x0F {
    // ADV_IND, ADV_NONCONN_IND, SCAN_RSP, ADV_SCAN_IND: address and data.
    case 0, 2, 4, 6: self.init(report: cursor.address(), cursor.rest(), packet.rssi)
    // ADV_DIRECT_IND has no data.
    case 1: self.init(report: cursor.address(), [], packet.rssi)
    // CONNECT_IND, and AUX_CONNECT_REQ on a secondary channel.
    case 5: self.init(connect: &cursor)
    // ADV_EXT_IND and the other extended advertising PDUs.
    case 7: self.init(extended: &cursor, packet.rssi)
    default: self = .other
    }
  }

  private init?(report address: DeviceAddress?, _ data: ArraySlice<UInt8>, _ rssi: Int?) {
    guard let address else { return nil }
    var report = Advertisement(address: address, rssi: rssi)
    report.read(data)
    self = .report(report)
  }

  /// Reads the common extended advertising payload (§2.3.4); a PDU without an address is ignored.
  private init?(extended cursor: inout ByteCursor, _ rssi: Int?) {
    guard let lengthAndMode = cursor.byte(), var header = cursor.take(Int(lengthAndMode & 0x3F)).map(ByteCursor.init)
    else { return nil }
    guard let flags = header.byte(), flags & 1 != 0 else {
      self = .other
      return
    }
    self.init(report: header.address(), cursor.rest(), rssi)
  }

  private init?(connect cursor: inout ByteCursor) {
    guard let indication = ConnectIndication(&cursor) else { return nil }
    self = .connect(indication)
  }
}

/// The parameters of a new connection (Vol 6, Part B, §2.3.3.1), except for channel hopping, which the sniffer handles.
struct ConnectIndication {
  let peripheral: DeviceAddress
  let accessAddress: UInt32
  /// The initial value of the connection's CRC, 24 bits.
  let crcInit: UInt32
  let supervisionTimeout: Duration

  fileprivate init?(_ cursor: inout ByteCursor) {
    guard cursor.address() != nil, let peripheral = cursor.address(),
      let accessAddress = cursor.integer(UInt32.self), let crcInit = cursor.take(3), cursor.take(7) != nil,
      let timeout = cursor.u16(), cursor.take(6) != nil
    else { return nil }
    self.peripheral = peripheral
    self.accessAddress = accessAddress
    self.crcInit = crcInit.reversed().reduce(0) { $0 << 8 | UInt32($1) }
    supervisionTimeout = SupervisionTimeout(tensOfMilliseconds: timeout).duration
  }
}

/// The longest silence before a connection counts as lost: 100 ms to 32 s (Vol 6, Part B, §4.5.2).
struct SupervisionTimeout {
  static let longest = Duration.seconds(32)
  let duration: Duration

  init(tensOfMilliseconds: UInt16) {
    duration = .milliseconds(10 * min(max(Int(tensOfMilliseconds), 10), 3200))
  }
}

/// The CRC of link layer packets (Vol 6, Part B, §3.1.1): x²⁴ + x¹⁰ + x⁹ + x⁶ + x⁴ + x³ + x + 1, 0x65B.
enum LinkLayerCRC {
  /// The initial value outside connections.
  static let advertisingInit: UInt32 = 0x55_5555

  /// Returns the three bytes after `pdu`, in the order of transmission.
  ///
  /// The register is bit-reversed, because the lowest bit of each byte is transmitted first.
  static func bytes(of pdu: ArraySlice<UInt8>, from crcInit: UInt32) -> [UInt8] {
    var register = (0..<24).reduce(UInt32(0)) { $0 << 1 | crcInit >> UInt32($1) & 1 }
    for byte in pdu {
      register ^= UInt32(byte)
      for _ in 0..<8 { register = register & 1 == 0 ? register >> 1 : register >> 1 ^ 0xDA_6000 }
    }
    return [UInt8(register & 0xFF), UInt8(register >> 8 & 0xFF), UInt8(register >> 16 & 0xFF)]
  }
}
