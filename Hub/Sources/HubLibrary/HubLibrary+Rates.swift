import HubDatabase
package import HubTerms

/// How often something may be asked for within a minute of the clock.
package enum RateLimit: String, Hashable, Sendable {
  /// Batches and rides of a device.
  case sync
  /// Exports of everything, each with an entry of the audit log.
  case export
  /// Whatever else a device or browser asks for.
  case read
  /// Codes and refresh tokens that come from an address: guesses.
  case guess

  /// Requests a minute.
  package var perMinute: Int {
    switch self {
    case .sync: 60
    case .export: 10
    case .read: 600
    case .guess: 20
    }
  }
}

extension HubLibrary {
  /// Counts a request.
  ///
  /// The count stands in the database, so that it holds for all hubs together.
  ///
  /// - Parameters:
  ///   - limit: What is asked for.
  ///   - subject: Who asks: a device, or an address.
  /// - Throws: `rateLimited`, with the seconds until the next minute.
  package func count(_ limit: RateLimit, of subject: String) async throws(HubFault) {
    let now = clock().milliseconds
    let minute = now / 60_000
    let asked = try await write(.passing) { session in
      let row = try session.row(
        """
        INSERT INTO rate (subject, minute, asked) VALUES (?, ?, 1)
        ON CONFLICT (subject, minute) DO UPDATE SET asked = rate.asked + 1 RETURNING asked
        """, [.text("\(limit.rawValue) \(subject)"), .integer(minute)])
      let asked = try row?.integer("asked") ?? 1
      // Whoever is the first of its minute clears the minutes before.
      if asked == 1 { try session.run("DELETE FROM rate WHERE minute < ?", [.integer(minute - 1)]) }
      return asked
    }
    let most = limit.perMinute * rates
    guard asked <= Int64(most) else {
      throw HubFault(
        .rateLimited, "More than \(most) requests within a minute; wait.",
        retryAfterSeconds: Int(60 - now / 1000 % 60))
    }
  }
}
