import Glibc
import Loop

/// Tells when an address or a route of this computer came or went, as the kernel says (rtnetlink(7)).
struct NetworkNews: Sendable {
  private let loop = EventLoop(name: "jz2-network", pace: .real)

  /// Yields once for each change; several that come at once are one.
  func changes() -> AsyncStream<Void> {
    let (stream, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    let socket = Self.socket()
    // Without it, in a sandbox say, the timers are enough.
    guard socket >= 0 else { return stream }
    let loop = loop
    Task(executorPreference: loop) {
      var buffer = [UInt8](repeating: 0, count: 8192)
      while !Task.isCancelled {
        var entry = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
        guard poll(&entry, 1, -1) > 0 || errno == EINTR else { break }
        let count = buffer.withUnsafeMutableBytes { recv(socket, $0.baseAddress, $0.count, 0) }
        // News that were too many for the socket's buffer are news all the same.
        guard count > 0 || errno == EINTR || errno == ENOBUFS else { break }
        continuation.yield()
      }
      close(socket)
      continuation.finish()
    }
    return stream
  }

  /// A socket for the news; -1 where this process may have none.
  private static func socket() -> Int32 {
    let descriptor = Glibc.socket(AF_NETLINK, Int32(SOCK_RAW.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { return -1 }
    // `sockaddr_nl` and RTMGRP_… of linux/rtnetlink.h, which Swift does not see: addresses and routes of IPv4 and IPv6.
    let address: [UInt32] = [UInt32(AF_NETLINK), 0, 0x10 | 0x40 | 0x100 | 0x400]
    let status = address.withUnsafeBytes { bytes in
      bytes.withMemoryRebound(to: sockaddr.self) { bind(descriptor, $0.baseAddress, socklen_t(bytes.count)) }
    }
    guard status == 0 else {
      close(descriptor)
      return -1
    }
    return descriptor
  }
}
