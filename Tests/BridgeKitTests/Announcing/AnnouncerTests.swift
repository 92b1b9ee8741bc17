import BridgeKit
import BusTestKit
import DBus
import Locks
import Logging
import Loop
import TestKit
import Testing

@Suite(
  .timeLimit(.minutes(TestDeadline.testMinutes)),
  .enabled(if: PrivateBus.isAvailable, "needs dbus-daemon"))
struct AnnouncerTests {
  private static let announcement = BridgeAnnouncement(
    name: "jz2 pi", port: 36866, services: [0x1826], address: 0x02_0102_0304_05, serialNumber: 17)
  private static let wired = NetworkInterface(index: 2, address: "192.168.1.5")
  private static let wireless = NetworkInterface(index: 3, address: "192.168.1.6")

  private let loop = EventLoop(name: "test", pace: .real)

  private func announcer(
    _ bus: PrivateBus, _ interfaces: Lock<[NetworkInterface]> = Lock([Self.wired]), log: Logger = silence
  ) -> Announcer {
    Announcer(
      on: loop, bus: bus.address, Self.announcement, interfaces: { interfaces.withLock { $0 } },
      pause: .milliseconds(20), log: log)
  }

  private func comes(
    _ avahi: FakeAvahi, _ isMeant: @escaping @Sendable ([FakeAvahi.Group]) -> Bool
  ) async {
    await loop.untilItHolds { avahi.assumeIsolated { isMeant($0.announced) } }
  }

  @Test func `the service and its host's address are announced on each interface`() async throws {
    try await PrivateBus.run { bus in
      let avahi = try await FakeAvahi.start(bus.address, on: loop)
      let announcer = announcer(bus, Lock([Self.wired, Self.wireless]))
      await announcer.begin()
      await comes(avahi) { !$0.isEmpty }
      let group = try #require(await avahi.announced.first)
      #expect(group.addresses == [2: ["jz2-pi.local 192.168.1.5"], 3: ["jz2-pi.local 192.168.1.6"]])
      #expect(group.services.map(\.interface) == [2, 3])
      let service = try #require(group.services.first)
      #expect(service.name == "jz2 pi" && service.host == "jz2-pi.local" && service.port == 36866)
      #expect(service.type == "_wahoo-fitness-tnp._tcp" && service.text == Self.announcement.text)
      await announcer.end()
      await comes(avahi) { $0.isEmpty }
      await avahi.crash()
    }
  }

  @Test func `a name that another computer announces gets a number`() async throws {
    try await PrivateBus.run { bus in
      let avahi = try await FakeAvahi.start(bus.address, on: loop, taken: ["jz2 pi", "jz2 pi 2"])
      let announcer = announcer(bus)
      await announcer.begin()
      await comes(avahi) { $0.first?.services.first?.name == "jz2 pi 3" }
      #expect(await avahi.announced.first?.services.first?.host == "jz2-pi-3.local")
      await announcer.end()
      await avahi.crash()
    }
  }

  @Test func `the bridge is announced again after a restart of Avahi`() async throws {
    try await PrivateBus.run { bus in
      let announcer = announcer(bus)
      await announcer.begin()
      for _ in 0..<2 {
        let avahi = try await FakeAvahi.start(bus.address, on: loop)
        await comes(avahi) { !$0.isEmpty }
        await avahi.crash()
      }
      await announcer.end()
    }
  }

  @Test func `the bridge is announced again after a restart of the bus`() async throws {
    try await PrivateBus.run { bus in
      let announcer = announcer(bus)
      let first = try await FakeAvahi.start(bus.address, on: loop)
      await announcer.begin()
      await comes(first) { !$0.isEmpty }
      try await bus.kill()
      await first.crash()
      try await bus.start()
      let second = try await FakeAvahi.start(bus.address, on: loop)
      await comes(second) { !$0.isEmpty }
      await announcer.end()
      await second.crash()
    }
  }

  @Test func `a new address replaces the announcement`() async throws {
    try await PrivateBus.run { bus in
      let interfaces = Lock([Self.wired])
      let avahi = try await FakeAvahi.start(bus.address, on: loop)
      let announcer = announcer(bus, interfaces)
      await announcer.begin()
      await comes(avahi) { !$0.isEmpty }
      interfaces.withLock { $0 = [Self.wireless] }
      await comes(avahi) { $0.count == 1 && $0.first?.addresses == [3: ["jz2-pi.local 192.168.1.6"]] }
      await announcer.end()
      await avahi.crash()
    }
  }

  @Test func `an interface that Avahi's settings exclude does not prevent the announcement on others`() async throws {
    try await PrivateBus.run { bus in
      let avahi = try await FakeAvahi.start(bus.address, on: loop, excluded: [2])
      let announcer = announcer(bus, Lock([Self.wired, Self.wireless]))
      await announcer.begin()
      await comes(avahi) { $0.first?.services.map(\.interface) == [3] }
      await announcer.end()
      await avahi.crash()
    }
  }

  @Test func `without Avahi the journal says that apps do not find the bridge, once`() async throws {
    try await PrivateBus.run { bus in
      let lines = Lock<[String]>([])
      let announcer = announcer(bus, log: Logger(label: "test") { _ in LineLog(lines: lines) })
      await announcer.begin()
      let avahi = try await FakeAvahi.start(bus.address, on: loop)
      await comes(avahi) { !$0.isEmpty }
      await avahi.crash()
      await loop.untilItHolds { lines.withLock { $0.contains { $0.hasPrefix("warning: Avahi has ended.") } } }
      let again = try await FakeAvahi.start(bus.address, on: loop)
      await comes(again) { !$0.isEmpty }
      await loop.untilItHolds {
        lines.withLock { $0.last?.hasPrefix("notice: Apps in the local network find") == true }
      }
      await announcer.end()
      await again.crash()
    }
  }
}

/// A log that keeps its lines, each after its level.
struct LineLog: LogHandler {
  let lines: Lock<[String]>
  var metadata: Logger.Metadata = [:]
  var logLevel = Logger.Level.info

  init(lines: Lock<[String]>) { self.lines = lines }

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) {
    let line = "\(event.level): \(event.message)"
    lines.withLock { $0.append(line) }
  }
}
