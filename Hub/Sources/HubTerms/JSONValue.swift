package import FoundationEssentials

/// JSON of a client that writes `snake_case`, as the contract has it, or `camelCase`.
package indirect enum JSONValue: Codable, Hashable, Sendable {
  case object([String: JSONValue])
  case array([JSONValue])
  case text(String)
  case number(Double)
  case flag(Bool)
  case null

  /// The most values, as far as commas and brackets count them; the largest request has some 1500.
  ///
  /// Reading a MiB of `{},` takes a second.
  private static let mostValues = 20_000

  /// Reads a body; nil if it is no JSON, has too many values, or is nested more deeply than Foundation reads (512 levels).
  package init?(_ bytes: Data) {
    var signs = 0
    for byte in bytes where byte == UInt8(ascii: ",") || byte == UInt8(ascii: "[") || byte == UInt8(ascii: "{") {
      signs += 1
      if signs > Self.mostValues { return nil }
    }
    guard let value = try? JSONDecoder().decode(JSONValue.self, from: bytes) else { return nil }
    self = value
  }

  package init(from decoder: any Decoder) throws {
    let value = try decoder.singleValueContainer()
    if value.decodeNil() {
      self = .null
    } else if let text = try? value.decode(String.self) {
      self = .text(text)
    } else if let number = try? value.decode(Double.self) {
      self = .number(number)
    } else if let flag = try? value.decode(Bool.self) {
      self = .flag(flag)
    } else if let items = try? value.decode([JSONValue].self) {
      self = .array(items)
    } else {
      self = .object(try value.decode([String: JSONValue].self))
    }
  }

  package func encode(to encoder: any Encoder) throws {
    var value = encoder.singleValueContainer()
    switch self {
    case .object(let members): try value.encode(members)
    case .array(let items): try value.encode(items)
    case .text(let text): try value.encode(text)
    case .number(let number): try value.encode(number)
    case .flag(let flag): try value.encode(flag)
    case .null: try value.encodeNil()
    }
  }

  /// A member of an object, by its `snake_case` name, which may be written in `camelCase`; nil if it is absent or null.
  package subscript(_ name: String) -> JSONValue? {
    guard case .object(let members) = self else { return nil }
    let member = members[name] ?? members[Self.camelCase(name)]
    return member == .null ? nil : member
  }

  private static func camelCase(_ name: String) -> String {
    let words = name.split(separator: "_")
    return words.dropFirst().reduce(words.first.map(String.init) ?? "") {
      $0 + $1.prefix(1).uppercased() + $1.dropFirst()
    }
  }

  /// What it is called in a message to a client.
  var kind: String {
    switch self {
    case .object: "an object"
    case .array: "an array"
    case .text: "text"
    case .number: "a number"
    case .flag: "true or false"
    case .null: "null"
    }
  }
}
