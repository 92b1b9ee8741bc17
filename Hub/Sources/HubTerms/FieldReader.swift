package import FoundationEssentials
package import Rides

extension JSONValue {
  /// The maximum number of values in a body, estimated from commas and brackets.
  ///
  /// The largest valid request has about 1500.
  ///
  /// Parsing 1 MiB of `{},` takes a second.
  private static let mostValues = 20_000

  /// Parses a body; nil if it is not JSON, has too many values, or exceeds Foundation's nesting limit (512 levels).
  package init?(_ bytes: Data) {
    var signs = 0
    for byte in bytes where byte == UInt8(ascii: ",") || byte == UInt8(ascii: "[") || byte == UInt8(ascii: "{") {
      signs += 1
      if signs > Self.mostValues { return nil }
    }
    guard let value = try? JSONDecoder().decode(JSONValue.self, from: bytes) else { return nil }
    self = value
  }

  /// The name of the type in messages to a client.
  var kind: String {
    switch self {
    case .object: "an object"
    case .list: "an array"
    case .text: "text"
    case .whole: "a number"
    case .number(let number): number.isFinite ? "a number" : "a number that is too large"
    case .flag: "true or false"
    case .null: "null"
    }
  }
}

/// Reads the fields of a JSON object, and collects their faults.
///
/// It checks every field, so that a client gets all of its mistakes at once.
package struct FieldReader {
  private let object: JSONValue
  /// The prefix of field names: `workouts[3].`, or empty.
  private let path: String
  package private(set) var faults: [HubFault.Field] = []

  package init(_ object: JSONValue, path: String = "") {
    self.object = object
    self.path = path
  }

  package mutating func refuse(_ name: String, _ message: String) {
    faults.append(HubFault.Field(path + name, message))
  }

  /// Returns a field that is present and not null.
  private mutating func member(_ name: String, required: Bool) -> JSONValue? {
    let value = object[name]
    if required, value == .null { refuse(name, "is missing") }
    return value == .null ? nil : value
  }

  /// Returns a text of `1...most` characters (Unicode scalars) without control characters; nil if it is absent or
  /// invalid.
  package mutating func text(_ name: String, most: Int, required: Bool = true) -> String? {
    guard let value = member(name, required: required) else { return nil }
    guard case .text(let text) = value else {
      refuse(name, "must be text, not \(value.kind)")
      return nil
    }
    guard (1...most).contains(text.unicodeScalars.count) else {
      refuse(name, "must have 1 to \(most) characters")
      return nil
    }
    guard text.unicodeScalars.allSatisfy({ $0.properties.generalCategory != .control }) else {
      refuse(name, "has a control character")
      return nil
    }
    return text
  }

  /// Returns a number within a range; nil if it is absent or invalid.
  package mutating func number(_ name: String, in range: ClosedRange<Double>, required: Bool = false) -> Double? {
    guard let value = member(name, required: required) else { return nil }
    guard let number = value.number else {
      refuse(name, "must be a number, not \(value.kind)")
      return nil
    }
    guard range.contains(number) else {
      refuse(name, "must be from \(Self.text(range.lowerBound)) to \(Self.text(range.upperBound))")
      return nil
    }
    return number
  }

  /// Returns a whole number within a range; nil if it is absent or invalid.
  package mutating func count(_ name: String, in range: ClosedRange<Int>, required: Bool = false) -> Int? {
    let found = number(name, in: Double(range.lowerBound)...Double(range.upperBound), required: required)
    guard let found else { return nil }
    guard let count = Int(exactly: found) else {
      refuse(name, "must be a whole number")
      return nil
    }
    return count
  }

  /// Returns an RFC 3339 instant with its offset from UTC; nil if it is absent or invalid.
  package mutating func instant(_ name: String, required: Bool = true) -> Instant? {
    guard let text = text(name, most: 64, required: required) else { return nil }
    guard let instant = Instant(text) else {
      refuse(name, "must be a time such as 2026-11-27T18:30:00Z, with its offset from UTC")
      return nil
    }
    return instant
  }

  private static func text(_ bound: Double) -> String { Int(exactly: bound).map { String($0) } ?? String(bound) }
}
