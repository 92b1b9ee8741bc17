import BluetoothLE

/// Reads forward through bytes from outside, checking each step; a read past the end is nil and moves nothing.
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

  /// The next `count` bytes.
  package mutating func take(_ count: Int) -> ArraySlice<UInt8>? {
    guard count >= 0, count <= remaining else { return nil }
    defer { position += count }
    return bytes[position..<position + count]
  }

  /// All that is left.
  package mutating func rest() -> ArraySlice<UInt8> {
    defer { position = bytes.endIndex }
    return bytes[position...]
  }

  package mutating func byte() -> UInt8? {
    guard remaining > 0 else { return nil }
    defer { position += 1 }
    return bytes[position]
  }

  /// An unsigned number, lowest byte first unless told otherwise.
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

/// Which byte of a number comes first.
enum ByteOrder {
  case little
  case big
}

extension BluetoothUUID {
  /// A name as it goes over the air: two, four or sixteen bytes, lowest first; nil for another number of bytes.
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

  /// The name as it goes over the air: two bytes for an assigned one, else sixteen, lowest first.
  var littleEndian: [UInt8] {
    if let assigned { return assigned.littleEndianBytes }
    return longLittleEndian
  }

  /// The name in sixteen bytes, lowest first.
  var longLittleEndian: [UInt8] { low.littleEndianBytes + high.littleEndianBytes }
}

extension FixedWidthInteger {
  /// The number's bytes, lowest first.
  var littleEndianBytes: [UInt8] {
    (0..<Self.bitWidth / 8).map { UInt8(truncatingIfNeeded: self >> ($0 * 8)) }
  }

  /// The number's bytes, highest first.
  var bigEndianBytes: [UInt8] { littleEndianBytes.reversed() }
}
