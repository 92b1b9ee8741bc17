/// A JSON value from another program, read member by member: a missing member is `null`, and an accessor for another
/// kind of value returns nil.
package indirect enum JSONValue: Codable, Hashable, Sendable {
  case object([String: JSONValue])
  case list([JSONValue])
  case text(String)
  /// A whole number of 64 bits, which a `Double` could not hold exactly.
  case whole(Int64)
  /// Any other number; infinite if it is out of range.
  case number(Double)
  case flag(Bool)
  case null

  /// The greatest depth of lists and objects; deeper ones are read as null.
  private static let deepest = 40

  package init(from decoder: any Decoder) throws {
    let value = try decoder.singleValueContainer()
    if value.decodeNil() {
      self = .null
    } else if let whole = try? value.decode(Int64.self) {
      self = .whole(whole)
    } else if let number = try? value.decode(Double.self) {
      self = .number(number)
    } else if let text = try? value.decode(String.self) {
      self = .text(text)
    } else if let flag = try? value.decode(Bool.self) {
      self = .flag(flag)
    } else if decoder.codingPath.count >= Self.deepest {
      self = .null
    } else if let items = try? value.decode([JSONValue].self) {
      self = .list(items)
    } else {
      self = (try? value.decode([String: JSONValue].self)).map { .object($0) } ?? .number(.infinity)
    }
  }

  package func encode(to encoder: any Encoder) throws {
    var value = encoder.singleValueContainer()
    switch self {
    case .object(let members): try value.encode(members)
    case .list(let items): try value.encode(items)
    case .text(let text): try value.encode(text)
    case .whole(let whole): try value.encode(whole)
    case .number(let number): try value.encode(number)
    case .flag(let flag): try value.encode(flag)
    case .null: try value.encodeNil()
    }
  }

  /// Returns a member of an object by its `snake_case` name, which may also be written in `camelCase`.
  package subscript(_ name: String) -> JSONValue {
    guard case .object(let members) = self else { return .null }
    return members[name] ?? members[name.camelCased] ?? .null
  }

  package var members: [String: JSONValue]? { if case .object(let members) = self { members } else { nil } }

  package var list: [JSONValue]? { if case .list(let items) = self { items } else { nil } }

  package var flag: Bool? { if case .flag(let flag) = self { flag } else { nil } }

  /// A finite number.
  package var number: Double? {
    switch self {
    case .whole(let whole): Double(whole)
    case .number(let number) where number.isFinite: number
    case .object, .list, .text, .number, .flag, .null: nil
    }
  }

  /// A whole number.
  package var whole: Int64? {
    if case .whole(let whole) = self { whole } else { number.flatMap { Int64(exactly: $0) } }
  }

  /// Text, or the digits of a whole number.
  package var text: String? { if case .text(let text) = self { text } else { whole.map { String($0) } } }
}

extension String {
  /// `client_id` as `clientId`.
  package var camelCased: String {
    let words = split(separator: "_", omittingEmptySubsequences: false)
    return words.dropFirst().reduce(String(words.first ?? "")) { $0 + $1.prefix(1).uppercased() + $1.dropFirst() }
  }
}
