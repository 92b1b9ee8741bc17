import Glibc

/// Who made a socket.
enum SocketListener {
  /// The name of the program that listens at a path, as the kernel noted it (unix(7), SO_PEERCRED).
  ///
  /// For a socket that systemd handed over, that is systemd.
  ///
  /// - Returns: Nil where nobody listens, or the program is gone.
  static func name(path: String, files: FileSystem) -> String? {
    let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    guard connect(descriptor, to: path), let process = processID(behind: descriptor) else { return nil }
    return files.text(of: "/proc/\(process)/comm")
  }

  private static func connect(_ descriptor: Int32, to path: String) -> Bool {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let isPlaced = withUnsafeMutableBytes(of: &address.sun_path) { bytes in
      guard path.utf8.count < bytes.count else { return false }
      bytes.copyBytes(from: path.utf8)
      return true
    }
    guard isPlaced else { return false }
    return withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        Glibc.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
      }
    }
  }

  private static func processID(behind descriptor: Int32) -> Int32? {
    // struct ucred, which Glibc's module does not show: pid, uid, gid.
    var credentials: (pid: Int32, uid: UInt32, gid: UInt32) = (0, 0, 0)
    var size = socklen_t(MemoryLayout.size(ofValue: credentials))
    guard getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &credentials, &size) == 0 else { return nil }
    return credentials.pid
  }
}
