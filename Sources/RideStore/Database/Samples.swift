internal import GRDB
internal import RideSession

/// A ride's rows in order, read one at a time.
struct SampleCursor {
  private let rows: RowCursor
  private let columns: StatementColumns
  private let cut: Cut
  private let greatestCount: Int

  /// The rows of a part of a ride from `first` on, in seconds of the part: at most `limit`, or all if it is negative.
  ///
  /// Reads the columns up to `extent`; nil reads all that the ride has.
  init(
    _ db: Database, ride: Int, cut: Cut, extent: SampleColumn.Extent? = nil, from first: Int = 0, limit: Int = -1
  ) throws {
    let first = cut.seconds.lowerBound + min(max(0, first), cut.seconds.count)
    let columns = SampleColumn.names(upTo: try extent ?? Self.extent(db, of: ride))
    let statement = try db.cachedStatement(
      sql: """
        SELECT \(columns) FROM sample WHERE ride_id = ? AND second >= ? AND second < ?
        ORDER BY second LIMIT ?
        """)
    rows = try Row.fetchCursor(statement, arguments: [ride, first, cut.seconds.upperBound, limit])
    self.columns = StatementColumns(statement)
    self.cut = cut
    let end = min(cut.seconds.upperBound, try Self.wholeSeconds(db, ride: ride))
    greatestCount = min(max(0, end - first), limit < 0 ? .max : limit)
  }

  /// The next row, counted from the beginning of the cut; unusable rows are skipped.
  func next() throws -> RideSample? {
    while try rows.next() != nil {
      guard let sample = RideSample(columns) else { continue }
      return cut.isWhole ? sample : sample.rebased(to: cut.seconds.lowerBound, afterMeters: cut.metersBefore)
    }
    return nil
  }

  /// The remaining rows.
  func rest() throws -> [RideSample] {
    var samples: [RideSample] = []
    // Not more: damage may have put the last row into another century.
    samples.reserveCapacity(min(greatestCount, 400_000))
    while let sample = try next() { samples.append(sample) }
    return samples
  }

  private static func extent(_ db: Database, of ride: Int) throws -> SampleColumn.Extent {
    let sql = "SELECT origin IS NOT NULL, is_on_route FROM ride WHERE id = ?"
    let row = try Row.fetchOne(db, sql: sql, arguments: [ride])
    return row?.int(0) == 1 ? .imported : row?.int(1) == 1 ? .placed : .recorded
  }
}

extension SampleCursor {
  /// Seconds from the first row's start to the last one's end; 0 where there are none.
  static func wholeSeconds(_ db: Database, ride: Int) throws -> Int {
    let sql = "SELECT second FROM sample WHERE ride_id = ? AND second < ? ORDER BY second DESC LIMIT 1"
    let row = try Row.fetchOne(db, sql: sql, arguments: [ride, RideSample.seconds.upperBound])
    return max(0, (row?.int(0) ?? -1) + 1)
  }
}

extension RideTotals {
  /// The totals of a ride's rows, read one at a time; `origin` is the file that the ride came from.
  init(_ db: Database, ride: Int, of origin: RideOrigin?, cut: Cut) throws {
    self.init(holdsPower: origin == nil)
    let rows = try SampleCursor(db, ride: ride, cut: cut, extent: .totals)
    while let sample = try rows.next() { add(sample) }
  }
}

/// The part of a ride that the rider kept, and the distance before it.
struct Cut {
  /// In seconds of the whole ride.
  let seconds: Range<Int>
  /// The distance at its beginning, in metres.
  let metersBefore: Double

  static let whole = Cut(seconds: RideSample.seconds, metersBefore: 0)

  var isWhole: Bool { seconds == RideSample.seconds }
}

extension Cut {
  /// The part that these seconds are; nil stands for the whole ride.
  init(_ db: Database, ride: Int, seconds: Range<Int>?) throws {
    guard let seconds else {
      self = .whole
      return
    }
    let sql = """
      SELECT distance_meters FROM sample WHERE ride_id = ? AND second < ? AND distance_meters IS NOT NULL
      ORDER BY second DESC LIMIT 1
      """
    let row = try Row.fetchOne(db, sql: sql, arguments: [ride, seconds.lowerBound])
    self.init(seconds: seconds, metersBefore: row?.real(0) ?? 0)
  }

  /// The part according to the ride's row; the whole if there is no such ride.
  init(_ db: Database, of ride: Int) throws {
    let row = try Row.fetchOne(db, sql: "SELECT cut_from, cut_to FROM ride WHERE id = ?", arguments: [ride])
    try self.init(db, ride: ride, seconds: row.flatMap { Self.seconds($0.int(0), $0.int(1)) })
  }

  /// The range of two columns; nil if no ride can have it.
  static func seconds(_ first: Int?, _ end: Int?) -> Range<Int>? {
    guard let first, let end, first >= 0, first < end, end <= RideSample.seconds.upperBound else { return nil }
    return first..<end
  }
}
