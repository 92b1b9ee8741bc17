internal import FoundationEssentials
internal import GRDB
internal import GRDBSQLite
package import Rides

/// A column of the table `sample`, and the corresponding member of a row.
struct SampleColumn: Sendable {
  let name: String
  let extent: Extent
  private let write: @Sendable (RideSample, SQLiteStatement, Int32) -> Void
  private let read: @Sendable (inout RideSample, StatementColumns, Int32) -> Void

  /// The kinds of rides and uses that need a column.
  ///
  /// Skipping unneeded columns halves the time to read a long ride.
  enum Extent: Int, Comparable, CaseIterable {
    /// Needed for the figures that compare rides.
    case compared
    /// Also needed for totals.
    case totals
    /// Present in rides recorded here.
    case recorded
    /// Present in rides on a route and rides from files.
    case placed
    /// Present only in rides from files.
    case imported

    static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
  }

  /// All columns except the ride's number, in the order of their extents; every SQL statement is made from this table.
  ///
  /// It uses closures, since key paths take four times as long: an eight-hour ride has half a million values.
  static let all: [SampleColumn] = [
    int("second", .compared, { $0.second }, { $0.second = $1 }),
    int("timer_running", .compared, { $0.timerRunning ? 1 : 0 }, { $0.timerRunning = $1 != 0 }),
    real("power_watts", .compared, { $0.powerWatts }, { $0.powerWatts = $1 }),
    real("cadence_rpm", .compared, { $0.cadenceRpm }, { $0.cadenceRpm = $1 }),
    int("beats_per_minute", .compared, { $0.beatsPerMinute }, { $0.beatsPerMinute = $1 }),
    int("is_carried", .compared, { $0.isCarried ? 1 : nil }, { $0.isCarried = $1 == 1 }),
    real("speed_kmh", .totals, { $0.speedKmh }, { $0.speedKmh = $1 }),
    real("distance_meters", .totals, { $0.distanceMeters }, { $0.distanceMeters = $1 }),
    int("target_watts", .recorded, { $0.targetWatts }, { $0.targetWatts = $1 }),
    numbers("rr", .recorded, { $0.rrIntervals.isEmpty ? nil : $0.rrIntervals }, { $0.rrIntervals = $1 }),
    real("alpha1", .recorded, { $0.alpha1 }, { $0.alpha1 = $1 }),
    real("trainer_watts", .recorded, { $0.trainerWatts }, { $0.trainerWatts = $1 }),
    int("is_virtual", .recorded, { $0.isVirtual ? 1 : nil }, { $0.isVirtual = $1 == 1 }),
    ofPedals("left_percent", .recorded, \.leftPercent),
    real("latitude_degrees", .placed, { $0.position?.latitudeDegrees }) { sample, degrees in
      sample.position = Place(latitudeDegrees: degrees, longitudeDegrees: .nan)
    },
    real("longitude_degrees", .placed, { $0.position?.longitudeDegrees }, { $0.position?.longitudeDegrees = $1 }),
    real("altitude_meters", .placed, { $0.altitudeMeters }, { $0.altitudeMeters = $1 }),
    ofFile("temperature_celsius", \.temperatureCelsius),
    ofFile("speed_mps", \.speedMetersPerSecond),
    // Bluetooth has no characteristic for these.
    ofPedals("left_torque_percent", .imported, \.leftTorqueEffectivenessPercent),
    ofPedals("right_torque_percent", .imported, \.rightTorqueEffectivenessPercent),
    ofPedals("left_smoothness_percent", .imported, \.leftPedalSmoothnessPercent),
    ofPedals("right_smoothness_percent", .imported, \.rightPedalSmoothnessPercent),
  ]

  private typealias Get<Value> = @Sendable (RideSample) -> Value?
  private typealias Set<Value> = @Sendable (inout RideSample, Value) -> Void

  private static func int(
    _ name: String, _ extent: Extent, _ get: @escaping Get<Int>, _ set: @escaping Set<Int>
  ) -> SampleColumn { SampleColumn(name, extent, get, { $0.int($1) }, set) }

  private static func real(
    _ name: String, _ extent: Extent, _ get: @escaping Get<Double>, _ set: @escaping Set<Double>
  ) -> SampleColumn { SampleColumn(name, extent, get, { $0.real($1) }, set) }

  /// 16-bit numbers, little-endian, as a blob.
  private static func numbers(
    _ name: String, _ extent: Extent, _ get: @escaping Get<[UInt16]>, _ set: @escaping Set<[UInt16]>
  ) -> SampleColumn {
    SampleColumn(name, extent, { get($0).map(bytes) }, { Optional($0.numbers($1)) }, set)
  }

  private static func bytes(_ numbers: [UInt16]) -> Data {
    Data(numbers.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)] })
  }

  private static func ofFile(
    _ name: String, _ path: any WritableKeyPath<ImportedValues, Double?> & Sendable
  ) -> SampleColumn {
    real(
      name, .imported, { $0.imported?[keyPath: path] },
      { sample, value in
        sample.imported = sample.imported ?? ImportedValues()
        sample.imported?[keyPath: path] = value
      })
  }

  private static func ofPedals(
    _ name: String, _ extent: Extent, _ path: any WritableKeyPath<Pedalling, Double?> & Sendable
  ) -> SampleColumn {
    real(
      name, extent, { $0.pedalling?[keyPath: path] },
      { sample, value in
        sample.pedalling = sample.pedalling ?? Pedalling()
        sample.pedalling?[keyPath: path] = value
      })
  }

  private init<Bound: StatementBinding & SendableMetatype, Value>(
    _ name: String, _ extent: Extent, _ get: @escaping Get<Bound>,
    _ value: @escaping @Sendable (StatementColumns, Int32) -> Value?, _ set: @escaping Set<Value>
  ) {
    self.name = name
    self.extent = extent
    write = { sample, statement, index in
      if let value = get(sample) {
        _ = value.bind(to: statement, at: index)
      } else {
        sqlite3_bind_null(statement, index)
      }
    }
    read = { sample, row, index in if let value = value(row, index) { set(&sample, value) } }
  }

  /// The names of the columns up to an extent, for SQL.
  static func names(upTo extent: Extent) -> String { namesByExtent[extent] ?? "" }

  private static let namesByExtent = Dictionary(
    uniqueKeysWithValues: Extent.allCases.map { extent in
      (extent, all.filter { $0.extent <= extent }.map(\.name).joined(separator: ", "))
    })

  /// Binds the values of a row to the places of a statement, from `first` on.
  static func bind(_ sample: RideSample, to statement: SQLiteStatement, from first: Int32) {
    for (place, column) in zip(first..., all) { column.write(sample, statement, place) }
  }

  /// Reads the members of a row from as many columns as the statement has.
  fileprivate static func read(_ row: StatementColumns, into sample: inout RideSample) {
    for (place, column) in zip(0..<row.count, all) { column.read(&sample, row, place) }
  }
}

extension RideSample {
  /// The seconds that the schema allows; a damaged row may have another value, which must not be added up.
  package static let seconds = 0..<31_622_401

  /// - Parameter row: The values of the first columns of `SampleColumn.all`; the result is nil if `second` is out of
  ///   bounds or `timer_running` is not a number.
  init?(_ row: StatementColumns) {
    guard let second = row.int(0), Self.seconds.contains(second), row.int(1) != nil else { return nil }
    self.init(second: second, timerRunning: false)
    SampleColumn.read(row, into: &self)
    if position?.longitudeDegrees.isNaN == true { position = nil }
  }
}

/// Writes a ride's rows, replacing existing ones, so that a batch may be stored twice.
///
/// Values are passed to SQLite directly: binding GRDB's arguments costs more than the write.
struct SampleWriter {
  private let statement: Statement

  init(_ db: Database, ride: Int) throws {
    let places = SampleColumn.all.map { _ in ", ?" }.joined()
    // Not a cached statement: after a row that failed it must not be used again.
    statement = try db.makeStatement(
      sql: "INSERT OR REPLACE INTO sample (ride_id, \(SampleColumn.names(upTo: .imported))) VALUES (?\(places))")
    try statement.setArguments(StatementArguments([ride] + SampleColumn.all.map { _ in Int?.none }))
  }

  func write(_ sample: RideSample) throws {
    sqlite3_reset(statement.sqliteStatement)
    SampleColumn.bind(sample, to: statement.sqliteStatement, from: 2)
    try statement.execute()
  }
}

/// The columns of a statement's current row, by position; nil if they contain NULL or, in a damaged file, no number,
/// and beyond the last column.
///
/// They are read from SQLite directly: a GRDB row costs more than all other work on one of a ride's 30,000 rows.
struct StatementColumns {
  private let statement: SQLiteStatement
  /// The number of columns in the statement.
  let count: Int32

  init(_ statement: Statement) {
    self.statement = statement.sqliteStatement
    count = Int32(clamping: statement.columnCount)
  }

  func int(_ index: Int32) -> Int? {
    guard index < count, sqlite3_column_type(statement, index) == SQLITE_INTEGER else { return nil }
    return Int(sqlite3_column_int64(statement, index))
  }

  /// Nil also for an infinity, always a sign of damage.
  func real(_ index: Int32) -> Double? {
    guard index < count else { return nil }
    let value = sqlite3_column_double(statement, index)
    // Most values are neither zero nor absent, so their type need not be checked.
    if value != 0 { return value.isFinite ? value : nil }
    let type = sqlite3_column_type(statement, index)
    return type == SQLITE_FLOAT || type == SQLITE_INTEGER ? value : nil
  }

  /// Returns the 16-bit numbers, little-endian, of a blob; empty for any other type.
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
