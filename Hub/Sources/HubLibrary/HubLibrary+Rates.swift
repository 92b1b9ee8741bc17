import HubDatabase
package import HubTerms

/// A limit on the number of requests within a minute of the clock.
package enum RateLimit: String, Hashable, Sendable {
  /// Batches and rides of a device.
  case sync
  /// Exports of all data, each with an entry in the audit log.
  case export
  /// All other requests of a device or browser.
  case read
  /// Wrong codes and unknown refresh tokens from an address.
  case guess
  /// Wrong codes from all addresses together: with ten open codes of 40 bits, a correct guess is expected once in 700
  /// years.
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

  /// Whether the administrator's factor for large clubs applies.
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
  /// The count is in the database, so that it is shared by all hubs.
  ///
  /// - Parameters:
  ///   - limit: The limit that applies.
  ///   - subject: The sender: a device, a rider, or an address.
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
      // The first request of a minute deletes the counts of earlier minutes.
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

  /// Tries a code.
  ///
  /// A wrong one counts for its sender and for all senders together.
  ///
  /// The attempt is counted before it runs, so that simultaneous attempts have the same limit as consecutive ones.
  ///
  /// - Parameters:
  ///   - subject: The address that the code comes from, or the rider.
  ///   - body: Uses the code, and throws if it is wrong.
  /// - Returns: The result of `body`.
  /// - Throws: `rateLimited`, and the error that `body` throws.
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
