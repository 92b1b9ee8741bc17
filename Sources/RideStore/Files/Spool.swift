internal import Glibc

/// A directory `spool-<n>` in which a process keeps rides that the store does not take, as a store of its own, for the
/// next process to take in.
package struct Spool: Hashable, Sendable {
  /// The path of the directory.
  package let path: String

  /// How many there may be in one place: each is of a process that ended while its store failed.
  private static let most = 20
  private static let prefix = "spool-"

  var database: String { path + "/jz2.sqlite" }

  /// Those that former processes left in some places, in the order in which they were made there.
  static func left(in places: [String]) -> [Spool] {
    places.flatMap { place in
      FolderNames.names(in: place).filter { $0.hasPrefix(prefix) }.compactMap { Int($0.dropFirst(prefix.count)) }
        .sorted().map { Spool(path: "\(place)/\(prefix)\($0)") }
    }
  }

  /// A new one in a place.
  /// - Throws: `failed` where there are too many, `notPermitted` and the like.
  package static func make(in place: String) throws(StoreError) -> Spool {
    for number in 1...most {
      let path = "\(place)/\(prefix)\(number)"
      if mkdir(path, 0o700) == 0 { return Spool(path: path) }
      guard errno == EEXIST else { throw StoreError(call: "mkdir", path: path) }
    }
    throw StoreError(.failed, path: place, detail: "there are \(most) spools already")
  }

  /// Removes it with all that is in it.
  package func remove() {
    for name in ["jz2.sqlite", "jz2.sqlite-wal", "jz2.sqlite-shm", ".lock", ".probe"] { unlink("\(path)/\(name)") }
    rmdir(path + "/rides")
    rmdir(path)
  }
}
