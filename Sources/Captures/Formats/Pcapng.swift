/// An interface of a pcapng section: the link type and time resolution of its packets.
private struct Interface {
  var linkType: PcapLinkType
  var ticksPerSecond: Int64 = 1_000_000
  var snapLength: UInt32
}

/// A block of a pcapng file, without its framing.
private struct Block {
  var offset: Int
  var type: UInt32
  var body: ArraySlice<UInt8>
}

/// The block types that are read (IETF draft-ietf-opsawg-pcapng, §4).
private enum BlockType {
  static let sectionHeader: UInt32 = 0x0A0D_0D0A
  static let interfaceDescription: UInt32 = 1
  static let simplePacket: UInt32 = 3
  static let enhancedPacket: UInt32 = 6
}

extension CaptureDecoder {
  /// Reads a whole pcapng file; blocks of other types are skipped.
  ///
  /// - Throws: `.truncated` or `.malformed` at the block; `.linkTypeUnsupported`.
  mutating func readPcapng(_ bytes: [UInt8]) throws(CaptureFailure) {
    var cursor = ByteCursor(bytes[...])
    var order = ByteOrder.little
    var interfaces: [Interface] = []
    while cursor.remaining > 0 {
      let block = try Block(&cursor, order: &order)
      switch block.type {
      case BlockType.sectionHeader: interfaces = []
      case BlockType.interfaceDescription: interfaces.append(try Interface(block, order: order))
      case BlockType.enhancedPacket: try takeEnhanced(block, order: order, interfaces: interfaces)
      case BlockType.simplePacket: try takeSimple(block, order: order, interfaces: interfaces)
      default: break
      }
    }
  }

  private mutating func takeEnhanced(
    _ block: Block, order: ByteOrder, interfaces: [Interface]
  ) throws(CaptureFailure) {
    var cursor = ByteCursor(block.body)
    guard let number = cursor.integer(UInt32.self, order: order), let high = cursor.integer(UInt32.self, order: order),
      let low = cursor.integer(UInt32.self, order: order), let length = cursor.integer(UInt32.self, order: order),
      cursor.integer(UInt32.self, order: order) != nil, let data = cursor.take(Int(length))
    else { throw CaptureFailure(.malformed, offset: block.offset, detail: "a packet is longer than its block") }
    guard interfaces.indices.contains(Int(number)) else {
      throw CaptureFailure(.malformed, offset: block.offset, detail: "interface \(number) has no description")
    }
    let interface = interfaces[Int(number)]
    let ticks = Int64(truncatingIfNeeded: UInt64(high) << 32 | UInt64(low))
    if interface.ticksPerSecond >= 1_000_000 {
      started(atUnixMicroseconds: ticks / (interface.ticksPerSecond / 1_000_000))
    }
    stamp(ticks, ticksPerSecond: interface.ticksPerSecond, offset: block.offset)
    take(data, as: interface.linkType)
  }

  /// Processes a Simple Packet Block.
  ///
  /// It belongs to the first interface and has no time.
  private mutating func takeSimple(_ block: Block, order: ByteOrder, interfaces: [Interface]) throws(CaptureFailure) {
    guard let interface = interfaces.first else {
      throw CaptureFailure(.malformed, offset: block.offset, detail: "interface 0 has no description")
    }
    var cursor = ByteCursor(block.body)
    guard let original = cursor.integer(UInt32.self, order: order) else {
      throw CaptureFailure(.malformed, offset: block.offset, detail: "a packet block without a length")
    }
    let length = interface.snapLength == 0 ? original : min(original, interface.snapLength)
    guard let data = cursor.take(Int(length)) else {
      throw CaptureFailure(.malformed, offset: block.offset, detail: "a packet is longer than its block")
    }
    note(offset: block.offset)
    take(data, as: interface.linkType)
  }
}

extension Block {
  /// Reads the next block.
  ///
  /// A section header sets the byte order of the following blocks.
  init(_ cursor: inout ByteCursor, order: inout ByteOrder) throws(CaptureFailure) {
    offset = cursor.position
    var ahead = cursor
    guard let type = ahead.integer(UInt32.self, order: order), let rawLength = ahead.take(4) else {
      throw CaptureFailure(.truncated, offset: offset, detail: "the file ends inside a block header")
    }
    self.type = type
    if type == BlockType.sectionHeader { order = try Self.sectionOrder(ahead, offset: offset) }
    var lengthCursor = ByteCursor(rawLength)
    let length = Int(lengthCursor.integer(UInt32.self, order: order) ?? 0)
    guard length >= 12, length.isMultiple(of: 4) else {
      throw CaptureFailure(.malformed, offset: offset, detail: "a block cannot have \(length) bytes")
    }
    guard let whole = cursor.take(length) else {
      throw CaptureFailure(
        .truncated, offset: offset, detail: "the block has \(length) bytes, the file \(cursor.remaining)")
    }
    body = whole.dropFirst(8).dropLast(4)
  }

  private static func sectionOrder(_ cursor: ByteCursor, offset: Int) throws(CaptureFailure) -> ByteOrder {
    var cursor = cursor
    switch cursor.integer(UInt32.self) {
    case 0x1A2B_3C4D: return .little
    case 0x4D3C_2B1A: return .big
    case nil: throw CaptureFailure(.truncated, offset: offset, detail: "the file ends inside a section header")
    default: throw CaptureFailure(.malformed, offset: offset, detail: "the byte-order magic of the section is wrong")
    }
  }
}

extension Interface {
  init(_ block: Block, order: ByteOrder) throws(CaptureFailure) {
    var cursor = ByteCursor(block.body)
    guard let number = cursor.integer(UInt16.self, order: order), cursor.take(2) != nil,
      let snapLength = cursor.integer(UInt32.self, order: order)
    else { throw CaptureFailure(.malformed, offset: block.offset, detail: "an interface description is cut short") }
    linkType = try PcapLinkType(number: number, offset: block.offset)
    self.snapLength = snapLength
    while let option = Self.option(&cursor, order: order), option.code != 0 {
      // if_tsresol, §4.2: a negative power of 10, or of 2 if the highest bit is set.
      guard option.code == 9, let resolution = option.value.first else { continue }
      guard let ticks = Self.ticksPerSecond(resolution) else {
        throw CaptureFailure(.malformed, offset: block.offset, detail: "time resolution \(resolution) is out of range")
      }
      ticksPerSecond = ticks
    }
  }

  private static func option(
    _ cursor: inout ByteCursor, order: ByteOrder
  ) -> (code: UInt16, value: ArraySlice<UInt8>)? {
    guard let code = cursor.integer(UInt16.self, order: order), let length = cursor.integer(UInt16.self, order: order),
      let value = cursor.take(Int(length))
    else { return nil }
    _ = cursor.take((4 - Int(length) % 4) % 4)
    return (code, value)
  }

  private static func ticksPerSecond(_ resolution: UInt8) -> Int64? {
    let exponent = Int(resolution & 0x7F)
    guard resolution & 0x80 == 0 else { return exponent <= 62 ? 1 << Int64(exponent) : nil }
    return exponent <= 18 ? (0..<exponent).reduce(1) { product, _ in product * 10 } : nil
  }
}
