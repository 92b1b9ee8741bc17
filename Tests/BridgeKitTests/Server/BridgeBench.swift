import AppBridge
import BridgeKit
import ClientTestKit
import ControlSocket
import ControlWire
import Locks
import Logging
import Loop
import TestKit

let silence = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }

/// A bridge on a port of this computer, whose jz2d is a test.
struct BridgeBench {
  let driver: BridgeDriver
  let server: AppServer
  let port: Int
  /// Each call is answered with ride 7.
  private let calls: Lock<[BridgeCall]>
  private let loop: EventLoop

  init(
    limits: AppServer.Limits = AppServer.Limits(),
    isNear: @escaping @Sendable (NetworkAddress, NetworkAddress?) -> Bool = { _, _ in true }
  ) async throws {
    let (loop, calls) = (EventLoop(name: "test", pace: .real), Lock<[BridgeCall]>([]))
    driver = BridgeDriver(
      on: loop, offering: .trainer, as: BridgeIdentity(serialNumber: 17, firmware: "1.0.0"), log: silence
    ) { call in
      calls.withLock { $0.append(call) }
      return .success(7)
    }
    server = AppServer(for: driver, limits: limits, isNear: isNear, log: silence)
    await driver.add(server)
    port = try await server.listen(at: "127.0.0.1", port: 0)
    (self.loop, self.calls) = (loop, calls)
  }

  /// The calls that the bridge made.
  var made: [BridgeCall] { calls.withLock { $0 } }

  /// Sends a status of jz2d.
  func send(_ status: Status) async { await driver.take(.status(status)) }

  /// Sends statuses without a pause between them.
  func send(_ statuses: [Status]) async {
    await driver.run { driver in for status in statuses { driver.take(.status(status)) } }
  }

  /// Returns once as many apps are connected.
  func hasApps(_ count: Int) async {
    await loop.untilItHolds { [server] in server.assumeIsolated { $0.count == count } }
  }

  /// Returns once the bridge has made a call of a kind.
  func hasCalled(_ isMeant: @escaping @Sendable (BridgeCall) -> Bool) async {
    await loop.untilItHolds { [calls] in calls.withLock { $0.contains(where: isMeant) } }
  }

  func end() async {
    await server.close()
    await loop.stop()
  }
}

/// Runs a test with a bridge, and ends the bridge afterwards.
func withBridge(
  limits: AppServer.Limits = AppServer.Limits(),
  isNear: @escaping @Sendable (NetworkAddress, NetworkAddress?) -> Bool = { _, _ in true },
  _ body: (BridgeBench) async throws -> Void
) async throws {
  let bench = try await BridgeBench(limits: limits, isNear: isNear)
  let outcome: Result<Void, any Error>
  do { outcome = .success(try await body(bench)) } catch { outcome = .failure(error) }
  await bench.end()
  try outcome.get()
}

extension Samples {
  /// A ride at a power.
  static func riding(watts: Int) -> Status {
    var status = riding
    status.trainer?.powerWatts = watts
    return status
  }
}

extension BridgeDriver {
  fileprivate func run(_ body: @Sendable (isolated BridgeDriver) -> Void) { body(self) }
}
