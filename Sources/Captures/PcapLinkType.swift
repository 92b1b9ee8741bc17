/// The link types of pcap and pcapng that hold HCI, or the air (tcpdump.org, "Link-layer header types").
enum PcapLinkType: UInt16 {
  /// A packet as on a UART, without its direction.
  case uart = 187
  /// Four bytes of direction, then a packet as on a UART.
  case uartWithDirection = 201
  /// A packet as it was on the air.
  case air = 251
  /// Adapter and opcode of the Linux monitor channel, then its packet.
  case monitor = 254
  /// What the sniffer found, then a packet as it was on the air.
  case airWithHeader = 256
  /// A message of the nRF Sniffer.
  case nordic = 272

  /// The link type with this number.
  ///
  /// - Throws: `.linkTypeUnsupported` at `offset`, with what could be done about it.
  init(number: UInt16, offset: Int) throws(CaptureFailure) {
    guard let known = Self(rawValue: number) else {
      throw CaptureFailure(
        .linkTypeUnsupported, offset: offset,
        detail: "link type \(number) is not read; read are 187, 201 and 254 (HCI), 251, 256 and 272 (from the air)")
    }
    self = known
  }
}

extension CaptureDecoder {
  /// Takes the next packet of a file with this link type.
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
  /// What a packet is of a link type that holds HCI; nil where it contradicts itself, or holds none.
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
