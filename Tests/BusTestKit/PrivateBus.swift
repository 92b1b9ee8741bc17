import Foundation
import TestKit

/// A private message bus: a `dbus-daemon` that allows everything except the denials of a test, and ends with the test.
package final class PrivateBus: @unchecked Sendable {
  /// The address of the bus; it stays the same after a restart.
  package let address: String
  private let directory: URL
  private var daemon: Program?

  private static let binary = ["/usr/bin/dbus-daemon", "/bin/dbus-daemon", "/usr/local/bin/dbus-daemon"].first {
    FileManager.default.isExecutableFile(atPath: $0)
  }

  /// Whether this machine has a `dbus-daemon`.
  package static var isAvailable: Bool { binary != nil }

  /// The daemon ended before it listened; `complaint` is its output.
  package struct DidNotStart: Error {
    let complaint: String
  }

  /// Runs `body` with a bus, and ends the bus afterwards, also if `body` fails.
  ///
  /// `denial` is a policy as in `dbus-daemon(1)`: `<deny send_destination="org.bluez"/>`.
  package static func run<Output>(
    denying denial: String = "", _ body: (PrivateBus) async throws -> Output
  ) async throws -> Output {
    let bus = try await PrivateBus(denial)
    let outcome: Result<Output, any Error>
    do { outcome = .success(try await body(bus)) } catch { outcome = .failure(error) }
    try await bus.stop()
    return try outcome.get()
  }

  /// Starts a bus and waits until it listens.
  private init(_ denial: String) async throws {
    directory = FileManager.default.temporaryDirectory.appendingPathComponent("bus-" + UUID().uuidString)
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    address = "unix:path=\(directory.path)/socket"
    try write(denial)
    try await start()
  }

  private func write(_ denial: String) throws {
    let configuration = """
      <busconfig>
        <listen>\(address)</listen>
        <auth>EXTERNAL</auth>
        <policy context="default">
          <allow user="*"/> <allow own="*"/> <allow send_destination="*"/> <allow receive_sender="*"/>
          \(denial)
        </policy>
        <servicedir>\(directory.path)</servicedir>
      </busconfig>
      """
    try configuration.write(to: directory.appendingPathComponent("bus.conf"), atomically: true, encoding: .utf8)
  }

  /// Replaces the policy; the new one takes effect soon after the call returns.
  package func deny(_ denial: String) throws {
    try write(denial)
    daemon?.signal(SIGHUP)
  }

  /// Lets the bus start a service with a command, as `dbus-daemon` does when a program calls its name.
  package func activate(_ name: String, by command: String) throws {
    try "[D-BUS Service]\nName=\(name)\nExec=\(command)\n".write(
      to: directory.appendingPathComponent("\(name).service"), atomically: true, encoding: .utf8)
    daemon?.signal(SIGHUP)
  }

  /// Starts the daemon again after ``kill()``.
  package func start() async throws {
    guard let binary = Self.binary else { throw CocoaError(.fileNoSuchFile) }
    let pipe = Pipe()
    let daemon = try Program(
      binary, ["--config-file=\(directory.path)/bus.conf", "--nofork", "--nopidfile", "--print-address=3"],
      passing: pipe.fileHandleForWriting.fileDescriptor)
    self.daemon = daemon
    try pipe.fileHandleForWriting.close()
    // The daemon prints its address once it listens; if it ends earlier, the pipe delivers no data.
    let address = try await blocking { [reading = pipe.fileHandleForReading] in reading.availableData }
    guard !address.isEmpty else { throw DidNotStart(complaint: daemon.error) }
  }

  /// Kills the daemon, as in a crash.
  package func kill() async throws {
    guard let daemon else { return }
    daemon.signal(SIGKILL)
    _ = try await daemon.outcome()
    self.daemon = nil
    try FileManager.default.removeItem(at: directory.appendingPathComponent("socket"))
  }

  private func stop() async throws {
    try await kill()
    try FileManager.default.removeItem(at: directory)
  }
}
