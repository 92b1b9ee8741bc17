/// Finds the string literals of a Swift source, and marks the phrases among them.
///
/// A phrase is a literal, alone or in a list, in `String(localized:)` or `Sentence(_:remedy:)`. Literals joined by `+`
/// are one phrase.
struct PhraseScanner {
  struct Literal: Hashable, Sendable {
    /// The text, with `{1}` in place of its first value.
    var pattern: String
    let isPhrase: Bool
    let line: Int
    fileprivate var values: Int
  }

  private let bytes: [UInt8]
  private var place = 0
  private var line = 1
  private var found: [Literal] = []
  private let label = Array("localized:".utf8)

  private init(_ text: String) { bytes = Array(text.utf8) }

  /// The literals of a source, in source order.
  static func literals(of text: String) -> [Literal] {
    var scanner = PhraseScanner(text)
    scanner.skipCode(until: nil, holdingPhrases: false)
    return scanner.found
  }
}

// MARK: - Code

extension PhraseScanner {
  /// Reads code up to and including its closing bracket.
  private mutating func skipCode(until close: UInt8?, holdingPhrases: Bool) {
    while place < bytes.count {
      if skipComment() { continue }
      switch bytes[place] {
      case close: return advance()
      case UInt8(ascii: "("): skipParentheses(holdingPhrases)
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        let isBrace = bytes[place] == UInt8(ascii: "{")
        advance()
        // A call may choose its phrase from a list.
        skipCode(until: UInt8(ascii: isBrace ? "}" : "]"), holdingPhrases: holdingPhrases && !isBrace)
      case UInt8(ascii: "\""), UInt8(ascii: "#"):
        if let hashes = hashesOfLiteral { takeLiterals(hashes, isPhrase: holdingPhrases) } else { advance() }
      default: advance()
      }
    }
  }

  /// A call's name decides whether its parentheses contain phrases; other parentheses belong to the surrounding
  /// expression.
  private mutating func skipParentheses(_ isWithinPhrase: Bool) {
    let name = bytes[..<place].reversed().prefix(while: isPartOfName).reversed()
    advance()
    let holds =
      switch String(decoding: name, as: UTF8.self) {
      case "": isWithinPhrase
      case "String": bytes[place...].drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\n") }.starts(with: label)
      case "Sentence": true
      default: false
      }
    skipCode(until: UInt8(ascii: ")"), holdingPhrases: holds)
  }

  private func isPartOfName(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
      true
    default: false
    }
  }

  private mutating func advance(_ count: Int = 1) {
    let end = min(place + count, bytes.count)
    line += bytes[place..<end].count { $0 == UInt8(ascii: "\n") }
    place = end
  }

  private func stands(_ text: String) -> Bool { bytes[place...].starts(with: text.utf8) }

  private mutating func skipComment() -> Bool {
    guard stands("//") else { return false }
    while place < bytes.count, bytes[place] != UInt8(ascii: "\n") { advance() }
    return true
  }

  private mutating func skipSpace() {
    while place < bytes.count {
      if skipComment() { continue }
      guard bytes[place] == UInt8(ascii: " ") || bytes[place] == UInt8(ascii: "\n") else { return }
      advance()
    }
  }
}

// MARK: - Literals

extension PhraseScanner {
  /// How many `#` signs precede the literal that begins here; nil if no literal begins here.
  private var hashesOfLiteral: Int? {
    let hashes = bytes[place...].prefix { $0 == UInt8(ascii: "#") }.count
    return bytes.dropFirst(place + hashes).first == UInt8(ascii: "\"") ? hashes : nil
  }

  /// Reads a literal and the literals joined to it.
  private mutating func takeLiterals(_ hashes: Int, isPhrase: Bool) {
    let index = found.count
    found.append(Literal(pattern: "", isPhrase: isPhrase, line: line, values: 0))
    var next: Int? = hashes
    while let hashes = next {
      takeLiteral(hashes, into: index)
      let end = (place, line)
      skipSpace()
      if stands("+ ") || stands("+\n") {
        advance()
        skipSpace()
        next = place < bytes.count ? hashesOfLiteral : nil
      } else {
        next = nil
      }
      if next == nil { (place, line) = end }
    }
  }

  private mutating func takeLiteral(_ hashes: Int, into index: Int) {
    advance(hashes)
    let quotes = stands("\"\"\"") ? "\"\"\"" : "\""
    let (close, escape) = (quotes + String(repeating: "#", count: hashes), "\\" + String(repeating: "#", count: hashes))
    advance(quotes.utf8.count)
    var piece: [UInt8] = []
    while place < bytes.count, !stands(close) {
      if stands(escape) {
        advance(escape.utf8.count)
        if stands("(") {
          found[index].values += 1
          piece += Array("{\(found[index].values)}".utf8)
          advance()
          skipCode(until: UInt8(ascii: ")"), holdingPhrases: false)
        } else {
          piece += takeEscape()
        }
      } else {
        piece.append(bytes[place])
        advance()
      }
    }
    advance(close.utf8.count)
    found[index].pattern += String(decoding: piece, as: UTF8.self)
  }

  /// The bytes of the escape sequence after a backslash.
  private mutating func takeEscape() -> [UInt8] {
    if stands("u{") {
      advance(2)
      let digits = bytes[place...].prefix { $0 != UInt8(ascii: "}") }
      advance(digits.count + 1)
      let scalar = UInt32(String(decoding: digits, as: UTF8.self), radix: 16).flatMap(Unicode.Scalar.init)
      return scalar.map { Array(String(Character($0)).utf8) } ?? []
    }
    let byte = place < bytes.count ? bytes[place] : 0
    advance()
    switch byte {
    case UInt8(ascii: "n"): return [UInt8(ascii: "\n")]
    case UInt8(ascii: "t"): return [UInt8(ascii: "\t")]
    case UInt8(ascii: "r"): return [UInt8(ascii: "\r")]
    case UInt8(ascii: "\n"): return []
    default: return [byte]
    }
  }
}
