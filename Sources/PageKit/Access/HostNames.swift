/// The names by which a browser may call this computer.
///
/// A page of somebody else can have its name point here (DNS rebinding) and is then of the same origin as this one; what
/// tells it apart is the name in `Host`, which a script cannot choose.
package struct HostNames: Hashable, Sendable {
  /// The name of this computer, without a domain, in small letters.
  package let host: String
  /// Names that the administrator gave, in small letters.
  private var further: Set<String>

  /// - Parameters:
  ///   - host: What `gethostname` says.
  ///   - further: Names that the administrator gave, such as the one that the router knows.
  package init(host: String, further: [String] = []) {
    let name = host.lowercased()
    self.host = String(name.prefix { $0 != "." })
    self.further = Set(further.map { $0.lowercased() } + [name])
  }

  /// The same, and some names more.
  package func with(_ more: [String]) -> HostNames {
    var names = self
    names.further.formUnion(more.map { $0.lowercased() })
    return names
  }

  /// The name that the page is announced by.
  package var announced: String { "\(host).local" }

  /// Looks for a name among those of this computer.
  ///
  /// - Parameters:
  ///   - authority: `Host` or the rest of an `Origin`, with a port or without one.
  ///   - address: The own address that the connection came to; a browser that was given an address names the same.
  /// - Returns: Whether it is one of them.
  package func include(_ authority: String, reachedAt address: String?) -> Bool {
    guard let name = Self.name(of: authority) else { return false }
    if let address, name == address.lowercased() { return true }
    return ["localhost", host, announced].contains(name) || further.contains(name) || isNumbered(name)
  }

  /// Where two computers have one name, the second is `name-2.local` (RFC 6762, section 9).
  private func isNumbered(_ name: String) -> Bool {
    guard name.hasPrefix("\(host)-"), name.hasSuffix(".local") else { return false }
    let number = name.dropFirst(host.count + 1).dropLast(6)
    return 1...3 ~= number.count && number.allSatisfy { $0.isASCII && $0.isNumber }
  }

  /// The name without its port and the brackets of IPv6, in small letters; nil for what is no authority.
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
    // A name that ends with a dot is the same name.
    return String(name.last == "." ? name.dropLast() : name)
  }
}
