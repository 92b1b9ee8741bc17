/// Checks that a request comes from this page and names this computer.
package struct RequestGate: Sendable {
  private let names: HostNames

  package init(_ names: HostNames) { self.names = names }

  /// Checks a request.
  ///
  /// Every request must name this computer. A request that changes something must come from this page: browsers say so
  /// in `Origin`, and most also in `Sec-Fetch-Site` (Fetch Metadata Request Headers, W3C).
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - address: The local address of the connection.
  /// - Throws: `wrongHost`, `foreignOrigin`, `addressTooLong`.
  package func check(_ request: PageRequest, reachedAt address: String?) throws(PageRefusal) {
    guard request.target.utf8.count <= PageRequest.longestTarget else { throw .addressTooLong }
    let hosts = request.values(of: "host")
    guard hosts.count == 1, names.include(hosts[0], reachedAt: address) else {
      throw .wrongHost(String(hosts.first?.prefix(60) ?? "-"))
    }
    let sites = request.values(of: "sec-fetch-site")
    if request.path.hasPrefix("/api/") {
      // A rider may open such an address directly; then the value is `none`.
      let fits = request.changesSomething ? ["same-origin"] : ["same-origin", "none"]
      guard sites.allSatisfy(fits.contains) else { throw .foreignOrigin }
    }
    guard request.changesSomething else { return }
    let origins = request.values(of: "origin")
    guard origins.count == 1, Self.authority(ofOrigin: origins[0]) == hosts[0].lowercased() else {
      throw .foreignOrigin
    }
  }

  private static func authority(ofOrigin origin: String) -> String? {
    for scheme in ["http://", "https://"] where origin.lowercased().hasPrefix(scheme) {
      return origin.dropFirst(scheme.count).lowercased()
    }
    return nil
  }
}

extension PageAccess {
  /// The cookie with a phone's token.
  ///
  /// The encrypted page has its own cookie: browsers do not let the unencrypted page replace it, and do not send it
  /// there (RFC 6265bis, section 4.1.3.2).
  static func cookie(isSecure: Bool) -> String { isSecure ? "__Host-jz2" : "jz2" }

  /// Returns the phone that sent a request; nil if it is not paired.
  package func phone(of request: PageRequest) -> PairedPhone? {
    for isSecure in [true, false] {
      guard let token = request.cookie(Self.cookie(isSecure: isSecure)), token.utf8.count <= 64 else { continue }
      if let phone = phone(with: token) { return phone }
    }
    return nil
  }
}

extension RequestGate {
  /// Refuses a call after its deadline: a press on a phone counts at once, or not at all.
  ///
  /// The header `JZ2-Until` has the deadline by this computer's clock, in milliseconds since 1970-01-01T00:00:00Z. The
  /// page derives the Pi's time from the statuses that it receives.
  package static func checkDeadline(of request: PageRequest, at now: WallTime) throws(PageRefusal) {
    guard let deadline = request.values(of: "jz2-until").first.flatMap({ Int($0) }) else { return }
    guard now.milliseconds <= deadline else { throw .late }
  }
}
