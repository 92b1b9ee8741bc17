internal import GRDB
internal import Glibc
internal import Rides

/// A copy of the library in one file, invisible to other programs and removed with its last reference.
package final class LibraryBackup: Sendable {
  private let file: File
  /// The size in bytes.
  package let size: Int

  fileprivate init(_ file: File, size: Int) {
    self.file = file
    self.size = size
  }

  fileprivate func next(_ count: Int) throws(StoreError) -> [UInt8] { try file.read(atMost: count) }
}

extension RideLibrary {
  /// Reads the next bytes of a copy, up to `count`; for one reader at a time.
  package func next(_ count: Int, of backup: LibraryBackup) throws(StoreError) -> [UInt8] { try backup.next(count) }

  /// The space that must stay free on the disk in addition to a copy, in bytes.
  private static let floor = 50 << 20

  /// Copies the present library to a database in one file; rides can be stored meanwhile.
  ///
  /// - Throws: `diskFull` if there is no room for the copy.
  package func backUp() throws(StoreError) -> LibraryBackup {
    let connection = try reading()
    let directory = connection.directory
    let size = DatabaseCopy.size(of: databasePath)
    guard directory.freeBytes >= size + Self.floor else {
      throw StoreError(.diskFull, path: directory.path, detail: "a copy takes \(size) bytes")
    }
    let path = directory.path(of: ".backup.tmp")
    try DatabaseCopy.write(connection.queue, to: path)
    defer { unlink(path) }
    let file = try File(path, flags: O_RDONLY | O_NOFOLLOW)
    var status = stat()
    guard stat(path, &status) == 0 else { throw StoreError(call: "stat", path: path) }
    return LibraryBackup(file, size: Int(status.st_size))
  }
}

/// A database written to one file, without a log.
enum DatabaseCopy {
  /// Identifies the program that a database belongs to (`PRAGMA application_id`): "jz2d".
  static let applicationID = 0x6A7A_3264

  /// Writes a connection's data to a file, replacing it; the file is durable on return.
  static func write(_ source: DatabaseQueue, to path: String) throws(StoreError) {
    remove(path)
    do {
      let copy = try DatabaseQueue(path: path)
      try source.backup(to: copy)
      try copy.writeWithoutTransaction { db in
        try db.execute(sql: "PRAGMA journal_mode = DELETE")
        try db.execute(sql: "PRAGMA application_id = \(applicationID)")
      }
      try copy.close()
      try File(path, flags: O_RDONLY).synchronize()
    } catch {
      remove(path)
      throw StoreError(error, path: path)
    }
  }

  /// Removes a database and the files that SQLite may have left next to it.
  static func remove(_ path: String) {
    for suffix in ["", "-journal", "-wal", "-shm"] { unlink(path + suffix) }
  }

  /// Returns the size of a database and its log in bytes; 0 if it does not exist.
  static func size(of path: String) -> Int {
    [path, path + "-wal"].reduce(0) { sum, path in
      var status = stat()
      return stat(path, &status) == 0 ? sum + Int(status.st_size) : sum
    }
  }
}

extension RideReading {
  /// Returns the free space on the disk with the rides, in bytes.
  package func freeBytes() throws(StoreError) -> Int { try reading().directory.freeBytes }
}

/// The backup copy of a database made before a migration.
package enum MigrationCopy: Hashable, Sendable {
  /// The path of the copy.
  case made(String)
  /// The reason why the copy is missing.
  case missing(String)

  /// The number of newest copies to keep.
  private static let kept = 2
  /// The space that must stay free on the disk in addition to the copy, in bytes.
  private static let floor = 50 << 20

  /// Copies the database of a directory to `jz2.sqlite.before-<n>`, where n is the number of the first pending
  /// migration, and removes older copies.
  ///
  /// - Returns: The outcome; nil if the database is new, needs no migration, is of a later version, or cannot be read.
  ///   Opening it reports the last two.
  init?(before database: DatabaseFile, in directory: StateDirectory) {
    var configuration = Configuration()
    configuration.readonly = true
    guard access(database.path, F_OK) == 0,
      let queue = try? DatabaseQueue(path: database.path, configuration: configuration),
      let applied = try? queue.read({ try Schema.migrator.appliedIdentifiers($0) }), !applied.isEmpty,
      applied.isSubset(of: Schema.migrator.migrations),
      let next = Schema.migrator.migrations.first(where: { !applied.contains($0) }),
      let number = next.split(separator: " ").first.flatMap({ Int($0) })
    else { return nil }
    let size = DatabaseCopy.size(of: database.path)
    guard directory.freeBytes >= size + Self.floor else {
      self = .missing("it needs \(size >> 20) MB, and \(directory.freeBytes >> 20) MB are free")
      return
    }
    let path = Self.path(database, number)
    do throws(StoreError) {
      // An interrupted copy must not look like a complete one.
      try DatabaseCopy.write(queue, to: path + ".part")
      guard rename(path + ".part", path) == 0 else { throw StoreError(call: "rename", path: path) }
      try directory.synchronize()
      self = .made(path)
    } catch {
      DatabaseCopy.remove(path + ".part")
      self = .missing(error.detail)
    }
    for older in (1..<number).reversed().filter({ access(Self.path(database, $0), F_OK) == 0 }).dropFirst(Self.kept - 1)
    {
      unlink(Self.path(database, older))
    }
  }

  private static func path(_ database: DatabaseFile, _ number: Int) -> String { "\(database.path).before-\(number)" }
}
