/// A word of a plan's text.
enum PlanTextWord: Hashable {
  case word(String)
  case quoted(String)
}

extension PlanTextWord {
  /// The words of a line, without its comment; a number and its unit are one, though a space may stand between them.
  ///
  /// - Throws: `malformed` for quotes that do not end, or hold a `\` that stands for nothing.
  static func all(in line: WorkoutLines.Line) throws(WorkoutFileError) -> [Self] {
    var words: [Self] = []
    var rest = Substring(line.text).unicodeScalars
    while true {
      rest = rest.drop(while: isSpace)
      guard let first = rest.first, first != "#" else { return words }
      if first == "\"" {
        rest.removeFirst()
        words.append(.quoted(try quoted(&rest, line.number)))
      } else {
        let word = rest.prefix { !isSpace($0) && $0 != "\"" }
        rest = rest.dropFirst(word.count)
        append(String(word).lowercased(), to: &words)
      }
    }
  }

  private static func isSpace(_ scalar: Unicode.Scalar) -> Bool { scalar == " " || scalar == "\t" }

  private static func append(_ word: String, to words: inout [Self]) {
    if units.contains(word), case .word(let number)? = words.last, number.utf8.allSatisfy(isOfNumber) {
      words[words.count - 1] = .word(number + word)
    } else {
      words.append(.word(word))
    }
  }

  private static let units: Set<String> = ["w", "watts", "%", "rpm", "m", "km", "s", "h"]

  private static func isOfNumber(_ byte: UInt8) -> Bool {
    byte.isDigit || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "-")
  }
}

extension PlanTextWord {
  /// What stands up to the closing quotes, which are passed.
  static func quoted(_ rest: inout Substring.UnicodeScalarView, _ line: Int) throws(WorkoutFileError) -> String {
    var text = String.UnicodeScalarView()
    while let scalar = rest.popFirst() {
      switch scalar {
      case "\"": return String(text)
      case "\\": text.append(try escaped(&rest, line))
      default: text.append(scalar)
      }
    }
    throw WorkoutFileError(.malformed, line: line, "quotes that do not end")
  }

  private static func escaped(
    _ rest: inout Substring.UnicodeScalarView, _ line: Int
  ) throws(WorkoutFileError) -> Unicode.Scalar {
    switch rest.popFirst() {
    case "\""?: return "\""
    case "\\"?: return "\\"
    case "n"?: return "\n"
    case "r"?: return "\r"
    case "t"?: return "\t"
    case "u"?:
      let digits = rest.dropFirst().prefix { $0.properties.isASCIIHexDigit }
      if rest.first == "{", rest.dropFirst(digits.count + 1).first == "}",
        let scalar = UInt32(String(digits), radix: 16).flatMap(Unicode.Scalar.init)
      {
        rest = rest.dropFirst(digits.count + 2)
        return scalar
      }
    default: break
    }
    throw WorkoutFileError(.malformed, line: line, "a `\\` that stands for nothing")
  }
}
