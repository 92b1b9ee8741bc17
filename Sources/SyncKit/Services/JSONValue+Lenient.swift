import FoundationEssentials
package import Rides

/// Lenient readers for servers that may send text for a number, a fraction for a whole number, or null for anything.
extension JSONValue {
  /// Reads a body; nil if it is not JSON.
  package init?(_ bytes: [UInt8]) {
    guard let value = try? JSONDecoder().decode(JSONValue.self, from: Data(bytes)) else { return nil }
    self = value
  }

  /// A whole number, also from text.
  ///
  /// A fraction is rounded.
  var integer: Int64? {
    if case .text(let text) = self { return Int64(text) }
    return whole ?? number.flatMap { Int64(exactly: $0.rounded()) }
  }

  /// A whole number of 0 or more, also from text; for a list its length.
  var count: Int? {
    if let list { return list.count }
    return (text.flatMap { Int($0) }).flatMap { $0 >= 0 ? $0 : nil }
  }

  /// The numeric ID of an object at a server, as text; nil if it is not one.
  var identifier: String? { text.flatMap { $0.isIdentifier ? $0 : nil } }
}

extension StringProtocol {
  /// Whether it is a positive number of at most 20 digits, safe to use in a path.
  var isIdentifier: Bool {
    (1...20).contains(utf8.count) && utf8.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
      && utf8.contains { $0 != UInt8(ascii: "0") }
  }
}
