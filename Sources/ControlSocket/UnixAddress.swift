import Glibc

/// The address of a Unix socket in the file system (unix(7)).
struct UnixAddress {
  /// The most bytes of a path, without its NUL.
  static let longestPath = MemoryLayout.size(ofValue: sockaddr_un().sun_path) - 1

  private var address = sockaddr_un()

  /// Nil for a path that is empty, too long or has a NUL in it.
  init?(path: String) {
    let bytes = Array(path.utf8)
    guard !bytes.isEmpty, bytes.count <= Self.longestPath, !bytes.contains(0) else { return nil }
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
  }

  /// Passes the address and its length to a system call.
  func with(_ call: (UnsafePointer<sockaddr>, socklen_t) -> Int32) -> Int32 {
    withUnsafePointer(to: address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { call($0, socklen_t(MemoryLayout<sockaddr_un>.size)) }
    }
  }

  /// Returns a stream socket that no child inherits; negative with `errno` set on failure.
  static func makeSocket(isBlocking: Bool = true) -> Int32 {
    let waiting = isBlocking ? 0 : SOCK_NONBLOCK.rawValue
    return socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | waiting), 0)
  }
}

/// Returns the system's message for an error number.
func systemMessage(_ number: Int32) -> String {
  String(cString: strerror(number))
}
