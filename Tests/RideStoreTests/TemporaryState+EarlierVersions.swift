import Foundation
import GRDB

@testable import RideStore

extension TemporaryState {
  /// The tables of the first release, with a ride that was cut off.
  func makeFirstVersion() throws {
    try make(
      version: 1,
      with: """
        INSERT INTO ride (start_ms, planned_seconds, target_watts, trainer_address, state)
        VALUES (1000, 60, 155, 'C0:FF:EE:00:00:01', 'riding');
        INSERT INTO sample (ride_id, second, timer_running) VALUES (1, 0, 1);
        INSERT INTO event (ride_id, at_ms, kind) VALUES (1, 0, 'started');
        """)
  }

  /// The tables of the second, with a finished ride whose file is written, and one that was cut off.
  func makeSecondVersion() throws {
    try make(
      version: 2,
      with: """
        INSERT INTO ride (start_ms, planned_seconds, target_watts, asked_watts, trainer_name, state, file_name,
          timer_seconds, elapsed_seconds, joules, distance_meters, average_watts, average_bpm)
        VALUES (1000, 60, 155, 160, 'KICKR', 'finished', 'a.tcx', 2, 2, 300.5, 16, 150.25, 130);
        INSERT INTO ride (start_ms, planned_seconds, target_watts, state) VALUES (90000, 60, 155, 'riding');
        INSERT INTO sample (ride_id, second, timer_running, power_watts, distance_meters, rr)
        VALUES (1, 0, 1, 150, 8, x'0102'), (1, 1, 1, 150.5, 16, NULL), (2, 0, 1, NULL, NULL, NULL);
        INSERT INTO event (ride_id, at_ms, kind, detail, signal_dbm) VALUES (1, 1500, 'trainerLost', 'timedOut', -71);
        """)
  }

  /// The tables of the third, with a ride that was cut off and one of a file.
  func makeThirdVersion() throws {
    try make(
      version: 3,
      with: """
        INSERT INTO ride (start_ms, planned_seconds, target_watts, asked_watts, trainer_address, state)
        VALUES (1000, 60, 155, 160, 'C0:FF:EE:00:00:01', 'riding');
        INSERT INTO ride (start_ms, planned_seconds, target_watts, state, timer_seconds, elapsed_seconds, joules, origin)
        VALUES (90000, 60, 0, 'finished', 1, 1, 150, '{"format":"tcx","sport":2,"subSport":0}');
        INSERT INTO sample (ride_id, second, timer_running, power_watts, altitude_meters)
        VALUES (1, 0, 1, 150, NULL), (2, 0, 1, 150, 34.5);
        INSERT INTO lap (ride_id, number, second, trigger, is_resting) VALUES (2, 0, 0, 'manual', 0);
        """)
  }

  /// The tables of the fourth, with a ride by a plan that was cut off.
  func makeFourthVersion() throws {
    try make(
      version: 4,
      with: """
        INSERT INTO ride (start_ms, planned_seconds, target_watts, asked_watts, trainer_address, state, is_dfa)
        VALUES (1000, 60, 155, 160, 'C0:FF:EE:00:00:01', 'riding', 1);
        INSERT INTO standing (ride_id, document, learnt_watts) VALUES (1, 'x', 150);
        INSERT INTO sample (ride_id, second, timer_running, power_watts, alpha1) VALUES (1, 0, 1, 150, 0.8);
        """)
  }

  /// The tables of the fifth, with a ride that was cut off.
  func makeFifthVersion() throws {
    try make(
      version: 5,
      with: """
        INSERT INTO ride (start_ms, planned_seconds, target_watts, asked_watts, trainer_address, state)
        VALUES (1000, 60, 155, 160, 'C0:FF:EE:00:00:01', 'riding');
        INSERT INTO sample (ride_id, second, timer_running, power_watts) VALUES (1, 0, 1, 150);
        INSERT INTO link_interval VALUES (1, 'trainer', 2, 1, 3, 0.000000002, 0.5);
        """)
  }

  /// The tables of the sixth, with settings, a finished ride with trend figures, a ride from a file, and one that was
  /// cut off.
  func makeSixthVersion() throws {
    try make(
      version: 6,
      with: """
        INSERT INTO ride (start_ms, planned_seconds, target_watts, asked_watts, trainer_address, state,
          timer_seconds, elapsed_seconds, joules, trend_key, zone2_seconds, zone2_watts, decoupling_percent)
        VALUES (1000, 60, 155, 160, 'C0:FF:EE:00:00:01', 'finished', 1, 1, 150, '1 zone2 120-140', 1, 150.5, NULL);
        INSERT INTO ride (start_ms, planned_seconds, target_watts, state, timer_seconds, elapsed_seconds, joules, origin)
        VALUES (90000, 60, 0, 'finished', 1, 1, 150, '{"format":"fit","sport":2,"subSport":0,"utcOffsetSeconds":-3600}');
        INSERT INTO ride (start_ms, planned_seconds, target_watts, asked_watts, trainer_address, state)
        VALUES (180000, 60, 155, 160, 'C0:FF:EE:00:00:01', 'riding');
        INSERT INTO sample (ride_id, second, timer_running, power_watts) VALUES (1, 0, 1, 150), (2, 0, 1, 150),
          (3, 0, 1, 150);
        INSERT INTO setting VALUES ('threshold_watts', 240), ('weight_kilograms', 78.5), ('gears', 22);
        """)
  }

  /// The tables of the sixth, with `rides` finished rides that have trend figures and `rows` rows each.
  func makeSixthVersion(rides: Int, rows: Int) throws {
    try make(
      version: 6,
      with: """
        WITH RECURSIVE number (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < \(rides))
        INSERT INTO ride (start_ms, planned_seconds, target_watts, asked_watts, trainer_address, state,
          timer_seconds, elapsed_seconds, joules, trend_key, zone2_seconds, zone2_watts, decoupling_percent)
        SELECT n * 86400000, 60, 155, 160, 'C0:FF:EE:00:00:01', 'finished', \(rows), \(rows), 150, '1 zone2 120-140', n,
          150.5, 2.5 FROM number;
        WITH RECURSIVE number (n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM number WHERE n < \(rows - 1))
        INSERT INTO sample (ride_id, second, timer_running, power_watts) SELECT id, n, 1, 150 FROM ride, number;
        """)
  }

  /// The tables of the seventh, with a plan and a finished ride of it.
  func makeSeventhVersion() throws {
    try make(
      version: 7,
      with: """
        INSERT INTO plan (key, name, made_ms, changed_ms, document) VALUES ('old', 'Old', 1, 1,
          '{"name":"Old","groups":[{"repeats":1,"intervals":[{"end":{"activity":{}},"cues":[],"target":{"free":{}}}]}]}');
        INSERT INTO ride (start_ms, planned_seconds, target_watts, asked_watts, trainer_address, state,
          timer_seconds, elapsed_seconds, joules)
        VALUES (1000, 60, 155, 160, 'C0:FF:EE:00:00:01', 'finished', 1, 1, 150);
        INSERT INTO ridden (ride_id, plan) VALUES (1,
          '{"name":"Old","intervals":[{"end":{"activity":{}},"cues":[],"aim":{"free":{}}}]}');
        """)
  }

  /// The tables of the eighth, with a finished ride and its upload.
  func makeEighthVersion() throws {
    try make(
      version: 8,
      with: """
        INSERT INTO ride (start_ms, planned_seconds, target_watts, asked_watts, trainer_address, state,
          timer_seconds, elapsed_seconds, joules)
        VALUES (1000, 60, 155, 160, 'C0:FF:EE:00:00:01', 'finished', 1, 1, 150);
        INSERT INTO sample (ride_id, second, timer_running, power_watts) VALUES (1, 0, 1, 150);
        INSERT INTO upload (ride_id, service, activity_ms, at_ms) VALUES (1, 'strava', 1000, 7000);
        """)
  }

  /// The tables of the ninth, with settings, a finished ride and its way to a service.
  func makeNinthVersion() throws {
    try make(
      version: 9,
      with: """
        INSERT INTO ride (start_ms, planned_seconds, target_watts, asked_watts, trainer_address, state,
          timer_seconds, elapsed_seconds, joules)
        VALUES (1000, 60, 155, 160, 'C0:FF:EE:00:00:01', 'finished', 1, 1, 150);
        INSERT INTO sample (ride_id, second, timer_running, power_watts) VALUES (1, 0, 1, 150);
        INSERT INTO upload (ride_id, service, activity_ms, at_ms, state) VALUES (1, 'strava', 1000, 7000, 'done');
        INSERT INTO rider_setting (name, entry, since_ms, value) VALUES ('threshold_watts', 1, 5, 250);
        """)
  }

  private func make(version: Int, with rows: String) throws {
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    let queue = try DatabaseQueue(path: database)
    var migrator = DatabaseMigrator()
    for (name, sql) in zip(
      Schema.migrator.migrations.prefix(version),
      [
        Schema.devicesAndRides, Schema.goingOn, Schema.library, Schema.plans, Schema.linkIntervals,
        Schema.certainty, Schema.changes + Schema.movesToChanges.joined(), Schema.calendar,
        Schema.uploads,
      ])
    {
      migrator.registerMigration(name) { try $0.execute(sql: sql) }
    }
    try migrator.migrate(queue)
    try queue.write { try $0.execute(sql: rows) }
  }
}
