internal import FoundationEssentials
internal import GRDB
internal import GRDBSQLite
internal import RideSession

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
