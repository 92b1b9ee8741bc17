import Foundation
import RideFiles
import RideStore
import Rides
import TestKit

extension FuzzEntry {
  /// Damage to the files of a store: the first byte chooses the files, the others the damage.
  package static let recovery = FuzzEntry(
    name: "recovery",
    seeds: {
      // Kind, file, three bytes of place, parameters; the log begins with a header of 32 bytes.
      let damages: [[UInt8]] = [
        [], [0, 0, 0, 0, 20, 3], [0, 0, 0, 0x10, 9, 7], [0, 0, 0, 0x31, 0x80, 7], [0, 1, 0, 8, 0, 1],
        [1, 0, 0, 0x20, 0, 4, 255, 255, 255, 255], [2, 0, 0, 0x28, 0], [2, 1, 0, 0x40, 0], [2, 1, 0, 0, 40],
        [3, 2, 0, 0, 0, 5, 1, 2, 3, 4, 5], [3, 0, 0, 0, 0, 3, 1, 2, 3], [4, 0, 0, 0x10, 0], [4, 1, 0, 0x20, 0],
        [5, 0, 0, 0x10, 0, 0, 0x40, 0], [6, 1, 0, 0, 0, 2, 7, 7], [7, 0, 0, 0, 0], [7, 1, 0, 0, 0],
      ]
      return damages.flatMap { damage in [[0] + damage, [1] + damage] }
    },
    run: { input in
      var choices = Choices(input)
      let original = try choices.flag() ? StateFiles.cutOff.get() : StateFiles.closed.get()
      var files = original
      files.damage(&choices)
      let isDatabaseSound = files.contents[StateFiles.database] == original.contents[StateFiles.database]
      let isWhole = files.contents[StateFiles.log] == original.contents[StateFiles.log] && isDatabaseSound
      let directory = try TemporaryDirectory(in: "/dev/shm")
      try files.write(to: directory)
      let damaged = files
      for _ in 0..<2 {
        try onLoop { loop in
          let recovery = Recovery(
            directory: directory, files: damaged, isDatabaseSound: isDatabaseSound, isWhole: isWhole)
          try await recovery.check(on: loop)
        }
      }
    })
}

/// Opens a damaged store and makes all requests of a daemon.
private struct Recovery: Sendable {
  let directory: TemporaryDirectory
  let files: StateFiles
  /// Whether the database file is undamaged, regardless of its log and index.
  let isDatabaseSound: Bool
  /// Whether at most the index is damaged.
  let isWhole: Bool

  func check(on loop: TestLoop) async throws {
    guard let store = try open(on: loop) else { return }
    if let aside = store.setAside {
      try promise("\(aside) is kept", FileManager.default.fileExists(atPath: aside))
      try promise("a sound store is not set aside", !isDatabaseSound)
    }
    let found = try await tolerating(in: store, rides) ?? [:]
    if isDatabaseSound { try checkNothingIsLost(found) }
    let rows = StateFiles.rows(7)
    let written = try await tolerating(in: store) { store throws(StoreError) in try await recorded(rows, in: store) }
    if let written { try promise("a new ride is recorded, not \(written)", written == rows || mayMislead(store)) }
  }

  /// Opens the store; nil if the damage makes it look like the store of a later version.
  private func open(on loop: TestLoop) throws -> RideDatabase? {
    do throws(StoreError) {
      return try RideDatabase(directory: directory.path, secondLookAfter: {}, executor: loop)
    } catch {
      try promise("it opens: \(error)", error.cause == .newerVersion && !isDatabaseSound)
      return nil
    }
  }

  /// Returns whether the database may still contain damage that was not found when it was opened.
  private func mayMislead(_ store: RideDatabase) -> Bool { !isDatabaseSound && store.setAside == nil }

  /// Returns the result of `body`; nil if it fails because of damage, which an undamaged or new database does not have.
  private func tolerating<Value: Sendable>(
    in store: RideDatabase, _ body: (RideDatabase) async throws(StoreError) -> Value
  ) async throws -> Value? {
    do throws(StoreError) {
      return try await body(store)
    } catch {
      try promise("\(error.code) comes of damage: \(error)", mayMislead(store) && error.cause == .damaged)
      return nil
    }
  }

  /// Returns the rows of every ride; also encodes each ride.
  private func rides(in store: RideDatabase) async throws(StoreError) -> [Int: [RideSample]] {
    let encoder = TCXEncoder(creator: RideFileCreator(name: "jz2", major: 0, minor: 0, patch: 0))
    let page = try await store.changes(after: nil, limit: 10)
    _ = (try await store.changes(after: page.next, limit: 10), try await store.settings(at: UnixTime(seconds: 0)))
    _ = (try await store.devices(), try await store.unwritten(), try await store.resolve("last"))
    _ = (try await store.plans(withCalendar: true), try await store.calendarFetches())
    _ = (
      try await store.settings(), try await store.count(RideQuery(search: "rund")),
      try await store.trends(since: UnixTime(milliseconds: .min), before: nil, by: Derivation(method: "1", basis: "k"))
    )
    var found: [Int: [RideSample]] = [:]
    for ride in try await store.rides(RideQuery(limit: 100)) + store.unfinished() {
      _ = (try await store.uploads(of: ride.id), encoder.encode(try await store.record(ride.id)))
      let record = try await store.record(ride.id, whole: true)
      _ = (encoder.encode(record), ride.start.rfc3339, ride.begun.time.fileStem)
      found[ride.id] = record.samples
    }
    return found
  }

  private func checkNothingIsLost(_ found: [Int: [RideSample]]) throws {
    for (id, rows) in files.rides where !files.isCutOff || id < 3 {
      try promise("ride \(id) has all of its \(rows.count) rows, not \(found[id]?.count ?? 0)", found[id] == rows)
    }
    guard files.isCutOff, let rows = files.rides[3] else { return }
    let last = found[3] ?? []
    try promise("the last ride has rows from its beginning, not \(last.map(\.second))", rows.starts(with: last))
    if isWhole { try promise("the last ride has all of its rows, not \(last.count)", last == rows) }
  }

  private func recorded(_ rows: [RideSample], in store: RideDatabase) async throws(StoreError) -> [RideSample] {
    let id = try await store.begin(
      NewRide(
        RideOrder(askedWatts: 150, plannedSeconds: 60, trainer: RideStage.trainer, heartRate: nil),
        start: StartTime(UnixTime(seconds: 1_795_100_000)), targetWatts: 150))
    try await store.append(to: id, samples: rows)
    _ = try await store.finish(id)
    return try await store.record(id).samples
  }
}
