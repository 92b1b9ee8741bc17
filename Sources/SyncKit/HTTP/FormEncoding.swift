/// Names and values as queries and bodies of forms have them (application/x-www-form-urlencoded).
package enum FormEncoding {
  /// The type of such a body.
  package static let contentType = "application/x-www-form-urlencoded"

  /// Names and values in their order, joined; a space is `%20`, which is right in a query and in a body.
  package static func text(_ items: [(name: String, value: String)]) -> String {
    items.map { "\(escaped($0.name))=\(escaped($0.value))" }.joined(separator: "&")
  }

  /// A text in which only unreserved characters are themselves (RFC 3986 §2.3); right in a path too.
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

  /// The names and values of a query or a body, decoded, in their order.
  ///
  /// A name without `=` has an empty value. A `%` that no two hexadecimal digits follow stands for itself, and bytes that
  /// are no UTF-8 become U+FFFD, as browsers do it (URL Standard §5.1).
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
