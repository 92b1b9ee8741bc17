import BusTestKit
import Loop
import TestKit
import Testing

@testable import DBus

/// Two connections to a private bus; the second one answers calls.
private struct Pair {
  let bus: PrivateBus
  let loop: EventLoop
  let client: BusConnection
  let server: BusConnection

  static func run(_ body: (Pair) async throws -> Void) async throws {
    try await PrivateBus.run { try await run(on: $0, body) }
  }

  private static func run(on bus: PrivateBus, _ body: (Pair) async throws -> Void) async throws {
    let loop = EventLoop(name: "dbus-test", pace: .real)
    let client = try await BusConnection.open(bus.address, on: loop)
    let server = try await BusConnection.open(bus.address, on: loop)
    await server.setCallHandler { [weak server] call in server?.assumeIsolated { $0.answer(call) } }
    let outcome: Result<Void, any Error>
    do { outcome = .success(try await body(Pair(bus: bus, loop: loop, client: client, server: server))) } catch {
      outcome = .failure(error)
    }
    await client.close()
    await server.close()
    await loop.stop()
    try outcome.get()
  }

  func call(_ member: String, _ body: [Variant] = [], timeout: Duration = TestDeadline.event) async throws(DBusError)
    -> [Variant]
  {
    let name = await server.uniqueName ?? ""
    return try await client.call(.call(name, "/test", "test.Echo", member, body), timeout: timeout)
  }
}

extension BusConnection {
  fileprivate func answer(_ call: BusMessage) {
    switch call.member {
    case "Echo": try? send(call.reply(call.body))
    case "Refuse": try? send(call.reply(error: "test.Error.No", "because"))
    default: break
    }
  }
}

@Suite(
  .enabled(if: PrivateBus.isAvailable, "there is no dbus-daemon on this machine"),
  .timeLimit(.minutes(TestDeadline.testMinutes)))
struct BusConnectionTests {
  static let values: [Variant] = [
    .byte(255), .boolean(true), .boolean(false), .int16(-7), .uint16(65535), .int32(.min), .uint32(.max), .int64(.min),
    .uint64(.max), .double(-0.25), .string("KICKR Ω"), .string(""), .objectPath("/org/bluez/hci0"), .signature("a{sv}"),
    .bytes([0, 1, 254]), .bytes([]), .array([.string("a"), .string("b")], of: "s"), .array([], of: "s"),
    .dictionary([.uint16(6): .bytes([1])], of: "qay"), .dictionary([:], of: "sv"),
    .structure([.byte(1), .structure([.string("x")])]),
    .array([.dictionary([.string("k"): .int32(1)], of: "si")], of: "a{si}"),
  ]

  @Test(arguments: values)
  func `a value survives the round trip over the bus`(value: Variant) async throws {
    try await Pair.run { pair in
      let echo = try await pair.call("Echo", [value, .byte(1)])
      #expect(echo == [value, .byte(1)])
    }
  }

  @Test func `a variant is read as its content`() async throws {
    try await Pair.run { pair in
      let sent = Variant.properties(["RSSI": .int16(-60), "UUIDs": .array([.string("1826")], of: "s")])
      let read = try await pair.call("Echo", [sent]).first?.properties
      #expect(read == ["RSSI": .int16(-60), "UUIDs": .array([.string("1826")], of: "s")])
    }
  }

  @Test func `a hundred simultaneous calls are all answered`() async throws {
    try await Pair.run { pair in
      let sum = try await withThrowingTaskGroup(of: Int.self) { group in
        for number in 0..<100 {
          group.addTask { try await pair.call("Echo", [.int32(Int32(number))]).first?.integer ?? 0 }
        }
        return try await group.reduce(0, +)
      }
      #expect(sum == 4950)
    }
  }

  @Test func `an error keeps its name and text`() async throws {
    try await Pair.run { pair in
      let error = await #expect(throws: DBusError.self) { try await pair.call("Refuse") }
      #expect(error == DBusError(.replied, name: "test.Error.No", "because"))
    }
  }

  @Test func `a call to a name without an owner is refused`() async throws {
    try await Pair.run { pair in
      let error = await #expect(throws: DBusError.self) {
        try await pair.client.call(.call("org.bluez", "/", "a.b", "C"), timeout: TestDeadline.event)
      }
      #expect(error?.name == "org.freedesktop.DBus.Error.ServiceUnknown")
    }
  }

  @Test func `an unanswered call times out`() async throws {
    try await Pair.run { pair in
      let error = await #expect(throws: DBusError.self) { try await pair.call("Ignore", timeout: .milliseconds(50)) }
      #expect(error?.code == .timedOut)
    }
  }

  @Test func `cancelling a task ends its call, pending or not yet made`() async throws {
    try await Pair.run { pair in
      let (arrivals, arrived) = AsyncStream.makeStream(of: Void.self)
      await pair.server.setCallHandler { _ in arrived.yield() }
      for isUnderWay in [true, false] {
        let call = Task { try await pair.call("Ignore", timeout: TestDeadline.event) }
        if isUnderWay { for await _ in arrivals { break } }
        call.cancel()
        let error = await #expect(throws: DBusError.self) { try await call.value }
        #expect(error?.code == .cancelled)
      }
    }
  }

  @Test func `a crash of the bus ends the calls and is reported`() async throws {
    try await Pair.run { pair in
      let (losses, lost) = AsyncStream.makeStream(of: Void.self)
      await pair.client.setDisconnectHandler { lost.yield() }
      let call = Task { try await pair.call("Ignore", timeout: TestDeadline.event) }
      _ = try await pair.call("Echo")
      try await pair.bus.kill()
      let error = await #expect(throws: DBusError.self) { try await call.value }
      #expect(error?.code == .disconnected)
      for await _ in losses { break }
      let later = await #expect(throws: DBusError.self) { try await pair.call("Echo") }
      #expect(later?.code == .disconnected)
    }
  }

  @Test func `closing a connection ends its calls`() async throws {
    try await Pair.run { pair in
      let call = Task { try await pair.call("Ignore", timeout: TestDeadline.event) }
      _ = try await pair.call("Echo")
      await pair.client.close()
      let error = await #expect(throws: DBusError.self) { try await call.value }
      #expect(error?.code == .disconnected)
    }
  }

  static let malformed: [BusMessage] = [
    .call("org bluez", "/", "a.b", "C"), .call("org.bluez", "/", "nodots", "C"), .call("org.bluez", "/", "a.b", "C D"),
    .call("org.bluez", "/", "a.b", ""), .call("org.bluez\0", "/", "a.b", "C"),
    .call("org.bluez", "/", "a.b", "C", [.string("a\0b")]), .call("org.bluez", "/", "a.b", "C", [.signature("a")]),
    .call("org.bluez", "/", "a.b", "C", [.structure([])]),
    .call("org.bluez", "/", "a.b", "C", [.array([.byte(1)], of: "s")]),
    .call("org.bluez", "/", "a.b", "C", [.array([], of: "!")]),
    .call("org.bluez", "/", "a.b", "C", [.dictionary([.string("k"): .byte(1)], of: "ss")]), BusMessage(.methodCall),
  ]

  @Test(arguments: malformed)
  func `a malformed message is refused, and the process keeps running`(message: BusMessage) async throws {
    try await Pair.run { pair in
      let error = await #expect(throws: DBusError.self) {
        try await pair.client.call(message, timeout: TestDeadline.event)
      }
      #expect(error?.code == .invalidArgument)
      let echo = try await pair.call("Echo", [.byte(1)])
      #expect(echo == [.byte(1)])
    }
  }

  @Test func `a name has an owner once it is requested`() async throws {
    try await Pair.run { pair in
      #expect(try await pair.server.requestName("test.Name"))
      let owner = try await pair.client.call(
        .toBus("GetNameOwner", [.string("test.Name")]), timeout: TestDeadline.event)
      #expect(await owner.first?.string == pair.server.uniqueName)
      #expect(try await pair.client.requestName("test.Name") == false)
    }
  }

  @Test func `an address without a bus causes a disconnection, and a malformed one is invalid`() async throws {
    let loop = EventLoop(name: "dbus-test", pace: .real)
    let missing = await #expect(throws: DBusError.self) {
      try await BusConnection.open("unix:path=/nonexistent/bus", on: loop)
    }
    #expect(missing?.code == .disconnected)
    let malformed = await #expect(throws: DBusError.self) { try await BusConnection.open("nonsense", on: loop) }
    #expect(malformed?.code == .invalidArgument)
    await loop.stop()
  }
}
