internal import FoundationEssentials

/// A value of JSON as intervals.icu sends it: a member that is missing, null or of another kind is just not there.
package enum IntervalsJSON: Hashable, Sendable {
  case null
  case bool(Bool)
  case number(Double)
  case text(String)
  case list([IntervalsJSON])
  case object([String: IntervalsJSON])

  /// Deeper than this, values are read as null.
  private static let deepest = 40

  /// Reads a text of JSON; nil if it is none.
  package init?(_ bytes: [UInt8]) {
    guard let value = try? JSONDecoder().decode(Self.self, from: Data(bytes)) else { return nil }
    self = value
  }

  /// A member of an object; null if there is none.
  package subscript(_ name: String) -> IntervalsJSON {
    guard case .object(let members) = self else { return .null }
    return members[name] ?? .null
  }

  /// The elements; nil if it is no list.
  package var list: [IntervalsJSON]? {
    guard case .list(let list) = self else { return nil }
    return list
  }

  /// The text, if it is one that is not empty.
  package var text: String? {
    guard case .text(let text) = self, !text.isEmpty else { return nil }
    return text
  }

  /// The number, also if it is written as a text, `"80"`, or as the number of a zone, `"Z2"`; always finite.
  package var number: Double? {
    switch self {
    case .number(let number): number.isFinite ? number : nil
    case .text(let text):
      Double(text.hasPrefix("Z") || text.hasPrefix("z") ? text.dropFirst() : text[...]).flatMap {
        $0.isFinite ? $0 : nil
      }
    case .null, .bool, .list, .object: nil
    }
  }

  /// Whether it is true.
  package var isTrue: Bool { self == .bool(true) || self == .text("true") }

  /// What a thing is known by: a text, or a whole number as its digits.
  package var identifier: String? {
    switch self {
    case .text(let text): text.isEmpty || text.utf8.count > 100 ? nil : text
    case .number(let number): Int(exactly: number).map { String($0) }
    case .null, .bool, .list, .object: nil
    }
  }
}

extension IntervalsJSON: Decodable {
  private struct Name: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  package init(from decoder: any Decoder) throws {
    guard decoder.codingPath.count < Self.deepest else {
      self = .null
      return
    }
    if let members = try? decoder.container(keyedBy: Name.self) {
      var object: [String: IntervalsJSON] = [:]
      for name in members.allKeys { object[name.stringValue] = try members.decode(Self.self, forKey: name) }
      self = .object(object)
    } else if var elements = try? decoder.unkeyedContainer() {
      var list: [IntervalsJSON] = []
      while !elements.isAtEnd { list.append(try elements.decode(Self.self)) }
      self = .list(list)
    } else {
      let value = try decoder.singleValueContainer()
      if let text = try? value.decode(String.self) {
        self = .text(text)
      } else if let bool = try? value.decode(Bool.self) {
        self = .bool(bool)
      } else {
        self = (try? value.decode(Double.self)).map { .number($0) } ?? .null
      }
    }
  }
}
