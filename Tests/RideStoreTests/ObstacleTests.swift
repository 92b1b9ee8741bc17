import Foundation
import GRDB
import Glibc
import Rides
import TestKit
import Testing

@testable import RideStore

/// Obstacles to opening the store, which must leave it unchanged.
@Suite struct ObstacleTests {
  let state = TemporaryState()

  /// The database is in the state after a kill, with rows only in the log.
  ///
  /// A writing connection would move them into the database on closing.
  @Test func `the log of a later version's database is not changed either`() async throws {
    let left = TemporaryState()
    do {
      let store = try state.open()
      let id = try await store.begin(newRide())
      try await store.append(to: id, samples: steady(0..<5))
      try await store.queue.write { try $0.execute(sql: "INSERT INTO grdb_migrations VALUES ('9 gears')") }
      try FileManager.default.copyItem(atPath: state.path, toPath: left.path)
    }
    let files = [left.database, left.database + "-wal"]
    let before = try files.map { try Data(contentsOf: URL(filePath: $0)) }
    try #require(before[1].count > 0)
    for _ in 1...3 {
      let error = #expect(throws: StoreError.self) { try left.open() }
      #expect(error?.cause == .newerVersion)
      #expect(error?.context == .migration("9 gears"))
    }
    #expect(try files.map { try Data(contentsOf: URL(filePath: $0)) } == before)
  }

  @Test func `the process that holds the state directory is named`() async throws {
    let store = try state.open()
    let error = #expect(throws: StoreError.self) { try state.open() }
    #expect(error?.cause == .inUse)
    #expect(error?.context == .process(getpid()))
    withExtendedLifetime(store) {}
  }

  @Test(
    arguments: [
      ("1: FLOCK  ADVISORY  WRITE 812 08:01:131090 0 EOF", 812),
      ("1: -> FLOCK  ADVISORY  WRITE 812 08:01:131090 0 EOF", nil),
      ("1: POSIX  ADVISORY  WRITE 812 08:01:131090 0 EOF", nil),
      ("1: FLOCK  ADVISORY  WRITE 812 08:01:131091 0 EOF", nil),
      ("1: FLOCK  ADVISORY  WRITE 812 08:02:131090 0 EOF", nil),
      ("1: FLOCK  ADVISORY  WRITE -1 08:01:131090 0 EOF", nil),
      ("1: FLOCK  ADVISORY  WRITE 812 131090 0 EOF", nil), ("", nil),
    ] as [(String, Int32?)])
  func `the kernel's list of locks is read`(_ line: String, _ process: Int32?) {
    #expect(LockHolder.process(line, holding: 0x801, 131_090) == process)
  }

  @Test(.enabled(if: SmallDisk.isPossible, "needs root, to mount a small disk"))
  func `a disk that is full from the beginning is used once it has space`() async throws {
    let disk = try SmallDisk()
    try disk.fill()
    let path = disk.directory.path(of: "state")
    for _ in 1...2 {
      let error = #expect(throws: StoreError.self) { try RideDatabase(directory: path, executor: QueueExecutor()) }
      #expect(error?.cause == .diskFull)
    }
    disk.makeRoom()
    let store = try RideDatabase(directory: path, executor: QueueExecutor())
    #expect(store.setAside == nil, "what was half made is no damage")
    #expect(try await store.begin(newRide()) == 1)
  }

  /// A directory can be created but no page can be written: the remains of the first attempt must not count as damage.
  @Test(.enabled(if: SmallDisk.isPossible, "needs root, to mount a small disk"), arguments: [1, 3, 8, 16])
  func `a disk that fills while the database is created is used once it has space`(_ pages: Int) async throws {
    let disk = try SmallDisk()
    let spare = disk.directory.path(of: "spare")
    try Data(repeating: 1, count: pages * 4096).write(to: URL(filePath: spare))
    try disk.fill()
    unlink(spare)
    let path = disk.directory.path(of: "state")
    do throws(StoreError) {
      _ = try RideDatabase(directory: path, executor: QueueExecutor())
    } catch {
      #expect(error.cause == .diskFull, "\(error)")
    }
    disk.makeRoom()
    let store = try RideDatabase(directory: path, executor: QueueExecutor())
    #expect(store.setAside == nil)
    #expect(try await store.begin(newRide()) == 1)
  }

  @Test(.enabled(if: SmallDisk.isPossible, "needs root, to mount a small disk"))
  func `a read-only file system is distinguished from denied access`() throws {
    let disk = try SmallDisk()
    for path in [disk.directory.path, disk.directory.path(of: "state")] {
      try disk.remount(readOnly: true)
      let error = #expect(throws: StoreError.self) { try RideDatabase(directory: path, executor: QueueExecutor()) }
      #expect(error?.cause == .readOnly, "\(String(describing: error))")
      try disk.remount(readOnly: false)
      #expect(throws: Never.self) { try RideDatabase(directory: path, executor: QueueExecutor()) }
      try disk.remount(readOnly: true)
      let later = #expect(throws: StoreError.self) { try RideDatabase(directory: path, executor: QueueExecutor()) }
      #expect(later?.cause == .readOnly, "with a database there: \(String(describing: later))")
      try disk.remount(readOnly: false)
    }
  }
}
