internal import GRDB
internal import Glibc

extension StoreError {
  /// What `errno` says about a system call that just failed.
  init(call: String, path: String, errno number: Int32 = Glibc.errno) {
    let code: Code =
      switch number {
      case ENOTDIR: .notADirectory
      case EACCES, EPERM, EROFS: .notPermitted
      case ENOSPC, EDQUOT: .diskFull
      case EWOULDBLOCK: .inUse
      default: .failed
      }
    self.init(code, path: path, detail: "\(call): \(String(cString: strerror(number)))")
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
