internal import GRDB
package import Rides

/// A selection of rides, and their order.
package struct RideQuery: Hashable, Sendable {
  /// A text in the name, note or plan, in any letter case; nil and the empty string match every ride.
  package var search: String?
  package var sort: RideSort
  /// The sport; nil for any.
  package var sport: Sport?
  /// The earliest start, after trimming.
  package var since: UnixTime?
  /// The first start that is too late.
  package var before: UnixTime?
  /// Whether to list the deleted rides that can be undeleted, in place of the others.
  package var deleted: Bool
  /// The most rides to return, not below 0.
  package var limit: Int
  /// How many rides to skip, not below 0.
  package var offset: Int

  package init(
    search: String? = nil, sort: RideSort = .date, sport: Sport? = nil, since: UnixTime? = nil, before: UnixTime? = nil,
    deleted: Bool = false, limit: Int = .max, offset: Int = 0
  ) {
    self.search = search
    self.sort = sort
    self.sport = sport
    self.since = since
    self.before = before
    self.deleted = deleted
    self.limit = limit
    self.offset = offset
  }
}

extension RideReading {
  /// Returns the rides of a query, in its order; without their plans, which lists do not need.
  package func rides(_ query: RideQuery) throws(StoreError) -> [StoredRide] {
    let (source, arguments) = query.source
    let page = "SELECT id FROM \(source) ORDER BY \(query.order) LIMIT ? OFFSET ?"
    return try read { db in
      try RideDatabase.rides(
        db, "WHERE id IN (\(page)) ORDER BY \(query.order)", arguments + [max(0, query.limit), max(0, query.offset)])
    }
  }

  /// Returns the number of rides of a query, whatever its limit and offset.
  package func count(_ query: RideQuery) throws(StoreError) -> Int {
    let (source, arguments) = query.source
    return try read { db in
      try Int.fetchOne(db, sql: "SELECT count(*) FROM \(source)", arguments: arguments) ?? 0
    }
  }
}

extension RideDatabase {
  /// Returns the rides that are neither finished nor deleted, oldest first.
  package func unfinished() throws(StoreError) -> [StoredRide] {
    try read { db in try Self.rides(db, "WHERE \(Self.isUnfinished) ORDER BY id", withPlans: true) }
  }

  /// Returns the numbers of those rides; damage to the rows of one does not hide the others.
  package func unfinishedNumbers() throws(StoreError) -> [Int] {
    try read { db in try Int.fetchAll(db, sql: "SELECT id FROM ride WHERE \(Self.isUnfinished) ORDER BY id") }
  }

  private static let isUnfinished = "state != 'finished' AND deleted_ms IS NULL"

  /// Returns the finished rides whose file is missing or out of date, because the process ended or the disk was full
  /// before it was written.
  package func unwritten() throws(StoreError) -> [Int] {
    let sql = """
      SELECT id, file_name, is_file_due FROM (SELECT * FROM ride ORDER BY id DESC LIMIT 100)
        WHERE state = 'finished' AND deleted_ms IS NULL
      UNION SELECT id, file_name, is_file_due FROM ride
        WHERE is_file_due = 1 AND state = 'finished' AND deleted_ms IS NULL
      ORDER BY id DESC
      """
    return try read { db in
      try Row.fetchAll(db, sql: sql).compactMap { row in
        let isWritten = row.text(1).map(folder.contains) ?? false
        return isWritten && row.int(2) == 0 ? nil : row.int(0)
      }
    }
  }

  /// Returns the number of the ride that was started last here, even if it was deleted since; nil if no ride was
  /// started.
  package func lastRidden() throws(StoreError) -> Int? {
    let sql = "SELECT id FROM ride WHERE origin IS NULL AND is_purged = 0 ORDER BY id DESC LIMIT 1"
    return try read { db in try Int.fetchOne(db, sql: sql) }
  }

  /// Returns the number of a ride, given as decimal digits or as `last`; nil if there is no such ride.
  ///
  /// `last` is the ride that is being ridden, even if an unset clock gave it an early start; else the finished ride
  /// that began last and was not deleted; else a ride that was cut off and never finished. Digits also find a deleted
  /// ride.
  package func resolve(_ name: String) throws(StoreError) -> Int? {
    try read { db in
      if name == "last" {
        // A ride that is over but could not be stored is followed by newer rides.
        let ridden = """
          SELECT id FROM ride WHERE state = 'riding'
            AND id = (SELECT id FROM ride WHERE origin IS NULL ORDER BY id DESC LIMIT 1)
          """
        let newest = """
          SELECT id FROM ride WHERE deleted_ms IS NULL AND state = ? ORDER BY cut_start_ms DESC, id DESC LIMIT 1
          """
        return try Int.fetchOne(db, sql: ridden) ?? Int.fetchOne(db, sql: newest, arguments: ["finished"])
          ?? Int.fetchOne(db, sql: newest, arguments: ["suspended"])
      }
      guard let id = Int(name) else { return nil }
      return try Int.fetchOne(db, sql: "SELECT id FROM ride WHERE id = ? AND is_purged = 0", arguments: [id])
    }
  }
}

extension RideQuery {
  /// The SQL after `FROM`, and its arguments.
  ///
  /// A search uses an index with the text and the sort keys; the rides themselves are ten times as much to read.
  var source: (sql: String, arguments: StatementArguments) {
    var terms = [deleted ? "deleted_ms IS NOT NULL AND is_purged = 0" : "deleted_ms IS NULL"]
    var arguments: StatementArguments = []
    func add(_ term: String, _ argument: some DatabaseValueConvertible) {
      terms.append(term)
      arguments += [argument]
    }
    if let since { add("cut_start_ms >= ?", since.milliseconds) }
    if let sport { add("\(Sport.sql) = ?", sport.rawValue) }
    if let before { add("cut_start_ms < ?", before.milliseconds) }
    let searched = search.flatMap { $0.isEmpty ? nil : $0.lowercased() }
    if let searched { add("search IS NOT NULL AND instr(search, ?) > 0", searched) }
    let table = searched != nil && !deleted ? "ride INDEXED BY ride_search" : "ride"
    return ("\(table) WHERE \(terms.joined(separator: " AND "))", arguments)
  }

  var order: String {
    switch sort {
    case .date: "cut_start_ms DESC, id DESC"
    case .longest: "timer_seconds DESC, cut_start_ms DESC, id DESC"
    case .shortest: "timer_seconds, cut_start_ms, id"
    }
  }
}
