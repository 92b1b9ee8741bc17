import Rides

extension SecretStore {
  /// A secret, if it may be sent to an address.
  ///
  /// A secret goes to the origin (scheme, host and port) that it was kept for. A secret without an origin is systemd's
  /// credential, or from an earlier version: it goes to the service's usual address.
  ///
  /// - Returns: Nil if there is no such secret, or if it belongs to another origin.
  func secret(_ name: String, for address: String, usual: String) throws(SyncFault) -> String? {
    guard let text = try secret(name), let origin = URLParts(address)?.origin else { return nil }
    let (kept, secret) = text.cut(at: " ")
    guard let secret else { return origin == URLParts(usual)?.origin ? text : nil }
    return kept == origin ? String(secret) : nil
  }

  /// Keeps a secret for the origin of an address, before it returns.
  func keep(_ secret: String, _ name: String, for address: String) throws(SyncFault) {
    guard let origin = URLParts(address)?.origin else { throw SyncFault(.badOption, detail: "--url") }
    try keep("\(origin) \(secret)", name)
  }
}
