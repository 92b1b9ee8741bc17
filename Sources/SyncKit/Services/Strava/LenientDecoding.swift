/// Members of JSON from a server that may send text for a number, a fraction for a whole one, or null for anything.
///
/// What cannot be read is absent.
extension KeyedDecodingContainer {
  /// A whole number.
  func integer(_ key: Key) -> Int64? {
    if let value = try? decode(Int64.self, forKey: key) { return value }
    if let value = try? decode(Double.self, forKey: key) { return Int64(exactly: value.rounded()) }
    return (try? decode(String.self, forKey: key)).flatMap { Int64($0) }
  }

  /// A finite number.
  func number(_ key: Key) -> Double? {
    (try? decode(Double.self, forKey: key)).flatMap { $0.isFinite ? $0 : nil }
  }

  /// Text, also that of a whole number.
  func text(_ key: Key) -> String? {
    (try? decode(String.self, forKey: key)) ?? (try? decode(Int64.self, forKey: key)).map { String($0) }
  }

  /// The number that something has at the server, which may be larger than 32 bits, as text; absent if it is none.
  func identifier(_ key: Key) -> String? {
    text(key).flatMap { $0.isIdentifier ? $0 : nil }
  }

  /// Yes or no, also as a number.
  func flag(_ key: Key) -> Bool? {
    (try? decode(Bool.self, forKey: key)) ?? integer(key).map { $0 != 0 }
  }

  /// A list without those members that cannot be read.
  func list<Element: Decodable>(of type: Element.Type, _ key: Key) -> [Element] {
    (try? decode([Readable<Element>].self, forKey: key))?.compactMap(\.value) ?? []
  }
}

/// A member of a list; nil if it cannot be read.
struct Readable<Value: Decodable>: Decodable {
  let value: Value?

  init(from decoder: any Decoder) { value = try? Value(from: decoder) }
}

extension StringProtocol {
  /// Whether it is a positive number of at most 20 digits, which may stand in a path.
  var isIdentifier: Bool {
    (1...20).contains(utf8.count) && utf8.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
      && utf8.contains { $0 != UInt8(ascii: "0") }
  }
}
