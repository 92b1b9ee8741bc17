import Foundation

/// A message bus of one's own: a `dbus-daemon` that lets anybody do anything, gone with the test.
package final class PrivateBus: @unchecked Sendable {
  /// Where it listens, the same after a restart.
  package let address: String
  private let directory: URL
  private var daemon: Process?

  private static let binary = ["/usr/bin/dbus-daemon", "/bin/dbus-daemon", "/usr/local/bin/dbus-daemon"].first {
    FileManager.default.isExecutableFile(atPath: $0)
  }

  /// Whether this machine has a `dbus-daemon`.
  package static var isAvailable: Bool { binary != nil }

  /// Starts a bus and waits until it listens.
  package init() throws {
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
    try start()
  }

  /// Starts the daemon again after ``kill()``.
  package func start() throws {
    guard let binary = Self.binary else { throw CocoaError(.fileNoSuchFile) }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: binary)
    process.arguments = ["--config-file=\(directory.path)/bus.conf", "--nofork", "--nopidfile", "--print-address"]
    let output = Pipe()
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    daemon = process
    // The address is printed once the bus listens.
    _ = output.fileHandleForReading.availableData
  }

  /// Ends the daemon at once, as if it had crashed.
  package func kill() {
    guard let daemon else { return }
    Foundation.kill(daemon.processIdentifier, SIGKILL)
    daemon.waitUntilExit()
    self.daemon = nil
    try? FileManager.default.removeItem(at: directory.appendingPathComponent("socket"))
  }

  /// Ends the daemon and removes what it left.
  package func stop() {
    kill()
    try? FileManager.default.removeItem(at: directory)
  }
}
