/// The six-byte address of a controller or a peripheral, written `C0:FF:EE:00:00:01`.
public struct DeviceAddress: Hashable, Sendable {
  /// The address as a 48-bit number; the first written byte is the highest.
  public let value: UInt64

  /// Creates an address from its 48-bit number; higher bits are dropped.
  public init(_ value: UInt64) {
    self.value = value & 0xFFFF_FFFF_FFFF
  }

  /// Parses an address: six pairs of hexadecimal digits, separated by colons, dashes or underscores; nil for any other
  /// text.
  public init?(_ text: some StringProtocol) {
    let pairs = text.split(omittingEmptySubsequences: false) { $0 == ":" || $0 == "-" || $0 == "_" }
    guard pairs.count == 6 else { return nil }
    var value: UInt64 = 0
    for pair in pairs {
      guard pair.utf8.count == 2, pair.allSatisfy(\.isHexDigit), let byte = UInt64(pair, radix: 16) else { return nil }
      value = value << 8 | byte
    }
    self.init(value)
  }
}

extension DeviceAddress: CustomStringConvertible {
  /// Upper case with colons: `C0:FF:EE:00:00:01`.
  public var description: String {
    stride(from: 40, through: 0, by: -8).map { shift in
      let byte = String(value >> UInt64(shift) & 0xFF, radix: 16, uppercase: true)
      return byte.count == 1 ? "0" + byte : byte
    }.joined(separator: ":")
  }
}

extension DeviceAddress: Comparable {
  /// Orders by number, and so by the written form.
  public static func < (left: Self, right: Self) -> Bool { left.value < right.value }
}
