/// Reads little-endian numbers from the front of a value; it throws past the end and never traps.
package struct ByteReader {
  /// The maximum length of an attribute value, in bytes (Bluetooth Core 5.4, Vol 3, Part F, §3.2.9).
  static let longestValue = 512

  private let bytes: [UInt8]

  /// The position of the next field, in bytes from the start of the value.
  package private(set) var offset = 0

  /// The number of unread bytes.
  package var remaining: Int { bytes.count - offset }

  package init(_ bytes: [UInt8]) throws(DecodingFailure) {
    guard bytes.count <= Self.longestValue else {
      throw DecodingFailure(
        .tooLong, field: "Value", offset: 0, needed: Self.longestValue, available: bytes.count)
    }
    self.bytes = bytes
  }

  package mutating func uint8(_ field: String) throws(DecodingFailure) -> UInt8 {
    UInt8(truncatingIfNeeded: try number(1, field))
  }

  package mutating func uint16(_ field: String) throws(DecodingFailure) -> UInt16 {
    UInt16(truncatingIfNeeded: try number(2, field))
  }

  package mutating func uint32(_ field: String) throws(DecodingFailure) -> UInt32 {
    UInt32(truncatingIfNeeded: try number(4, field))
  }

  /// Reads an unsigned number of `count` bytes.
  package mutating func number(_ count: Int, _ field: String) throws(DecodingFailure) -> Int {
    guard remaining >= count else {
      throw DecodingFailure(.truncated, field: field, offset: offset, needed: count, available: remaining)
    }
    var number = 0
    for index in 0..<count { number |= Int(bytes[offset + index]) << (8 * index) }
    offset += count
    return number
  }

  /// Reads a code that the specification names; a reserved code is not allowed.
  mutating func namedCode<Code: NamedCode>(_ field: String) throws(DecodingFailure) -> Code {
    let (offset, available) = (offset, remaining)
    let code = Code(rawValue: try uint8(field))
    guard code.name != nil else {
      throw DecodingFailure(
        .notAllowed, field: field, offset: offset, needed: 1, available: available, rawValue: Int(code.rawValue))
    }
    return code
  }

  /// Reads all remaining bytes.
  package mutating func rest() -> [UInt8] {
    defer { offset = bytes.count }
    return Array(bytes[offset...])
  }

  /// Reads all remaining bytes as UTF-8; invalid sequences become U+FFFD, and trailing NULs are dropped.
  mutating func text() -> String {
    var octets = rest()
    while octets.last == 0 { octets.removeLast() }
    return String(decoding: octets, as: UTF8.self)
  }
}

/// Writes little-endian fields.
package struct ByteWriter {
  package private(set) var bytes: [UInt8]

  package init(capacity: Int = 8) {
    bytes = []
    bytes.reserveCapacity(capacity)
  }

  package mutating func write<Value: FixedWidthInteger>(_ value: Value) {
    for octet in 0..<(Value.bitWidth / 8) { bytes.append(UInt8(truncatingIfNeeded: value >> (octet * 8))) }
  }

  /// Writes the lowest `count` bytes of a number.
  package mutating func write(_ number: Int, bytes count: Int) {
    for octet in 0..<count { bytes.append(UInt8(truncatingIfNeeded: number >> (octet * 8))) }
  }
}

extension FixedWidthInteger {
  /// Creates the integer nearest to `value`, with halves rounded away from zero.
  ///
  /// It is the nearest bound if `value` is out of range, and zero if it is not a number.
  package init(saturating value: Double) {
    // The conversion truncates. `rounded()` would need libm, which a program without Glibc does not link.
    let shifted = value < 0 ? value - 0.5 : value + 0.5
    if shifted.isNaN {
      self = 0
    } else {
      self = shifted >= Double(Self.max) ? .max : shifted <= Double(Self.min) ? .min : Self(shifted)
    }
  }
}
