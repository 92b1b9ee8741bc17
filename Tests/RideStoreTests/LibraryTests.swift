import Dispatch
import Foundation
import GRDB
import Rides
import TestKit
import Testing

@testable import RideStore

/// Reading while the store is in use, and writing during a ride.
@Suite(.timeLimit(.minutes(TestDeadline.testMinutes))) struct LibraryTests {
  private let state = TemporaryState()

  private func record(seconds: Int, start: UnixTime = start) -> RideRecord {
    RideRecord(
      id: 0, start: start, plannedSeconds: 0, trainerName: nil, samples: steady(0..<seconds), events: [],
      origin: RideOrigin(format: .tcx))
  }

  @Test func `a ride's rows are stored while a long ride is imported`() async throws {
    let store = try state.open()
    let ride = try await store.begin(newRide())
    let record = record(seconds: 50_000, start: start.advanced(by: .seconds(-86_400)))
    let importing = Task { try await store.importRide(record, evenIfThere: false) }
    let seconds = try await store.rideOn(ride)
    #expect(seconds > 10, "one turn for each slice")
    #expect(try await importing.value.totals.elapsedSeconds == 50_000)
    #expect(try await store.samples(of: ride, from: 0, limit: .max).count == seconds)
  }

  @Test func `an interrupted import is not listed, and the next purge deletes it`() async throws {
    let store = try state.open()
    let importing = Task { [record = record(seconds: 50_000)] in
      try await store.importRide(record, evenIfThere: false)
    }
    let left = try await store.whenItHas(2000) { [state] in try state.asAfterAKill() }
    _ = try await importing.value
    let next = try left.open()
    for deleted in [false, true] {
      var query = RideQuery(limit: 10, offset: 0)
      query.deleted = deleted
      #expect(try await next.rides(query).isEmpty)
    }
    #expect(try await next.resolve("last") == nil)
    #expect(try await next.unwritten().isEmpty)
    #expect(try await next.unfinished().isEmpty)
    #expect(try await next.rowCount >= 2000)
    #expect(try await next.purge(deletedBefore: start).count == 1)
    #expect(try await next.rowCount == 0)
  }

  @Test func `a purge does not touch a ride that is being imported`() async throws {
    let store = try state.open()
    let importing = Task { [record = record(seconds: 20_000)] in
      try await store.importRide(record, evenIfThere: false)
    }
    try await store.whenItHas(2000) {}
    #expect(try await store.purge(deletedBefore: start.advanced(by: .seconds(86_400))).isEmpty)
    #expect(try await importing.value.totals.elapsedSeconds == 20_000)
  }

  @Test func `the library answers while the store waits for its disk`() async throws {
    let executor = QueueExecutor()
    let store = try RideDatabase(directory: state.path, executor: executor, libraryExecutor: QueueExecutor())
    let ride = try await store.importRide(record(seconds: 100), evenIfThere: false)
    let gate = DispatchSemaphore(value: 0)
    let held = Task { try await store.hold(gate) }
    #expect(try await store.library.record(ride.id).samples.count == 100)
    #expect(try await store.library.rides(RideQuery(limit: 10, offset: 0)).map(\.id) == [ride.id])
    gate.signal()
    try await held.value
  }

  @Test func `the library reads from a database that was written again`() async throws {
    let store = try state.open()
    let first = try await store.importRide(record(seconds: 100), evenIfThere: false)
    for suffix in ["", "-wal", "-shm"] { try FileManager.default.removeItem(atPath: state.database + suffix) }
    #expect(try await store.library.ride(first.id).id == first.id, "read on from what is open")
    let second = try await store.importRide(
      record(seconds: 100, start: start.advanced(by: .seconds(1000))), evenIfThere: false)
    #expect(try await store.library.record(second.id).samples.count == 100)
  }

  @Test func `a ride's file is due again if the ride is cut while the file is made`() async throws {
    let store = try state.open()
    let ride = try await store.importRide(record(seconds: 600), evenIfThere: false)
    _ = try await store.cut(ride.id, to: 0..<300)
    let path = try await store.writeFile([1], of: ride.id, activityID: ride.activityID)
    #expect(try await store.isFileDue(ride.id))
    #expect(try Data(contentsOf: URL(filePath: path)) == Data([1]))
    _ = try await store.writeFile([2], of: ride.id, activityID: try await store.ride(ride.id).activityID)
    #expect(try await !store.isFileDue(ride.id))
  }
}

extension RideDatabase {
  var rowCount: Int {
    get throws { try read { try Int.fetchOne($0, sql: "SELECT count(*) FROM sample") ?? 0 } }
  }

  /// Runs `body` once there are this many rows, between two changes.
  fileprivate func whenItHas<Output: Sendable>(
    _ rows: Int, _ body: @Sendable () throws -> Output
  ) async throws -> Output {
    while try rowCount < rows { await Task.yield() }
    return try body()
  }

  /// Appends a second to a ride whenever an import yields, and returns the number of seconds.
  fileprivate func rideOn(_ ride: Int) async throws -> Int {
    var second = 0
    while arriving.isEmpty { await Task.yield() }
    while !arriving.isEmpty {
      try append(to: ride, samples: steady(second..<second + 1))
      second += 1
      await Task.yield()
    }
    return second
  }

  /// Blocks the store's thread until the gate opens.
  fileprivate func hold(_ gate: DispatchSemaphore) throws { gate.wait() }
}
