internal import BluetoothLE
internal import GRDB
internal import RideSession

extension RideEvent {
  static let columns = "at_ms, kind, detail, signal_dbm"

  /// - Parameter row: The values of `columns`.
  init?(_ row: Row) {
    guard let milliseconds = row.int(0), let name = row.text(1).flatMap(Name.init) else { return nil }
    let detail = row.text(2) ?? ""
    self.init(
      at: .milliseconds(milliseconds), name: name, detail: detail.isEmpty ? nil : detail, signalDBm: row.int(3))
  }

  /// Writes the event unless it is there already; its time is cut to the millisecond.
  ///
  /// A signal strength that no radio can have is left out: it must not cost the rows beside it.
  func insert(_ db: Database, ride: Int) throws {
    let statement = try db.cachedStatement(
      sql: "INSERT INTO event (ride_id, \(Self.columns)) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING")
    let signalDBm = signalDBm.flatMap { (-127...20).contains($0) ? $0 : nil }
    let milliseconds = at.nanoseconds / 1_000_000
    try statement.execute(arguments: [ride, milliseconds, kind.name.rawValue, kind.detail ?? "", signalDBm])
  }
}
