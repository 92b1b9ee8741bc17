import Glibc

/// Tells systemd how the service is, as `sd_notify(3)` does: one datagram to `$NOTIFY_SOCKET`.
package struct ServiceNotifier: Sendable {
  /// How long what is said once waits for a systemd that has much to do, in seconds.
  private static let patience = 2

  private let path: String?
  /// How often systemd wants to hear ``alive()``, or it restarts the service (`sd_watchdog_enabled(3)`); nil where it
  /// does not ask for that.
  package let watchdogInterval: Duration?

  /// Without the variable, as in a shell, everything said is dropped.
  package init(environment: [String: String]) {
    path = environment["NOTIFY_SOCKET"].flatMap { $0.isEmpty ? nil : $0 }
    let isForUs = environment["WATCHDOG_PID"].map { Int32($0) == getpid() } ?? true
    let microseconds = environment["WATCHDOG_USEC"].flatMap { Int64($0) } ?? 0
    watchdogInterval = path != nil && isForUs && microseconds > 0 ? .microseconds(microseconds) : nil
  }

  package func ready() { send("READY=1", waiting: Self.patience) }
  package func stopping() { send("STOPPING=1", waiting: Self.patience) }
  package func alive() { send("WATCHDOG=1") }

  /// One line for `systemctl status`.
  package func status(_ text: String) {
    send("STATUS=" + text.split(whereSeparator: \.isNewline).joined(separator: " "))
  }

  /// A systemd that does not listen must not hold up the ride, and hears the rest again: only what is said once waits.
  private func send(_ message: String, waiting seconds: Int = 0) {
    guard let path else { return }
    _ = UnixDatagram.send(Array(message.utf8), to: path, waiting: seconds)
  }
}
