internal import GRDB
internal import Glibc

/// The copy of a database that is made before a later version of the program changes it: the way back.
package enum MigrationCopy: Hashable, Sendable {
  /// The path of the copy.
  case made(String)
  /// Why there is none.
  case missing(String)

  /// How many copies are kept, the latest.
  private static let kept = 2
  /// What has to stay free on the disk beside it, in bytes.
  private static let floor = 50 << 20

  /// Copies the database of a directory to `jz2.sqlite.before-<n>`, n being the number of the first migration that it is
  /// going to get, and drops older copies.
  ///
  /// - Returns: What came of it; nil for a database that is new, is at the present version or a later one, or cannot be
  ///   read: who opens it says that.
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
      self = .missing("it takes \(size >> 20) MB, and \(directory.freeBytes >> 20) MB are free")
      return
    }
    let path = Self.path(database, number)
    do throws(StoreError) {
      // A copy that was cut off is not taken for one.
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
