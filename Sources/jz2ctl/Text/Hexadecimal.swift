/// Bytes as people type them.
enum Hexadecimal {
  /// The bytes of one or more words: `44 02`, `44:02`, `0x4402`.
  ///
  /// - Returns: Nil where a character is no digit, or a word has an odd number of digits.
  static func bytes(_ words: [String]) -> [UInt8]? {
    let parts = words.joined(separator: " ").split { " :-,\t\n".contains($0) }
    var bytes: [UInt8] = []
    for part in parts {
      let digits = Array(part.hasPrefix("0x") || part.hasPrefix("0X") ? part.dropFirst(2).utf8 : part.utf8)
      guard digits.count.isMultiple(of: 2) else { return nil }
      for index in stride(from: 0, to: digits.count, by: 2) {
        guard let high = digit(digits[index]), let low = digit(digits[index + 1]) else { return nil }
        bytes.append(high << 4 | low)
      }
    }
    return bytes
  }

  private static func digit(_ character: UInt8) -> UInt8? {
    switch character {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): character - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): character - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): character - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}
