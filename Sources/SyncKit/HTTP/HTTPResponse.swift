/// A server's response, whatever its status; redirects are returned too.
package struct HTTPResponse: Sendable {
  /// The status code; 200 is success.
  package var status: Int
  /// The header fields.
  package var headers: HTTPFields
  /// The decoded body.
  package var body: [UInt8]

  package init(status: Int, headers: HTTPFields = HTTPFields(), body: [UInt8] = []) {
    self.status = status
    self.headers = headers
    self.body = body
  }
}

/// Header fields, in their order.
///
/// Names are case-insensitive (RFC 9110 §5.1).
package struct HTTPFields: Sendable, ExpressibleByDictionaryLiteral {
  /// All fields.
  package private(set) var lines: [(name: String, value: String)] = []

  package init() {}

  package init(dictionaryLiteral lines: (String, String)...) {
    self.lines = lines.map { (name: $0.0, value: $0.1) }
  }

  /// The first value of a field; nil if it is absent.
  package subscript(_ name: String) -> String? {
    let name = name.lowercased()
    return lines.first { $0.name.lowercased() == name }?.value
  }

  /// Appends a field.
  package mutating func append(_ name: String, _ value: String) { lines.append((name: name, value: value)) }
}
