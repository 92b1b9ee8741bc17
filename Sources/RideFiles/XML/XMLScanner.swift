/// Cuts XML that comes in pieces at its delimiters; each byte is looked at once, however small the pieces.
///
/// Kept are the bytes from the end of the last token on, so no more than `XMLLimits.token` beyond the piece that came.
struct XMLScanner {
  private enum Stage {
    case beginning
    case text
    case opening
    case markup(XMLToken)
  }

  /// What is kept; the runs of the last token are places in it until more is added.
  private(set) var buffer: [UInt8] = []
  /// The text before the last token.
  private(set) var text = XMLRun()
  /// What stands between the last token's delimiters.
  private(set) var body = XMLRun()
  /// Whether a `<` stands for itself within quotes, and in text where no tag can begin with what follows.
  var leavesStrayBrackets = false
  private let mostBytes: Int
  /// How many bytes came before the buffer's first.
  private var dropped = 0
  private(set) var position = 0
  private(set) var line = 1
  private var stage = Stage.beginning
  private var quote: UInt8 = 0

  init(mostBytes: Int) {
    self.mostBytes = mostBytes
  }

  /// Where the next byte to be looked at is.
  var place: RideFileError.Place { RideFileError.Place(byte: dropped + position, line: line) }

  /// Where the bytes end that have come so far.
  var end: RideFileError.Place { RideFileError.Place(byte: dropped + buffer.count, line: line) }

  /// Whether the bytes end within markup.
  var isInMarkup: Bool {
    switch stage {
    case .beginning, .text: false
    case .opening, .markup: true
    }
  }

  /// Where the markup begins within which the bytes end; nil where they do not.
  var placeOfOpenMarkup: RideFileError.Place? {
    if case .markup = stage { place(of: body) } else { nil }
  }

  /// Where a run begins.
  func place(of run: XMLRun) -> RideFileError.Place {
    RideFileError.Place(byte: dropped + run.range.lowerBound, line: run.line)
  }

  /// Adds a piece of the document; what the last token consisted of is forgotten.
  ///
  /// - Throws: `tooLarge` where the document exceeds the limit.
  mutating func append(_ piece: some Collection<UInt8>) throws(RideFileError) {
    guard piece.count <= mostBytes - dropped - buffer.count else {
      throw RideFileError(.tooLarge, at: place, "the file has more than \(mostBytes) bytes")
    }
    if case .beginning = stage { beginText() }
    let done = text.range.lowerBound
    buffer.removeSubrange(..<done)
    buffer.append(contentsOf: piece)
    dropped += done
    position -= done
    text.range = 0..<max(0, text.range.upperBound - done)
    body.range = max(0, body.range.lowerBound - done)..<max(0, body.range.upperBound - done)
  }

  /// Goes on to the end of the next token, or as far as the bytes go.
  ///
  /// - Returns: What it is; nil where more bytes are needed, `text` being what came before them.
  /// - Throws: `malformed`, `forbidden` for a document type, `tooLarge` for a token beyond the limit.
  mutating func next() throws(RideFileError) -> XMLToken? {
    while true {
      switch stage {
      case .beginning: beginText()
      case .text:
        guard try findMarkup() else { return nil }
        stage = .opening
      case .opening:
        guard let token = try opened() else { return nil }
        stage = .markup(token)
      case .markup(let token):
        guard try findEnd(of: token) else { return nil }
        stage = .beginning
        return token
      }
    }
  }

  /// Whether the last token is complete and nothing after it was looked at.
  var isBetweenTokens: Bool { if case .beginning = stage { true } else { false } }

  /// Passes over a plain tag and the text before it, which were looked at.
  mutating func pass(textUpTo textEnd: Int, lines: Int, tagUpTo end: Int) {
    text = XMLRun(range: position..<textEnd, line: line)
    position = end
    line += lines
  }

  private mutating func beginText() {
    text = XMLRun(range: position..<position, line: line)
    stage = .text
  }
}

extension XMLScanner {
  /// Goes on to the next `<`.
  private mutating func findMarkup() throws(RideFileError) -> Bool {
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
    guard text.range.count <= XMLLimits.token else { throw tooLong(text, "text") }
    return index < buffer.count
  }

  private func isStray(bracketAt index: Int) -> Bool {
    guard leavesStrayBrackets, index + 1 < buffer.count else { return false }
    let next = buffer[index + 1]
    return !next.startsXMLName && ![UInt8(ascii: "/"), UInt8(ascii: "!"), UInt8(ascii: "?")].contains(next)
  }

  /// What the markup at the position is, which is passed; nil where more bytes are needed to tell.
  private mutating func opened() throws(RideFileError) -> XMLToken? {
    guard position + 1 < buffer.count else { return nil }
    let second = buffer[position + 1]
    if second == UInt8(ascii: "!") {
      let available = buffer[position...].prefix(Self.longestOpening)
      if available.starts(with: Self.comment) { return enter(.comment, Self.comment.count) }
      if available.starts(with: Self.section) { return enter(.characterData, Self.section.count) }
      if Self.comment.starts(with: available) || Self.section.starts(with: available) { return nil }
      throw RideFileError(.forbidden, at: place, "a document type or a declaration")
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

  private mutating func findEnd(of token: XMLToken) throws(RideFileError) -> Bool {
    let end =
      switch token {
      case .tag: try findEndOfTag()
      case .comment: try find("--")
      case .characterData: try find("]]")
      case .instruction: try find("?")
      }
    guard position - body.range.lowerBound <= XMLLimits.token else { throw tooLong(body, "markup") }
    guard let end else { return false }
    body.range = body.range.lowerBound..<end
    return true
  }

  /// Goes on past the next `>` outside quotes, and tells its place.
  private mutating func findEndOfTag() throws(RideFileError) -> Int? {
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
        throw RideFileError(.malformed, at: place(at: index), "a `<` within a tag")
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

  /// Goes on past the next `>` with `delimiter` before it, and tells where that begins.
  private mutating func find(_ delimiter: StaticString) throws(RideFileError) -> Int? {
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

  /// Takes a byte of markup into account.
  private mutating func note(_ byte: UInt8, at index: Int) throws(RideFileError) {
    if byte == 0x0A { line += 1 }
    if byte.isForbiddenInXML { throw unfit(byte, at: index) }
    if byte >= 0x80 || byte == 0x0D { body.isPlain = false }
  }

  private func unfit(_ byte: UInt8, at index: Int) -> RideFileError {
    let isBeginning = dropped + text.range.lowerBound == 0
    return RideFileError(
      isBeginning ? .notThisFormat : .malformed, at: place(at: index),
      "the byte \(byte), which XML has not")
  }

  private func place(at index: Int) -> RideFileError.Place {
    RideFileError.Place(byte: dropped + index, line: line)
  }

  private func tooLong(_ run: XMLRun, _ what: String) -> RideFileError {
    RideFileError(.tooLarge, at: place(of: run), "\(what) of more than \(XMLLimits.token) bytes in one piece")
  }
}

/// A tag that is a name alone, as places in the scanner's buffer.
struct XMLPlainTag {
  var isEnd: Bool
  var name: Range<Int>
  /// Where the prefix ends; the name's end where it has none.
  var colon: Int
  /// Where the text before it ends.
  fileprivate var textEnd: Int
  /// Line feeds in that text.
  fileprivate var lines: Int
}

extension XMLScanner {
  /// Goes on to the end of the next token in one go where it is a tag that is a name alone, after plain text: nearly all
  /// are.
  ///
  /// - Returns: Nil where it is another or not all there; then nothing has changed, and `next()` tells.
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

/// A kind of markup.
enum XMLToken {
  case tag
  case comment
  case characterData
  case instruction
}

/// Bytes without a delimiter in them, as places in the scanner's buffer.
struct XMLRun {
  var range = 0..<0
  /// Whether they are ASCII, with nothing in them to resolve.
  var isPlain = true
  /// The line that the first one is on.
  var line = 1
}
