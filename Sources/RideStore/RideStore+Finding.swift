internal import GRDB
package import RideSession

/// Which rides a list has, and in which order.
package struct RideQuery: Hashable, Sendable {
  /// What name or note has in it, whatever its case; nil and the empty string stand for any ride.
  package var search: String?
  package var sort: RideSort
  /// The earliest start, of the ride as it is cut.
  package var since: UnixTime?
  /// The first start that is too late.
  package var before: UnixTime?
  /// Whether it is about the rides that were deleted, and can be had back.
  package var deleted: Bool
  /// How many rides at most, not below 0.
  package var limit: Int
  /// How many rides are passed over first, not below 0.
  package var offset: Int

  package init(
    search: String? = nil, sort: RideSort = .date, since: UnixTime? = nil, before: UnixTime? = nil,
    deleted: Bool = false, limit: Int = .max, offset: Int = 0
  ) {
    self.search = search
    self.sort = sort
    self.since = since
    self.before = before
    self.deleted = deleted
    self.limit = limit
    self.offset = offset
  }
}

extension RideReading {
  /// The rides that a query asks for, in its order; all as if they were steady, since a list has no use for plans.
  package func rides(_ query: RideQuery) throws(StoreError) -> [StoredRide] {
    let (source, arguments) = query.source
    let page = "SELECT id FROM \(source) ORDER BY \(query.order) LIMIT ? OFFSET ?"
    return try read { db in
      try RideStore.rides(
        db, "WHERE id IN (\(page)) ORDER BY \(query.order)", arguments + [max(0, query.limit), max(0, query.offset)])
    }
  }

  /// How many rides a query asks for, whatever its limit and offset.
  package func count(_ query: RideQuery) throws(StoreError) -> Int {
    let (source, arguments) = query.source
    return try read { db in
      try Int.fetchOne(db, sql: "SELECT count(*) FROM \(source)", arguments: arguments) ?? 0
    }
  }
}

extension RideStore {
  /// The rides that are not finished and were not deleted, oldest first.
  package func unfinished() throws(StoreError) -> [StoredRide] {
    try read { db in try Self.rides(db, "WHERE \(Self.isUnfinished) ORDER BY id", withPlans: true) }
  }

  /// The numbers of those rides; damage to the rows of one does not keep the others from being found.
  package func unfinishedNumbers() throws(StoreError) -> [Int] {
    try read { db in try Int.fetchAll(db, sql: "SELECT id FROM ride WHERE \(Self.isUnfinished) ORDER BY id") }
  }

  private static let isUnfinished = "state != 'finished' AND deleted_ms IS NULL"

  /// The finished rides whose file is missing, or is of when they were suspended or otherwise cut: the process went
  /// down, or the disk was full, before it was written.
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

  /// The number of the ride that a person means by `last`, or by a number in decimal digits, be it deleted; nil where there
  /// is no such ride.
  ///
  /// The last is the one that is being ridden, whatever a clock that is not set yet said of its start; else the finished
  /// one that began last and was not deleted, and one that was cut off and never finished only where there is no other.
  package func resolve(_ name: String) throws(StoreError) -> Int? {
    try read { db in
      if name == "last" {
        // One that is over and cannot be stored is followed by others.
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
  /// What follows `FROM`, and its arguments.
  ///
  /// A search keeps to an index that has the text and what rides are sorted by: the rides themselves are ten times as
  /// much to read.
  var source: (sql: String, arguments: StatementArguments) {
    var terms = [deleted ? "deleted_ms IS NOT NULL AND is_purged = 0" : "deleted_ms IS NULL"]
    var arguments: StatementArguments = []
    func add(_ term: String, _ argument: some DatabaseValueConvertible) {
      terms.append(term)
      arguments += [argument]
    }
    if let since { add("cut_start_ms >= ?", since.milliseconds) }
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
