import Captures

/// Writes the file formats that the product only reads.
package enum PacketFile {
  /// The byte order of numbers.
  package enum ByteOrder: Sendable { case big, little }

  /// The header of each packet: link types 187, 201 and 254.
  package enum Link: Sendable { case uart, uartWithDirection, monitor }

  /// Returns a btsnoop file of link type 1001, which stores a packet's kind in its flags.
  package static func btsnoopUnencapsulated(_ sample: SampleCapture) -> [UInt8] {
    var bytes = Array(sample.btsnoop(.uart).prefix(12)) + number(UInt32(1001), .big)
    for (packet, time) in sample.packets {
      let length = number(UInt32(packet.payload.count), .big)
      let flags: UInt32 = (packet.direction == .received ? 1 : 0) | (packet.kind == .acl ? 0 : 2)
      let stamp = 0x00DC_DDB3_0F2F_8000 + start + time
      bytes += length + length + number(flags, .big) + [0, 0, 0, 0]
      bytes += number(UInt64(stamp), .big) + packet.payload
    }
    return bytes
  }

  /// Returns the header of a pcap file.
  package static func pcapHeader(order: ByteOrder, isNano: Bool, network: UInt32) -> [UInt8] {
    var bytes = number(UInt32(isNano ? 0xA1B2_3C4D : 0xA1B2_C3D4), order) + number(UInt16(2), order)
    bytes += number(UInt16(4), order) + [UInt8](repeating: 0, count: 8)
    bytes += number(UInt32(65535), order) + number(network, order)
    return bytes
  }

  /// Returns a pcap file with timestamps in microseconds or nanoseconds.
  package static func pcap(_ sample: SampleCapture, order: ByteOrder, isNano: Bool, link: Link) -> [UInt8] {
    let network: UInt32 = link == .uart ? 187 : link == .monitor ? 254 : 201
    var bytes = pcapHeader(order: order, isNano: isNano, network: network)
    for (packet, time) in sample.packets {
      let data = packetData(packet, link)
      let (seconds, microseconds) = (start + time).quotientAndRemainder(dividingBy: 1_000_000)
      bytes += number(UInt32(seconds), order) + number(UInt32(microseconds * (isNano ? 1000 : 1)), order)
      bytes += number(UInt32(data.count), order) + number(UInt32(data.count), order) + data
    }
    return bytes
  }

  /// Returns a little-endian record of a pcap file; its time is in microseconds since the capture began.
  package static func pcapRecord(_ data: [UInt8], atMicroseconds time: Int64) -> [UInt8] {
    let (seconds, microseconds) = (start + time).quotientAndRemainder(dividingBy: 1_000_000)
    let length = number(UInt32(data.count), .little)
    return number(UInt32(seconds), .little) + number(UInt32(microseconds), .little) + length + length + data
  }

  /// Returns a little-endian pcapng file with one interface, from records with their times in microseconds.
  package static func pcapng(link: UInt16, _ records: [(data: [UInt8], time: Int64)]) -> [UInt8] {
    let order = ByteOrder.little
    var bytes = block(
      0x0A0D_0D0A,
      number(UInt32(0x1A2B_3C4D), order) + number(UInt16(1), order) + number(UInt16(0), order)
        + [UInt8](repeating: 0xFF, count: 8), order)
    bytes += block(1, number(link, order) + [0, 0, 0, 0, 0, 0], order)
    for (data, time) in records {
      let ticks = UInt64(start + time)
      let stamp = number(UInt32(ticks >> 32), order) + number(UInt32(ticks & 0xFFFF_FFFF), order)
      let length = number(UInt32(data.count), order)
      bytes += block(6, number(UInt32(0), order) + stamp + length + length + data, order)
    }
    return bytes
  }

  /// Returns a pcapng file with one interface; `resolution` is its option `if_tsresol`, absent for microseconds.
  package static func pcapng(
    _ sample: SampleCapture, order: ByteOrder, resolution: UInt8?, simple: Bool = false
  ) -> [UInt8] {
    var bytes = block(
      0x0A0D_0D0A,
      number(UInt32(0x1A2B_3C4D), order) + number(UInt16(1), order) + number(UInt16(0), order)
        + [UInt8](repeating: 0xFF, count: 8), order)
    let options = resolution.map { number(UInt16(9), order) + number(UInt16(1), order) + [$0, 0, 0, 0, 0, 0, 0, 0] }
    bytes += block(1, number(UInt16(201), order) + [0, 0, 0, 0, 0, 0] + (options ?? []), order)
    bytes += block(0xBAD, [1, 2, 3, 4], order)
    for (packet, time) in sample.packets {
      let data = packetData(packet, .uartWithDirection)
      let length = number(UInt32(data.count), order)
      let ticks = UInt64(ticks(start + time, resolution))
      let stamp = number(UInt32(ticks >> 32), order) + number(UInt32(ticks & 0xFFFF_FFFF), order)
      bytes +=
        simple
        ? block(3, length + data, order) : block(6, number(UInt32(0), order) + stamp + length + length + data, order)
    }
    return bytes
  }

  private static let start: Int64 = 1_790_000_000_000_000

  private static func ticks(_ microseconds: Int64, _ resolution: UInt8?) -> Int64 {
    switch resolution {
    case 9: microseconds * 1000
    case 0x94: microseconds / 1_000_000 << 20 | microseconds % 1_000_000 * (1 << 20) / 1_000_000
    default: microseconds
    }
  }

  private static func packetData(_ packet: HCIPacket, _ link: Link) -> [UInt8] {
    let direction: [UInt8] = [0, 0, 0, packet.direction == .received ? 1 : 0]
    switch link {
    case .uart: return [packet.kind.rawValue] + packet.payload
    case .uartWithDirection: return direction + [packet.kind.rawValue] + packet.payload
    case .monitor:
      let opcode: UInt16 = packet.kind == .event ? 3 : packet.direction == .sent ? 4 : 5
      return [0, 0] + number(opcode, .big) + packet.payload
    }
  }

  private static func block(_ type: UInt32, _ body: [UInt8], _ order: ByteOrder) -> [UInt8] {
    let padded = body + [UInt8](repeating: 0, count: (4 - body.count % 4) % 4)
    let length = number(UInt32(padded.count + 12), order)
    return number(type, order) + length + padded + length
  }

  private static func number(_ value: some FixedWidthInteger, _ order: ByteOrder) -> [UInt8] {
    let bytes = (0..<type(of: value).bitWidth / 8).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
    return order == .little ? bytes : bytes.reversed()
  }
}
