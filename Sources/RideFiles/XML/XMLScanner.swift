internal import Rides

/// Splits XML in pieces of any size at its delimiters.
///
/// Each byte is examined once, even if the pieces are small.
///
/// Keeps the bytes since the end of the last token: at most `XMLLimits.token` more than the last piece. Longer text and
/// longer sections are split into several tokens.
struct XMLScanner {
  private enum Stage {
    case beginning
    case text
    case opening
    case markup(XMLToken)
    /// Within a section whose beginning has been returned as a token.
    case section
  }

  /// The bytes kept.
  ///
  /// The ranges of the last token stay valid until more bytes are added.
  private(set) var buffer: [UInt8] = []
  /// The text before the last token.
  private(set) var text = XMLRun()
  /// The content between the last token's delimiters.
  private(set) var body = XMLRun()
  /// Whether a `<` is taken literally within quotes, and in text if no tag can begin with the next character.
  var leavesStrayBrackets = false
  private let mostBytes: Int
  /// The number of bytes removed from the front of the buffer.
  private var dropped = 0
  private(set) var position = 0
  private(set) var line = 1
  private var stage = Stage.beginning
  private var quote: UInt8 = 0

  init(mostBytes: Int) {
    self.mostBytes = mostBytes
  }

  /// The place of the next byte to examine.
  var place: FilePlace { FilePlace(byte: dropped + position, line: line) }

  /// The place after the last byte received.
  var end: FilePlace { FilePlace(byte: dropped + buffer.count, line: line) }

  /// Whether the bytes received so far end within markup.
  var isInMarkup: Bool {
    switch stage {
    case .beginning, .text: false
    case .opening, .markup, .section: true
    }
  }

  /// The place at which the unfinished markup begins; nil outside markup.
  var placeOfOpenMarkup: FilePlace? {
    if case .markup = stage { place(of: body) } else { nil }
  }

  /// Returns the place of the first byte of a run.
  func place(of run: XMLRun) -> FilePlace {
    FilePlace(byte: dropped + run.range.lowerBound, line: run.line)
  }

  /// Adds a piece of the document.
  ///
  /// The ranges of the last token become invalid.
  ///
  /// - Throws: `tooLarge` if the document exceeds the limit.
  mutating func append(_ piece: some Collection<UInt8>) throws(FileFault) {
    guard piece.count <= mostBytes - dropped - buffer.count else {
      throw FileFault(.tooLarge, at: place, found: dropped + buffer.count + piece.count, allowed: mostBytes, "bytes")
    }
    switch stage {
    case .beginning: beginText()
    case .section: continueSection()
    case .text, .opening, .markup: break
    }
    let done = text.range.lowerBound
    buffer.removeSubrange(..<done)
    buffer.append(contentsOf: piece)
    dropped += done
    position -= done
    text.range = 0..<max(0, text.range.upperBound - done)
    body.range = max(0, body.range.lowerBound - done)..<max(0, body.range.upperBound - done)
  }

  /// Advances to the end of the next token, or to the end of the bytes.
  ///
  /// - Returns: The kind of token. Nil if more bytes are needed; `text` then holds the text up to there.
  /// - Throws: `malformed`, `forbidden` for a document type, `textTooLong` for markup beyond the limit.
  mutating func next() throws(FileFault) -> XMLToken? {
    while true {
      switch stage {
      case .beginning: beginText()
      case .text:
        guard try findMarkup() else {
          guard text.range.count > XMLLimits.token else { return nil }
          stage = .beginning
          return .text
        }
        stage = .opening
      case .opening:
        guard let token = try opened() else { return nil }
        stage = .markup(token)
      case .markup(let token):
        if try findEnd(of: token) {
          stage = .beginning
          return token
        }
        guard token == .characterData, position - body.range.lowerBound > XMLLimits.token else { return nil }
        body.range = body.range.lowerBound..<position - Self.longestDelimiter
        stage = .section
        return token
      case .section: continueSection()
      }
    }
  }

  /// Whether the last token is complete and no byte after it was examined.
  var isBetweenTokens: Bool { if case .beginning = stage { true } else { false } }

  /// Advances past a plain tag and the text before it, which have been examined.
  mutating func pass(textUpTo textEnd: Int, lines: Int, tagUpTo end: Int) {
    text = XMLRun(range: position..<textEnd, line: line)
    position = end
    line += lines
  }

  /// Continues after the last token, at bytes that may belong to the section's end.
  private mutating func continueSection() {
    text = XMLRun(range: body.range.upperBound..<body.range.upperBound, line: line)
    body = text
    stage = .markup(.characterData)
  }

  private mutating func beginText() {
    text = XMLRun(range: position..<position, line: line)
    stage = .text
  }
}

extension XMLScanner {
  /// Advances to the next `<`.
  private mutating func findMarkup() throws(FileFault) -> Bool {
    let kept = buffer
    let bytes = kept.span
    var index = position
    while index < bytes.count, bytes[index] != UInt8(ascii: "<") || isStray(bracketAt: index) {
      let byte = bytes[index]
      if byte < 0x20 {
        if byte == 0x0A { line += 1 } else { text.isPlain = text.isPlain && byte == 0x09 }
        if byte.isForbiddenInXML { throw unfit(byte, at: index) }
      } else if byte == UInt8(ascii: "&") || byte == UInt8(ascii: "]") || byte >= 0x80 {
        text.isPlain = false
      }
      index += 1
    }
    position = index
    text.range = text.range.lowerBound..<index
    return index < buffer.count
  }

  private func isStray(bracketAt index: Int) -> Bool {
    guard leavesStrayBrackets, index + 1 < buffer.count else { return false }
    let next = buffer[index + 1]
    return !next.startsXMLName && ![UInt8(ascii: "/"), UInt8(ascii: "!"), UInt8(ascii: "?")].contains(next)
  }

  /// Classifies the markup at the position and moves past its opening.
  ///
  /// Nil if more bytes are needed.
  private mutating func opened() throws(FileFault) -> XMLToken? {
    guard position + 1 < buffer.count else { return nil }
    let second = buffer[position + 1]
    if second == UInt8(ascii: "!") {
      let available = buffer[position...].prefix(Self.longestOpening)
      if available.starts(with: Self.comment) { return enter(.comment, Self.comment.count) }
      if available.starts(with: Self.section) { return enter(.characterData, Self.section.count) }
      if Self.comment.starts(with: available) || Self.section.starts(with: available) { return nil }
      throw FileFault(.forbidden, at: place, "a document type or a declaration")
    }
    return second == UInt8(ascii: "?") ? enter(.instruction, 2) : enter(.tag, 1)
  }

  private mutating func enter(_ token: XMLToken, _ length: Int) -> XMLToken {
    position += length
    body = XMLRun(range: position..<position, line: line)
    quote = 0
    return token
  }

  private static var comment: [UInt8] { Array("<!--".utf8) }
  private static var section: [UInt8] { Array("<![CDATA[".utf8) }
  private static var longestOpening: Int { 9 }
  /// The length of `]]`.
  private static var longestDelimiter: Int { 2 }

  private mutating func findEnd(of token: XMLToken) throws(FileFault) -> Bool {
    let end =
      switch token {
      case .tag: try findEndOfTag()
      case .comment: try find("--")
      case .characterData: try find("]]")
      case .instruction: try find("?")
      case .text: nil as Int?
      }
    let length = position - body.range.lowerBound
    guard token == .characterData || length <= XMLLimits.token else {
      throw FileFault(.textTooLong, at: place(of: body), found: length, allowed: XMLLimits.token, "bytes of markup")
    }
    guard let end else { return false }
    body.range = body.range.lowerBound..<end
    return true
  }

  /// Advances past the next `>` outside quotes and returns its index.
  private mutating func findEndOfTag() throws(FileFault) -> Int? {
    let kept = buffer
    let bytes = kept.span
    var index = position
    while index < bytes.count {
      let byte = bytes[index]
      if byte == UInt8(ascii: ">"), quote == 0 {
        position = index + 1
        return index
      }
      if byte == UInt8(ascii: "<"), !leavesStrayBrackets || quote == 0 {
        throw FileFault(.malformed, at: place(at: index), "a `<` inside a tag")
      }
      if byte == quote {
        quote = 0
      } else if quote == 0, byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        quote = byte
      }
      if byte < 0x20 || byte >= 0x80 { try note(byte, at: index) }
      index += 1
    }
    position = index
    return nil
  }

  /// Advances past the next `>` that follows `delimiter` and returns the index of the delimiter.
  private mutating func find(_ delimiter: StaticString) throws(FileFault) -> Int? {
    var index = position
    defer { position = index }
    while index < buffer.count {
      let byte = buffer[index]
      let start = index - delimiter.utf8CodeUnitCount
      if byte == UInt8(ascii: ">"), start >= body.range.lowerBound,
        delimiter.withUTF8Buffer({ buffer[start..<index].elementsEqual($0) })
      {
        index += 1
        return start
      }
      try note(byte, at: index)
      index += 1
    }
    return nil
  }

  /// Examines a byte of markup: counts lines and refuses forbidden bytes.
  private mutating func note(_ byte: UInt8, at index: Int) throws(FileFault) {
    if byte == 0x0A { line += 1 }
    if byte.isForbiddenInXML { throw unfit(byte, at: index) }
    if byte >= 0x80 || byte == 0x0D { body.isPlain = false }
  }

  private func unfit(_ byte: UInt8, at index: Int) -> FileFault {
    let isBeginning = dropped + text.range.lowerBound == 0
    return FileFault(
      isBeginning ? .notThisFormat : .malformed, at: place(at: index),
      "the byte \(byte), which XML does not allow")
  }

  private func place(at index: Int) -> FilePlace {
    FilePlace(byte: dropped + index, line: line)
  }
}

/// A tag that consists of a name only, as ranges of the scanner's buffer.
struct XMLPlainTag {
  var isEnd: Bool
  var name: Range<Int>
  /// The end of the prefix; the end of the name if there is no prefix.
  var colon: Int
  /// The end of the text before the tag.
  fileprivate var textEnd: Int
  /// The number of line feeds in that text.
  fileprivate var lines: Int
}

extension XMLScanner {
  /// Reads plain text and the tag after it in one step, if the tag consists of a name only.
  ///
  /// Nearly all tags do.
  ///
  /// - Returns: Nil for any other or incomplete token. The scanner is then unchanged; call `next()`.
  mutating func nextPlainTag() -> XMLPlainTag? {
    guard isBetweenTokens, let tag = plainTag() else { return nil }
    pass(textUpTo: tag.textEnd, lines: tag.lines, tagUpTo: tag.name.upperBound + 1)
    return tag
  }

  private func plainTag() -> XMLPlainTag? {
    let bytes = buffer.span
    let limit = min(bytes.count, position + XMLLimits.token)
    var (index, lines) = (position, 0)
    while index < limit, bytes[index] != UInt8(ascii: "<") {
      let byte = bytes[index]
      guard byte >= 0x20 || byte == 0x0A || byte == 0x09, byte < 0x80, byte != UInt8(ascii: "&"),
        byte != UInt8(ascii: "]")
      else { return nil }
      if byte == 0x0A { lines += 1 }
      index += 1
    }
    let textEnd = index
    index += 1
    guard index < limit else { return nil }
    let isEnd = bytes[index] == UInt8(ascii: "/")
    if isEnd { index += 1 }
    let begin = index
    guard begin < limit, bytes[begin].startsXMLName, bytes[begin] < 0x80 else { return nil }
    var colon: Int?
    while index < limit, bytes[index].isXMLName, bytes[index] < 0x80 {
      if bytes[index] == UInt8(ascii: ":"), colon == nil { colon = index }
      index += 1
    }
    guard index < limit, bytes[index] == UInt8(ascii: ">") else { return nil }
    return XMLPlainTag(isEnd: isEnd, name: begin..<index, colon: colon ?? index, textEnd: textEnd, lines: lines)
  }
}

/// A kind of markup, or a part of a long text before it.
enum XMLToken {
  case text
  case tag
  case comment
  case characterData
  case instruction
}

/// A range of the scanner's buffer without delimiters in it.
struct XMLRun {
  var range = 0..<0
  /// Whether it is ASCII without references or other special characters.
  var isPlain = true
  /// The line of its first byte.
  var line = 1
}
