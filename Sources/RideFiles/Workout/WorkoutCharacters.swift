internal import Rides

/// Converts the bytes of a workout file to UTF-8.
///
/// Bytes that are not UTF-8 are read in the encoding that they declare, otherwise as Windows-1252, which includes
/// Latin-1: some programs that write ERG and MRC predate UTF-8. A DOS end-of-file mark, 0x1A, and the padding after it
/// are removed.
enum WorkoutCharacters {
  /// The largest file that is read, in bytes.
  static let mostBytes = 10_485_760
  static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]
  private static let endOfFile: UInt8 = 0x1A

  /// Returns the text in UTF-8 with the same lines.
  ///
  /// Bytes that are invalid in the encoding become bytes that are invalid in UTF-8.
  ///
  /// - Throws: `notText` with the name of an unknown encoding.
  static func utf8(_ bytes: [UInt8]) throws(PlanFault) -> [UInt8] {
    let text = Array(withoutEndOfFile(bytes))
    guard let encoding = try encoding(of: text), let (converted, rest) = encoding.utf8(text), rest == 0 else {
      return text
    }
    return converted
  }

  /// Returns the encoding to convert from; nil for UTF-8.
  private static func encoding(of text: [UInt8]) throws(PlanFault) -> TextEncoding? {
    if let marked = TextEncoding(mark: text) { return marked == .utf8 ? nil : marked }
    guard String(validating: text, as: UTF8.self) == nil else { return nil }
    do throws(FileFault) {
      let declared = try TextEncoding(ofXML: text)
      return declared == .utf8 ? .windows1252 : declared ?? .windows1252
    } catch {
      throw PlanFault(error)
    }
  }

  private static func withoutEndOfFile(_ bytes: [UInt8]) -> ArraySlice<UInt8> {
    let filling = bytes.reversed().prefix { $0 == endOfFile || $0 == 0 || $0.isXMLSpace }.count
    let end = bytes.count - filling
    return bytes[end...].contains(endOfFile) ? bytes[..<end] : bytes[...]
  }
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
      else { throw PlanFault(.notText, line: number, detail: "bytes that are not UTF-8") }
      lines.append(Line(number: number, text: line))
      begin = isPair ? end + 2 : end + 1
    }
    return lines
  }
}

/// Words and numbers as in all workout files.
enum WorkoutValues {
  /// Returns the text without surrounding white space; nil if it is empty.
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
