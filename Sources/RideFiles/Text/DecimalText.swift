/// Reads decimal numbers as in XML Schema, without `INF` and `NaN`: `162`, `-20.2`, `1.5E3`.
enum DecimalText {
  /// Reads a number, rounded to the nearest `Double`; infinite if it is too large.
  ///
  /// - Returns: Nil if the text is empty or not a number.
  static func value(_ text: Span<UInt8>) -> Double? {
    guard let decimal = Decimal(text) else { return nil }
    // Both operands are exact, so a single rounding gives the nearest result (Clinger 1990).
    if decimal.significand < 1 << 53, -22...22 ~= decimal.exponent {
      let magnitude =
        decimal.exponent < 0
        ? Double(decimal.significand) / powersOfTen[-decimal.exponent]
        : Double(decimal.significand) * powersOfTen[decimal.exponent]
      return decimal.isNegative ? -magnitude : magnitude
    }
    return text.withUnsafeBufferPointer { Double(String(decoding: $0, as: UTF8.self)) }
  }

  /// 10⁰…10²².
  private static let powersOfTen: [Double] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20,
    1e21, 1e22,
  ]

  /// The parts of a decimal number.
  private struct Decimal {
    var isNegative = false
    /// The digits; `max` if there are too many.
    var significand: UInt64 = 0
    /// The power of ten of the last digit.
    var exponent = 0

    init?(_ text: Span<UInt8>) {
      var index = 0
      isNegative = Self.takeSign(of: text, at: &index)
      let whole = takeDigits(of: text, at: &index)
      var places = 0
      if index < text.count, text[index] == UInt8(ascii: ".") {
        index += 1
        places = takeDigits(of: text, at: &index)
      }
      guard whole + places > 0 else { return nil }
      exponent = -places
      if index < text.count, text[index] | 0x20 == UInt8(ascii: "e") {
        index += 1
        guard let power = Self.takePower(of: text, at: &index) else { return nil }
        exponent += power
      }
      guard index == text.count else { return nil }
    }

    private static func takeSign(of text: Span<UInt8>, at index: inout Int) -> Bool {
      guard index < text.count else { return false }
      let isNegative = text[index] == UInt8(ascii: "-")
      if isNegative || text[index] == UInt8(ascii: "+") { index += 1 }
      return isNegative
    }

    /// Reads digits into the significand and returns their number.
    private mutating func takeDigits(of text: Span<UInt8>, at index: inout Int) -> Int {
      let begin = index
      while index < text.count, text[index].isDigit {
        let (tens, isTooLarge) = significand.multipliedReportingOverflow(by: 10)
        let (sum, isBeyond) = tens.addingReportingOverflow(UInt64(text[index] - UInt8(ascii: "0")))
        significand = isTooLarge || isBeyond || significand == .max ? .max : sum
        index += 1
      }
      return index - begin
    }

    /// Reads an exponent, limited where a larger one makes no difference.
    private static func takePower(of text: Span<UInt8>, at index: inout Int) -> Int? {
      let isNegative = takeSign(of: text, at: &index)
      let begin = index
      var power = 0
      while index < text.count, text[index].isDigit {
        power = min(power * 10 + Int(text[index] - UInt8(ascii: "0")), 1_000_000)
        index += 1
      }
      return index == begin ? nil : isNegative ? -power : power
    }
  }
}

extension UInt8 {
  var isDigit: Bool { self &- UInt8(ascii: "0") < 10 }
}
