import CLinux

/// The file systems whose contents a reboot takes, or may: memory, and the overlay of a root that is mounted read-only.
enum VolatileFileSystem: String {
  case tmpfs
  case ramfs
  case overlay

  /// The one that a path lies on; nil where that is another, or there is no such path.
  init?(of path: String) {
    // The numbers are those of statfs(2).
    switch linux_file_system_type(path) {
    case 0x0102_1994: self = .tmpfs
    case 0x8584_58F6: self = .ramfs
    case 0x794C_7630: self = .overlay
    default: return nil
    }
  }
}
