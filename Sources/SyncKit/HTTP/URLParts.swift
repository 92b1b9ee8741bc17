/// An absolute URL of https or http, taken apart (RFC 3986).
package struct URLParts: Hashable, Sendable {
  /// How the server is spoken to.
  package enum Scheme: String, Sendable {
    case https
    case http

    var port: Int { self == .https ? 443 : 80 }
  }

  /// How the server is spoken to.
  package let scheme: Scheme
  /// The server's name or address in lower case; an IPv6 address in brackets.
  package let host: String
  /// The port, also where the URL names none.
  package let port: Int
  /// What follows, from its first slash on; empty if there is none.
  package let path: String
  /// What follows the question mark, still encoded; nil without one.
  package let query: String?

  /// Takes a URL apart; nil for one that is not absolute, not of https or http, or that names a user: a password in a
  /// URL would stand in every log.
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

  /// Never in a URL, or read as something else by some: `"<>\^` and the grave accent.
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

  /// Scheme, host and port: what a redirect must share with a request before a token may go there.
  package var origin: String { "\(scheme)://\(host)\(port == scheme.port ? "" : ":\(port)")" }

  /// Whether the server is this computer: `localhost`, 127.0.0.0/8 or ::1.
  package var isLoopback: Bool {
    host == "localhost" || host == "[::1]" || ipv4?.first == 127
  }

  /// The bytes of an IPv4 address in its usual form; nil for any other host.
  ///
  /// libcurl reads a number that begins with 0 as octal: 010.0.0.1 is 8.0.0.1, an address of the internet.
  package var ipv4: [UInt8]? {
    let labels = host.split(separator: ".", omittingEmptySubsequences: false)
    let numbers = labels.compactMap { UInt8($0) }
    return numbers.count == 4 && labels.elementsEqual(numbers, by: { $0 == String($1) }) ? numbers : nil
  }

  /// Whether nobody on the way can read what is sent: https, or http that does not leave this computer.
  package var isPrivate: Bool { scheme == .https || isLoopback }
}

extension StringProtocol {
  /// What is before the first such character and what is behind it; nil behind where it is absent.
  func cut(at character: Character) -> (SubSequence, SubSequence?) {
    guard let place = firstIndex(of: character) else { return (self[...], nil) }
    return (self[..<place], self[index(after: place)...])
  }
}
