import ControlWire
import Glibc

/// The operating system's errors in the reader's language, as far as riders meet them.
enum SystemError {
  /// The reason of the last failed call.
  static var text: String { text(errno) }

  static func text(_ code: Int32) -> String {
    switch code {
    case ENOENT: String(localized: "No such file or directory")
    case EACCES, EPERM: String(localized: "Permission denied")
    case EISDIR: String(localized: "Is a directory")
    case ENOTDIR: String(localized: "Not a directory")
    case EEXIST: String(localized: "File exists")
    case ENOSPC: String(localized: "No space left on device")
    case EROFS: String(localized: "Read-only file system")
    case EIO: String(localized: "Input/output error")
    default: String(cString: strerror(code))
    }
  }
}
