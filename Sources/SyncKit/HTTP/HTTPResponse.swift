/// What a server answered, whatever its status; redirects too are answers.
package struct HTTPResponse: Sendable {
  /// The status: 200 is success.
  package var status: Int
  /// The lines of the answer's head.
  package var headers: HTTPFields
  /// The decoded body.
  package var body: [UInt8]

  /// An answer.
  package init(status: Int, headers: HTTPFields = HTTPFields(), body: [UInt8] = []) {
    self.status = status
    self.headers = headers
    self.body = body
  }
}

/// The lines of a head, in their order; the case of a name does not matter (RFC 9110 §5.1).
package struct HTTPFields: Sendable, ExpressibleByDictionaryLiteral {
  /// Each line.
  package private(set) var lines: [(name: String, value: String)] = []

  /// No lines.
  package init() {}

  /// These lines.
  package init(dictionaryLiteral lines: (String, String)...) {
    self.lines = lines.map { (name: $0.0, value: $0.1) }
  }

  /// The first value of a name; nil if there is none.
  package subscript(_ name: String) -> String? {
    let name = name.lowercased()
    return lines.first { $0.name.lowercased() == name }?.value
  }

  /// Adds a line at the end.
  package mutating func append(_ name: String, _ value: String) { lines.append((name: name, value: value)) }
}
