internal import Rides

extension XMLReader {
  /// Resolves references and normalises line ends (XML 1.0 §2.11).
  ///
  /// - Parameters:
  ///   - run: The text in the scanner's buffer.
  ///   - isLiteral: Whether `&` is taken literally, as in a CDATA section.
  /// - Returns: The resolved bytes, never more than before.
  /// - Throws: `malformed`, `forbidden` for an entity that XML does not define.
  func resolved(_ run: XMLRun, isLiteral: Bool = false) throws(FileFault) -> ArraySlice<UInt8> {
    let bytes = scanner.buffer[run.range]
    guard !run.isPlain else { return bytes }
    try check(run)
    var result: [UInt8] = []
    var index = bytes.startIndex
    while index < bytes.endIndex {
      let byte = bytes[index]
      index += 1
      if byte == UInt8(ascii: "&"), !isLiteral {
        do throws(FileFault) {
          let (meaning, end) = try reference(from: index, in: bytes, at: place(of: index - 1, in: run))
          result.append(contentsOf: meaning)
          index = end
        } catch {
          guard leavesStrayReferences else { throw error }
          result.append(byte)
        }
      } else if byte == 0x0D {
        if index == bytes.endIndex || bytes[index] != 0x0A { result.append(0x0A) }
      } else if byte == UInt8(ascii: "]"), !isLiteral, bytes[index...].starts(with: Self.endOfSection) {
        throw FileFault(.malformed, at: place(of: index - 1, in: run), "a `]]>` without a CDATA section")
      } else {
        result.append(byte)
      }
    }
    return result[...]
  }

  /// Returns the meaning of a reference whose name begins at an index, and the index after it.
  ///
  /// `place` is evaluated only for a fault: its cost grows with the text before it.
  private func reference(
    from index: Int, in bytes: ArraySlice<UInt8>, at place: @autoclosure () -> FilePlace
  ) throws(FileFault) -> (meaning: [UInt8], end: Int) {
    guard let end = bytes[index...].prefix(Self.longestReference).firstIndex(of: UInt8(ascii: ";")) else {
      throw FileFault(.malformed, at: place(), "an `&` that does not begin a reference")
    }
    return (try Self.meaning(of: bytes[index..<end], at: place()), end + 1)
  }

  /// Checks that the bytes are text.
  func check(_ run: XMLRun) throws(FileFault) {
    guard run.isPlain || String(validating: scanner.buffer[run.range], as: UTF8.self) != nil else {
      throw FileFault(.malformed, at: scanner.place(of: run), "bytes that are not \(characters.name)")
    }
  }

  /// Returns the place of a byte of a run.
  func place(of index: Int, in run: XMLRun) -> FilePlace {
    var place = scanner.place(of: run)
    place.byte += index - run.range.lowerBound
    place.line = run.line + scanner.buffer[run.range.lowerBound..<index].count { $0 == 0x0A }
    return place
  }

  /// The length of `&#x10FFFF;` with room for leading zeros.
  static var longestReference: Int { 32 }
  private static var endOfSection: [UInt8] { Array("]>".utf8) }

  private static func meaning(
    of reference: ArraySlice<UInt8>, at place: @autoclosure () -> FilePlace
  ) throws(FileFault) -> [UInt8] {
    let name = String(decoding: reference, as: UTF8.self)
    switch name {
    case "amp": return [UInt8(ascii: "&")]
    case "lt": return [UInt8(ascii: "<")]
    case "gt": return [UInt8(ascii: ">")]
    case "apos": return [UInt8(ascii: "'")]
    case "quot": return [UInt8(ascii: "\"")]
    default: break
    }
    guard name.first == "#" else {
      throw FileFault(.forbidden, at: place(), "an entity that XML does not define")
    }
    let number = name.hasPrefix("#x") ? digits(name.dropFirst(2), 16) : digits(name.dropFirst(), 10)
    guard let number, let scalar = Unicode.Scalar(number), isCharacter(scalar) else {
      throw FileFault(.malformed, at: place(), "a reference to an invalid character")
    }
    return Array(UTF8.encode(scalar).map(Array.init) ?? [])
  }

  /// Reads a number of digits only, without a sign.
  private static func digits(_ text: Substring, _ radix: Int) -> UInt32? {
    text.allSatisfy(\.isHexDigit) ? UInt32(text, radix: radix) : nil
  }

  /// `Char`, XML 1.0 §2.2.
  private static func isCharacter(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x09, 0x0A, 0x0D, 0x20...0xD7FF, 0xE000...0xFFFD, 0x10000...0x10FFFF: true
    default: false
    }
  }
}

extension XMLReader {
  /// The text of an element as a time; nil if it is not a time.
  var timeText: (time: UnixTime?, isEmpty: Bool) {
    withText { text in
      let text = text.extracting(text.boundsOfText)
      return (DateTimeText(text)?.moment.time, text.isEmpty)
    }
  }
}

/// The classes of bytes in XML 1.0.
extension UInt8 {
  /// `S`, §2.3.
  var isXMLSpace: Bool { self == 0x20 || self == 0x0A || self == 0x09 || self == 0x0D }

  /// `NameStartChar`, §2.3.
  ///
  /// Every byte of a character outside ASCII counts.
  var startsXMLName: Bool { isLetter || self == UInt8(ascii: "_") || self == UInt8(ascii: ":") || self >= 0x80 }

  /// `NameChar`, §2.3.
  var isXMLName: Bool {
    startsXMLName || isDigit || self == UInt8(ascii: "-") || self == UInt8(ascii: ".")
  }

  /// Whether `Char`, §2.2, excludes it.
  var isForbiddenInXML: Bool { self < 0x20 && !isXMLSpace }

  private var isLetter: Bool { (self | 0x20) &- UInt8(ascii: "a") < 26 }
}

extension Span<UInt8> {
  /// The range without surrounding white space.
  var boundsOfText: Range<Int> {
    var (lower, upper) = (0, count)
    while lower < upper, self[lower].isXMLSpace { lower += 1 }
    while lower < upper, self[upper - 1].isXMLSpace { upper -= 1 }
    return lower..<upper
  }
}

extension TextBuffer {
  /// Appends text: escapes markup and drops characters that XML 1.0 §2.2 forbids or discourages.
  mutating func append(characterData text: String) {
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": append("&amp;")
      case "<": append("&lt;")
      case ">": append("&gt;")
      case "\t", "\n": append(scalar: scalar)
      case "\u{0}"..."\u{1F}", "\u{7F}"..."\u{9F}", "\u{FFFE}", "\u{FFFF}": continue
      default: append(scalar: scalar)
      }
    }
  }

  /// Appends an attribute value for use in double quotes.
  ///
  /// Line feeds and tabs are preserved.
  mutating func append(attributeValue text: String) {
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": append("&quot;")
      case "\t": append("&#9;")
      case "\n": append("&#10;")
      default: append(characterData: String(scalar))
      }
    }
  }

  /// Appends an element and lets `content` fill it.
  mutating func element(_ name: StaticString, _ content: (inout Self) -> Void) {
    append(byte: UInt8(ascii: "<"))
    append(name)
    append(byte: UInt8(ascii: ">"))
    content(&self)
    append("</")
    append(name)
    append(byte: UInt8(ascii: ">"))
  }

  /// Appends an element with a whole number, unless it is nil.
  mutating func element(_ name: StaticString, _ value: Int?) {
    guard let value else { return }
    element(name) { $0.append(value) }
  }

  /// Appends an element with a decimal number, unless it is nil.
  ///
  /// Without a resolution all digits are written.
  mutating func element(_ name: StaticString, _ value: Double?, to resolution: Resolution?) {
    guard let value else { return }
    element(name) { text in
      guard let resolution else { return text.append(exactly: value) }
      text.append(value, to: resolution)
    }
  }
}
