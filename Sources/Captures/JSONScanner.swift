/// A value of JSON as far as lines need it.
enum JSONScalar {
  case string(String)
  case number(Double)
  /// `true`, `false`, `null`, an array or an object: read past, not kept.
  case other
}

/// Reads one flat JSON object, strictly (RFC 8259); values of other kinds are checked and passed over.
struct JSONScanner {
  /// What is wrong and where, as an index into the bytes.
  struct Failure: Error {
    var position: Int
    var detail: String
  }

  private let bytes: ArraySlice<UInt8>
  private var position: Int

  private static let deepest = 32

  init(_ bytes: ArraySlice<UInt8>) {
    self.bytes = bytes
    position = bytes.startIndex
  }

  /// The object that is all of the text; of members of the same name the last counts.
  mutating func object() throws(Failure) -> [String: JSONScalar] {
    var members: [String: JSONScalar] = [:]
    skipSpace()
    try readMembers(depth: 1) { name, value in members[name] = value }
    skipSpace()
    guard position == bytes.endIndex else { throw failure("something follows the object") }
    return members
  }

  private func failure(_ detail: String) -> Failure { Failure(position: position, detail: detail) }

  private var next: UInt8? { position < bytes.endIndex ? bytes[position] : nil }

  private mutating func skipSpace() {
    while let byte = next, [0x20, 0x09, 0x0A, 0x0D].contains(byte) { position += 1 }
  }

  private mutating func accept(_ character: Unicode.Scalar) -> Bool {
    guard next == UInt8(ascii: character) else { return false }
    position += 1
    return true
  }

  private mutating func expect(_ character: Unicode.Scalar) throws(Failure) {
    guard accept(character) else { throw failure("expected `\(character)`") }
  }
}

// MARK: Objects and arrays

extension JSONScanner {
  private mutating func readMembers(
    depth: Int, _ take: (String, JSONScalar) -> Void
  ) throws(Failure) {
    try expect("{")
    skipSpace()
    if accept("}") { return }
    repeat {
      skipSpace()
      let name = try string()
      skipSpace()
      try expect(":")
      take(name, try value(depth: depth))
      skipSpace()
    } while accept(",")
    try expect("}")
  }

  private mutating func readArray(depth: Int) throws(Failure) {
    try expect("[")
    skipSpace()
    if accept("]") { return }
    repeat {
      _ = try value(depth: depth)
      skipSpace()
    } while accept(",")
    try expect("]")
  }

  private mutating func value(depth: Int) throws(Failure) -> JSONScalar {
    guard depth <= Self.deepest else { throw failure("nested too deeply") }
    skipSpace()
    switch next {
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "{"): try readMembers(depth: depth + 1) { _, _ in }
    case UInt8(ascii: "["): try readArray(depth: depth + 1)
    case UInt8(ascii: "t"): try word("true")
    case UInt8(ascii: "f"): try word("false")
    case UInt8(ascii: "n"): try word("null")
    default: return .number(try number())
    }
    return .other
  }

  private mutating func word(_ word: StaticString) throws(Failure) {
    for character in word.description.unicodeScalars { try expect(character) }
  }
}

// MARK: Numbers and strings

extension JSONScanner {
  private mutating func number() throws(Failure) -> Double {
    let start = position
    _ = accept("-")
    if !accept("0") { try digits() }
    if accept(".") { try digits() }
    if accept("e") || accept("E") {
      if !accept("+") { _ = accept("-") }
      try digits()
    }
    let text = String(decoding: bytes[start..<position], as: UTF8.self)
    guard let number = Double(text), number.isFinite else { throw failure("a number out of reach") }
    return number
  }

  private mutating func digits() throws(Failure) {
    let start = position
    while let byte = next, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) { position += 1 }
    guard position > start else { throw failure("expected a value") }
  }

  private mutating func string() throws(Failure) -> String {
    try expect("\"")
    var text: [UInt8] = []
    while let byte = next {
      position += 1
      switch byte {
      case UInt8(ascii: "\""): return String(decoding: text, as: UTF8.self)
      case UInt8(ascii: "\\"): text += Array(String(try escaped()).utf8)
      case ..<0x20: throw failure("a control character in a string")
      default: text.append(byte)
      }
    }
    throw failure("a string without an end")
  }

  private mutating func escaped() throws(Failure) -> Unicode.Scalar {
    guard let byte = next else { throw failure("a string without an end") }
    position += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(byte)
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{C}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"): return try codePoint()
    default: throw failure("an escape that JSON does not have")
    }
  }

  private mutating func codePoint() throws(Failure) -> Unicode.Scalar {
    let first = try codeUnit()
    guard (0xD800...0xDBFF).contains(first) else {
      guard let scalar = Unicode.Scalar(first) else { throw failure("half of a surrogate pair") }
      return scalar
    }
    guard accept("\\"), accept("u") else { throw failure("half of a surrogate pair") }
    let second = try codeUnit()
    guard (0xDC00...0xDFFF).contains(second),
      let scalar = Unicode.Scalar(0x10000 + (UInt32(first) - 0xD800) << 10 + (UInt32(second) - 0xDC00))
    else { throw failure("half of a surrogate pair") }
    return scalar
  }

  private mutating func codeUnit() throws(Failure) -> UInt16 {
    let end = position + 4
    guard end <= bytes.endIndex, bytes[position..<end].allSatisfy(\.isASCIIHexadecimal),
      let unit = UInt16(String(decoding: bytes[position..<end], as: UTF8.self), radix: 16)
    else { throw failure("expected four hexadecimal digits") }
    position = end
    return unit
  }
}

extension UInt8 {
  fileprivate var isASCIIHexadecimal: Bool {
    Unicode.Scalar(self).properties.isASCIIHexDigit
  }
}
