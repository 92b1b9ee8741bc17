import Glibc

/// A datagram to a Unix socket, as systemd's programs take them.
enum UnixDatagram {
  /// Sends the bytes to the socket at `path`, or with a leading `@` in the abstract namespace; where the receiver's queue is
  /// full, waits for `seconds` at most.
  ///
  /// - Returns: Whether they were taken.
  static func send(_ bytes: [UInt8], to path: String, waiting seconds: Int = 0) -> Bool {
    guard var address = address(path) else { return false }
    let descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { return false }
    defer { Glibc.close(descriptor) }
    let length = socklen_t(MemoryLayout<sa_family_t>.size + path.utf8.count)
    // To the kernel no time at all would be for ever.
    var limit = timeval(tv_sec: seconds, tv_usec: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    let flags = Int32(MSG_NOSIGNAL) | (seconds > 0 ? 0 : Int32(MSG_DONTWAIT))
    return withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
        sendto(descriptor, bytes, bytes.count, flags, pointer, length) == bytes.count
      }
    }
  }

  private static func address(_ path: String) -> sockaddr_un? {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    var bytes = Array(path.utf8)
    if bytes.first == UInt8(ascii: "@") { bytes[0] = 0 }
    guard bytes.count < MemoryLayout.size(ofValue: address.sun_path) else { return nil }
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
    return address
  }
}
