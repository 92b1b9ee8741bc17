extension TextBuffer {
  /// Appends character data: markup escaped, and what XML 1.0 §2.2 forbids or discourages left out.
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

  /// Appends an attribute's value, which is to stand in double quotes: line feeds and tabs stay what they are.
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

  /// Appends an element and what `content` appends in it.
  mutating func element(_ name: StaticString, _ content: (inout Self) -> Void) {
    append(byte: UInt8(ascii: "<"))
    append(name)
    append(byte: UInt8(ascii: ">"))
    content(&self)
    append("</")
    append(name)
    append(byte: UInt8(ascii: ">"))
  }

  /// Appends an element with a whole number in it, or nothing for nil.
  mutating func element(_ name: StaticString, _ value: Int?) {
    guard let value else { return }
    element(name) { $0.append(value) }
  }

  /// Appends an element with a decimal fraction in it, or nothing for nil; to the last digit where there is no
  /// resolution.
  mutating func element(_ name: StaticString, _ value: Double?, to resolution: Resolution?) {
    guard let value else { return }
    element(name) { text in
      guard let resolution else { return text.append(exactly: value) }
      text.append(value, to: resolution)
    }
  }
}
