/// JSON being written (RFC 8259): the members of an object or the values of an array in sequence.
///
/// Nil and values that JSON cannot express are left out.
struct JSONWriter {
  private(set) var text: TextBuffer
  private var isFirst = true

  init(capacity: Int) {
    text = TextBuffer(capacity: capacity)
  }

  /// Appends an object or an array and lets `content` fill it.
  mutating func append(_ brackets: Brackets, _ content: (inout Self) -> Void) {
    separate()
    enclose(brackets, content)
  }

  mutating func append(_ value: Double) {
    guard value.isFinite else { return }
    separate()
    text.append(exactly: value)
  }

  mutating func append(_ value: Int) {
    separate()
    text.append(value)
  }

  mutating func member(_ key: StaticString, _ brackets: Brackets, _ content: (inout Self) -> Void) {
    begin(key)
    enclose(brackets, content)
  }

  mutating func member(_ key: StaticString, _ value: Int?) {
    guard let value else { return }
    begin(key)
    text.append(value)
  }

  mutating func member(_ key: StaticString, _ value: Double?) {
    guard let value, value.isFinite else { return }
    begin(key)
    text.append(exactly: value)
  }

  /// Appends a member whose name is not a literal.
  mutating func member(named key: String, _ value: Double) {
    guard value.isFinite else { return }
    separate()
    append(quoted: key)
    text.append(":")
    text.append(exactly: value)
  }

  mutating func member(_ key: StaticString, _ value: Bool?) {
    guard let value else { return }
    begin(key)
    text.append(value ? "true" : "false")
  }

  mutating func member(_ key: StaticString, _ value: String?) {
    guard let value else { return }
    begin(key)
    append(quoted: value)
  }

  /// Adds a line break between values, for readability.
  mutating func breakLine() { text.append("\n") }
}

extension JSONWriter {
  enum Brackets {
    case object
    case array
  }

  private mutating func separate() {
    if !isFirst { text.append(",") }
    isFirst = false
  }

  private mutating func begin(_ key: StaticString) {
    separate()
    text.append("\"")
    text.append(key)
    text.append("\":")
  }

  private mutating func enclose(_ brackets: Brackets, _ content: (inout Self) -> Void) {
    text.append(brackets == .object ? "{" : "[")
    isFirst = true
    content(&self)
    isFirst = false
    text.append(brackets == .object ? "}" : "]")
  }

  private mutating func append(quoted string: String) {
    text.append("\"")
    for scalar in string.unicodeScalars {
      switch scalar {
      case "\"": text.append("\\\"")
      case "\\": text.append("\\\\")
      case "\n": text.append("\\n")
      case "\u{0}"..."\u{1F}", "\u{7F}":
        text.append("\\u00")
        for nibble in [scalar.value >> 4, scalar.value & 0xF] {
          text.append(byte: UInt8(ascii: nibble < 10 ? "0" : "a") + UInt8(nibble < 10 ? nibble : nibble - 10))
        }
      default: text.append(scalar: scalar)
      }
    }
    text.append("\"")
  }
}
