internal import GRDB
internal import Glibc

/// Why the store could not do what was asked.
package struct StoreError: Error, Hashable, Sendable {
  package enum Code: String, Hashable, Sendable, CaseIterable {
    /// The path of the state directory, or of one inside it, leads to something else.
    case notADirectory
    /// The directory or a file in it belongs to another user: `.owner`.
    case otherOwner
    /// The directory is not there, and this user may not make it.
    case notMade
    /// The directory or a file in it is closed, though it is this user's, or one above it is.
    case notPermitted
    /// The file system is mounted read-only.
    case readOnly
    /// Another `jz2d` uses the directory, or another program holds the database locked: `.process`.
    case inUse
    /// A later version of this program has changed the database; nothing was touched: `.migration`.
    case newerVersion
    /// The disk is full. Nothing of the request was kept, and asking again once there is room is safe.
    case diskFull
    /// The database, or the part that was asked for, cannot be read.
    case damaged
    /// No ride has the number.
    case noSuchRide
    /// The ride is not over, and what was asked is for rides that are.
    case rideUnfinished
    /// The ride is there: it was not deleted.
    case notDeleted
    /// A ride of that start is there already: `.ride`.
    case duplicateRide
    /// There is no plan of that name: `.plan`.
    case noSuchPlan
    /// There is a plan of that name already: `.plan`.
    case duplicatePlan
    /// The plan says more than is kept of one: `.plan`.
    case planTooLarge
    /// Anything else; `detail` is the system's or SQLite's own text.
    case failed
  }

  /// Who or what stands in the way.
  package enum Context: Hashable, Sendable {
    /// The number of the user whose the file is.
    case owner(UInt32)
    /// The number of the process that holds it.
    case process(Int32)
    /// What the later version called its change.
    case migration(String)
    /// The number of the ride that it is about.
    case ride(Int)
    /// The name of the plan that it is about.
    case plan(String)
  }

  package let code: Code
  /// The file or directory that it is about.
  package let path: String
  /// What was tried and what came of it, for the journal: `open: Permission denied`.
  package let detail: String
  /// Nil where it is not known, or the code says all.
  package let context: Context?

  package init(_ code: Code, path: String, detail: String, context: Context? = nil) {
    self.code = code
    self.path = path
    self.detail = detail
    self.context = context
  }
}

extension StoreError: CustomStringConvertible {
  package var description: String { "\(path): \(detail)" }
}

extension StoreError {
  /// What `errno` says about a system call that just failed.
  init(call: String, path: String, errno number: Int32 = Glibc.errno) {
    let detail = "\(call): \(String(cString: strerror(number)))"
    switch number {
    case ENOTDIR: self.init(.notADirectory, path: path, detail: detail)
    case EACCES, EPERM: self.init(denied: path, isDirectory: call == "mkdir", detail: detail)
    case EROFS: self.init(.readOnly, path: path, detail: detail)
    // The file itself may not be there any more, nor ever have been.
    case ENOSPC, EDQUOT: self.init(.diskFull, path: Self.folder(of: path), detail: detail)
    case EWOULDBLOCK: self.init(.inUse, path: path, detail: detail)
    default: self.init(.failed, path: path, detail: detail)
    }
  }

  private static func folder(of path: String) -> String {
    var status = stat()
    if stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR { return path }
    guard let slash = path.lastIndex(of: "/"), slash > path.startIndex else { return path }
    return String(path[..<slash])
  }

  /// The system denies a path: the usual reason is that a daemon was started once as root.
  private init(denied path: String, isDirectory: Bool, detail: String) {
    var status = stat()
    if stat(path, &status) == 0 {
      let isOurs = status.st_uid == geteuid()
      self.init(
        isOurs ? .notPermitted : .otherOwner, path: path, detail: detail,
        context: isOurs ? nil : .owner(status.st_uid))
    } else if errno == ENOENT, isDirectory {
      self.init(.notMade, path: path, detail: detail)
    } else if errno == ENOENT, let slash = path.lastIndex(of: "/"), slash > path.startIndex {
      // A file that may not be made: its directory denies it.
      self.init(denied: String(path[..<slash]), isDirectory: true, detail: detail)
    } else {
      // What cannot be seen stands behind a closed directory.
      self.init(.notPermitted, path: path, detail: detail)
    }
  }

  /// What an error of GRDB means; one of ours passes through.
  init(_ error: any Error, path: String) {
    switch error {
    case let error as StoreError: self = error
    case let error as DatabaseError: self.init(Self.code(of: error), path: path, detail: error.description)
    default: self.init(.failed, path: path, detail: "\(error)")
    }
  }

  /// What came of opening a database.
  ///
  /// Its statements are sound and no caller's value is in them, so what is wrong with a table or a row is damage; so is a
  /// database that claims to be read-only in a file that was just opened for writing.
  init(opening error: any Error, path: String) {
    let isDamage =
      switch error {
      case is RowDecodingError: true
      case let error as DatabaseError:
        [.SQLITE_ERROR, .SQLITE_CONSTRAINT, .SQLITE_MISMATCH].contains(error.resultCode)
          || error.extendedResultCode == .SQLITE_READONLY
      default: false
      }
    let cause = StoreError(error, path: path)
    self = isDamage ? StoreError(.damaged, path: path, detail: cause.detail) : cause
  }

  private static func code(of error: DatabaseError) -> Code {
    switch error.extendedResultCode {
    case .SQLITE_CONSTRAINT_FOREIGNKEY: return .noSuchRide
    // Values of ours have the type of their column: another stands beside them.
    case .SQLITE_CONSTRAINT_DATATYPE: return .damaged
    default: break
    }
    return switch error.resultCode {
    case .SQLITE_FULL: .diskFull
    case .SQLITE_CORRUPT, .SQLITE_NOTADB: .damaged
    case .SQLITE_BUSY, .SQLITE_LOCKED: .inUse
    case .SQLITE_READONLY, .SQLITE_PERM: .notPermitted
    default: .failed
    }
  }
}

extension DatabaseError {
  /// Whether SQLite has found the file damaged.
  var isDamage: Bool { [.SQLITE_CORRUPT, .SQLITE_NOTADB].contains(resultCode) }
}
