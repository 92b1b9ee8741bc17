/// Words and numbers as workout files of all kinds write them.
enum WorkoutWords {
  /// Text without the space around it; nil where nothing is left.
  ///
  /// Files of others are not refused for a long word: what goes beyond the limit is cut off.
  static func given(_ text: String, atMost length: Int = .max) -> String? {
    let bytes = Array(text.utf8)
    let trimmed = String(decoding: bytes[bytes.span.boundsOfText], as: UTF8.self)
    return trimmed.isEmpty ? nil : String(trimmed.prefix(length))
  }

  /// A decimal number, its point being a comma in some files.
  ///
  /// - Returns: Nil for what is none, or beyond any that a plan has.
  static func number(_ text: some StringProtocol) -> Double? {
    let bytes = text.utf8.map { $0 == UInt8(ascii: ",") ? UInt8(ascii: ".") : $0 }
    guard let value = DecimalText.value(bytes.span.extracting(bytes.span.boundsOfText)), abs(value) <= 1e9 else {
      return nil
    }
    return value
  }
}

extension Double {
  /// Rounded to so many steps in a unit, so that what was reckoned is what a person would have written.
  func rounded(to steps: Double) -> Double { (self * steps).rounded() / steps }
}
