internal import Rides

/// The types of values: FIT Protocol, "FIT Base Types".
///
/// The raw value is the base type field.
enum FITBaseType: UInt8, Hashable, Sendable, CaseIterable {
  case enumeration = 0x00
  case sint8 = 0x01
  case uint8 = 0x02
  case string = 0x07
  case uint8z = 0x0A
  case byte = 0x0D
  case sint16 = 0x83
  case uint16 = 0x84
  case sint32 = 0x85
  case uint32 = 0x86
  case float32 = 0x88
  case float64 = 0x89
  case uint16z = 0x8B
  case uint32z = 0x8C
  case sint64 = 0x8E
  case uint64 = 0x8F
  case uint64z = 0x90

  /// Finds the type by its number, the lower five bits of the field.
  ///
  /// The top bit is redundant: it marks the types with more than one byte.
  init?(definition: UInt8) {
    let number = definition & 0x1F
    guard let type = FITBaseType(rawValue: number) ?? FITBaseType(rawValue: number | 0x80) else { return nil }
    self = type
  }

  /// Bytes per element.
  var size: Int {
    switch self {
    case .enumeration, .sint8, .uint8, .string, .uint8z, .byte: 1
    case .sint16, .uint16, .uint16z: 2
    case .sint32, .uint32, .uint32z, .float32: 4
    case .sint64, .uint64, .uint64z, .float64: 8
    }
  }

  /// The bits that mean "no value".
  var invalid: UInt64 {
    switch self {
    case .string, .uint8z, .uint16z, .uint32z, .uint64z: 0
    case .sint8, .sint16, .sint32, .sint64: allOnes >> 1
    case .enumeration, .uint8, .byte, .uint16, .uint32, .uint64, .float32, .float64: allOnes
    }
  }

  /// Decodes bits; nil for the invalid value and for numbers that are not finite.
  func value(ofBits bits: UInt64) -> Double? {
    guard bits != invalid else { return nil }
    switch self {
    case .sint8: return Double(Int8(truncatingIfNeeded: bits))
    case .sint16: return Double(Int16(truncatingIfNeeded: bits))
    case .sint32: return Double(Int32(truncatingIfNeeded: bits))
    case .sint64: return Double(Int64(truncatingIfNeeded: bits))
    case .float32: return finite(Double(Float(bitPattern: UInt32(truncatingIfNeeded: bits))))
    case .float64: return finite(Double(bitPattern: bits))
    default: return Double(bits)
    }
  }

  /// Encodes the nearest whole number, halves rounded up, limited to the range of the type.
  ///
  /// Nil becomes the invalid value. Types that use 0 as invalid cannot hold 0.
  func bits(of value: Double?) -> UInt64 {
    guard let value, value.isFinite else { return invalid }
    let nearest = (value + 0.5).rounded(.down)
    switch self {
    case .sint8, .sint16, .sint32:
      let limit = Double(allOnes >> 1)
      return UInt64(bitPattern: Int64(min(max(nearest, -limit - 1), limit - 1))) & allOnes
    case .enumeration, .uint8, .byte, .uint16, .uint32: return UInt64(min(max(nearest, 0), Double(allOnes - 1)))
    case .string, .uint8z, .uint16z, .uint32z: return UInt64(min(max(nearest, 0), Double(allOnes)))
    case .sint64, .uint64, .uint64z, .float32, .float64: return invalid
    }
  }

  private var allOnes: UInt64 { .max >> UInt64(64 - size * 8) }

  private func finite(_ value: Double) -> Double? { value.isFinite ? value : nil }
}

/// Reads forward through untrusted bytes; reading past the end returns nil.
private struct FITBytes {
  private var rest: ArraySlice<UInt8>

  init(_ bytes: ArraySlice<UInt8>) {
    rest = bytes
  }

  mutating func take(_ count: Int) -> ArraySlice<UInt8>? {
    guard rest.count >= count else { return nil }
    defer { rest = rest.dropFirst(count) }
    return rest.prefix(count)
  }

  /// Reads an unsigned number of up to eight bytes.
  mutating func integer(_ count: Int, isBigEndian: Bool = false) -> UInt64? {
    take(count)?.fitInteger(isBigEndian: isBigEndian)
  }
}

extension ArraySlice<UInt8> {
  /// Returns the bytes, at most eight, as an unsigned number.
  func fitInteger(isBigEndian: Bool = false) -> UInt64 {
    let bigEndian = reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    return isBigEndian ? bigEndian : bigEndian.byteSwapped >> UInt64(64 - 8 * count)
  }
}

/// The checksum of a FIT file: CRC-16/ARC, reflected polynomial 0x8005, initial value 0; `123456789` gives 0xBB3D.
///
/// FIT Protocol, "CRC". Continued over its own two bytes, lower first, it becomes 0.
package struct FITChecksum: Hashable, Sendable {
  package private(set) var value: UInt16 = 0

  package init() {}

  package init(of bytes: some Sequence<UInt8>) {
    add(bytes)
  }

  package mutating func add(_ bytes: some Sequence<UInt8>) {
    let table = Self.table
    value = bytes.reduce(value) { value, byte in value >> 8 ^ table[Int(UInt8(truncatingIfNeeded: value) ^ byte)] }
  }

  private static let table: [UInt16] = (0..<256).map { byte in
    (0..<8).reduce(UInt16(byte)) { rest, _ in rest & 1 == 1 ? rest >> 1 ^ 0xA001 : rest >> 1 }
  }
}

/// The file header: FIT Protocol, "File Header".
struct FITHeader: Hashable, Sendable {
  /// Bytes of a header with a checksum and of one without.
  static let size = 14
  static let sizeWithoutChecksum = 12
  /// Protocol 1.0: written files have no developer fields and no 64-bit types.
  private static let protocolVersion: UInt8 = 0x10
  /// The version × 1000 of the profile that the field numbers are taken from.
  private static let profileVersion: UInt16 = 21_218
  /// The newest major version that is read, in the upper four bits of the protocol version.
  private static let newestMajorVersion: UInt8 = 2

  private static let tag = Array(".FIT".utf8)

  /// Bytes of all messages, without header and final checksum.
  var dataSize: UInt32

  init(dataSize: UInt32) {
    self.dataSize = dataSize
  }

  /// Returns whether the bytes begin like a FIT file: `.FIT` from byte 8 on.
  static func begins(_ bytes: some Sequence<UInt8>) -> Bool {
    bytes.dropFirst(8).prefix(4).elementsEqual(tag)
  }

  func encoded() -> [UInt8] {
    var bytes: [UInt8] = [UInt8(Self.size), Self.protocolVersion]
    bytes += [UInt8(truncatingIfNeeded: Self.profileVersion), UInt8(truncatingIfNeeded: Self.profileVersion >> 8)]
    bytes += (0..<4).map { UInt8(truncatingIfNeeded: dataSize >> (8 * $0)) }
    bytes += Self.tag
    let checksum = FITChecksum(of: bytes).value
    return bytes + [UInt8(truncatingIfNeeded: checksum), UInt8(truncatingIfNeeded: checksum >> 8)]
  }

  /// Reads a complete header of 12 or 14 bytes that begins at `position`.
  ///
  /// A checksum of 0 is not checked.
  init(decoding bytes: ArraySlice<UInt8>, at position: Int) throws(FileFault) {
    let place = FilePlace(byte: position)
    var rest = FITBytes(bytes)
    guard let size = rest.integer(1), let version = rest.integer(1), rest.integer(2) != nil,
      let dataSize = rest.integer(4), let tag = rest.take(4), tag.elementsEqual(Self.tag), size == bytes.count
    else { throw FileFault(.notThisFormat, at: place, "it does not begin with a FIT header") }
    guard version >> 4 <= Self.newestMajorVersion else {
      throw FileFault(.notThisFormat, at: place, "FIT protocol \(version >> 4) is not supported")
    }
    if let checksum = rest.integer(2), checksum != 0 {
      let computed = FITChecksum(of: bytes.prefix(Self.sizeWithoutChecksum)).value
      guard checksum == computed else {
        throw FileFault(
          .wrongChecksum, at: .init(byte: position + Self.sizeWithoutChecksum), "the header's checksum is wrong")
      }
    }
    self.dataSize = UInt32(truncatingIfNeeded: dataSize)
  }
}

/// The first byte of every message: FIT Protocol, "Record Header Byte".
struct FITRecordHeader: Hashable, Sendable {
  static let definition: UInt8 = 0x40
  private static let compressed: UInt8 = 0x80
  private static let developerFields: UInt8 = 0x20

  enum Kind: Hashable, Sendable {
    case definition(hasDeveloperFields: Bool)
    case data
    /// Data with the lower five bits of its time in the header.
    case compressed(seconds: UInt8)
  }

  let kind: Kind
  /// The local message type, 0…15.
  let local: Int

  init(_ byte: UInt8) {
    if byte & Self.compressed != 0 {
      kind = .compressed(seconds: byte & 0x1F)
      local = Int(byte >> 5 & 0x03)
    } else {
      let isDefinition = byte & Self.definition != 0
      kind = isDefinition ? .definition(hasDeveloperFields: byte & Self.developerFields != 0) : .data
      local = Int(byte & 0x0F)
    }
  }
}

/// The layout of the data messages of a local type: FIT Protocol, "Definition Message".
struct FITDefinition: Sendable {
  /// The position of a field in the message.
  struct Slot: Sendable {
    let number: UInt8
    let type: FITBaseType
    /// Bytes from the first field.
    let offset: Int
    /// Bytes, at least one; more than one element makes an array.
    let size: Int
    /// The native field that an app's field corresponds to, with the app's encoding; nil for a native field.
    var developer: FITField?

    /// Whether it consists of whole elements; otherwise it cannot be read.
    var isWhole: Bool { size.isMultiple(of: type.size) }
  }

  /// The message number in the profile.
  let number: UInt16
  /// Whether the highest byte of a number comes first.
  let isBigEndian: Bool
  /// Bytes of a data message without its header.
  let size: Int
  /// The fields.
  ///
  /// For a message that is not read, only its timestamp.
  let slots: [Slot]

  /// The message; nil if it does not belong to a ride.
  var message: FITMessageNumber? { FITMessageNumber(rawValue: number) }

  /// Bytes before the fields: header, reserved, architecture, message number, field count.
  private static let fixedSize = 6
  private static let slotSize = 3

  /// Returns the length of a definition in bytes; nil if more bytes are needed.
  static func length(of bytes: ArraySlice<UInt8>, hasDeveloperFields: Bool) -> Int? {
    guard let fields = bytes.dropFirst(fixedSize - 1).first else { return nil }
    let length = fixedSize + Int(fields) * slotSize
    guard hasDeveloperFields else { return length }
    return bytes.dropFirst(length).first.map { length + 1 + Int($0) * slotSize }
  }

  /// Reads a complete definition.
  ///
  /// A developer field is read if `developerFields` has a native field for it. Native fields follow it in `slots` and
  /// take precedence.
  ///
  /// If a size does not suit the type, only that field is skipped: COROS writes `event.data` in one byte.
  init(
    decoding bytes: ArraySlice<UInt8>, at position: Int, developerFields: FITDeveloperFields = FITDeveloperFields()
  ) throws(FileFault) {
    var rest = FITBytes(bytes.dropFirst(2))
    guard let architecture = rest.integer(1), architecture <= 1,
      let number = rest.integer(2, isBigEndian: architecture == 1), let fields = rest.integer(1)
    else { throw FileFault(.malformed, at: .init(byte: position), "a definition has an unknown byte order") }
    isBigEndian = architecture == 1
    self.number = UInt16(truncatingIfNeeded: number)
    let isRead = FITMessageNumber(rawValue: self.number) != nil
    var slots: [Slot] = []
    var offset = 0
    for _ in 0..<fields {
      guard let field = rest.take(Self.slotSize), let fieldNumber = field.first, let base = field.last else { break }
      let size = Int(field[field.startIndex + 1])
      defer { offset += size }
      guard isRead || fieldNumber == FITField.timestamp.number else { continue }
      guard let type = FITBaseType(definition: base), size > 0 else { continue }
      slots.append(Slot(number: fieldNumber, type: type, offset: offset, size: size))
    }
    var developerSlots: [Slot] = []
    for _ in 0..<(rest.integer(1) ?? 0) {
      guard let field = rest.take(Self.slotSize), let number = field.first, let index = field.last else { break }
      let size = Int(field[field.startIndex + 1])
      defer { offset += size }
      guard self.number == FITMessageNumber.record.rawValue, size > 0,
        let native = developerFields[index: index, number: number]
      else { continue }
      developerSlots.append(
        Slot(number: native.number, type: native.type, offset: offset, size: size, developer: native))
    }
    self.slots = developerSlots + slots
    size = offset
  }
}
