internal import Rides

/// Reads JSON (RFC 8259) from a file in memory, one value after the other.
///
/// A member whose value is null counts as absent. Foundation's decoder takes many times as long for the rows of a ride,
/// and does not report the place of an error.
struct JSONReader: Sendable {
  /// The maximum nesting depth.
  private static let deepest = 32
  /// The longest text that is read, in bytes.
  private static let longestText = 65_536

  private let bytes: [UInt8]
  private var index = 0
  private var depth = 0

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { index = 3 }
  }

  /// The number of bytes before the next value.
  var position: Int { index }

  /// Returns a fault of the value at a position; nil means the current position.
  func fault(_ code: FileFault.Code, at position: Int? = nil, _ detail: String) -> FileFault {
    let position = position ?? index
    let line = 1 + bytes.prefix(position).count { $0 == UInt8(ascii: "\n") }
    return FileFault(code, at: FilePlace(byte: position, line: line), detail)
  }

  /// Returns the fault of an exceeded limit.
  func fault(
    _ code: FileFault.Code, at position: Int? = nil, found: Int, allowed: Int, _ parts: String
  ) -> FileFault {
    FileFault(code, at: fault(code, at: position, "").place, found: found, allowed: allowed, parts)
  }

  /// Whether the next value is an object.
  var isObject: Bool {
    bytes[index...].first { $0 != 0x20 && $0 != 0x0A && $0 != 0x0D && $0 != 0x09 } == UInt8(ascii: "{")
  }

  /// Reads an object; `member` reads the value of each key, unless it is null.
  mutating func object(_ member: (inout Self, _ key: String) throws(FileFault) -> Void) throws(FileFault) {
    try enter("{", "an object")
    var isFirst = true
    while try goesOn(until: "}", &isFirst) {
      let key = try string()
      try demand(":")
      if try !take("null") { try member(&self, key) }
    }
  }

  /// Reads an array; `element` reads each of its values.
  mutating func array(_ element: (inout Self) throws(FileFault) -> Void) throws(FileFault) {
    try enter("[", "an array")
    var isFirst = true
    while try goesOn(until: "]", &isFirst) { try element(&self) }
  }

  /// Reads a text.
  ///
  /// - Throws: `outOfRange` for a text that is too long, and for a NUL, which no text of a ride contains.
  mutating func string() throws(FileFault) -> String {
    try demand("\"")
    let start = index
    while let byte = peek, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\") {
      guard byte >= 0x20 else { throw fault(.malformed, "a control character in a string") }
      index += 1
    }
    guard index - start <= Self.longestText else { throw fault(.outOfRange, "a string that is too long") }
    guard peek == UInt8(ascii: "\"") else { return try escapedString(from: start) }
    defer { index += 1 }
    return try text(bytes[start..<index], from: start)
  }

  mutating func flag() throws(FileFault) -> Bool {
    if try take("true") { return true }
    guard try take("false") else { throw fault(.malformed, "expected true or false") }
    return false
  }

  /// Reads a number.
  ///
  /// - Throws: `malformed`, also for numbers of XML Schema that JSON does not have: `+1`, `01`, `.5`, `1.`.
  ///   `outOfRange` for a number that is too large for a `Double`.
  mutating func number() throws(FileFault) -> Double {
    skipBlanks()
    let start = index
    while let byte = peek, byte.isNumberPart { index += 1 }
    guard peek != nil else { throw fault(.cut, "it ends inside a value") }
    guard isNumber(start..<index), let value = DecimalText.value(bytes.span.extracting(start..<index)) else {
      index = start
      throw fault(.malformed, "expected a number")
    }
    guard value.isFinite else { throw fault(.outOfRange, "a number that is too large") }
    return value
  }

  /// Returns whether the number has the form of JSON (RFC 8259, section 6).
  private func isNumber(_ places: Range<Int>) -> Bool {
    func isDigit(_ place: Int) -> Bool { places.contains(place) && bytes[place].isDigit }
    let first = places.lowerBound + (bytes[places.lowerBound] == UInt8(ascii: "-") ? 1 : 0)
    guard isDigit(first), bytes[first] != UInt8(ascii: "0") || !isDigit(first + 1) else { return false }
    return places.allSatisfy { bytes[$0] != UInt8(ascii: ".") || isDigit($0 + 1) }
  }

  mutating func number(in range: ClosedRange<Double>) throws(FileFault) -> Double {
    let value = try number()
    guard range.contains(value) else { throw fault(.outOfRange, "\(value)") }
    return value
  }

  mutating func integer(in range: ClosedRange<Int>) throws(FileFault) -> Int {
    let value = try number()
    guard let integer = Int(exactly: value), range.contains(integer) else { throw fault(.outOfRange, "\(value)") }
    return integer
  }

  /// Reads an object by the members of its type, or by the given ones; unknown members are skipped.
  ///
  /// - Throws: `malformed` at its beginning if it lacks a required member, or is invalid as a whole.
  mutating func value<Value: Tabled>(
    _ type: Value.Type = Value.self, by members: Members<Value> = Value.members
  ) throws(FileFault) -> Value {
    skipBlanks()
    let start = index
    var value = Value.blank
    var (next, found) = (0, UInt64(0))
    try object { (json, key) throws(FileFault) in
      guard let place = members.place(of: key, guess: next) else { return try json.skip() }
      try json.read(members.all[place], into: &value)
      (next, found) = (place + 1, found | 1 << place)
    }
    if found & members.required != members.required {
      let missing = members.all.indices.first { members.all[$0].isRequired && found >> $0 & 1 == 0 }
      throw fault(.malformed, at: start, "an object without \(missing.map { members.all[$0].name } ?? "")")
    }
    if let words = value.fault { throw fault(.malformed, at: start, words) }
    return value
  }

  /// Reads the value of `key` if it is one of `members`.
  ///
  /// - Returns: Whether it is a member; if not, the value was not read.
  mutating func take<Value>(
    _ key: String, of members: Members<Value>, into value: inout Value
  ) throws(FileFault) -> Bool {
    guard let place = members.place(of: key, guess: 0) else { return false }
    try read(members.all[place], into: &value)
    return true
  }

  private mutating func read<Root>(_ member: Member<Root>, into root: inout Root) throws(FileFault) {
    switch member.content {
    case .integer(let range, _, let set): set(&root, try integer(in: range))
    case .number(let range, _, let set): set(&root, try number(in: range))
    case .flag(_, let set): set(&root, try flag())
    case .text(_, let set):
      skipBlanks()
      let start = index
      let text = try string()
      guard set(&root, text) else { throw fault(.malformed, at: start, "unknown value: \(text.prefix(32))") }
    case .numbers(let range, let most, _, let set):
      var numbers: [Double] = []
      try array { (json) throws(FileFault) in
        guard numbers.count < most else { throw json.fault(.outOfRange, "more than \(most) numbers") }
        numbers.append(try json.number(in: range))
      }
      guard set(&root, numbers) else { throw fault(.outOfRange, member.name) }
    case .part(let part): part.set(&root, try values(of: part.type, part.most, member.name))
    }
  }

  /// Reads an object or, with `most`, the objects of an array.
  private mutating func values(
    of type: any Tabled.Type, _ most: (count: Int, code: FileFault.Code)?, _ name: String
  ) throws(FileFault) -> [any Tabled] {
    func value<Value: Tabled>(_ type: Value.Type, _ json: inout Self) throws(FileFault) -> any Tabled {
      try json.value(type)
    }
    guard let most else { return [try value(type, &self)] }
    var values: [any Tabled] = []
    try array { (json) throws(FileFault) in
      guard values.count < most.count else {
        throw json.fault(most.code, found: values.count + 1, allowed: most.count, name)
      }
      values.append(try value(type, &json))
    }
    return values
  }

  /// Skips a value of any kind.
  mutating func skip() throws(FileFault) {
    skipBlanks()
    switch peek {
    case UInt8(ascii: "{"): try object { (json, _) throws(FileFault) in try json.skip() }
    case UInt8(ascii: "["): try array { (json) throws(FileFault) in try json.skip() }
    case UInt8(ascii: "\""): _ = try string()
    case UInt8(ascii: "t"), UInt8(ascii: "f"): _ = try flag()
    case UInt8(ascii: "n") where try take("null"): return
    default: _ = try number()
    }
  }

  /// Ends the file.
  ///
  /// - Throws: `malformed` if anything but white space follows.
  mutating func finish() throws(FileFault) {
    skipBlanks()
    guard index == bytes.count else { throw fault(.malformed, "more than one value") }
  }
}

// MARK: - Tokens

extension JSONReader {
  private var peek: UInt8? { index < bytes.count ? bytes[index] : nil }

  private mutating func skipBlanks() {
    while let byte = peek, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { index += 1 }
  }

  private mutating func demand(_ sign: Unicode.Scalar) throws(FileFault) {
    skipBlanks()
    guard let byte = peek else { throw fault(.cut, "it ends where \(sign) is expected") }
    guard Unicode.Scalar(byte) == sign else { throw fault(.malformed, "expected \(sign)") }
    index += 1
  }

  private mutating func enter(_ bracket: Unicode.Scalar, _ what: String) throws(FileFault) {
    skipBlanks()
    guard let byte = peek else { throw fault(.cut, "it ends before \(what)") }
    guard Unicode.Scalar(byte) == bracket else { throw fault(.malformed, "expected \(what)") }
    guard depth < Self.deepest else { throw fault(.malformed, "values nested too deeply") }
    (index, depth) = (index + 1, depth + 1)
  }

  /// Returns whether another value precedes the closing bracket.
  private mutating func goesOn(until bracket: Unicode.Scalar, _ isFirst: inout Bool) throws(FileFault) -> Bool {
    skipBlanks()
    guard let byte = peek else { throw fault(.cut, "it ends before \(bracket)") }
    if Unicode.Scalar(byte) == bracket {
      (index, depth) = (index + 1, depth - 1)
      return false
    }
    if !isFirst {
      try demand(",")
      skipBlanks()
      guard peek.map({ Unicode.Scalar($0) }) != bracket else { throw fault(.malformed, "a comma without a value") }
    }
    isFirst = false
    return true
  }

  /// Reads a literal name of JSON if it is next.
  private mutating func take(_ word: StaticString) throws(FileFault) -> Bool {
    skipBlanks()
    let rest = bytes[index...].prefix(word.utf8CodeUnitCount)
    let isPrefix = word.withUTF8Buffer { rest.elementsEqual($0.prefix(rest.count)) }
    guard isPrefix else { return false }
    guard rest.count == word.utf8CodeUnitCount else { throw fault(.cut, "it ends inside a value") }
    index += rest.count
    return true
  }
}

// MARK: - Strings

extension JSONReader {
  private func text(_ bytes: some Collection<UInt8>, from start: Int) throws(FileFault) -> String {
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw fault(.malformed, at: start, "a string that is not UTF-8")
    }
    return text
  }

  /// Reads the rest of a text from its first escape on, or throws at the end of the file.
  private mutating func escapedString(from start: Int) throws(FileFault) -> String {
    var collected = Array(bytes[start..<index])
    while let byte = peek, byte != UInt8(ascii: "\"") {
      guard byte >= 0x20 else { throw fault(.malformed, "a control character in a string") }
      guard collected.count <= Self.longestText else { throw fault(.outOfRange, "a string that is too long") }
      index += 1
      guard byte == UInt8(ascii: "\\") else {
        collected.append(byte)
        continue
      }
      let scalar = try escapedScalar()
      collected.append(contentsOf: String(scalar).utf8)
    }
    guard peek != nil else { throw fault(.cut, "it ends inside a string") }
    index += 1
    return try text(collected, from: start)
  }

  private mutating func escapedScalar() throws(FileFault) -> Unicode.Scalar {
    guard let byte = peek else { throw fault(.cut, "it ends inside a string") }
    index += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(byte)
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{C}"
    case UInt8(ascii: "u"): break
    default: throw fault(.malformed, "an unknown escape in a string")
    }
    var code = try codeUnit()
    if 0xD800..<0xDC00 ~= code, peek == UInt8(ascii: "\\") {
      index += 1
      guard peek == UInt8(ascii: "u") else { throw fault(peek == nil ? .cut : .malformed, "half of a surrogate pair") }
      index += 1
      let low = try codeUnit()
      guard 0xDC00..<0xE000 ~= low else { throw fault(.malformed, "half of a surrogate pair") }
      code = 0x10000 + (code - 0xD800) << 10 + (low - 0xDC00)
    }
    guard let scalar = Unicode.Scalar(code) else { throw fault(.malformed, "half of a surrogate pair") }
    guard scalar != "\u{0}" else { throw fault(.outOfRange, "a NUL character in a string") }
    return scalar
  }

  private mutating func codeUnit() throws(FileFault) -> UInt32 {
    var code: UInt32 = 0
    for _ in 0..<4 {
      guard let byte = peek else { throw fault(.cut, "it ends inside a string") }
      guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue else {
        throw fault(.malformed, "an unknown escape in a string")
      }
      code = code << 4 | UInt32(digit)
      index += 1
    }
    return code
  }
}

extension UInt8 {
  /// Whether a number in JSON may contain the character.
  fileprivate var isNumberPart: Bool {
    isDigit || self == UInt8(ascii: ".") || self == UInt8(ascii: "-") || self == UInt8(ascii: "+")
      || self | 0x20 == UInt8(ascii: "e")
  }
}
