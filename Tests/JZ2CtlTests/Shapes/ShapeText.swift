import FoundationEssentials

/// The description of the answers in JSON, read from `Shapes.txt`.
struct ShapeText {
  /// A verb, with or without an option, and the types of its answer.
  struct Verb {
    /// `rides --weeks`.
    let words: String
    /// Whether it answers in several lines.
    let isStream: Bool
    let types: [String]

    /// The verb without its option.
    var name: String { words.split(separator: " ").prefix { !$0.hasPrefix("--") }.joined(separator: " ") }
  }

  struct Field {
    let isOptional: Bool
    /// `[Ride]`, `whole`.
    let type: String
    /// The description.
    var text: String
  }

  struct Malformed: Error {
    let line: Substring
  }

  private(set) var verbs: [Verb] = []
  private(set) var types: [String: [String: Field]] = [:]

  init(_ text: String) throws {
    var section = ""
    var name = ""
    var last: String?
    for line in text.split(separator: "\n") {
      if !line.hasPrefix(" ") {
        last = nil
        if !line.contains(where: \.isLowercase) {
          section = String(line)
        } else if section == "TYPES OF JZ2CTL" {
          // A heading may continue on further lines.
          guard let colon = line.firstIndex(of: ":") else { continue }
          name = String(line[..<colon])
          guard types.updateValue([:], forKey: name) == nil else { throw Malformed(line: line) }
        }
      } else if section == "VERBS" {
        verbs.append(try Self.verb(line))
      } else if line.hasPrefix("   "), let last {
        types[name]?[last]?.text += " " + line.drop { $0 == " " }
      } else if !section.isEmpty {
        last = try takeField(line, of: name)
      }
    }
  }

  private static func verb(_ line: Substring) throws -> Verb {
    guard let match = line.wholeMatch(of: /\s{2}((?:-*[a-z]+ )+) +(lines of )?([A-Za-z ,]+)/) else {
      throw Malformed(line: line)
    }
    let types = match.output.3.replacing(" or ", with: ", ").split(separator: ", ").map(String.init)
    return Verb(words: String(match.output.1.dropLast()), isStream: match.output.2 != nil, types: types)
  }

  private mutating func takeField(_ line: Substring, of name: String) throws -> String? {
    guard let match = line.wholeMatch(of: /\s{2}([A-Za-z0-9]+)(\?)? +(\[*[A-Za-z0-9]+\]*)(?: +(.*))?/) else {
      throw Malformed(line: line)
    }
    let field = Field(
      isOptional: match.output.2 != nil, type: String(match.output.3), text: match.output.4.map(String.init) ?? "")
    let key = String(match.output.1)
    guard types[name, default: [:]].updateValue(field, forKey: key) == nil else { throw Malformed(line: line) }
    return key
  }

  /// The types that are not objects with their own keys.
  static let simple: Set = ["text", "whole", "number", "flag", "day", "object"]

  /// A type without the brackets of a list.
  static func element(of type: String) -> String { type.filter { $0 != "[" && $0 != "]" } }
}

/// A value in JSON.
indirect enum JSONTree: Decodable, Equatable {
  case null
  case flag(Bool)
  case number(Double)
  case text(String)
  case list([JSONTree])
  case object([String: JSONTree])

  init(_ line: some StringProtocol) throws {
    self = try JSONDecoder().decode(Self.self, from: Data(line.utf8))
  }

  init(from decoder: any Decoder) throws {
    let value = try decoder.singleValueContainer()
    if value.decodeNil() {
      self = .null
    } else if let flag = try? value.decode(Bool.self) {
      self = .flag(flag)
    } else if let number = try? value.decode(Double.self) {
      self = .number(number)
    } else if let text = try? value.decode(String.self) {
      self = .text(text)
    } else if let list = try? value.decode([JSONTree].self) {
      self = .list(list)
    } else {
      self = .object(try value.decode([String: JSONTree].self))
    }
  }
}

extension JSONTree {
  /// Returns whether the value is a list of elements of these pages.
  func isList(ofElementsOf pages: [JSONTree]) -> Bool {
    guard case .list(let elements) = self else { return false }
    return elements.allSatisfy { element in
      pages.contains { if case .list(let page) = $0 { page.contains(element) } else { false } }
    }
  }
}

extension ShapeText {
  /// Returns the differences between a value and its type, each with its path; adds the keys found, such as
  /// `Ride.start`, to `seen`.
  func faults(of value: JSONTree, as type: String, at path: String, seen: inout Set<String>) -> [String] {
    if type.hasPrefix("["), type.hasSuffix("]") {
      guard case .list(let elements) = value else { return ["\(path) is no list"] }
      let element = String(type.dropFirst().dropLast())
      return elements.flatMap { value -> [String] in
        // A picture's line has null for an unknown value.
        value == .null && element == "number" ? [] : faults(of: value, as: element, at: "\(path)[]", seen: &seen)
      }
    }
    switch (type, value) {
    case ("text", .text), ("day", .text), ("flag", .flag), ("number", .number), ("object", .object):
      return []
    case ("whole", .number(let number)): return number == number.rounded() ? [] : ["\(path) is not whole"]
    default: break
    }
    guard case .object(let members) = value else { return ["\(path) is no \(type)"] }
    // A type without fields here is a type of the wire, with the same encoding.
    guard let fields = types[type] else { return [] }
    let missing = fields.filter { !$0.value.isOptional && members[$0.key] == nil }
    let others = members.sorted { $0.key < $1.key }.flatMap { key, value -> [String] in
      guard let field = fields[key] else { return ["\(path).\(key) is not documented"] }
      seen.insert("\(type).\(key)")
      return faults(of: value, as: field.type, at: "\(path).\(key)", seen: &seen)
    }
    return others + missing.map { "\(path).\($0.key) is missing" }
  }
}
