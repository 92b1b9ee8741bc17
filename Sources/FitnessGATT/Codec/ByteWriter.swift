/// Collects little-endian fields.
struct ByteWriter {
  private(set) var bytes: [UInt8]

  init(capacity: Int = 8) {
    bytes = []
    bytes.reserveCapacity(capacity)
  }

  mutating func write<Value: FixedWidthInteger>(_ value: Value) {
    for octet in 0..<(Value.bitWidth / 8) { bytes.append(UInt8(truncatingIfNeeded: value >> (octet * 8))) }
  }

  /// Three bytes; a greater value becomes the greatest that fits.
  mutating func write24(_ value: UInt32) {
    let value = min(value, 0xFF_FFFF)
    for octet in 0..<3 { bytes.append(UInt8(truncatingIfNeeded: value >> (octet * 8))) }
  }

  mutating func write(contentsOf octets: some Sequence<UInt8>) {
    bytes.append(contentsOf: octets)
  }
}
