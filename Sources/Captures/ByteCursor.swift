import BluetoothLE

/// Reads forward through untrusted bytes.
///
/// Reading past the end returns nil and does not move the cursor.
///
/// A slice of a file keeps the file's indices, so `position` is an offset in the file.
package struct ByteCursor {
  private(set) var position: Int
  private let bytes: ArraySlice<UInt8>

  package init(_ bytes: ArraySlice<UInt8>) {
    self.bytes = bytes
    position = bytes.startIndex
  }

  package var remaining: Int { bytes.endIndex - position }

  /// Returns the next `count` bytes.
  package mutating func take(_ count: Int) -> ArraySlice<UInt8>? {
    guard count >= 0, count <= remaining else { return nil }
    defer { position += count }
    return bytes[position..<position + count]
  }

  /// Returns all remaining bytes.
  package mutating func rest() -> ArraySlice<UInt8> {
    defer { position = bytes.endIndex }
    return bytes[position...]
  }

  package mutating func byte() -> UInt8? {
    guard remaining > 0 else { return nil }
    defer { position += 1 }
    return bytes[position]
  }

  /// Reads an unsigned number, lowest byte first by default.
  mutating func integer<Number: FixedWidthInteger & UnsignedInteger>(
    _: Number.Type, order: ByteOrder = .little
  ) -> Number? {
    let width = Number.bitWidth / 8
    guard width <= remaining else { return nil }
    var value: Number = 0
    for index in position..<position + width {
      value = value &<< 8 | Number(truncatingIfNeeded: bytes[index])
    }
    position += width
    return order == .big ? value : value.byteSwapped
  }

  package mutating func u16() -> UInt16? { integer(UInt16.self) }
}

/// The byte order of a number.
enum ByteOrder {
  case little
  case big
}

extension BluetoothUUID {
  /// Decodes a UUID of two, four or sixteen bytes, lowest first; nil for any other length.
  init?(littleEndian bytes: ArraySlice<UInt8>) {
    var cursor = ByteCursor(bytes)
    switch bytes.count {
    case 2:
      guard let assigned = cursor.u16() else { return nil }
      self.init(assigned)
    case 4:
      guard let short = cursor.integer(UInt32.self) else { return nil }
      let base = BluetoothUUID(0)
      self.init(high: UInt64(short) << 32 | base.high, low: base.low)
    case 16:
      guard let low = cursor.integer(UInt64.self), let high = cursor.integer(UInt64.self) else { return nil }
      self.init(high: high, low: low)
    default:
      return nil
    }
  }

  /// The encoded UUID, lowest byte first: two bytes if it is an assigned number, otherwise sixteen.
  var littleEndian: [UInt8] {
    if let assigned { return assigned.littleEndianBytes }
    return longLittleEndian
  }

  /// The encoded UUID in sixteen bytes, lowest first.
  var longLittleEndian: [UInt8] { low.littleEndianBytes + high.littleEndianBytes }
}

extension FixedWidthInteger {
  /// The bytes of the number, lowest first.
  var littleEndianBytes: [UInt8] {
    (0..<Self.bitWidth / 8).map { UInt8(truncatingIfNeeded: self >> ($0 * 8)) }
  }

  /// The bytes of the number, highest first.
  var bigEndianBytes: [UInt8] { littleEndianBytes.reversed() }
}
