internal import FoundationEssentials
internal import GRDB
internal import RideSession

extension RideSample {
  static let columns = """
    second, timer_running, power_watts, target_watts, cadence_rpm, beats_per_minute, speed_kmh, distance_meters, rr
    """

  /// The seconds that the schema allows; a row that was damaged in its place may claim another, of which no sum is made.
  private static let seconds = 0...31_622_400

  /// - Parameter row: The values of `columns`.
  init?(_ row: Row) {
    guard let second = row.int(0), Self.seconds.contains(second), let timerRunning = row.int(1) else { return nil }
    self.init(
      second: second, timerRunning: timerRunning != 0, powerWatts: row.real(2), targetWatts: row.int(3),
      cadenceRpm: row.real(4), beatsPerMinute: row.int(5), speedKmh: row.real(6), distanceMeters: row.real(7),
      rrIntervals: Self.intervals(Data.fromDatabaseValue(row[8]) ?? Data()))
  }

  /// Writes the row over one that is there, so that a batch may be stored twice.
  func insert(_ db: Database, ride: Int) throws {
    let statement = try db.cachedStatement(
      sql: "INSERT OR REPLACE INTO sample (ride_id, \(Self.columns)) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")
    try statement.execute(arguments: [
      ride, second, timerRunning, powerWatts, targetWatts, cadenceRpm, beatsPerMinute, speedKmh, distanceMeters,
      rrIntervals.isEmpty ? nil : Self.bytes(rrIntervals),
    ])
  }

  private static func bytes(_ intervals: [UInt16]) -> Data {
    Data(intervals.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)] })
  }

  private static func intervals(_ bytes: Data) -> [UInt16] {
    let bytes = Array(bytes)
    return stride(from: 0, to: bytes.count - 1, by: 2).map { UInt16(bytes[$0]) | UInt16(bytes[$0 + 1]) << 8 }
  }
}
