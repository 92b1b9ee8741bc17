/// What the first four bytes of a pcap file tell (IETF draft-ietf-opsawg-pcap, §4).
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
  /// Reads a pcap file to its end.
  ///
  /// - Throws: `.truncated` at the record that the file ends in; `.linkTypeUnsupported`.
  mutating func readPcap(_ bytes: [UInt8], header: PcapHeader) throws(CaptureFailure) {
    var cursor = ByteCursor(bytes[...])
    guard cursor.take(20) != nil, let network = cursor.integer(UInt32.self, order: header.order) else {
      throw CaptureFailure(.truncated, offset: 0, detail: "the file ends in its header")
    }
    // The upper half says whether frames carry a check sequence, which none of these types needs.
    let linkType = try PcapLinkType(number: UInt16(truncatingIfNeeded: network), offset: 20)
    while cursor.remaining > 0 {
      let offset = cursor.position
      guard let seconds = cursor.integer(UInt32.self, order: header.order),
        let fraction = cursor.integer(UInt32.self, order: header.order),
        let length = cursor.integer(UInt32.self, order: header.order),
        cursor.integer(UInt32.self, order: header.order) != nil
      else { throw CaptureFailure(.truncated, offset: offset, detail: "the file ends in the header of a record") }
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
