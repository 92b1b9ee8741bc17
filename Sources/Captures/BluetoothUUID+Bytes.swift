import BluetoothLE

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
