internal import GRDB
internal import Rides

extension RideDatabase {
  /// The rides taken over from a database that was set aside.
  package struct TakenOver: Hashable, Sendable {
    /// The path of that database.
    package let path: String
    /// The number of rides taken over, some perhaps without unreadable rows.
    package let rides: Int
    /// The number of rides that could not be taken over.
    package let lost: Int
  }

  /// Takes over the readable rides, and the rider's body data, from the databases that were set aside as damaged, each
  /// database once.
  ///
  /// The newest database comes first: it has the latest state of rides that older ones also have. A ride that began in
  /// the same second as one in this library, or has the same identity, deleted or not, counts as the same ride. The
  /// store takes other calls between two rides.
  package func takeOver() async throws(StoreError) -> [TakenOver] {
    var taken: [TakenOver] = []
    for path in damagedFiles.reversed() {
      guard let mark = OtherLibrary.mark(of: path), try read({ try Self.isTaken($0, mark) }) == false else { continue }
      let rides: Int
      let lost: Int
      if let other = OtherLibrary(path: path) {
        (rides, lost) = try await takeOverAll(of: other)
      } else if DatabaseFile.isDatabase(path) {
        // A later attempt to open it may succeed.
        continue
      } else {
        (rides, lost) = (0, 0)
      }
      try write { db in
        try db.execute(sql: "INSERT OR REPLACE INTO taken_over VALUES (?, ?, ?)", arguments: [mark, rides, lost])
      }
      taken.append(TakenOver(path: path, rides: rides, lost: lost))
      lookForDamagedFiles()
    }
    return taken
  }

  /// - Returns: The numbers of rides that were and were not taken over.
  private func takeOverAll(of other: OtherLibrary) async throws(StoreError) -> (rides: Int, lost: Int) {
    var (rides, lost) = (0, 0)
    try write { db in
      if try Self.takeOverBody(db, from: other) { try self.note(db, .body(nil, .changed)) }
    }
    for id in other.rides() {
      if let came = try takeOver(id, from: other) { if came { rides += 1 } else { lost += 1 } }
      await Task.yield()
    }
    return (rides, lost)
  }

  /// Returns the rides that a library has taken over from some databases, if this can be read.
  static func takenOver(of files: [String], into queue: DatabaseQueue) -> [TakenOver] {
    let marks = files.compactMap { path in OtherLibrary.mark(of: path).map { (path, $0) } }
    let taken = try? queue.read { db in
      try marks.compactMap { path, mark in
        let sql = "SELECT rides, lost FROM taken_over WHERE mark = ?"
        return try Row.fetchOne(db, sql: sql, arguments: [mark]).map {
          TakenOver(path: path, rides: $0.int(0) ?? 0, lost: $0.int(1) ?? 0)
        }
      }
    }
    return taken ?? []
  }

  /// Takes over the data that the next ride needs from the databases that were set aside: devices, settings, plans, the
  /// calendar, and rides that may resume.
  package func takeOverFirst() throws(StoreError) {
    for path in damagedFiles.reversed() {
      guard let mark = OtherLibrary.mark(of: path), try read({ try Self.isTaken($0, mark) }) == false,
        let other = OtherLibrary(path: path)
      else { continue }
      let uuid = path == setAside ? other.uuid : nil
      try write { db in
        for table in ["device", "plan", "deleted_plan", "calendar"] {
          let copier = try RowCopier(db, into: table, "INSERT OR IGNORE")
          try other.eachRow(of: table) { _ = try copier.write($0, $1, ride: nil) }
        }
        try Self.copySettings(db, from: other)
        try self.note(db, .library(.recovered))
        if let uuid { try db.execute(sql: "UPDATE library SET uuid = ?", arguments: [uuid]) }
      }
      for id in other.rides(where: "state != 'finished' AND deleted_ms IS NULL") { _ = try takeOver(id, from: other) }
    }
  }

  /// Copies settings that have no entry here, with their history.
  private static func copySettings(_ db: Database, from other: OtherLibrary) throws {
    let present = Set(try String.fetchAll(db, sql: "SELECT DISTINCT name FROM rider_setting"))
    let copier = try RowCopier(db, into: "rider_setting", "INSERT OR IGNORE")
    try other.eachRow(of: "rider_setting") { names, values in
      let name = names.firstIndex(of: "name").flatMap { String.fromDatabaseValue(values[$0]) }
      if let name, !present.contains(name) { try copier.write(names, values, ride: nil) }
    }
  }

  private static func isTaken(_ db: Database, _ mark: String) throws -> Bool {
    try Bool.fetchOne(db, sql: "SELECT EXISTS (SELECT 1 FROM taken_over WHERE mark = ?)", arguments: [mark]) ?? false
  }

  /// - Returns: Whether it was taken over; nil if it exists already, or was being purged.
  private func takeOver(_ id: Int, from other: OtherLibrary) throws(StoreError) -> Bool? {
    guard let row = other.ride(id) else { return false }
    guard row["is_purged"].flatMap(Int.fromDatabaseValue) != 1 else { return nil }
    return try write { db in
      if let start = row["start_ms"].flatMap(Int64.fromDatabaseValue),
        try Self.ride(db, inTheSecondOf: UnixTime(milliseconds: start), orDeleted: true) != nil
      {
        return nil
      }
      if let uuid = row["uuid"].flatMap(String.fromDatabaseValue).flatMap({ RideUUID($0) }),
        try Self.ride(db, uuid) != nil
      {
        return nil
      }
      let isFree = try Bool.fetchOne(db, sql: "SELECT NOT EXISTS (SELECT 1 FROM ride WHERE id = ?)", arguments: [id])
      let number = isFree == true ? id : self.takeID()
      guard try Self.insert(db, row, as: number) else { return false }
      self.raiseNextID(above: number)
      try self.note(db, .ride(number, .recovered))
      guard try !Self.copyRows(db, of: id, from: other, as: number) else { return true }
      // Totals are computed from the rows that were taken over. A file written before has more rows, so it is not due.
      let ride = try self.present(db, id: number, live: RideTotals())
      if ride.state == .finished {
        try Self.settle(db, ride, cut: ride.cut)
        let sql = "UPDATE ride SET is_file_due = 0 WHERE id = ? AND file_name IS NOT NULL"
        try db.execute(sql: sql, arguments: [number])
      }
      return true
    }
  }

  /// Inserts a ride's row, if necessary without its file name and its totals, and with a new identity.
  static func insert(_ db: Database, _ row: [String: DatabaseValue], as id: Int) throws -> Bool {
    let copier = try RowCopier(db, into: "ride", "INSERT")
    var row = row
    row["id"] = id.databaseValue
    let uuid = row["uuid"].flatMap(String.fromDatabaseValue).flatMap { RideUUID($0) }
    row["uuid"] = try freeUUID(db, uuid).text.databaseValue
    if row["state"].flatMap(String.fromDatabaseValue) == "riding" { row["state"] = "suspended".databaseValue }
    for key in [nil, "file_name", "state"] {
      if let key { row[key] = key == "state" ? "suspended".databaseValue : .null }
      if try copier.write(Array(row.keys), Array(row.values), ride: nil) { return true }
    }
    return false
  }

  /// - Returns: Whether all rows could be read.
  static func copyRows(_ db: Database, of ride: Int, from other: OtherLibrary, as number: Int) throws -> Bool {
    var isWhole = true
    for table in OtherLibrary.tables {
      // An existing event is the same one; an existing row is replaced by the newer one.
      let copier = try RowCopier(db, into: table, table == "event" ? "INSERT OR IGNORE" : "INSERT OR REPLACE")
      isWhole = try other.eachRow(of: table, ride: ride) { _ = try copier.write($0, $1, ride: number) } && isWhole
    }
    return isWhole
  }
}

extension OtherLibrary {
  /// Distinguishes a file from another file with the same name; nil if the file does not exist.
  static func mark(of path: String) -> String? { FileIdentity(of: path).map { "\(path) \($0)" } }
}
