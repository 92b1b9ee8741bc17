import BusTestKit
import DBus
import DirectConnect
import Locks
import Loop
import TestKit
import Testing

@testable import BridgeKit

/// The browsing half of a simulated `avahi-daemon`.
private actor FakeBrowsing {
  static let browser: ObjectPath = "/Client1/ServiceBrowser1"

  nonisolated let loop: EventLoop
  nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }
  private let bus: BusConnection
  /// The services at the start: their names, and whether they are this computer's.
  private let services: [(name: String, isLocal: Bool)]

  private init(_ bus: BusConnection, _ loop: EventLoop, _ services: [(name: String, isLocal: Bool)]) {
    (self.bus, self.loop, self.services) = (bus, loop, services)
  }

  static func start(
    _ address: String, on loop: EventLoop, _ services: [(name: String, isLocal: Bool)]
  ) async throws -> FakeBrowsing {
    let bus = try await BusConnection.open(address, on: loop)
    let avahi = FakeBrowsing(bus, loop, services)
    await bus.setCallHandler { [weak avahi] call in avahi?.assumeIsolated { $0.answer(call) } }
    _ = try await bus.requestName("org.freedesktop.Avahi")
    return avahi
  }

  func crash() async { await bus.close() }

  /// Avahi reports the items before it answers the call.
  private func answer(_ call: BusMessage) {
    switch call.member {
    case "ServiceBrowserNew":
      for service in services { emit("ItemNew", service.name, isLocal: service.isLocal) }
      send(call.reply([.objectPath(Self.browser)]))
    case "ResolveService":
      let name = call.body.count > 2 ? call.body[2].string ?? "" : ""
      let address = name == "FAR" ? "8.8.8.8" : "192.168.1.20"
      send(
        call.reply([
          .int32(2), .int32(0), .string(name), .string(DirectConnectFrame.serviceType), .string("local"),
          .string("kickr.local"), .int32(0), .string(address), .uint16(36866),
          .array([.bytes(Array("ble-service-uuids=0x1826".utf8))], of: "ay"), .uint32(0),
        ]))
    default: send(call.reply(error: "org.freedesktop.DBus.Error.UnknownMethod", call.member ?? ""))
    }
  }

  func emit(_ signal: String, _ name: String, isLocal: Bool = false, interface: Int32 = 2) {
    send(
      .signal(
        Self.browser, "org.freedesktop.Avahi.ServiceBrowser", signal,
        [
          .int32(interface), .int32(0), .string(name), .string(DirectConnectFrame.serviceType), .string("local"),
          .uint32(isLocal ? 8 : 4),
        ]))
  }

  private func send(_ message: BusMessage) { bus.assumeIsolated { try? $0.send(message) } }
}

@Suite(
  .timeLimit(.minutes(TestDeadline.testMinutes)),
  .enabled(if: PrivateBus.isAvailable, "needs dbus-daemon"))
struct TrainerBrowserTests {
  private let loop = EventLoop(name: "test", pace: .real)

  /// The names in the news: `+KICKR` for a found trainer, `-KICKR` for one that is gone.
  private final class NewsList: Sendable {
    private let list = Lock<[String]>([])

    func add(_ news: TrainerBrowser.News) {
      let text =
        switch news {
        case .found(let name, let trainer): "+\(name) \(trainer.place)"
        case .gone(let name): "-\(name)"
        }
      list.withLock { $0.append(text) }
    }

    var all: [String] { list.withLock { $0 } }
  }

  private func browse(
    _ bus: PrivateBus, _ body: (NewsList) async throws -> Void
  ) async throws {
    let news = NewsList()
    let browser = TrainerBrowser(on: loop, bus: bus.address, pause: .milliseconds(20), log: silence) { news.add($0) }
    await browser.begin()
    try await body(news)
    await browser.end()
  }

  @Test func `trainers in the local network are found, but neither this computer's bridge nor far ones`() async throws {
    try await PrivateBus.run { bus in
      let services = [("jz2 pi", true), ("FAR", false), ("KICKR", false)]
      let avahi = try await FakeBrowsing.start(bus.address, on: loop, services)
      try await browse(bus) { news in
        await loop.untilItHolds { news.all.count == 1 }
        #expect(news.all == ["+KICKR 192.168.1.20:36866"])
        await avahi.emit("ItemNew", "KICKR", interface: 3)
        await avahi.emit("ItemRemove", "KICKR", interface: 2)
        await avahi.emit("ItemRemove", "KICKR", interface: 3)
        await loop.untilItHolds { news.all.last == "-KICKR" }
        let gone = news.all.filter { $0 == "-KICKR" }
        #expect(gone.count == 1)
      }
      await avahi.crash()
    }
  }

  @Test func `trainers are found again after a restart of Avahi`() async throws {
    try await PrivateBus.run { bus in
      try await browse(bus) { news in
        for number in 1...2 {
          let avahi = try await FakeBrowsing.start(bus.address, on: loop, [("KICKR", false)])
          await loop.untilItHolds { news.all.count == 2 * number - 1 }
          #expect(news.all.last == "+KICKR 192.168.1.20:36866")
          await avahi.crash()
          await loop.untilItHolds { news.all.count == 2 * number }
          #expect(news.all.last == "-KICKR")
        }
      }
    }
  }
}
