/// A start or end tag, as ranges of the scanner's buffer.
struct ScannedTag {
  var name: Range<Int>
  /// The bytes after the name.
  var attributes: Range<Int>
  var isEnd: Bool
  /// Whether the element ends with this tag, `<a/>`.
  var isWhole: Bool
  /// Its position, in bytes from the beginning of the document.
  var byte: Int
}

/// Finds the tags of an XML document in pieces of any size, and skips everything else.
///
/// The document is not validated: exports have had document types that are not XML, and an unused tag costs no more
/// than the search for its end. Text, comments, CDATA sections, instructions and the document type are never kept, so
/// the buffer holds at most one piece and one tag.
struct TagScanner {
  private enum Stage {
    case beginning
    case content
    case tag
    case comment
    case section
    case instruction
    case declaration
    /// A document type, with flags for its internal subset and for a comment.
    case documentType(isInSubset: Bool, isInComment: Bool)
  }

  /// The bytes that are kept; ranges of them are valid until more bytes are appended.
  private(set) var buffer: [UInt8] = []
  private var stage = Stage.beginning
  /// The first byte that is still needed.
  private var position = 0
  /// In a tag: the next byte to examine, and the open quote, or 0.
  private var (examined, quote): (Int, UInt8) = (0, 0)
  /// Number of bytes removed from the front of the buffer.
  private var dropped = 0

  /// Position of the next byte, from the beginning of the document.
  private var byte: Int { dropped + position }

  /// Number of bytes received.
  var end: Int { dropped + buffer.count }

  mutating func append(_ bytes: [UInt8]) {
    let done = position
    if done == buffer.count {
      buffer.removeAll(keepingCapacity: true)
    } else {
      buffer.removeSubrange(..<done)
    }
    buffer.append(contentsOf: bytes)
    dropped += done
    examined -= done
    position = 0
  }

  /// Returns the next tag; nil if more bytes are needed.
  ///
  /// - Throws: `notXML` if the document does not begin as XML, `longTag` for a tag without an end.
  mutating func next() throws(HealthFault) -> ScannedTag? {
    while position < buffer.count {
      switch stage {
      case .beginning: guard try begin() else { return nil }
      case .content: guard findMarkup() else { return nil }
      case .tag:
        if let tag = try findEndOfTag() { return tag }
        guard case .content = stage else { return nil }
      case .comment: guard pass(Self.endOfComment) else { return nil }
      case .section: guard pass(Self.endOfSection) else { return nil }
      case .instruction: guard pass(Self.endOfInstruction) else { return nil }
      case .declaration: guard pass(Self.endOfDeclaration) else { return nil }
      case .documentType: guard passDocumentType() else { return nil }
      }
    }
    return nil
  }

  /// The longest white space between the two characters that end an internal subset.
  private static let longestSpace = 64
  private static let endOfComment = Array("-->".utf8)
  private static let endOfSection = Array("]]>".utf8)
  private static let endOfInstruction = Array("?>".utf8)
  private static let endOfDeclaration = Array(">".utf8)
  private static let comment = Array("<!--".utf8)
  private static let section = Array("<![CDATA[".utf8)
  private static let documentType = Array("<!DOCTYPE".utf8)
  private static let root = Array("<HealthData".utf8)
  private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]
}

extension TagScanner {
  /// Skips a byte order mark and white space, up to the first `<`.
  private mutating func begin() throws(HealthFault) -> Bool {
    let isFirst = byte == 0
    let rest = buffer[position...]
    if isFirst, rest.count < 3, Self.byteOrderMark.starts(with: rest) { return false }
    if isFirst, rest.starts(with: Self.byteOrderMark) { position += 3 }
    while position < buffer.count, buffer[position].isSpace { position += 1 }
    guard position < buffer.count else { return false }
    guard buffer[position] == UInt8(ascii: "<") else { throw HealthFault(.notXML, byte: byte) }
    stage = .content
    return true
  }

  /// Advances to the next `<`, and past the opening of markup other than a tag.
  private mutating func findMarkup() -> Bool {
    let kept = buffer
    let bytes = kept.span
    var index = position
    while index < bytes.count, bytes[index] != UInt8(ascii: "<") { index += 1 }
    position = index
    guard index + 1 < bytes.count else { return false }
    switch bytes[index + 1] {
    case UInt8(ascii: "!"): return openDeclaration()
    case UInt8(ascii: "?"):
      position += 2
      stage = .instruction
    default: (stage, examined, quote) = (.tag, index + 1, 0)
    }
    return true
  }

  private mutating func openDeclaration() -> Bool {
    let rest = buffer[position...]
    for (opening, stage) in [
      (Self.comment, Stage.comment), (Self.section, .section),
      (Self.documentType, .documentType(isInSubset: false, isInComment: false)),
    ] {
      if rest.starts(with: opening) {
        position += opening.count
        self.stage = stage
        return true
      }
      if opening.starts(with: rest) { return false }
    }
    position += 2
    stage = .declaration
    return true
  }

  /// Advances past the end of the markup; if the end is not there yet, to where it may begin.
  private mutating func pass(_ end: [UInt8]) -> Bool {
    let kept = buffer
    let bytes = kept.span
    var index = position + end.count - 1
    while index < bytes.count {
      if bytes[index] == UInt8(ascii: ">"), isThere(end, at: index + 1 - end.count) {
        position = index + 1
        stage = .content
        return true
      }
      index += 1
    }
    position = max(position, bytes.count + 1 - end.count)
    return false
  }

  private func isThere(_ text: [UInt8], at start: Int) -> Bool {
    start >= position && buffer[start...].starts(with: text)
  }

  /// Advances past the next `>` outside quotes, and returns the tag before it.
  ///
  /// - Returns: Nil if more bytes are needed, or if the markup is not a tag.
  private mutating func findEndOfTag() throws(HealthFault) -> ScannedTag? {
    let kept = buffer
    let bytes = kept.span
    var (index, quote) = (examined, quote)
    while index < bytes.count {
      let byte = bytes[index]
      if quote != 0 {
        if byte == quote { quote = 0 }
      } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        quote = byte
      } else if byte == UInt8(ascii: ">") {
        break
      }
      index += 1
    }
    (examined, self.quote) = (index, quote)
    guard index - position <= HealthLimits.tag else { throw HealthFault(.longTag, byte: byte) }
    guard index < bytes.count else { return nil }
    defer { (position, stage) = (index + 1, .content) }
    return tag(position + 1..<index)
  }

  /// Returns the tag with this content; nil if it has no name.
  private func tag(_ content: Range<Int>) -> ScannedTag? {
    let bytes = buffer.span
    var (start, end) = (content.lowerBound, content.upperBound)
    guard start < end else { return nil }
    let isEnd = bytes[start] == UInt8(ascii: "/")
    if isEnd { start += 1 }
    let isWhole = !isEnd && start < end && bytes[end - 1] == UInt8(ascii: "/")
    if isWhole { end -= 1 }
    var nameEnd = start
    while nameEnd < end, !bytes[nameEnd].isSpace { nameEnd += 1 }
    guard start < nameEnd else { return nil }
    return ScannedTag(
      name: start..<nameEnd, attributes: nameEnd..<end, isEnd: isEnd, isWhole: isWhole, byte: dropped + position)
  }
}

extension TagScanner {
  /// Advances past a document type.
  ///
  /// It ends with its `]>`. A damaged document type without that end finishes where the root element begins.
  private mutating func passDocumentType() -> Bool {
    while position < buffer.count, case .documentType(let isInSubset, let isInComment) = stage {
      let rest = buffer[position...]
      switch (buffer[position], isInComment) {
      case (UInt8(ascii: "-"), true):
        if rest.starts(with: Self.endOfComment) {
          stage = .documentType(isInSubset: isInSubset, isInComment: false)
          position += Self.endOfComment.count - 1
        } else if Self.endOfComment.starts(with: rest) {
          return false
        }
      case (UInt8(ascii: "<"), _):
        let isCut = Self.root.starts(with: rest) || Self.comment.starts(with: rest) && rest.count < Self.comment.count
        if isCut { return false }
        if rest.starts(with: Self.root), let next = rest.dropFirst(Self.root.count).first,
          next.isSpace || next == UInt8(ascii: ">")
        {
          stage = .content
          return true
        }
        if !isInComment, rest.starts(with: Self.comment) {
          stage = .documentType(isInSubset: isInSubset, isInComment: true)
          position += Self.comment.count - 1
        }
      case (UInt8(ascii: "["), false): stage = .documentType(isInSubset: true, isInComment: false)
      case (UInt8(ascii: "]"), false):
        let after = rest.dropFirst().prefix(Self.longestSpace)
        let next = after.first { !$0.isSpace }
        if next == nil, after.count < Self.longestSpace { return false }
        if next == UInt8(ascii: ">") { stage = .declaration }
      case (UInt8(ascii: ">"), false): if !isInSubset { stage = .content }
      default: break
      }
      position += 1
    }
    return position < buffer.count
  }
}

extension TagScanner {
  /// Whether a tag has this name.
  func isNamed(_ name: [UInt8], _ tag: ScannedTag) -> Bool {
    name.count == tag.name.count && isSame(name, at: tag.name.lowerBound)
  }

  /// Returns the raw value of an attribute; nil if it is absent, or if an attribute before it is damaged.
  func value(of name: [UInt8], in tag: ScannedTag) -> Range<Int>? {
    let bytes = buffer.span
    let end = tag.attributes.upperBound
    var index = tag.attributes.lowerBound
    while true {
      while index < end, bytes[index].isSpace { index += 1 }
      let start = index
      while index < end, !bytes[index].isSpace, bytes[index] != UInt8(ascii: "=") { index += 1 }
      let isWanted = index - start == name.count && isSame(name, at: start)
      while index < end, bytes[index].isSpace { index += 1 }
      guard index < end, bytes[index] == UInt8(ascii: "=") else { return nil }
      index += 1
      while index < end, bytes[index].isSpace { index += 1 }
      guard index < end, case let quote = bytes[index], quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
        return nil
      }
      let begin = index + 1
      index = begin
      while index < end, bytes[index] != quote { index += 1 }
      guard index < end else { return nil }
      if isWanted { return begin..<index }
      index += 1
    }
  }

  /// Returns the bytes of an attribute with its references resolved; nil as for `value(of:in:)`.
  func text(of name: [UInt8], in tag: ScannedTag) -> [UInt8]? {
    value(of: name, in: tag).map { range in
      let raw = buffer[range]
      return raw.contains(UInt8(ascii: "&")) ? Self.resolved(raw) : Array(raw)
    }
  }

  /// Whether a range of the buffer has these bytes.
  func isSame(_ text: [UInt8], _ range: Range<Int>) -> Bool {
    text.count == range.count && isSame(text, at: range.lowerBound)
  }

  private func isSame(_ text: [UInt8], at start: Int) -> Bool {
    let (bytes, text) = (buffer.span, text.span)
    guard bytes.count - start >= text.count else { return false }
    for index in text.indices where text[index] != bytes[start + index] { return false }
    return true
  }

  /// Resolves references (XML 1.0 §4.1, §4.6); a reference that XML does not define remains as written.
  private static func resolved(_ raw: ArraySlice<UInt8>) -> [UInt8] {
    var result: [UInt8] = []
    var rest = raw
    while let start = rest.firstIndex(of: UInt8(ascii: "&")) {
      result += rest[..<start]
      rest = rest[start...]
      if let end = rest.prefix(longestReference).firstIndex(of: UInt8(ascii: ";")),
        let meaning = meaning(of: String(decoding: rest[start + 1..<end], as: UTF8.self))
      {
        result += Array(String(meaning).utf8)
        rest = rest[(end + 1)...]
      } else {
        result.append(UInt8(ascii: "&"))
        rest = rest.dropFirst()
      }
    }
    return result + rest
  }

  /// `&#x10FFFF;` with room for leading zeros.
  private static let longestReference = 32

  private static func meaning(of reference: String) -> Unicode.Scalar? {
    switch reference {
    case "amp": return "&"
    case "lt": return "<"
    case "gt": return ">"
    case "apos": return "'"
    case "quot": return "\""
    default: break
    }
    let digits = reference.dropFirst(reference.hasPrefix("#x") ? 2 : 1)
    guard reference.hasPrefix("#"), digits.allSatisfy(\.isHexDigit) else { return nil }
    return UInt32(digits, radix: reference.hasPrefix("#x") ? 16 : 10).flatMap(Unicode.Scalar.init)
  }
}

extension UInt8 {
  /// White space of XML (XML 1.0 §2.3).
  var isSpace: Bool { self == 0x20 || self == 0x0A || self == 0x09 || self == 0x0D }
}
