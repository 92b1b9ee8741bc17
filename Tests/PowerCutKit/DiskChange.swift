/// A change of the files below a directory; paths are relative to it.
package enum DiskChange: Hashable, Sendable {
  case makeDirectory(String)
  /// Creates a file; its contents are identified by its number, even if it is renamed.
  case create(String, file: Int)
  case write(file: Int, at: Int, [UInt8])
  case resize(file: Int, to: Int)
  /// fsync(2) or fdatasync(2): the file's contents are durable.
  case sync(file: Int)
  /// fsync(2) of a directory: the names in it are durable.
  case syncDirectory(String)
  case rename(String, to: String)
  case remove(String)
}

/// The files below a directory and their contents.
package struct DiskImage: Hashable, Sendable {
  /// A directory or a file at a path relative to the top.
  package enum Entry: Hashable, Sendable {
    case directory
    case file([UInt8])

    /// Hashes the bytes as a whole, since hashing them one by one takes a hundred times as long.
    package func hash(into hasher: inout Hasher) {
      guard case .file(let bytes) = self else { return }
      bytes.withUnsafeBytes { hasher.combine(bytes: $0) }
    }
  }

  package var entries: [String: Entry]

  package init(_ entries: [String: Entry] = [:]) { self.entries = entries }

  /// The paths, each directory before its contents.
  var paths: [String] { entries.keys.sorted() }

  /// Whether a path is SQLite's `-shm`, memory shared by processes: it has no durable contents, and is left out
  /// everywhere.
  static func isMemory(_ path: String) -> Bool { path.contains("-shm") }
}
