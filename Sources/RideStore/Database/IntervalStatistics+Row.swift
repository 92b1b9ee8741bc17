internal import BluetoothLE
internal import GRDB
internal import RideSession

extension IntervalStatistics {
  static let columns = "count, shortest_ns, longest_ns, mean_seconds, squares"

  /// - Parameter row: The values of `columns`.
  init?(_ row: Row) {
    guard let count = row.int(0), let shortest = row.int(1), let longest = row.int(2), let mean = row.real(3),
      let squares = row.real(4)
    else { return nil }
    self.init(
      count: count, shortest: .nanoseconds(shortest), longest: .nanoseconds(longest), meanSeconds: mean,
      squares: squares)
  }

  /// Writes them in place of what was kept of the ride's device before.
  func write(_ db: Database, of ride: Int, _ role: DeviceRole) throws {
    let statement = try db.cachedStatement(
      sql: "INSERT OR REPLACE INTO link_interval (ride_id, role, \(Self.columns)) VALUES (?, ?, ?, ?, ?, ?, ?)")
    try statement.execute(
      arguments: [ride, role.rawValue, count, shortest.nanoseconds, longest.nanoseconds, meanSeconds, squares])
  }
}
