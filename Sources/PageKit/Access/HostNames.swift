/// The names that a browser may use for this computer.
///
/// An attacker can point a domain at this computer (DNS rebinding); a browser then treats both pages as the same
/// origin. The name in `Host` reveals the difference, because a script cannot choose it.
package struct HostNames: Hashable, Sendable {
  /// The name of this computer, without a domain, in lower case.
  package let host: String
  /// Names from the administrator, in lower case.
  private var further: Set<String>

  /// - Parameters:
  ///   - host: The result of `gethostname`.
  ///   - further: Names from the administrator, such as the router's name for this computer.
  package init(host: String, further: [String] = []) {
    let name = host.lowercased()
    self.host = String(name.prefix { $0 != "." })
    self.further = Set(further.map { $0.lowercased() } + [name])
  }

  /// Returns a copy with more names.
  package func with(_ more: [String]) -> HostNames {
    var names = self
    names.further.formUnion(more.map { $0.lowercased() })
    return names
  }

  /// The name under which the page is announced.
  package var announced: String { "\(host).local" }

  /// Checks a name that a browser has used.
  ///
  /// - Parameters:
  ///   - authority: `Host`, or the rest of an `Origin`, with or without a port.
  ///   - address: The local address of the connection; a browser that opened the page by address names the same one.
  /// - Returns: Whether the name is one of this computer's.
  package func include(_ authority: String, reachedAt address: String?) -> Bool {
    guard let name = Self.name(of: authority) else { return false }
    if let address, name == address.lowercased() { return true }
    return ["localhost", host, announced].contains(name) || further.contains(name) || isNumbered(name)
  }

  /// If two computers have the same name, the second becomes `name-2.local` (RFC 6762, section 9).
  private func isNumbered(_ name: String) -> Bool {
    guard name.hasPrefix("\(host)-"), name.hasSuffix(".local") else { return false }
    let number = name.dropFirst(host.count + 1).dropLast(6)
    return 1...3 ~= number.count && number.allSatisfy { $0.isASCII && $0.isNumber }
  }

  /// Returns the name without its port and without the brackets of IPv6, in lower case; nil if the text is not an
  /// authority.
  private static func name(of authority: String) -> String? {
    guard !authority.isEmpty, authority.utf8.count <= 300 else { return nil }
    var rest = authority.lowercased()[...]
    let name: Substring
    if rest.first == "[" {
      guard let end = rest.firstIndex(of: "]") else { return nil }
      name = rest[rest.index(after: rest.startIndex)..<end]
      rest = rest[rest.index(after: end)...]
    } else {
      let end = rest.firstIndex(of: ":") ?? rest.endIndex
      name = rest[..<end]
      rest = rest[end...]
    }
    let port = rest.dropFirst()
    guard rest.isEmpty || rest.first == ":" && port.allSatisfy({ $0.isASCII && $0.isNumber }) else { return nil }
    // A trailing dot does not change the name.
    return String(name.last == "." ? name.dropLast() : name)
  }
}
