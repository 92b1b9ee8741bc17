/// An HTTP request without its body.
package struct PageRequest: Hashable, Sendable {
  /// The longest target, in bytes.
  package static let longestTarget = 2048

  /// `GET`, `POST` or any other.
  package let method: String
  /// Path and query.
  package let target: String
  /// Field names are in lower case.
  private let fields: [(name: String, value: String)]

  package init(_ method: String, _ target: String, fields: [(String, String)] = []) {
    self.method = method
    self.target = target
    self.fields = fields.map { (name: $0.0.lowercased(), value: $0.1) }
  }

  package static func == (left: Self, right: Self) -> Bool {
    left.method == right.method && left.target == right.target
      && left.fields.elementsEqual(right.fields) { $0.name == $1.name && $0.value == $1.value }
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(method)
    hasher.combine(target)
  }

  package var path: Substring { target.prefix { $0 != "?" } }

  /// The decoded parts of the path: `/api/plan/4%20x%208/file` has `4 x 8`.
  package var steps: [String] { path.split(separator: "/").map { Self.unescaped($0) } }

  /// Returns a parameter of the query (`?whole=true&name=4+x+8`); nil if it is missing.
  package func query(_ name: String) -> String? {
    for pair in target.drop(while: { $0 != "?" }).dropFirst().split(separator: "&") {
      let halves = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      if halves.count == 2, Self.unescaped(halves[0]) == name {
        return Self.unescaped(
          halves[1].split(separator: "+", omittingEmptySubsequences: false).joined(separator: "%20"))
      }
    }
    return nil
  }

  /// Decodes `%20` and the like (RFC 3986, section 2.1); a `%` without two hexadecimal digits stays.
  private static func unescaped(_ text: some StringProtocol) -> String {
    var bytes: [UInt8] = []
    var rest = Substring(text)
    while let first = rest.utf8.first {
      let digits = rest.utf8.dropFirst().prefix(2)
      if first == UInt8(ascii: "%"), digits.count == 2, let byte = UInt8(Substring(digits), radix: 16) {
        bytes.append(byte)
        rest = rest[digits.endIndex...]
      } else {
        bytes.append(first)
        rest = Substring(rest.utf8.dropFirst())
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Whether the browser accepts gzip (RFC 9110, section 12.5.3).
  package var takesGzip: Bool {
    values(of: "accept-encoding").flatMap { $0.split(separator: ",") }.contains { coding in
      let parts = coding.filter { $0 != " " }.lowercased().split(separator: ";")
      return parts.first == "gzip" && !["q=0", "q=0.0", "q=0.00", "q=0.000"].contains(parts.dropFirst().first ?? "")
    }
  }

  /// Whether the request may change something.
  package var changesSomething: Bool { method != "GET" && method != "HEAD" }

  /// Returns the values of a field; its name is in lower case.
  package func values(of name: String) -> [String] { fields.filter { $0.name == name }.map(\.value) }

  /// Returns the value of a cookie (RFC 6265, section 5.4); nil if it was not sent.
  package func cookie(_ name: String) -> String? {
    for field in values(of: "cookie") {
      for pair in field.split(separator: ";") {
        let halves = pair.split(separator: "=", maxSplits: 1).map { $0.filter { $0 != " " } }
        if halves.count == 2, halves[0] == name { return String(halves[1]) }
      }
    }
    return nil
  }
}
