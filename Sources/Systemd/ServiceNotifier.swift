import Glibc

/// Sends the state of the service to systemd like `sd_notify(3)`: one datagram to `$NOTIFY_SOCKET`.
package struct ServiceNotifier: Sendable {
  /// How long a message that is sent only once waits for a busy systemd, in seconds.
  private static let patience = 2

  private let path: String?
  /// The interval at which systemd requires ``alive()``, or else restarts the service (`sd_watchdog_enabled(3)`); nil
  /// if it does not.
  package let watchdogInterval: Duration?

  /// Creates a notifier; without the variable, as in a shell, it drops all messages.
  package init(environment: [String: String]) {
    path = environment["NOTIFY_SOCKET"].flatMap { $0.isEmpty ? nil : $0 }
    let isForUs = environment["WATCHDOG_PID"].map { Int32($0) == getpid() } ?? true
    let microseconds = environment["WATCHDOG_USEC"].flatMap { Int64($0) } ?? 0
    watchdogInterval = path != nil && isForUs && microseconds > 0 ? .microseconds(microseconds) : nil
  }

  package func ready() { send("READY=1", waiting: Self.patience) }
  package func stopping() { send("STOPPING=1", waiting: Self.patience) }
  package func alive() { send("WATCHDOG=1") }

  /// Sends one line for `systemctl status`.
  package func status(_ text: String) {
    send("STATUS=" + text.split(whereSeparator: \.isNewline).joined(separator: " "))
  }

  /// Sends a message; only a message that is sent once waits, since a systemd that does not read must not delay the
  /// ride.
  private func send(_ message: String, waiting seconds: Int = 0) {
    guard let path else { return }
    _ = UnixDatagram.send(Array(message.utf8), to: path, waiting: seconds)
  }
}

/// Datagrams to Unix sockets, as systemd's programs receive them.
enum UnixDatagram {
  /// Sends the bytes to the socket at `path`, or with a leading `@` in the abstract namespace; waits at most `seconds`
  /// if the receiver's queue is full.
  ///
  /// - Returns: Whether the receiver accepted them.
  static func send(_ bytes: [UInt8], to path: String, waiting seconds: Int = 0) -> Bool {
    guard var address = address(path) else { return false }
    let descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { return false }
    defer { Glibc.close(descriptor) }
    let length = socklen_t(MemoryLayout<sa_family_t>.size + path.utf8.count)
    // For the kernel, zero means no limit.
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
