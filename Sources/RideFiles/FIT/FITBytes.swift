/// Which byte of a number comes first; the raw value is a definition's architecture.
enum FITByteOrder: UInt8, Hashable, Sendable {
  case little = 0
  case big = 1
}

/// Reads forward through bytes from outside; a read past the end is nil.
struct FITBytes {
  private var rest: ArraySlice<UInt8>

  init(_ bytes: ArraySlice<UInt8>) {
    rest = bytes
  }

  mutating func take(_ count: Int) -> ArraySlice<UInt8>? {
    guard rest.count >= count else { return nil }
    defer { rest = rest.dropFirst(count) }
    return rest.prefix(count)
  }

  /// An unsigned number of up to eight bytes.
  mutating func integer(_ count: Int, _ order: FITByteOrder = .little) -> UInt64? {
    take(count)?.fitInteger(order)
  }
}

extension ArraySlice<UInt8> {
  /// The unsigned number that these bytes, at most eight, are.
  func fitInteger(_ order: FITByteOrder) -> UInt64 {
    let bigEndian = reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    return order == .big ? bigEndian : bigEndian.byteSwapped >> UInt64(64 - 8 * count)
  }
}
