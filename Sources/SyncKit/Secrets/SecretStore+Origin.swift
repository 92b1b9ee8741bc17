import Rides

extension SecretStore {
  /// Returns a secret, if it may be sent to an address.
  ///
  /// A secret is only sent to the origin (scheme, host and port) that it was stored for. A secret without an origin is
  /// a credential of systemd, or from an earlier version; it is sent to the service's usual address.
  ///
  /// - Returns: The secret; nil if it is missing or belongs to another origin.
  func secret(_ name: String, for address: String, usual: String) throws(SyncFault) -> String? {
    guard let text = try secret(name), let origin = URLParts(address)?.origin else { return nil }
    let (kept, secret) = text.cut(at: " ")
    guard let secret else { return origin == URLParts(usual)?.origin ? text : nil }
    return kept == origin ? String(secret) : nil
  }

  /// Stores a secret for the origin of an address.
  ///
  /// It is on the disk when the call returns.
  func keep(_ secret: String, _ name: String, for address: String) throws(SyncFault) {
    guard let origin = URLParts(address)?.origin else { throw SyncFault(.badOption, detail: "--url") }
    try keep("\(origin) \(secret)", name)
  }
}
