/// Reads little-endian fields off the front of a value; past the end it throws, and it never traps.
struct ByteReader {
  /// The most bytes that an attribute value may have (Bluetooth Core 5.4, Vol 3, Part F, §3.2.9).
  static let longestValue = 512

  private var unread: ArraySlice<UInt8>

  /// Where the next field begins, in bytes from the start of the value.
  var offset: Int { unread.startIndex }

  /// Bytes not read yet.
  var remaining: Int { unread.count }

  init(_ bytes: [UInt8]) throws(DecodingFailure) {
    guard bytes.count <= Self.longestValue else {
      throw DecodingFailure(
        .tooLong, field: "Value", offset: 0, needed: Self.longestValue, available: bytes.count)
    }
    unread = bytes[...]
  }

  mutating func uint8(_ field: String) throws(DecodingFailure) -> UInt8 {
    UInt8(truncatingIfNeeded: try littleEndian(1, field))
  }

  mutating func uint16(_ field: String) throws(DecodingFailure) -> UInt16 {
    UInt16(truncatingIfNeeded: try littleEndian(2, field))
  }

  mutating func sint16(_ field: String) throws(DecodingFailure) -> Int16 {
    Int16(truncatingIfNeeded: try littleEndian(2, field))
  }

  mutating func uint24(_ field: String) throws(DecodingFailure) -> UInt32 {
    try littleEndian(3, field)
  }

  mutating func uint32(_ field: String) throws(DecodingFailure) -> UInt32 {
    try littleEndian(4, field)
  }

  /// All that is left.
  mutating func rest() -> [UInt8] {
    defer { unread = unread.suffix(0) }
    return Array(unread)
  }

  /// All that is left as text: UTF-8, broken sequences replaced by U+FFFD, NULs that pad the end dropped.
  mutating func text() -> String {
    var octets = rest()
    while octets.last == 0 { octets.removeLast() }
    return String(decoding: octets, as: UTF8.self)
  }

  private mutating func littleEndian(_ count: Int, _ field: String) throws(DecodingFailure) -> UInt32 {
    guard unread.count >= count else {
      throw DecodingFailure(.truncated, field: field, offset: offset, needed: count, available: unread.count)
    }
    var value: UInt32 = 0
    for octet in unread.prefix(count).reversed() { value = value << 8 | UInt32(octet) }
    unread = unread.dropFirst(count)
    return value
  }
}
