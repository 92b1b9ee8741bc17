import HubDatabase
import HubTerms

/// A table with a row for each ride.
enum RideTable: String {
  case workout
  case ride
}

extension SQLSession {
  /// - Throws: `payloadTooLarge` if the rider has more rides of a kind than allowed.
  func needRows(in table: RideTable, _ caller: Caller) throws {
    let row = try row("SELECT COUNT(*) AS count FROM \(table.rawValue) WHERE rider_id = ?", [.text(caller.riderID)])
    guard try row?.integer("count") ?? 0 <= Int64(HubLibrary.RideLimit.rides) else {
      throw HubFault(
        .payloadTooLarge, "A rider may have \(HubLibrary.RideLimit.rides) rides; there is no room for more.")
    }
  }

  /// Checks the limit on the total size of a rider's packed rides and rejected edits.
  func needRoom(for ride: SentRide, in bytes: Int, _ caller: Caller) throws {
    let rider = SQLValue.text(caller.riderID)
    let row = try row(
      """
      SELECT (SELECT SUM(LENGTH(content)) FROM ride WHERE rider_id = ? AND uuid != ?) AS bytes,
        (SELECT SUM(LENGTH(edits)) FROM ride_note WHERE rider_id = ?) AS notes
      """, [rider, .text(ride.summary.uuid), rider])
    let used = Int(try row?.optionalInteger("bytes") ?? 0) + Int(try row?.optionalInteger("notes") ?? 0)
    guard used + ride.packed.count <= bytes else {
      throw HubFault(
        .payloadTooLarge, "A rider may have \(bytes >> 20) MiB of compressed rides; there is no room for this one.")
    }
  }
}
