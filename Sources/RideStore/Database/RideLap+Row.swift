internal import GRDB
internal import RideSession

extension RideLap {
  static let columns = "second, trigger, is_resting, given, label"

  /// - Parameter row: The values of `columns`.
  init?(_ row: Row) {
    guard let second = row.int(0), RideSample.seconds.contains(second),
      let trigger = row.text(1).flatMap(Trigger.init)
    else { return nil }
    self.init(
      second: second, trigger: trigger, label: row.text(4), isResting: row.int(2) == 1,
      given: [RideFigure: Double](json: row.text(3)))
  }

  /// Writes the lap as the `number`-th of its ride's; two may begin with the same row.
  func insert(_ db: Database, ride: Int, number: Int) throws {
    let statement = try db.cachedStatement(
      sql: "INSERT INTO lap (ride_id, number, \(Self.columns)) VALUES (?, ?, ?, ?, ?, ?, ?)")
    try statement.execute(arguments: [ride, number, second, trigger.rawValue, isResting, given.json, label])
  }
}
