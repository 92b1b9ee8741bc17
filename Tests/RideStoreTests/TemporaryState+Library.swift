import Foundation
import GRDB

@testable import RideStore

extension TemporaryState {
  /// Makes a library with SQLite's usual pages of 4096 bytes, and these rows: by default an interrupted ride.
  func makeLibrary(
    with rows: String = """
    INSERT INTO ride (start_ms, planned_seconds, target_watts, trainer_address, state)
    VALUES (1000, 60, 155, 'C0:FF:EE:00:00:01', 'riding');
    INSERT INTO sample (ride_id, second, timer_running, power_watts) VALUES (1, 0, 1, 150);
    INSERT INTO event (ride_id, at_ms, kind) VALUES (1, 0, 'started');
    """
  ) throws {
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    let queue = try DatabaseQueue(path: database)
    try Schema.migrator.migrate(queue)
    try queue.write { try $0.execute(sql: rows) }
    try queue.close()
  }
}
