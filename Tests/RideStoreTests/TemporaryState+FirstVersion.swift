import Foundation
import GRDB

@testable import RideStore

extension TemporaryState {
  /// The tables of the first release, with a ride that was cut off.
  func makeFirstVersion() throws {
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    let queue = try DatabaseQueue(path: database)
    var migrator = DatabaseMigrator()
    for name in Schema.migrator.migrations.prefix(1) {
      migrator.registerMigration(name) { try $0.execute(sql: Schema.devicesAndRides) }
    }
    try migrator.migrate(queue)
    try queue.write { db in
      try db.execute(
        sql: """
          INSERT INTO ride (start_ms, planned_seconds, target_watts, trainer_address, state)
          VALUES (1000, 60, 155, 'C0:FF:EE:00:00:01', 'riding');
          INSERT INTO sample (ride_id, second, timer_running) VALUES (1, 0, 1);
          INSERT INTO event (ride_id, at_ms, kind) VALUES (1, 0, 'started');
          """)
    }
  }
}
