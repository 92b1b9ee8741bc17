internal import GRDB
internal import Glibc
internal import Rides

extension RideDatabase {
  /// Returns the rides that are over according to a spool that is not imported yet; they must neither resume nor be
  /// finished without it.
  package func endedInSpools() -> Set<Int> {
    Set(spools.flatMap { OtherLibrary(path: $0.database)?.rides(where: "state = 'finished'") ?? [] })
  }

  /// Whether former processes left rides that are not imported yet.
  package var hasSpools: Bool { !spools.isEmpty }

  /// Imports the rides that former processes could not store, and removes their spools.
  /// - Throws: The reason why a ride is not stored; its spool stays and can be imported later.
  package func takeInSpools() throws(StoreError) {
    var failure: StoreError?
    for spool in spools {
      do throws(StoreError) {
        // A file that is no longer a database has no rides to import.
        if let other = OtherLibrary(path: spool.database) {
          let isOurs = try other.uuid == uuid()
          for id in other.rides() { try takeIn(id, from: other, isOurs: isOurs) }
        }
        spool.remove()
        spools.removeAll { $0 == spool }
      } catch {
        failure = failure ?? error
      }
    }
    if let failure { throw failure }
  }

  private func takeIn(_ id: Int, from other: OtherLibrary, isOurs: Bool) throws(StoreError) {
    guard let row = other.ride(id) else { return }
    let isOver = row["state"].flatMap(String.fromDatabaseValue) == "finished"
    let end = row["cut_to"].flatMap(Int.fromDatabaseValue)
    let (number, state) = try write { db -> (Int, RideState?) in
      let there = try? self.present(db, id: id, live: RideTotals())
      let isSame = there.map { isOurs || Self.begins($0, as: row) } ?? false
      let isTaken = try Bool.fetchOne(db, sql: "SELECT EXISTS (SELECT 1 FROM ride WHERE id = ?)", arguments: [id])
      let number = isSame || isTaken != true ? id : self.takeID()
      if !isSame {
        guard try Self.insert(db, Self.beginning(of: row), as: number) else { return (number, nil) }
      } else if there?.state == .suspended {
        try db.execute(
          sql: """
            UPDATE ride SET start_ms = ?, boot_id = ?, start_boottime_ns = ?, is_start_set = ?, utc_offset_s = ?
            WHERE id = ?
            """,
          arguments: [
            row["start_ms"], row["boot_id"], row["start_boottime_ns"], row["is_start_set"], row["utc_offset_s"], number,
          ])
      }
      _ = try Self.copyRows(db, of: id, from: other, as: number)
      if let there, isSame, there.state == .finished { try Self.settle(db, there, cut: there.cut) }
      try self.note(db, .ride(number, .recovered))
      return (number, isSame ? there?.state : .suspended)
    }
    guard isOver, state == .suspended else { return }
    if try wholeSeconds(of: number) > 0 { _ = try finish(number, cutAt: end) } else { try discard(number) }
  }

  private func wholeSeconds(of id: Int) throws(StoreError) -> Int {
    try read { try SampleCursor.wholeSeconds($0, ride: id) }
  }

  private static func begins(_ ride: StoredRide, as row: [String: DatabaseValue]) -> Bool {
    let start = row["start_ms"].flatMap(Int64.fromDatabaseValue) ?? .min
    return (start &- ride.begun.time.milliseconds).magnitude < 2000
  }

  /// Returns a ride's row in its state before the end.
  private static func beginning(of row: [String: DatabaseValue]) -> [String: DatabaseValue] {
    var row = row
    row["state"] = "suspended".databaseValue
    for key in ["cut_from", "cut_to", "timer_seconds", "elapsed_seconds", "joules", "file_name"] { row[key] = .null }
    row["is_file_due"] = 0.databaseValue
    return row
  }
}

extension RideDatabase {
  /// Removes a spool of this process after all its contents were stored.
  package func remove(_ spool: Spool) { spool.remove() }
}

// MARK: - Use as a spool

extension RideDatabase {
  /// Makes this store a spool of a library, and limits its size.
  package func beSpool(of library: String?, atMost bytes: Int) throws(StoreError) {
    do {
      try queue.writeWithoutTransaction { db in
        try db.execute(sql: "PRAGMA max_page_count = \(bytes / WriteAheadLog.pageSize(db))")
        if let library { try db.execute(sql: "UPDATE library SET uuid = ?", arguments: [library]) }
      }
    } catch {
      throw StoreError(error, path: queue.path)
    }
  }

  /// Marks a ride in a spool as over; the library, which has all rows, computes its totals.
  package func noteEnd(of id: Int, cutAt second: Int?) throws(StoreError) {
    let end = second.flatMap { $0 > 0 ? $0 : nil }
    try write { db in
      try db.execute(
        sql: """
          UPDATE ride SET state = 'finished', timer_seconds = 0, elapsed_seconds = 0, joules = 0, cut_from = ?,
            cut_to = ? WHERE id = ?
          """,
        arguments: [end.map { _ in 0 }, end, id])
    }
  }
}

/// A directory `spool-<n>` in which a process keeps rides that the store cannot take.
///
/// It is a store of its own, and the next process imports it.
package struct Spool: Hashable, Sendable {
  /// The path of the directory.
  package let path: String

  /// The most spools in one place; each is left by a process that ended while its store failed.
  private static let most = 20
  private static let prefix = "spool-"

  var database: String { path + "/jz2.sqlite" }

  /// Returns the spools of former processes, place by place, in the order of their creation.
  static func left(in places: [String]) -> [Spool] {
    places.flatMap { place in
      FolderNames.names(in: place).filter { $0.hasPrefix(prefix) }.compactMap { Int($0.dropFirst(prefix.count)) }
        .sorted().map { Spool(path: "\(place)/\(prefix)\($0)") }
    }
  }

  /// Creates a new spool.
  /// - Throws: `failed` if there are too many, `notPermitted` and the like.
  package static func make(in place: String) throws(StoreError) -> Spool {
    for number in 1...most {
      let path = "\(place)/\(prefix)\(number)"
      if mkdir(path, 0o700) == 0 { return Spool(path: path) }
      guard errno == EEXIST else { throw StoreError(call: "mkdir", path: path) }
    }
    throw StoreError(.failed, path: place, detail: "there are \(most) spools already")
  }

  /// Removes the spool and its contents.
  package func remove() {
    for name in ["jz2.sqlite", "jz2.sqlite-wal", "jz2.sqlite-shm", ".lock", ".probe"] { unlink("\(path)/\(name)") }
    rmdir(path + "/rides")
    rmdir(path)
  }
}
