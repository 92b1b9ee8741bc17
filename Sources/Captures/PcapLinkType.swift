/// The link types of pcap and pcapng that hold HCI (tcpdump.org, "Link-layer header types").
enum PcapLinkType: UInt16 {
  /// A packet as on a UART, without its direction.
  case uart = 187
  /// Four bytes of direction, then a packet as on a UART.
  case uartWithDirection = 201
  /// Adapter and opcode of the Linux monitor channel, then its packet.
  case monitor = 254

  /// The link type with this number.
  ///
  /// - Throws: `.linkTypeUnsupported` at `offset`, with what could be done about it.
  init(number: UInt16, offset: Int) throws(CaptureFailure) {
    guard let known = Self(rawValue: number) else {
      throw CaptureFailure(.linkTypeUnsupported, offset: offset, detail: Self.reason(against: number))
    }
    self = known
  }

  private static func reason(against number: UInt16) -> String {
    switch number {
    case 251, 256, 272:
      "link type \(number) is a recording from the air; record at the host instead (btmon -w)"
    default:
      "link type \(number) holds no HCI; read are 187, 201 and 254"
    }
  }

  /// What a packet of this link type is; nil where it contradicts itself.
  func record(_ data: ArraySlice<UInt8>) -> HCIRecord? {
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
    }
  }
}
