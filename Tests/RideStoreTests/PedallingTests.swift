import Foundation
import GRDB
import Rides
import TestKit
import Testing

@testable import RideStore

@Suite struct PedallingTests {
  let state = TemporaryState()

  /// Makes a library of the version before the pedalling, with an interrupted ride.
  private func makeFormerLibrary() throws {
    try FileManager.default.createDirectory(atPath: state.path, withIntermediateDirectories: true)
    let queue = try DatabaseQueue(path: state.database)
    try Schema.migrator.migrate(queue, upTo: "2 plans as files have them")
    try queue.write { db in
      try db.execute(
        sql: """
          INSERT INTO ride (start_ms, planned_seconds, target_watts, trainer_address, state)
            VALUES (1000, 60, 155, 'C0:FF:EE:00:00:01', 'riding');
          INSERT INTO sample (ride_id, second, timer_running, power_watts) VALUES (1, 0, 1, 150);
          """)
    }
    try queue.close()
  }

  @Test func `a library from before the pedalling keeps its rows, and new rows have a balance`() async throws {
    try makeFormerLibrary()
    let store = try state.open()
    var row = RideSample(second: 1, timerRunning: true, powerWatts: 160)
    row.pedalling.leftPercent(49.5)
    try await store.append(to: 1, samples: [row])
    let former = RideSample(second: 0, timerRunning: true, powerWatts: 150)
    #expect(try await store.record(1).samples == [former, row])
  }

  @Test func `a trimmed ride keeps the balance of its rows`() async throws {
    let store = try state.open()
    let id = try await store.begin(newRide())
    let rows = steady(0..<60).map { row in
      var row = row
      row.pedalling.leftPercent(Double(row.second))
      return row
    }
    try await store.append(to: id, samples: rows)
    _ = try await store.finish(id)
    _ = try await store.cut(id, to: 10..<40)
    #expect(try await store.record(id).samples.map { $0.pedalling?.leftPercent } == (10..<40).map(Double.init))
  }
}

extension Pedalling? {
  fileprivate mutating func leftPercent(_ percent: Double) {
    var pedalling = Pedalling()
    pedalling.leftPercent = percent
    self = pedalling
  }
}
