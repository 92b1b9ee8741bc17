import Foundation
import TestKit

/// A message bus of one's own: a `dbus-daemon` that lets anybody do anything, gone with the test.
package final class PrivateBus: @unchecked Sendable {
  /// Where it listens, the same after a restart.
  package let address: String
  private let directory: URL
  private var daemon: Program?

  private static let binary = ["/usr/bin/dbus-daemon", "/bin/dbus-daemon", "/usr/local/bin/dbus-daemon"].first {
    FileManager.default.isExecutableFile(atPath: $0)
  }

  /// Whether this machine has a `dbus-daemon`.
  package static var isAvailable: Bool { binary != nil }

  /// Starts a bus and waits until it listens.
  package init() async throws {
    directory = FileManager.default.temporaryDirectory.appendingPathComponent("bus-" + UUID().uuidString)
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    address = "unix:path=\(directory.path)/socket"
    let configuration = """
      <busconfig>
        <listen>\(address)</listen>
        <auth>EXTERNAL</auth>
        <policy context="default">
          <allow user="*"/> <allow own="*"/> <allow send_destination="*"/> <allow receive_sender="*"/>
        </policy>
      </busconfig>
      """
    try configuration.write(to: directory.appendingPathComponent("bus.conf"), atomically: true, encoding: .utf8)
    try await start()
  }

  /// Starts the daemon again after ``kill()``.
  package func start() async throws {
    guard let binary = Self.binary else { throw CocoaError(.fileNoSuchFile) }
    let daemon = try Program(
      binary, ["--config-file=\(directory.path)/bus.conf", "--nofork", "--nopidfile", "--print-address"])
    self.daemon = daemon
    // The address is printed once the bus listens.
    while daemon.output.isEmpty { try await Task.sleep(for: .milliseconds(2)) }
  }

  /// Ends the daemon at once, as if it had crashed.
  package func kill() async throws {
    guard let daemon else { return }
    daemon.signal(SIGKILL)
    _ = try await daemon.outcome()
    self.daemon = nil
    try FileManager.default.removeItem(at: directory.appendingPathComponent("socket"))
  }

  /// Ends the daemon and removes what it left.
  package func stop() async throws {
    try await kill()
    try FileManager.default.removeItem(at: directory)
  }
}
