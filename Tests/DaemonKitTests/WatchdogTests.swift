import BluetoothLE
import Glibc
import Logging
import RideRuntime
import RideSession
import Systemd
import TestKit
import Testing

@testable import DaemonKit

@Suite(.timeLimit(.minutes(1))) struct WatchdogTests {
  private static let idle = DriverProgress.Look(now: .origin, deadline: nil, phase: .idle, elapsedSeconds: nil)

  /// Runs one that is to be fed every 90 ms while `body` looks at what systemd hears.
  private func withWatchdog(
    _ log: Logger, look: @escaping @Sendable () async -> DriverProgress.Look,
    _ body: (UnixSocket) async throws -> Void
  ) async throws {
    let place = try TemporaryDirectory()
    let socket = try UnixSocket(receivingAt: place.path(of: "notify"))
    let notifier = ServiceNotifier(
      environment: ["NOTIFY_SOCKET": place.path(of: "notify"), "WATCHDOG_USEC": "90000"])
    let watchdog = Watchdog(notifier, log: log, look: look)
    let running = Task { try await watchdog.run() }
    try await body(socket)
    running.cancel()
    try? await running.value
  }

  @Test func `a driver that progresses is reported as alive again and again`() async throws {
    let lines = LogLines()
    try await withWatchdog(lines.logger, look: { Self.idle }) { (socket) async throws in
      for _ in 1...5 { #expect(try await socket.next() == "WATCHDOG=1") }
    }
    #expect(lines.all.isEmpty)
  }

  @Test func `a driver that does not answer is logged once and not reported as alive`() async throws {
    let lines = LogLines()
    let never = AsyncStream<Void>.makeStream()
    let look: @Sendable () async -> DriverProgress.Look = {
      for await _ in never.stream {}
      return Self.idle
    }
    try await withWatchdog(lines.logger, look: look) { (socket) async throws in
      await lines.untilSomethingIsSaid()
      #expect(try await !socket.isCalled(within: 500))
    }
    #expect(lines.all.map(\.level) == [.critical], "it is said once")
    #expect(lines.all.first?.text.contains("has not answered") == true)
    never.continuation.finish()
  }

  @Test(arguments: [
    ["WATCHDOG_USEC": "30000000"], ["NOTIFY_SOCKET": "/run/x"], ["NOTIFY_SOCKET": "/run/x", "WATCHDOG_USEC": "0"],
    ["NOTIFY_SOCKET": "/run/x", "WATCHDOG_USEC": "soon"],
    ["NOTIFY_SOCKET": "/run/x", "WATCHDOG_USEC": "30000000", "WATCHDOG_PID": "1"],
  ])
  func `a watchdog that systemd does not request has no interval`(_ environment: [String: String]) {
    #expect(ServiceNotifier(environment: environment).watchdogInterval == nil)
  }

  @Test func `the watchdog interval is the one that systemd requests`() {
    let environment = ["NOTIFY_SOCKET": "/run/x", "WATCHDOG_USEC": "30000000", "WATCHDOG_PID": "\(getpid())"]
    #expect(ServiceNotifier(environment: environment).watchdogInterval == .seconds(30))
  }

  @Test func `notifications to a systemd that does not listen do not block`() throws {
    let place = try TemporaryDirectory()
    let path = place.path(of: "notify")
    let socket = try UnixSocket(receivingAt: path)
    let notifier = ServiceNotifier(environment: ["NOTIFY_SOCKET": path])
    // More than any queue holds.
    for _ in 1...10_000 { notifier.alive() }
    notifier.status("Idle.")
    notifier.stopping()
    withExtendedLifetime(socket) {}
  }
}
