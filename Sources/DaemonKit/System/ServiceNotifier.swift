import Glibc

/// Tells systemd how the service is, as `sd_notify(3)` does: one datagram to `$NOTIFY_SOCKET`.
package struct ServiceNotifier: Sendable {
  private let path: String?

  /// Without the variable, as in a shell, everything said is dropped.
  package init(environment: [String: String]) {
    path = environment["NOTIFY_SOCKET"].flatMap { $0.isEmpty ? nil : $0 }
  }

  package func ready() { send("READY=1") }
  package func stopping() { send("STOPPING=1") }
  package func status(_ text: String) { send("STATUS=" + text) }

  private func send(_ message: String) {
    guard let path, var address = Self.address(path) else { return }
    let descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { return }
    defer { Glibc.close(descriptor) }
    let length = socklen_t(MemoryLayout<sa_family_t>.size + path.utf8.count)
    withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
        _ = message.withCString { sendto(descriptor, $0, strlen($0), Int32(MSG_NOSIGNAL), pointer, length) }
      }
    }
  }

  /// A path, or with a leading `@` a name in the abstract namespace.
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
