/// Names and values in the encoding of queries and form bodies (application/x-www-form-urlencoded).
package enum FormEncoding {
  /// The content type of such a body.
  package static let contentType = "application/x-www-form-urlencoded"

  /// Returns the joined names and values in their order.
  ///
  /// A space becomes `%20`, valid in a query and in a body.
  package static func text(_ items: [(name: String, value: String)]) -> String {
    items.map { "\(escaped($0.name))=\(escaped($0.value))" }.joined(separator: "&")
  }

  /// Returns a text with all but the unreserved characters escaped (RFC 3986 §2.3); also valid in a path.
  package static func escaped(_ text: String) -> String {
    var escaped: [UInt8] = []
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
        UInt8(ascii: "~"):
        escaped.append(byte)
      default:
        let hex = String(byte, radix: 16, uppercase: true)
        escaped += Array("%\(hex.count == 1 ? "0" : "")\(hex)".utf8)
      }
    }
    return String(decoding: escaped, as: UTF8.self)
  }

  /// Returns the decoded names and values of a query or a body, in their order.
  ///
  /// A name without `=` has an empty value. A `%` without two hexadecimal digits after it stays as it is, and bytes
  /// that are not UTF-8 become U+FFFD, as in browsers (URL Standard §5.1).
  package static func items(of text: some StringProtocol) -> [(name: String, value: String)] {
    text.split(separator: "&").map { item in
      let (name, value) = item.cut(at: "=")
      return (name: unescaped(name), value: value.map { unescaped($0) } ?? "")
    }
  }

  private static func unescaped(_ text: some StringProtocol) -> String {
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "+"): bytes.append(UInt8(ascii: " "))
      case UInt8(ascii: "%"):
        let digits = rest.prefix(2).compactMap { Character(UnicodeScalar($0)).hexDigitValue }
        guard digits.count == 2 else {
          bytes.append(byte)
          continue
        }
        bytes.append(digits.reduce(0) { $0 << 4 | UInt8($1) })
        rest = rest.dropFirst(2)
      default: bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
