import BluetoothLE
import Glibc
import Logging
import RideRuntime
import Rides
import Systemd
import TestKit
import Testing

@testable import DaemonKit

@Suite(.timeLimit(.minutes(TestDeadline.testMinutes))) struct WatchdogTests {
  private static let idle = DriverProgress.Look(now: .origin, deadline: nil, phase: .idle, elapsedSeconds: nil)

  /// Runs a watchdog while `body` reads its notifications and ends the pauses between its checks.
  ///
  /// The first pause has begun.
  private func withWatchdog(
    _ log: Logger, look: @escaping @Sendable () async -> DriverProgress.Look,
    _ body: (_ socket: UnixSocket, _ endPause: () async -> Void) async throws -> Void
  ) async throws {
    let place = try TemporaryDirectory()
    let socket = try UnixSocket(receivingAt: place.path(of: "notify"))
    let notifier = ServiceNotifier(
      environment: ["NOTIFY_SOCKET": place.path(of: "notify"), "WATCHDOG_USEC": "90000000"])
    let (begun, ended) = (AsyncStream<Duration>.makeStream(), AsyncStream<Void>.makeStream())
    let watchdog = Watchdog(notifier, log: log) { duration in
      begun.continuation.yield(duration)
      for await _ in ended.stream { return }
      throw CancellationError()
    } look: {
      await look()
    }
    let running = Task { try await watchdog.run() }
    for await pause in begun.stream {
      #expect(pause == .seconds(30), "a third of the time that systemd waits")
      break
    }
    try await body(socket) {
      ended.continuation.yield()
      for await _ in begun.stream { break }
    }
    running.cancel()
    try? await running.value
  }

  @Test func `a driver that makes progress is repeatedly reported as alive`() async throws {
    let lines = LogLines()
    try await withWatchdog(lines.logger, look: { Self.idle }) { (socket, endPause) async throws in
      #expect(try await socket.next() == "WATCHDOG=1")
      for _ in 1...5 {
        await endPause()
        #expect(try await socket.next() == "WATCHDOG=1")
      }
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
    try await withWatchdog(lines.logger, look: look) { (socket, endPause) async throws in
      for _ in 1...5 { await endPause() }
      #expect(!socket.holdsCall)
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
    // More than any queue can store.
    for _ in 1...10_000 { notifier.alive() }
    notifier.status("Idle.")
    notifier.stopping()
    withExtendedLifetime(socket) {}
  }
}
