internal import GRDB
internal import RideSession

/// A ride's rows in order, read one at a time.
struct SampleCursor {
  private let rows: RowCursor
  private let columns: StatementColumns
  private let cut: Cut
  private let greatestCount: Int

  /// The rows of a part of a ride, from `first` on, in seconds of the part; at most `limit`, or all where it is negative.
  ///
  /// Of each the columns of `extent` are read; nil stands for all that the ride has.
  init(
    _ db: Database, ride: Int, cut: Cut, extent: RideSample.Extent? = nil, from first: Int = 0, limit: Int = -1
  ) throws {
    let first = cut.seconds.lowerBound + min(max(0, first), cut.seconds.count)
    let columns = RideSample.columns.prefix(try (extent ?? Self.extent(db, of: ride)).rawValue)
    let statement = try db.cachedStatement(
      sql: """
        SELECT \(columns.joined(separator: ", ")) FROM sample WHERE ride_id = ? AND second >= ? AND second < ?
        ORDER BY second LIMIT ?
        """)
    rows = try Row.fetchCursor(statement, arguments: [ride, first, cut.seconds.upperBound, limit])
    self.columns = StatementColumns(statement)
    self.cut = cut
    let end = min(cut.seconds.upperBound, try RideStore.wholeSeconds(db, ride: ride))
    greatestCount = min(max(0, end - first), limit < 0 ? .max : limit)
  }

  /// The next row, counted from the cut's beginning; one that is damaged beyond use is passed over.
  func next() throws -> RideSample? {
    while try rows.next() != nil {
      guard let sample = RideSample(columns) else { continue }
      return cut.isWhole ? sample : sample.rebased(to: cut.seconds.lowerBound, afterMeters: cut.metersBefore)
    }
    return nil
  }

  /// The rows that are left.
  func rest() throws -> [RideSample] {
    var samples: [RideSample] = []
    // Not for a row that damage has put into another century.
    samples.reserveCapacity(min(greatestCount, 400_000))
    while let sample = try next() { samples.append(sample) }
    return samples
  }

  private static func extent(_ db: Database, of ride: Int) throws -> RideSample.Extent {
    let sql = "SELECT 1 FROM ride WHERE id = ? AND origin IS NOT NULL"
    return try Row.fetchOne(db, sql: sql, arguments: [ride]) == nil ? .recorded : .imported
  }
}
