/// Makes UTF-8 of the bytes of a workout file, whichever editor wrote them.
///
/// Bytes that are not UTF-8 are Windows-1252, of which Latin-1 is a part: the programs that write ERG and MRC are of that
/// age. The end of file of DOS, 0x1A, is taken off the end with what fills up the block after it.
enum WorkoutCharacters {
  /// How large a file may be, in bytes.
  static let mostBytes = 10_485_760
  static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]
  private static let byteOrderMarksOfUTF16: [[UInt8]] = [[0xFF, 0xFE], [0xFE, 0xFF]]
  private static let endOfFile: UInt8 = 0x1A

  /// The text in UTF-8, line by line as it was; as it is where it is text of no kind that is known.
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

  /// Of Windows-1252, 0x80…0x9F stand for other characters than in Latin-1.
  private static func scalar(_ byte: UInt8) -> Unicode.Scalar {
    windows.indices.contains(Int(byte) - 0x80) ? windows[Int(byte) - 0x80] : Unicode.Scalar(byte)
  }

  /// Bytes that Windows-1252 has no character for.
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

  /// The lines of text in UTF-8, whatever ends them.
  ///
  /// - Throws: `notText` with the line, for other bytes and for those that no text has.
  static func of(_ bytes: [UInt8]) throws(WorkoutFileError) -> [Line] {
    let text = bytes.starts(with: WorkoutCharacters.byteOrderMark) ? bytes.dropFirst(3) : bytes[...]
    var lines: [Line] = []
    var begin = text.startIndex
    while begin < text.endIndex {
      let end = text[begin...].firstIndex { $0 == 0x0A || $0 == 0x0D } ?? text.endIndex
      let isPair = end + 1 < text.endIndex && text[end] == 0x0D && text[end + 1] == 0x0A
      let number = lines.count + 1
      guard !text[begin..<end].contains(where: { $0 < 0x20 && $0 != 0x09 }),
        let line = String(validating: text[begin..<end], as: UTF8.self)
      else { throw WorkoutFileError(.notText, line: number, "bytes that are not text in UTF-8") }
      lines.append(Line(number: number, text: line))
      begin = isPair ? end + 2 : end + 1
    }
    return lines
  }
}

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
