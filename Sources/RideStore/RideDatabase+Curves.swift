internal import FoundationEssentials
internal import GRDB
package import Rides

/// A bicycle ride with the values for comparing it.
package struct StoredBests: Hashable, Sendable {
  /// The ride's number.
  package var id: Int
  /// When the ride began, after trimming.
  package var start: UnixTime
  /// The ride's name, else its plan's; nil if it has neither.
  package var title: String?
  package var timerSeconds: Int
  /// The work, in joules.
  package var joules: Double
  /// The distance, in metres; nil if it is not known.
  package var distanceMeters: Double?
  /// The best power for each length of time, in watts; nil if it is not stored by that method.
  package var curve: [Double]?
}

extension RideReading {
  /// Returns the finished bicycle rides of a period, in order of their starts, without deleted ones.
  ///
  /// - Parameters:
  ///   - since: The earliest start, after trimming; nil for no bound.
  ///   - before: The first start that is too late; nil for no bound.
  ///   - leastSeconds: The least timer time.
  ///   - method: The required method of the curves.
  /// - Returns: The rides.
  /// - Throws: The reason why they cannot be read.
  package func bests(
    since: UnixTime? = nil, before: UnixTime? = nil, leastSeconds: Int, method: String
  ) throws(StoreError) -> [StoredBests] {
    let sql = """
      SELECT id, cut_start_ms, ifnull(name, plan_name), timer_seconds, joules, distance_meters, watts FROM ride
      LEFT JOIN power_curve ON ride_id = id AND method = ?1
      WHERE deleted_ms IS NULL AND state = 'finished' AND timer_seconds >= ?2 AND cut_start_ms >= ?3
        AND cut_start_ms < ?4 AND \(Sport.isCyclingSQL)
      ORDER BY cut_start_ms, id
      """
    return try read { db in
      let arguments: StatementArguments = [
        method, leastSeconds, since?.milliseconds ?? Int64.min, before?.milliseconds ?? Int64.max,
      ]
      return try Row.fetchAll(db, sql: sql, arguments: arguments).compactMap { StoredBests($0) }
    }
  }
}

extension StoredBests {
  fileprivate init?(_ row: Row) {
    guard let id = row.int(0), let start = row.time(1), let timerSeconds = row.int(3), let joules = row.real(4) else {
      return nil
    }
    self.init(
      id: id, start: start, title: row.text(2), timerSeconds: timerSeconds, joules: joules,
      distanceMeters: row.real(5), curve: row.data(6).map(Self.doubles))
  }

  /// Encodes doubles as a blob, little-endian.
  static func data(_ values: [Double]) -> Data {
    Data(values.flatMap { value in withUnsafeBytes(of: value.bitPattern.littleEndian) { Array($0) } })
  }

  /// Decodes the doubles of a blob, little-endian; damaged values that are not finite become 0.
  private static func doubles(_ data: Data) -> [Double] {
    data.withUnsafeBytes { bytes in
      (0..<bytes.count / 8).map { index in
        let pattern = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: 8 * index, as: UInt64.self))
        let value = Double(bitPattern: pattern)
        return value.isFinite ? value : 0
      }
    }
  }
}
