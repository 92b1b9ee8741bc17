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
