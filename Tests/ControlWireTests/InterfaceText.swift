/// The declarations of a Varlink definition, read with only the part of the language that ours use.
///
/// See <https://varlink.org/Interface-Definition>.
struct InterfaceText {
  struct Method {
    let name: String
    let parameters: WireShape
    let reply: WireShape
  }

  struct Malformed: Error {
    let line: Substring
  }

  private(set) var methods: [Method] = []
  private(set) var errors: [(name: String, parameters: WireShape)] = []
  private var types: [String: WireShape] = [:]

  /// - Throws: `Malformed` for text that cannot be read, including a type that is used before it is declared.
  init(_ text: String) throws {
    let lines = text.split(separator: "\n").filter { !$0.hasPrefix("#") }
    for declaration in Self.declarations(lines) {
      var rest = declaration[...]
      let keyword = Self.word(&rest)
      let name = Self.word(&rest)
      switch keyword {
      case "interface": continue
      case "type": types[name] = try shape(&rest)
      case "error": errors.append((name, try shape(&rest)))
      case "method":
        let parameters = try shape(&rest)
        guard rest.hasPrefix("->") else { throw Malformed(line: declaration[...]) }
        rest = rest.dropFirst(2)
        methods.append(Method(name: name, parameters: parameters, reply: try shape(&rest)))
      default: throw Malformed(line: declaration[...])
      }
    }
  }

  /// Returns the declarations, each in one line without spaces except after the keyword and the name.
  private static func declarations(_ lines: [Substring]) -> [String] {
    var declarations: [String] = []
    for line in lines {
      if line.first?.isLetter == true {
        let words = line.split(separator: " ", maxSplits: 1)
        declarations.append(words[0] + " " + (words.count > 1 ? words[1].filter { $0 != " " } : ""))
      } else if let last = declarations.indices.last {
        declarations[last] += line.filter { $0 != " " }
      }
    }
    return declarations
  }

  private static func word(_ rest: inout Substring) -> String {
    let word = rest.prefix { $0.isLetter || $0.isNumber || $0 == "." }
    rest = rest.dropFirst(word.count)
    if rest.first == " " { rest = rest.dropFirst() }
    return String(word)
  }

  private func shape(_ rest: inout Substring) throws -> WireShape {
    if rest.hasPrefix("[]") {
      rest = rest.dropFirst(2)
      return .array(try shape(&rest))
    }
    if rest.first == "(" { return try members(&rest) }
    let name = Self.word(&rest)
    switch name {
    case "bool": return .bool
    case "int": return .int
    case "float": return .float
    case "string": return .string
    default:
      guard let type = types[name] else { throw Malformed(line: rest) }
      return type
    }
  }

  /// Reads the members with their types, or the words, in parentheses.
  private func members(_ rest: inout Substring) throws -> WireShape {
    rest = rest.dropFirst()
    var fields: [String: WireField] = [:]
    var words: [String] = []
    while rest.first != ")" {
      let name = Self.word(&rest)
      guard !name.isEmpty else { throw Malformed(line: rest) }
      if rest.first == ":" {
        rest = rest.dropFirst()
        let isOptional = rest.first == "?"
        if isOptional { rest = rest.dropFirst() }
        fields[name] = WireField(shape: try shape(&rest), isOptional: isOptional)
      } else {
        words.append(name)
      }
      if rest.first == "," { rest = rest.dropFirst() }
    }
    rest = rest.dropFirst()
    return words.isEmpty ? .object(fields) : .word(words)
  }
}
