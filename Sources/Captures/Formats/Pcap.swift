/// The byte order and time resolution in the first four bytes of a pcap file (IETF draft-ietf-opsawg-pcap, §4).
struct PcapHeader {
  var order: ByteOrder
  var ticksPerSecond: Int64

  init?(magic: ArraySlice<UInt8>) {
    switch Array(magic) {
    case [0xA1, 0xB2, 0xC3, 0xD4]: (order, ticksPerSecond) = (.big, 1_000_000)
    case [0xD4, 0xC3, 0xB2, 0xA1]: (order, ticksPerSecond) = (.little, 1_000_000)
    case [0xA1, 0xB2, 0x3C, 0x4D]: (order, ticksPerSecond) = (.big, 1_000_000_000)
    case [0x4D, 0x3C, 0xB2, 0xA1]: (order, ticksPerSecond) = (.little, 1_000_000_000)
    default: return nil
    }
  }
}

extension CaptureDecoder {
  /// Reads a whole pcap file.
  ///
  /// - Throws: `.truncated` at the record in which the file ends; `.linkTypeUnsupported`.
  mutating func readPcap(_ bytes: [UInt8], header: PcapHeader) throws(CaptureFailure) {
    var cursor = ByteCursor(bytes[...])
    guard cursor.take(20) != nil, let network = cursor.integer(UInt32.self, order: header.order) else {
      throw CaptureFailure(.truncated, offset: 0, detail: "the file ends inside its header")
    }
    // The upper half describes the frame check sequence, which these link types do not need.
    let linkType = try PcapLinkType(number: UInt16(truncatingIfNeeded: network), offset: 20)
    while cursor.remaining > 0 {
      let offset = cursor.position
      guard let seconds = cursor.integer(UInt32.self, order: header.order),
        let fraction = cursor.integer(UInt32.self, order: header.order),
        let length = cursor.integer(UInt32.self, order: header.order),
        cursor.integer(UInt32.self, order: header.order) != nil
      else { throw CaptureFailure(.truncated, offset: offset, detail: "the file ends inside a record header") }
      guard let data = cursor.take(Int(length)) else {
        throw CaptureFailure(
          .truncated, offset: offset, detail: "the record has \(length) bytes, the file \(cursor.remaining) more")
      }
      let ticks = Int64(seconds) * header.ticksPerSecond + Int64(fraction)
      started(atUnixMicroseconds: ticks / (header.ticksPerSecond / 1_000_000))
      stamp(ticks, ticksPerSecond: header.ticksPerSecond, offset: offset)
      take(data, as: linkType)
    }
  }
}

/// The supported link types of pcap and pcapng: HCI and sniffers (tcpdump.org, "Link-layer header types").
enum PcapLinkType: UInt16 {
  /// A packet as on a UART, without its direction.
  case uart = 187
  /// Four bytes of direction, then a packet as on a UART.
  case uartWithDirection = 201
  /// A packet as sent over the air.
  case air = 251
  /// Adapter and opcode of the Linux monitor channel, then its packet.
  case monitor = 254
  /// A header of the sniffer, then a packet as sent over the air.
  case airWithHeader = 256
  /// A message of the nRF Sniffer.
  case nordic = 272

  /// Finds a link type by its number.
  ///
  /// - Throws: `.linkTypeUnsupported` at `offset`; it lists the supported types.
  init(number: UInt16, offset: Int) throws(CaptureFailure) {
    guard let known = Self(rawValue: number) else {
      throw CaptureFailure(
        .linkTypeUnsupported, offset: offset,
        detail: "link type \(number) is not read; jz2 reads 187, 201 and 254 (HCI), 251, 256 and 272 (from the air)")
    }
    self = known
  }
}

extension CaptureDecoder {
  /// Processes the next packet of a file with this link type.
  mutating func take(_ data: ArraySlice<UInt8>, as linkType: PcapLinkType) {
    switch linkType {
    case .uart, .uartWithDirection, .monitor: take(linkType.hostRecord(data))
    case .air: take(AirRecord(plain: data))
    case .airWithHeader: take(AirRecord(withHeader: data))
    case .nordic: take(AirRecord(nordic: data))
    }
  }
}

extension PcapLinkType {
  /// Returns the record in a packet of an HCI link type; nil for invalid packets and other link types.
  fileprivate func hostRecord(_ data: ArraySlice<UInt8>) -> HCIRecord? {
    var cursor = ByteCursor(data)
    switch self {
    case .uart:
      return HCIRecord(uart: data, direction: nil)
    case .uartWithDirection:
      guard let direction = cursor.integer(UInt32.self, order: .big) else { return nil }
      return HCIRecord(uart: cursor.rest(), direction: direction == 0 ? .sent : .received)
    case .monitor:
      guard let adapter = cursor.integer(UInt16.self, order: .big),
        let opcode = cursor.integer(UInt16.self, order: .big)
      else { return nil }
      return HCIRecord(monitor: cursor.rest(), opcode: opcode, adapter: adapter)
    case .air, .airWithHeader, .nordic:
      return nil
    }
  }
}
