internal import Rides

/// Writes JSON (RFC 8259): the members of an object or the values of an array in sequence.
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

  private mutating func append(_ value: Double) {
    guard value.isFinite else { return }
    separate()
    text.append(exactly: value)
  }

  mutating func member(_ key: StaticString, _ brackets: Brackets, _ content: (inout Self) -> Void) {
    begin(key)
    enclose(brackets, content)
  }

  mutating func append<Value: Tabled>(membersOf value: Value) { append(membersOf: value, by: Value.members) }

  mutating func append<Value>(membersOf value: Value, by members: Members<Value>) {
    // By index, because a copy of each member costs more than its value.
    let all = members.all
    for index in all.indices {
      switch all[index].content {
      case .integer(_, let get, _): if let number = get(value) { begin(all[index]) { $0.text.append(number) } }
      case .number(_, let get, _):
        if let number = get(value), number.isFinite { begin(all[index]) { $0.text.append(exactly: number) } }
      case .flag(let get, _):
        if let isSet = get(value) { begin(all[index]) { $0.text.append(isSet ? "true" : "false") } }
      case .text(let get, _): if let text = get(value) { begin(all[index]) { $0.append(quoted: text) } }
      case .numbers(_, _, let get, _):
        guard let numbers = get(value) else { continue }
        begin(all[index]) { json in json.enclose(.array) { json in for number in numbers { json.append(number) } } }
      case .part(let part):
        guard let parts = part.values(value) else { continue }
        begin(all[index]) { $0.append(parts, isArray: part.most != nil) }
      }
    }
  }

  /// Appends objects as the values of an array, one per line if `isInLines`.
  mutating func append<Value: Tabled>(
    _ values: some Sequence<Value>, by members: Members<Value> = Value.members, isInLines: Bool = false
  ) {
    for value in values {
      append(.object) { $0.append(membersOf: value, by: members) }
      if isInLines { breakLine() }
    }
  }

  private mutating func append(_ parts: [any Tabled], isArray: Bool) {
    func append(_ value: some Tabled, to json: inout Self) { json.append(membersOf: value) }
    guard isArray else { return enclose(.object) { json in if let part = parts.first { append(part, to: &json) } } }
    enclose(.array) { json in
      for part in parts { json.append(.object) { append(part, to: &$0) } }
    }
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

  private mutating func begin<Root>(_ member: Member<Root>, _ value: (inout Self) -> Void) {
    separate()
    text.append(member.quoted)
    value(&self)
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
