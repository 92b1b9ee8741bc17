internal import FoundationEssentials
internal import GRDB
internal import GRDBSQLite
internal import RideSession

extension RideSample {
  /// The columns of `sample`, those that fewer ask for behind the others: a long ride is read in half the time without.
  static let columns = [
    "second", "timer_running", "power_watts", "cadence_rpm", "beats_per_minute", "speed_kmh", "distance_meters",
    "target_watts", "rr", "alpha1", "is_virtual",
    "latitude_degrees", "longitude_degrees", "altitude_meters", "temperature_celsius", "speed_mps", "is_carried",
  ]

  /// How many of the columns are read.
  enum Extent: Int {
    /// What totals are made of.
    case totals = 7
    /// All of a ride that was recorded here.
    case recorded = 11
    /// All of a ride from another program's file.
    case imported = 17
  }

  /// The seconds that the schema allows; a row that was damaged in its place may claim another, of which no sum is made.
  static let seconds = 0..<31_622_401

  /// - Parameter row: The values of `columns`, or of the first of them.
  init?(_ row: StatementColumns) {
    guard let second = row.int(0), Self.seconds.contains(second), let timerRunning = row.int(1) else { return nil }
    self.init(
      second: second, timerRunning: timerRunning != 0, powerWatts: row.real(2), targetWatts: row.int(7),
      cadenceRpm: row.real(3), beatsPerMinute: row.int(4), speedKmh: row.real(5), distanceMeters: row.real(6),
      rrIntervals: row.numbers(8), alpha1: row.real(9), isVirtual: row.int(10) == 1, imported: ImportedValues(row),
      isCarried: row.int(16) == 1)
  }
}

extension ImportedValues {
  /// - Parameter row: The values of `RideSample.columns`; nil where it has none of these.
  fileprivate init?(_ row: StatementColumns) {
    self.init(
      latitudeDegrees: row.real(11), longitudeDegrees: row.real(12), altitudeMeters: row.real(13),
      temperatureCelsius: row.real(14), speedMetersPerSecond: row.real(15))
    guard self != ImportedValues() else { return nil }
  }
}

/// Writes a ride's rows, each over one that is there, so that a batch may be stored twice.
///
/// Values go to SQLite directly: GRDB's arguments cost more than the writing.
struct SampleWriter {
  private let statement: Statement

  init(_ db: Database, ride: Int) throws {
    let columns = ["ride_id"] + RideSample.columns
    let places = columns.map { _ in "?" }.joined(separator: ", ")
    // Its own, not the cached one: after a row that failed it is not used again.
    statement = try db.makeStatement(
      sql: "INSERT OR REPLACE INTO sample (\(columns.joined(separator: ", "))) VALUES (\(places))")
    try statement.setArguments(StatementArguments([ride] + [Int?](repeating: nil, count: RideSample.columns.count)))
  }

  func write(_ sample: RideSample) throws {
    sqlite3_reset(statement.sqliteStatement)
    bind(sample.second, 2)
    bind(sample.timerRunning, 3)
    bind(sample.powerWatts, 4)
    bind(sample.cadenceRpm, 5)
    bind(sample.beatsPerMinute, 6)
    bind(sample.speedKmh, 7)
    bind(sample.distanceMeters, 8)
    bind(sample.targetWatts, 9)
    bind(sample.rrIntervals.isEmpty ? nil : Self.bytes(sample.rrIntervals), 10)
    bind(sample.alpha1, 11)
    bind(sample.isVirtual ? 1 : nil, 12)
    bind(sample.imported?.latitudeDegrees, 13)
    bind(sample.imported?.longitudeDegrees, 14)
    bind(sample.imported?.altitudeMeters, 15)
    bind(sample.imported?.temperatureCelsius, 16)
    bind(sample.imported?.speedMetersPerSecond, 17)
    bind(sample.isCarried ? 1 : nil, 18)
    try statement.execute()
  }

  private func bind(_ value: some StatementBinding, _ index: Int32) {
    _ = value.bind(to: statement.sqliteStatement, at: index)
  }

  private static func bytes(_ intervals: [UInt16]) -> Data {
    Data(intervals.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)] })
  }
}

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
    let end = min(cut.seconds.upperBound, try Self.wholeSeconds(db, ride: ride))
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

extension SampleCursor {
  /// Seconds from the first row's start to the last one's end; 0 where there are none.
  static func wholeSeconds(_ db: Database, ride: Int) throws -> Int {
    let sql = "SELECT second FROM sample WHERE ride_id = ? AND second < ? ORDER BY second DESC LIMIT 1"
    let row = try Row.fetchOne(db, sql: sql, arguments: [ride, RideSample.seconds.upperBound])
    return max(0, (row?.int(0) ?? -1) + 1)
  }
}

extension RideTotals {
  /// The totals of a ride's rows, read one at a time; `origin` is the file that it came from.
  init(_ db: Database, ride: Int, of origin: RideOrigin?, cut: Cut) throws {
    self.init(holdsPower: origin == nil)
    let rows = try SampleCursor(db, ride: ride, cut: cut, extent: .totals)
    while let sample = try rows.next() { add(sample) }
  }
}

/// The part of a ride that the rider kept, and what was ridden before it.
struct Cut {
  /// In seconds of the whole ride.
  let seconds: Range<Int>
  /// The distance at its beginning, in metres.
  let metersBefore: Double

  static let whole = Cut(seconds: RideSample.seconds, metersBefore: 0)

  var isWhole: Bool { seconds == RideSample.seconds }
}

extension Cut {
  /// The part of a ride that these seconds are; nil stands for the whole.
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

  /// The part of a ride that its row says; the whole where there is no such ride.
  init(_ db: Database, of ride: Int) throws {
    let row = try Row.fetchOne(db, sql: "SELECT cut_from, cut_to FROM ride WHERE id = ?", arguments: [ride])
    try self.init(db, ride: ride, seconds: row.flatMap { Self.seconds($0.int(0), $0.int(1)) })
  }

  /// The range of two columns; nil where they hold none that a ride can have.
  static func seconds(_ first: Int?, _ end: Int?) -> Range<Int>? {
    guard let first, let end, first >= 0, first < end, end <= RideSample.seconds.upperBound else { return nil }
    return first..<end
  }
}

/// The columns of the row that a statement stands on, by position; nil where they hold NULL or, in a damaged file, what
/// is no number, and where the statement has not so many.
///
/// They are read from SQLite itself: a row of GRDB costs more than all else that is done with one of a ride's 30,000.
struct StatementColumns {
  private let statement: SQLiteStatement
  private let count: Int32

  init(_ statement: Statement) {
    self.statement = statement.sqliteStatement
    count = Int32(clamping: statement.columnCount)
  }

  func int(_ index: Int32) -> Int? {
    guard index < count, sqlite3_column_type(statement, index) == SQLITE_INTEGER else { return nil }
    return Int(sqlite3_column_int64(statement, index))
  }

  /// Nil also for an infinity, which only damage leaves.
  func real(_ index: Int32) -> Double? {
    guard index < count else { return nil }
    let value = sqlite3_column_double(statement, index)
    // Most are neither zero nor absent, and need no question for their type.
    if value != 0 { return value.isFinite ? value : nil }
    let type = sqlite3_column_type(statement, index)
    return type == SQLITE_FLOAT || type == SQLITE_INTEGER ? value : nil
  }

  /// The 16-bit numbers, little-endian, of a blob; none where it is another type.
  func numbers(_ index: Int32) -> [UInt16] {
    guard index < count, sqlite3_column_type(statement, index) == SQLITE_BLOB,
      let start = sqlite3_column_blob(statement, index)
    else { return [] }
    let bytes = UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(statement, index)))
    return (0..<bytes.count / 2).map {
      UInt16(littleEndian: bytes.loadUnaligned(fromByteOffset: 2 * $0, as: UInt16.self))
    }
  }
}
