import HubDatabase
package import HubTerms

/// A page of a rider's workouts.
package struct WorkoutPage: Hashable, Sendable, Encodable {
  private enum CodingKeys: String, CodingKey {
    case workouts
    case cursor = "next_cursor"
    case hasMore = "has_more"
  }

  package let workouts: [KeptWorkout]
  /// The cursor of the next page.
  package let cursor: Cursor
  package let hasMore: Bool
}

extension HubLibrary {
  /// The permitted page sizes.
  package static let pageLimits = 1...500

  /// Returns the changes of a rider's workouts since a cursor, in their order.
  ///
  /// - Parameters:
  ///   - cursor: The end of the previous page.
  ///   - limit: The maximum number of workouts.
  ///   - riderID: The owner of the workouts; nil for the caller.
  ///   - caller: The caller.
  /// - Returns: The page after the cursor.
  /// - Throws: `notFound` if the rider has not invited the caller as a coach, or does not exist.
  package func workouts(
    since cursor: Cursor, limit: Int, of riderID: String?, by caller: Caller
  ) async throws(HubFault) -> WorkoutPage {
    try caller.need(.read)
    return try await read { session in
      let rider = try session.readable(riderID, by: caller)
      let rows = try session.rows(
        """
        SELECT sequence, \(KeptWorkout.columns) FROM workout WHERE rider_id = ? AND sequence > ?
        ORDER BY sequence LIMIT ?
        """, [.text(rider), .integer(cursor.sequence), .integer(limit + 1)])
      let page = rows.prefix(limit)
      return WorkoutPage(
        workouts: try page.map { try KeptWorkout($0) },
        cursor: try page.last.map { Cursor(sequence: try $0.integer("sequence")) } ?? cursor,
        hasMore: rows.count > limit)
    }
  }
}

extension SQLSession {
  /// Returns the rider whose rides the caller requests.
  ///
  /// - Throws: `notFound`, both for riders that do not exist and for riders that have not invited the caller.
  func readable(_ riderID: String?, by caller: Caller) throws -> String {
    guard let riderID, riderID != caller.riderID else { return caller.riderID }
    let row = try row(
      "SELECT 1 AS one FROM coach WHERE rider_id = ? AND coach_id = ?", [.text(riderID), .text(caller.riderID)])
    guard row != nil else {
      throw HubFault(.notFound, "There is no such rider, or you were not invited to coach them.")
    }
    return riderID
  }
}
