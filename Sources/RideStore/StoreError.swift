/// Why the store could not do what was asked.
package struct StoreError: Error, Hashable, Sendable {
  package enum Code: String, Hashable, Sendable, CaseIterable {
    /// The path of the state directory, or of one inside it, leads to something else.
    case notADirectory
    /// The directory or a file in it belongs to another user, or its file system is read-only.
    case notPermitted
    /// Another `jz2d` uses the directory, or another program holds the database locked.
    case inUse
    /// A later version of this program has changed the database; nothing was touched.
    case newerVersion
    /// The disk is full. Nothing of the request was kept, and asking again once there is room is safe.
    case diskFull
    /// The database, or the part that was asked for, cannot be read.
    case damaged
    /// No ride has the number.
    case noSuchRide
    /// Anything else; `detail` is the system's or SQLite's own text.
    case failed
  }

  package let code: Code
  /// The file or directory that it is about.
  package let path: String
  /// What was tried and what came of it, for the journal: `open: Permission denied`.
  package let detail: String

  package init(_ code: Code, path: String, detail: String) {
    self.code = code
    self.path = path
    self.detail = detail
  }
}

extension StoreError: CustomStringConvertible {
  package var description: String { "\(path): \(detail)" }
}
