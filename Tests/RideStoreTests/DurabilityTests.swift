import Foundation
import GRDB
import Rides
import Testing

@testable import RideStore

@Suite struct DurabilityTests {
  let state = TemporaryState()

  @Test func `an interrupted ride has every stored second and is suspended`() async throws {
    let store = try state.open()
    let id = try await store.begin(newRide())
    for second in 0..<20 { try await store.append(to: id, samples: steady(second..<second + 1)) }
    let left = try state.asAfterAKill()
    let found = try left.open()
    let ride = try #require(try await found.unfinished().first)
    #expect(ride.state == .suspended)
    #expect(ride.totals.elapsedSeconds == 20)
    #expect(try await found.record(ride.id).samples == steady(0..<20))
    try await found.resume(ride.id)
    try await found.append(to: ride.id, samples: steady(20..<21))
    #expect(try await found.finish(ride.id).totals.timerSeconds == 21)
    #expect(try await found.unfinished().isEmpty)
  }

  @Test func `a suspended ride stays unfinished after a restart`() async throws {
    do {
      let store = try state.open()
      let id = try await store.begin(newRide())
      try await store.suspend(id)
    }
    #expect(try await state.open().unfinished().map(\.state) == [.suspended])
  }

  @Test func `a ride with only a stored target is read as a steady ride`() async throws {
    try state.makeLibrary()
    let store = try state.open()
    #expect(store.setAside == nil)
    let ride = try #require(try await store.unfinished().first)
    let order = try #require(ride.order)
    #expect(ride.askedWatts == 155 && ride.begun.instant == nil && ride.standing == nil)
    #expect(order.plan == .steady(watts: 155, seconds: 60))
    #expect(order.guards.isEmpty && order.riderKilograms == RideOrder.usualRiderKilograms)
    #expect(ride.thresholdWatts == nil && ride.begun.isConfirmed == nil && ride.begun.utcOffsetSeconds == nil)
    #expect(try await store.intervals(of: 1).isEmpty)
    try await store.append(
      to: 1, samples: steady(1..<2), standing: RideStanding(askedWatts: 160, document: "x", learntWatts: 150))
    #expect(try await store.finish(1).state == .finished)
    #expect(try await store.lastLearntWatts() == 150)
  }

  @Test func `a database removed while it is open is written again`() async throws {
    let store = try state.open()
    let id = try await store.begin(newRide())
    try await store.append(to: id, samples: steady(0..<5))
    for name in state.names() where name.hasPrefix("jz2.sqlite") {
      try FileManager.default.removeItem(atPath: "\(state.path)/\(name)")
    }
    try await store.append(to: id, samples: steady(5..<6))
    #expect(try await store.pragma("journal_mode") == "wal")
    #expect(try await store.pragma("synchronous") == "2")
    let copy = TemporaryState()
    try FileManager.default.copyItem(atPath: state.path, toPath: copy.path)
    #expect(try await copy.open().record(id).samples == steady(0..<6))
  }

  /// Its page size differs from that of a new database.
  @Test func `a removed database is written again with its page size`() async throws {
    try state.makeLibrary()
    let store = try state.open()
    for name in state.names() where name.hasPrefix("jz2.sqlite") {
      try FileManager.default.removeItem(atPath: "\(state.path)/\(name)")
    }
    try await store.append(to: 1, samples: steady(1..<2))
    #expect(try await store.record(1).samples.count == 2)
    #expect(FileManager.default.fileExists(atPath: state.database))
  }

  @Test func `a foreign file in the database's place is not written to`() async throws {
    let store = try state.open()
    let id = try await store.begin(newRide())
    try FileManager.default.moveItem(atPath: state.database, toPath: state.database + ".old")
    try Data("mine".utf8).write(to: URL(filePath: state.database))
    await expect(throwsCode: .obstacle(.failed)) { try await store.append(to: id, samples: steady(0..<1)) }
    #expect(try Data(contentsOf: URL(filePath: state.database)) == Data("mine".utf8))
    try FileManager.default.removeItem(atPath: state.database)
    try await store.append(to: id, samples: steady(0..<1))
    #expect(try await store.record(id).samples.count == 1)
  }

  /// A kill after the ride's end is stored and before its file is written leaves the file of the suspended ride.
  @Test func `the file of a suspended ride is written again when the ride ends`() async throws {
    let store = try state.open()
    let id = try await store.begin(newRide())
    try await store.append(to: id, samples: steady(0..<5))
    try await store.suspend(id)
    _ = try await store.writeFile([1], of: id)
    #expect(try await store.unwritten().isEmpty, "it is not over")
    _ = try await store.finish(id)
    #expect(try await store.unwritten() == [id])
    _ = try await store.writeFile([1, 2], of: id)
    #expect(try await store.unwritten().isEmpty)
  }

  @Test func `a database of a later version is refused and not changed`() async throws {
    do {
      let store = try state.open()
      _ = try await store.begin(newRide())
      try await store.queue.write { try $0.execute(sql: "INSERT INTO grdb_migrations VALUES ('2 later')") }
    }
    let before = try Data(contentsOf: URL(filePath: state.database))
    await expect(throwsCode: .obstacle(.newerVersion)) { try state.open() }
    #expect(try Data(contentsOf: URL(filePath: state.database)) == before)
    #expect(!state.names().contains { $0.contains("broken") })
  }

  @Test(arguments: [0..<4096, 4096..<1_000_000])
  func `a damaged database is set aside and a new one is created`(_ damage: Range<Int>) async throws {
    do {
      let store = try state.open()
      let id = try await store.begin(newRide())
      try await store.append(to: id, samples: steady(0..<500))
    }
    var bytes = try Data(contentsOf: URL(filePath: state.database))
    let damage = damage.clamped(to: 0..<bytes.count)
    bytes.replaceSubrange(damage, with: Data(repeating: 0xA5, count: damage.count))
    try bytes.write(to: URL(filePath: state.database))

    let store = try state.open()
    #expect(store.setAside == state.database + ".broken-1")
    #expect(try Data(contentsOf: URL(filePath: state.database + ".broken-1")) == bytes)
    #expect(store.damagedFiles == [state.database + ".broken-1"])
    try FileManager.default.removeItem(atPath: state.database + ".broken-1")
    await store.lookForDamagedFiles()
    #expect(store.damagedFiles == [], "somebody has dealt with it")
  }

  @Test func `a sound database is not set aside`() async throws {
    #expect(try state.open().setAside == nil)
    #expect(try state.open().setAside == nil)
  }

  @Test func `a directory serves one store at a time`() async throws {
    let store = try state.open()
    await expect(throwsCode: .obstacle(.inUse)) { try state.open() }
    withExtendedLifetime(store) {}
  }

  @Test func `the state directory is created with its parent directories`() async throws {
    let path = state.path + "/a/b/"
    _ = try RideDatabase(directory: path, executor: QueueExecutor())
    #expect(state.names(in: "/a/b") == [".lock", "jz2.sqlite", "rides"])
  }

  @Test func `a file in place of the state directory is named in the error`() throws {
    try Data("x".utf8).write(to: URL(filePath: state.path))
    for path in [state.path, state.path + "/below"] {
      let error = #expect(throws: StoreError.self) { try RideDatabase(directory: path, executor: QueueExecutor()) }
      #expect(error?.cause == .notADirectory)
      #expect(error?.path == path)
      #expect(error?.detail.contains("Not a directory") == true)
    }
  }

  /// Root may write everywhere except in the kernel's own file systems.
  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/sys/kernel"), "needs /sys"))
  func `a state directory that cannot be written is named in the error`() throws {
    let error = #expect(throws: StoreError.self) {
      try RideDatabase(directory: "/sys/kernel", executor: QueueExecutor())
    }
    #expect(error?.cause == .notPermitted)
    #expect(error?.path.hasPrefix("/sys/kernel") == true)
  }
}
