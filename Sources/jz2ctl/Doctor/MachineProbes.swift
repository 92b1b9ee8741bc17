import CLinux
import Glibc

/// The files below a root: the computer's own, or those of a test.
struct FileSystem {
  /// The prefix of each absolute path; empty for the computer's own files.
  var root = ""

  /// Lists the names in a directory; nil if it cannot be read.
  func names(in path: String) -> [String]? {
    guard let directory = opendir(root + path) else { return nil }
    defer { closedir(directory) }
    var names: [String] = []
    while let entry = readdir(directory) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name != "." && name != ".." { names.append(name) }
    }
    return names.sorted()
  }

  /// Reads the first kilobyte of a file without surrounding white space; nil if it cannot be read.
  func text(of path: String) -> String? {
    let descriptor = open(root + path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: 1024)
    let count = read(descriptor, &bytes, bytes.count)
    guard count >= 0 else { return nil }
    let isSpace = { (byte: UInt8) in byte <= 0x20 }
    let text = bytes.prefix(count).drop(while: isSpace)
    return String(decoding: text.reversed().drop(while: isSpace).reversed(), as: UTF8.self)
  }

  /// Checks that a path exists.
  func exists(_ path: String) -> Bool {
    access(root + path, F_OK) == 0
  }

  /// Checks that this user may open a socket, which needs permission to read and write.
  func mayOpenSocket(_ path: String) -> Bool {
    access(root + path, R_OK | W_OK) == 0
  }

  /// Returns the bytes that an unprivileged program may still write to the disk of a path.
  func freeBytes(at path: String) -> UInt64? {
    var info = statvfs()
    guard statvfs(root + path, &info) == 0 else { return nil }
    return UInt64(info.f_bavail) * UInt64(info.f_frsize)
  }
}
