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
  /// Wrong codes and unknown refresh tokens of an address.
  case guess
  /// Wrong codes of all addresses together: with ten codes of 40 bits open, a right one once in 700 years.
  case guesses

  /// Requests a minute.
  package var perMinute: Int {
    switch self {
    case .sync: 60
    case .export: 10
    case .read: 600
    case .guess: 20
    case .guesses: 300
    }
  }

  /// Whether a large club has more of them.
  fileprivate var isMultiplied: Bool {
    switch self {
    case .sync, .export, .read: true
    case .guess, .guesses: false
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
  ///   - subject: Who asks: a device, a rider, or an address.
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
    let most = limit.perMinute * (limit.isMultiplied ? rates : 1)
    guard asked <= Int64(most) else {
      throw HubFault(
        .rateLimited, "More than \(most) requests within a minute; wait.",
        retryAfterSeconds: Int(60 - now / 1000 % 60))
    }
  }

  /// Tries a code: a wrong one counts for its sender and for all senders together.
  ///
  /// It counts before it is tried, so that many at a time are no more than many one by one.
  ///
  /// - Parameters:
  ///   - subject: The address that the code comes from, or the rider.
  ///   - body: Uses the code, and throws if it is wrong.
  /// - Returns: What `body` returns.
  /// - Throws: `rateLimited`, and what `body` throws.
  package func guess<Result>(from subject: String, _ body: () async throws -> Result) async throws -> Result {
    try await count(.guess, of: subject)
    try await count(.guesses, of: "all")
    let result = try await body()
    let minute = clock().milliseconds / 60_000
    try await write(.passing) { session in
      for key in ["\(RateLimit.guess.rawValue) \(subject)", "\(RateLimit.guesses.rawValue) all"] {
        try session.run(
          "UPDATE rate SET asked = asked - 1 WHERE subject = ? AND minute = ?", [.text(key), .integer(minute)])
      }
    }
    return result
  }
}
