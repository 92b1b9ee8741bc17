/// Reads decimal numbers as XML Schema writes them: `xsd:double` without its words, `162`, `-20.2`, `1.5E3`.
enum DecimalText {
  /// The nearest number to what is written; infinite beyond the greatest.
  ///
  /// - Returns: Nil for what is no number, and for nothing.
  static func value(_ text: ArraySlice<UInt8>) -> Double? {
    guard let decimal = Decimal(text) else { return nil }
    // Both are exact, so one rounding gives the nearest (Clinger 1990).
    if decimal.significand < 1 << 53, -22...22 ~= decimal.exponent {
      let magnitude =
        decimal.exponent < 0
        ? Double(decimal.significand) / powersOfTen[-decimal.exponent]
        : Double(decimal.significand) * powersOfTen[decimal.exponent]
      return decimal.isNegative ? -magnitude : magnitude
    }
    return Double(String(decoding: text, as: UTF8.self))
  }

  /// 10⁰…10²².
  private static let powersOfTen: [Double] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20,
    1e21, 1e22,
  ]

  /// The parts of a number.
  private struct Decimal {
    var isNegative = false
    /// Its digits; `max` where there are too many.
    var significand: UInt64 = 0
    /// The power of ten that its last digit counts.
    var exponent = 0

    init?(_ text: ArraySlice<UInt8>) {
      var rest = text
      isNegative = rest.first == UInt8(ascii: "-")
      if isNegative || rest.first == UInt8(ascii: "+") { rest.removeFirst() }
      let whole = takeDigits(of: &rest)
      var places = 0
      if rest.first == UInt8(ascii: ".") {
        rest.removeFirst()
        places = takeDigits(of: &rest)
      }
      guard whole + places > 0 else { return nil }
      exponent = -places
      if let mark = rest.first, mark | 0x20 == UInt8(ascii: "e") {
        guard let power = Self.power(rest.dropFirst()) else { return nil }
        exponent += power
        rest = []
      }
      guard rest.isEmpty else { return nil }
    }

    /// Takes the digits with which a text begins into the significand, and tells how many they are.
    private mutating func takeDigits(of text: inout ArraySlice<UInt8>) -> Int {
      var count = 0
      for byte in text {
        guard byte.isDigit else { break }
        count += 1
        let (tens, isTooLarge) = significand.multipliedReportingOverflow(by: 10)
        let (sum, isBeyond) = tens.addingReportingOverflow(UInt64(byte - UInt8(ascii: "0")))
        significand = isTooLarge || isBeyond || significand == .max ? .max : sum
      }
      text = text.dropFirst(count)
      return count
    }

    /// A power of ten, bounded where no number is left to tell it from a greater one.
    private static func power(_ text: ArraySlice<UInt8>) -> Int? {
      let isNegative = text.first == UInt8(ascii: "-")
      let digits = isNegative || text.first == UInt8(ascii: "+") ? text.dropFirst() : text
      guard !digits.isEmpty, digits.allSatisfy(\.isDigit) else { return nil }
      let power = digits.reduce(0) { min($0 * 10 + Int($1 - UInt8(ascii: "0")), 1_000_000) }
      return isNegative ? -power : power
    }
  }
}
