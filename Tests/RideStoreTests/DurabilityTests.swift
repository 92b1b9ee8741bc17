import Foundation
import GRDB
import RideSession
import Testing

@testable import RideStore

@Suite struct DurabilityTests {
  let state = TemporaryState()

  /// What a kill leaves behind: database and log as they are on disk at this moment, no connection closed.
  @Test func rideCutOffIsThereWithEveryStoredSecondAndSuspended() async throws {
    let store = try state.open()
    let id = try await store.begin(newRide())
    for second in 0..<20 { try await store.append(to: id, samples: steady(second..<second + 1)) }
    let left = TemporaryState()
    try FileManager.default.createDirectory(atPath: left.path, withIntermediateDirectories: true)
    for suffix in ["", "-wal"] {
      try FileManager.default.copyItem(atPath: state.database + suffix, toPath: left.database + suffix)
    }

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

  @Test func suspendedRideStaysUnfinished() async throws {
    do {
      let store = try state.open()
      let id = try await store.begin(newRide())
      try await store.suspend(id)
    }
    #expect(try await state.open().unfinished().map(\.state) == [.suspended])
  }

  @Test func laterVersionIsRefusedAndNothingChanged() async throws {
    do {
      let store = try state.open()
      _ = try await store.begin(newRide())
      try await store.queue.write { try $0.execute(sql: "INSERT INTO grdb_migrations VALUES ('2 later')") }
    }
    let before = try Data(contentsOf: URL(filePath: state.database))
    await expect(throwsCode: .newerVersion) { try state.open() }
    #expect(try Data(contentsOf: URL(filePath: state.database)) == before)
    #expect(!state.names().contains { $0.contains("broken") })
  }

  @Test(arguments: [0..<4096, 4096..<1_000_000])
  func damagedDatabaseIsSetAsideAndANewOneBegun(_ damage: Range<Int>) async throws {
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
    #expect(try await store.begin(newRide()) == 1)
  }

  @Test func soundDatabaseIsNotSetAside() async throws {
    #expect(try state.open().setAside == nil)
    #expect(try state.open().setAside == nil)
  }

  @Test func directoryServesOneStoreAtATime() async throws {
    let store = try state.open()
    await expect(throwsCode: .inUse) { try state.open() }
    withExtendedLifetime(store) {}
  }

  @Test func directoryIsMadeWithThoseAboveIt() async throws {
    let path = state.path + "/a/b/"
    _ = try RideStore(directory: path, executor: QueueExecutor())
    #expect(state.names(in: "/a/b") == ["jz2.sqlite", "rides"])
  }

  @Test func fileInTheDirectorysPlaceIsNamed() throws {
    try Data("x".utf8).write(to: URL(filePath: state.path))
    for path in [state.path, state.path + "/below"] {
      let error = #expect(throws: StoreError.self) { try RideStore(directory: path, executor: QueueExecutor()) }
      #expect(error?.code == .notADirectory)
      #expect(error?.path == path)
      #expect(error?.detail.contains("Not a directory") == true)
    }
  }

  /// Root may write anywhere but in the kernel's own file systems.
  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/sys/kernel"), "needs /sys"))
  func directoryThatCannotBeWrittenIsNamed() throws {
    let error = #expect(throws: StoreError.self) { try RideStore(directory: "/sys/kernel", executor: QueueExecutor()) }
    #expect(error?.code == .notPermitted)
    #expect(error?.path.hasPrefix("/sys/kernel") == true)
  }
}
