internal import GRDB
internal import Glibc
package import Rides

/// The reason why a request to the store failed.
package struct StoreError: Error, Hashable, Sendable {
  package enum Code: Hashable, Sendable {
    /// The store cannot be used, or not for this request. The context of an obstacle is `.owner`, `.process` or
    /// `.migration`; `diskFull` means that no part of the request was stored, and repeating it is safe; `failed` has
    /// the system's or SQLite's own text as detail.
    case obstacle(StoreObstacle.Cause)
    /// There is no ride of that number.
    case noSuchRide
    /// The ride is not over, and the request requires a finished one.
    case rideUnfinished
    /// The ride is not deleted.
    case notDeleted
    /// A ride with that start exists already: `.ride`.
    case duplicateRide
    /// A ride with that identity and the same content exists already: `.ride`.
    case sameRide
    /// A ride with that identity but other content exists already: `.ride`.
    case differentRide
    /// There is no plan with that name: `.plan`.
    case noSuchPlan
    /// A plan with that name exists already: `.plan`.
    case duplicatePlan
    /// The plan belongs to a service, and only the service may change it: `.plan`.
    case planReadOnly
    /// The plan is larger than the store allows: `.plan`.
    case planTooLarge
    /// There is no measurement with that number: `.measurement`.
    case noSuchMeasurement
    /// There is no night with that day and source: `.day`.
    case noSuchNight
    /// A value that the schema does not allow: an earlier check should have refused it.
    case valueRefused
  }

  /// The user, process, ride or plan that the error is about.
  package enum Context: Hashable, Sendable {
    /// The number of the user that owns the file.
    case owner(UInt32)
    /// The number of the process that has locked the file.
    case process(Int32)
    /// The name of the later version's migration.
    case migration(String)
    /// The number of a ride.
    case ride(Int)
    /// The name of a plan.
    case plan(String)
    /// The number of a measurement.
    case measurement(Int)
    /// The day of a night.
    case day(CalendarDay)
  }

  package let code: Code
  /// The file or directory that the error is about.
  package let path: String
  /// The failed operation and its result, for the log: `open: Permission denied`.
  package let detail: String
  /// Nil if it is not known, or the code is sufficient.
  package let context: Context?

  package init(_ code: Code, path: String, detail: String, context: Context? = nil) {
    self.code = code
    self.path = path
    self.detail = detail
    self.context = context
  }

  package init(_ cause: StoreObstacle.Cause, path: String, detail: String, context: Context? = nil) {
    self.init(.obstacle(cause), path: path, detail: detail, context: context)
  }

  /// The obstacle; nil if the store can be used, and the request is at fault.
  package var cause: StoreObstacle.Cause? { if case .obstacle(let cause) = code { cause } else { nil } }
}

extension StoreError: CustomStringConvertible {
  package var description: String { "\(path): \(detail)" }
}

extension StoreError {
  /// An error for the `errno` of a failed system call.
  init(call: String, path: String, errno number: Int32 = Glibc.errno) {
    let detail = "\(call): \(String(cString: strerror(number)))"
    switch number {
    case ENOTDIR: self.init(.notADirectory, path: path, detail: detail)
    case EACCES, EPERM: self.init(denied: path, isDirectory: call == "mkdir", detail: detail)
    case EROFS: self.init(.readOnly, path: path, detail: detail)
    // The file itself may no longer exist.
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

  /// An error for a path that the system denies, usually because a daemon was once started as root.
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
      // A file that may not be created: its directory denies it.
      self.init(denied: String(path[..<slash]), isDirectory: true, detail: detail)
    } else {
      // A path that cannot be seen is in an inaccessible directory.
      self.init(.notPermitted, path: path, detail: detail)
    }
  }

  /// An error for a GRDB error; a `StoreError` passes through.
  init(_ error: any Error, path: String) {
    switch error {
    case let error as StoreError: self = error
    case let error as DatabaseError: self.init(Self.code(of: error), path: path, detail: error.description)
    default: self.init(.failed, path: path, detail: "\(error)")
    }
  }

  /// An error for a failure to open a database.
  ///
  /// The statements are correct and contain no values from callers, so an error about a table or a row is damage. So is
  /// a report of a read-only database in a file that was just opened for writing.
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
    case .SQLITE_CONSTRAINT_CHECK: return .valueRefused
    // The store's own values have the type of their column, so the row must contain another one.
    case .SQLITE_CONSTRAINT_DATATYPE: return .obstacle(.damaged)
    default: break
    }
    let cause: StoreObstacle.Cause =
      switch error.resultCode {
      case .SQLITE_FULL: .diskFull
      case .SQLITE_CORRUPT, .SQLITE_NOTADB: .damaged
      case .SQLITE_BUSY, .SQLITE_LOCKED: .inUse
      case .SQLITE_READONLY, .SQLITE_PERM: .notPermitted
      default: .failed
      }
    return .obstacle(cause)
  }
}

extension DatabaseError {
  /// Whether SQLite has found damage in the file.
  var isDamage: Bool { [.SQLITE_CORRUPT, .SQLITE_NOTADB].contains(resultCode) }
}
