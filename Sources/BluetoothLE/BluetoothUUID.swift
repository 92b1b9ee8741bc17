/// The UUID of a service, characteristic or descriptor: 128 bits, or the 16 that the SIG assigned.
///
/// Source: Bluetooth Core 5.4, Vol 3, Part B, §2.5.1.
public struct BluetoothUUID: Hashable, Sendable {
  /// The upper 64 bits: the first half of the written form.
  public let high: UInt64
  /// The lower 64 bits: the second half of the written form.
  public let low: UInt64

  private static let baseHigh: UInt64 = 0x0000_0000_0000_1000
  private static let baseLow: UInt64 = 0x8000_0080_5F9B_34FB

  /// Creates a UUID from its two halves.
  public init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }

  /// Creates a UUID assigned by the SIG, such as 0x1826.
  public init(_ assigned: UInt16) {
    self.init(high: UInt64(assigned) << 32 | Self.baseHigh, low: Self.baseLow)
  }

  /// Parses a UUID: four, eight or 32 hexadecimal digits, with or without dashes; nil for any other text.
  public init?(_ text: some StringProtocol) {
    let digits = String(text).filter { $0 != "-" }
    guard digits.allSatisfy({ $0.isASCII && $0.isHexDigit }) else { return nil }
    switch digits.count {
    case 4, 8:
      guard let short = UInt32(digits, radix: 16) else { return nil }
      self.init(high: UInt64(short) << 32 | Self.baseHigh, low: Self.baseLow)
    case 32:
      guard let high = UInt64(digits.prefix(16), radix: 16), let low = UInt64(digits.suffix(16), radix: 16)
      else { return nil }
      self.init(high: high, low: low)
    default:
      return nil
    }
  }

  /// The assigned number; nil if this is not one of the SIG's 16-bit UUIDs.
  public var assigned: UInt16? {
    guard low == Self.baseLow, high & 0xFFFF_FFFF == Self.baseHigh else { return nil }
    return UInt16(exactly: high >> 32)
  }
}

extension BluetoothUUID: CustomStringConvertible {
  /// `2AD2` for an assigned UUID, otherwise `a026e005-0a7d-4ab3-97fa-f1500f9feb8b`.
  public var description: String {
    if let assigned { return Self.hex(UInt64(assigned), digits: 4).uppercased() }
    return [
      Self.hex(high >> 32, digits: 8), Self.hex(high >> 16 & 0xFFFF, digits: 4), Self.hex(high & 0xFFFF, digits: 4),
      Self.hex(low >> 48, digits: 4), Self.hex(low & 0xFFFF_FFFF_FFFF, digits: 12),
    ].joined(separator: "-")
  }

  private static func hex(_ value: UInt64, digits: Int) -> String {
    let text = String(value, radix: 16)
    return String(repeating: "0", count: max(0, digits - text.count)) + text
  }
}
