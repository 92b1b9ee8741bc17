/// The parts of an absolute https or http URL (RFC 3986).
package struct URLParts: Hashable, Sendable {
  package enum Scheme: String, Sendable {
    case https
    case http

    var port: Int { self == .https ? 443 : 80 }
  }

  package let scheme: Scheme
  /// The server's name or address in lower case.
  ///
  /// An IPv6 address is in brackets.
  package let host: String
  /// The port; the scheme's default if the URL does not state it.
  package let port: Int
  /// The path with its leading slash, or empty.
  package let path: String
  /// The query, still encoded; nil without a question mark.
  package let query: String?

  /// Parses a URL.
  ///
  /// Nil if it is not absolute, not https or http, or contains a user: a password in a URL would appear in every log.
  package init?(_ text: String) {
    guard text.utf8.allSatisfy({ 0x21...0x7E ~= $0 && !Self.forbidden.contains($0) }) else { return nil }
    let (address, _) = text.cut(at: "#")
    guard let separator = address.firstIndex(of: ":"),
      let scheme = Scheme(rawValue: address[..<separator].lowercased()),
      address[separator...].hasPrefix("://")
    else { return nil }
    let rest = address[separator...].dropFirst(3)
    let (location, query) = rest.cut(at: "?")
    let authority = location.prefix { $0 != "/" }
    guard let (host, port) = Self.hostAndPort(authority) else { return nil }
    self.scheme = scheme
    self.host = host.lowercased()
    self.port = port ?? scheme.port
    path = String(location.dropFirst(authority.count))
    self.query = query.map(String.init)
  }

  /// Characters that are invalid in a URL, or that some programs interpret: `"<>\^`, braces, `|` and the grave accent.
  private static let forbidden = Set("\"<>\\^`{|}".utf8)

  private static func hostAndPort(_ authority: Substring) -> (Substring, Int?)? {
    let host: Substring
    if authority.hasPrefix("[") {
      guard let end = authority.firstIndex(of: "]") else { return nil }
      host = authority[...end]
      guard host.dropFirst().dropLast().allSatisfy({ $0.isHexDigit || $0 == ":" || $0 == "." }) else { return nil }
    } else {
      host = authority.prefix { $0 != ":" }
      guard host.allSatisfy({ $0.isLetter || $0.isNumber || "-._".contains($0) }) else { return nil }
    }
    guard !host.isEmpty, host != "[]" else { return nil }
    let rest = authority[host.endIndex...]
    if rest.isEmpty { return (host, nil) }
    guard rest.hasPrefix(":"), rest.dropFirst().allSatisfy(\.isNumber), let port = Int(rest.dropFirst()),
      1...65535 ~= port
    else { return nil }
    return (host, port)
  }

  /// Scheme, host and port.
  ///
  /// A token may follow a redirect only if the origin stays the same.
  package var origin: String { "\(scheme)://\(host)\(port == scheme.port ? "" : ":\(port)")" }

  /// Whether the server is this computer: `localhost`, 127.0.0.0/8 or ::1.
  package var isLoopback: Bool {
    host == "localhost" || host == "[::1]" || ipv4?.first == 127
  }

  /// The bytes of an IPv4 address in dotted decimal; nil for any other host.
  ///
  /// libcurl reads a number that begins with 0 as octal: 010.0.0.1 is 8.0.0.1, an address on the internet.
  package var ipv4: [UInt8]? {
    let labels = host.split(separator: ".", omittingEmptySubsequences: false)
    let numbers = labels.compactMap { UInt8($0) }
    return numbers.count == 4 && labels.elementsEqual(numbers, by: { $0 == String($1) }) ? numbers : nil
  }

  /// Whether the connection is safe from eavesdroppers: https, or http that does not leave this computer.
  package var isPrivate: Bool { scheme == .https || isLoopback }
}

extension StringProtocol {
  /// Returns the text before and after the first such character.
  ///
  /// The second part is nil if it does not occur.
  func cut(at character: Character) -> (SubSequence, SubSequence?) {
    guard let place = firstIndex(of: character) else { return (self[...], nil) }
    return (self[..<place], self[index(after: place)...])
  }
}
