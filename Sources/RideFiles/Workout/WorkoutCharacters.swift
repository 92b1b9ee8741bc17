internal import RideTerms

/// Converts the bytes of a workout file to UTF-8.
///
/// Bytes that are not UTF-8 are taken for Windows-1252, which includes Latin-1: programs that write ERG and MRC are
/// that old. A DOS end-of-file mark, 0x1A, and the padding after it are removed.
enum WorkoutCharacters {
  /// The largest file that is read, in bytes.
  static let mostBytes = 10_485_760
  static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]
  private static let byteOrderMarksOfUTF16: [[UInt8]] = [[0xFF, 0xFE], [0xFE, 0xFF]]
  private static let endOfFile: UInt8 = 0x1A

  /// The text in UTF-8 with the same lines.
  ///
  /// Text in an unknown encoding is returned unchanged.
  static func utf8(_ bytes: [UInt8]) -> [UInt8] {
    let text = withoutEndOfFile(bytes)
    guard String(validating: text, as: UTF8.self) == nil else { return Array(text) }
    let marks = byteOrderMarksOfUTF16 + [byteOrderMark]
    guard !marks.contains(where: { text.starts(with: $0) }), !text.contains(where: unused.contains) else {
      return Array(text)
    }
    var utf8: [UInt8] = []
    utf8.reserveCapacity(text.count + text.count / 8)
    for byte in text {
      guard byte >= 0x80 else { utf8.append(byte); continue }
      utf8.append(contentsOf: UTF8.encode(scalar(byte)).map(Array.init) ?? [])
    }
    return utf8
  }

  private static func withoutEndOfFile(_ bytes: [UInt8]) -> ArraySlice<UInt8> {
    let filling = bytes.reversed().prefix { $0 == endOfFile || $0 == 0 || $0.isXMLSpace }.count
    let end = bytes.count - filling
    return bytes[end...].contains(endOfFile) ? bytes[..<end] : bytes[...]
  }

  /// The character of a byte.
  ///
  /// 0x80…0x9F differ between Windows-1252 and Latin-1.
  private static func scalar(_ byte: UInt8) -> Unicode.Scalar {
    windows.indices.contains(Int(byte) - 0x80) ? windows[Int(byte) - 0x80] : Unicode.Scalar(byte)
  }

  /// Bytes without a character in Windows-1252.
  private static let unused: Set<UInt8> = [0x81, 0x8D, 0x8F, 0x90, 0x9D]
  private static let windows = Array("€\u{81}‚ƒ„…†‡ˆ‰Š‹Œ\u{8D}Ž\u{8F}\u{90}‘’“”•–—˜™š›œ\u{9D}žŸ".unicodeScalars)
}

/// The lines of a text file.
enum WorkoutLines {
  /// A line and its number, from 1.
  struct Line {
    var number: Int
    var text: String
  }

  /// Splits UTF-8 text at any kind of line end.
  ///
  /// - Throws: `notText` with the line, for invalid UTF-8 and control characters.
  static func of(_ bytes: [UInt8]) throws(PlanFault) -> [Line] {
    let text = bytes.starts(with: WorkoutCharacters.byteOrderMark) ? bytes.dropFirst(3) : bytes[...]
    var lines: [Line] = []
    var begin = text.startIndex
    while begin < text.endIndex {
      let end = text[begin...].firstIndex { $0 == 0x0A || $0 == 0x0D } ?? text.endIndex
      let isPair = end + 1 < text.endIndex && text[end] == 0x0D && text[end + 1] == 0x0A
      let number = lines.count + 1
      guard !text[begin..<end].contains(where: { $0 < 0x20 && $0 != 0x09 }),
        let line = String(validating: text[begin..<end], as: UTF8.self)
      else { throw PlanFault(.notText, line: number, detail: "bytes that are not text in UTF-8") }
      lines.append(Line(number: number, text: line))
      begin = isPair ? end + 2 : end + 1
    }
    return lines
  }
}

/// Words and numbers as in all workout files.
enum WorkoutWords {
  /// Text without surrounding white space; nil if nothing is left.
  ///
  /// Text longer than the limit is cut instead of refused, because other programs set their own limits.
  static func trimmed(_ text: String, atMost length: Int = .max) -> String? {
    let bytes = Array(text.utf8)
    let trimmed = String(decoding: bytes[bytes.span.boundsOfText], as: UTF8.self)
    return trimmed.isEmpty ? nil : String(trimmed.prefix(length))
  }

  /// Reads a decimal number with a point or a comma.
  ///
  /// - Returns: Nil if it is not a number, or larger than any in a plan.
  static func number(_ text: some StringProtocol) -> Double? {
    let bytes = text.utf8.map { $0 == UInt8(ascii: ",") ? UInt8(ascii: ".") : $0 }
    guard let value = DecimalText.value(bytes.span.extracting(bytes.span.boundsOfText)), abs(value) <= 1e9 else {
      return nil
    }
    return value
  }
}

extension Double {
  /// Rounds to `steps` per unit, so that computed numbers look as a person would write them.
  func rounded(to steps: Double) -> Double { (self * steps).rounded() / steps }
}
