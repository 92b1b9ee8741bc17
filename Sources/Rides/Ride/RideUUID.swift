/// The identity of a ride: a UUID (RFC 9562), the same in every library and every complete file.
package struct RideUUID: Hashable, Sendable {
  /// The 36 characters of its usual form, in lower case.
  package let text: String

  /// Creates a UUID of version 4 from 128 random bits, six of which are replaced.
  package init(random high: UInt64, _ low: UInt64) {
    let high = high & ~0xF000 | 0x4000
    let low = low & ~(3 << 62) | 1 << 63
    let digits = Self.digits(high) + Self.digits(low)
    var text = ""
    for (index, digit) in digits.enumerated() {
      if [8, 12, 16, 20].contains(index) { text.append("-") }
      text.append(digit)
    }
    self.text = text
  }

  /// Parses a UUID of any version, in upper or lower case; nil for any other text.
  package init?(_ text: String) {
    let groups = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    guard groups.map(\.count) == [8, 4, 4, 4, 12], groups.joined().allSatisfy(Self.isDigit) else { return nil }
    self.text = text.lowercased()
  }

  private static func digits(_ bits: UInt64) -> [Character] {
    let digits = String(bits, radix: 16)
    return Array(String(repeating: "0", count: 16 - digits.count) + digits)
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"),
      UInt8(ascii: "A")...UInt8(ascii: "F"):
      true
    default: false
    }
  }
}
