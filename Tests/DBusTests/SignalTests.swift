import BusTestKit
import Loop
import TestKit
import Testing

@testable import DBus

@Suite(
  .enabled(if: PrivateBus.isAvailable, "there is no dbus-daemon on this machine"),
  .timeLimit(.minutes(TestDeadline.testMinutes)))
struct SignalTests {
  /// Returns the results of `handler` for the signals that it receives.
  private func heard<Output: Sendable>(
    _ rule: MatchRule, _ signals: [BusMessage], _ handler: @escaping @Sendable (borrowing IncomingMessage) -> Output
  ) async throws -> [Output] {
    try await PrivateBus.run { try await heard(on: $0, rule, signals, handler) }
  }

  private func heard<Output: Sendable>(
    on bus: PrivateBus, _ rule: MatchRule, _ signals: [BusMessage],
    _ handler: @escaping @Sendable (borrowing IncomingMessage) -> Output
  ) async throws -> [Output] {
    let loop = EventLoop(name: "dbus-test", pace: .real)
    let (outputs, output) = AsyncStream.makeStream(of: Output.self)
    let listener = try await BusConnection.open(bus.address, on: loop)
    let speaker = try await BusConnection.open(bus.address, on: loop)
    await listener.setSignalHandler { signal in
      if signal.isSignal("test.End", "End") { output.finish() } else { output.yield(handler(signal)) }
    }
    try await listener.addMatch(rule)
    try await listener.addMatch(MatchRule(interface: "test.End"))
    for signal in signals + [.signal("/", "test.End", "End")] { try await speaker.send(signal) }
    let all = await outputs.reduce(into: []) { $0.append($1) }
    await listener.close()
    await speaker.close()
    await loop.stop()
    return all
  }

  private static func changed(_ path: ObjectPath, _ interface: String, _ properties: [String: Variant]) -> BusMessage {
    .signal(
      path, "org.freedesktop.DBus.Properties", "PropertiesChanged",
      [.string(interface), .properties(properties), .array([], of: "s")])
  }

  @Test func `only signals that the match rule describes arrive`() async throws {
    let rule = MatchRule(
      interface: "org.freedesktop.DBus.Properties", pathNamespace: "/org/bluez/hci0/dev_1", firstArgument: "a.A")
    let paths = try await heard(
      rule,
      [
        Self.changed("/org/bluez/hci0/dev_1", "a.A", [:]), Self.changed("/org/bluez/hci0/dev_2", "a.A", [:]),
        Self.changed("/org/bluez/hci0/dev_1/service1", "a.B", [:]),
        Self.changed("/org/bluez/hci0/dev_1/service1", "a.A", [:]),
      ], { $0.path })
    #expect(paths == ["/org/bluez/hci0/dev_1", "/org/bluez/hci0/dev_1/service1"])
  }

  @Test func `bytes are found among other properties`() async throws {
    let bytes = try await heard(
      MatchRule(interface: "org.freedesktop.DBus.Properties"),
      [
        Self.changed("/a", "a.A", ["Value": .bytes([1, 2])]),
        Self.changed("/a", "a.A", ["Value": .bytes([])]),
        Self.changed("/a", "a.A", ["Notifying": .boolean(true), "Value": .bytes([3]), "X": .string("y")]),
        Self.changed("/a", "a.B", ["Value": .bytes([4])]),
        Self.changed("/a", "a.A", ["Value": .string("text")]),
        Self.changed("/a", "a.A", ["Other": .bytes([5])]),
        .signal("/a", "org.freedesktop.DBus.Properties", "PropertiesChanged"),
        .signal("/a", "org.freedesktop.DBus.Properties", "PropertiesChanged", [.byte(1), .byte(2)]),
      ], { $0.changedBytes(of: "a.A", "Value") })
    #expect(bytes == [[1, 2], [], [3], nil, nil, nil, nil, nil])
  }

  @Test func `a signal has its path, interface, member and sender`() async throws {
    let heard = try await heard(MatchRule(path: "/a/b"), [.signal("/a/b", "x.Y", "Z", [.byte(1)])]) { signal in
      signal.isSignal("x.Y", "Z") && !signal.isSignal("x.Y", "Q") && signal.isAt("/a/b") && !signal.isAt("/a")
        && signal.interface == "x.Y" && signal.member == "Z" && signal.body == [.byte(1)]
        && signal.sender.map { signal.isSent(by: $0) } == true && !signal.isSent(by: ":9.9")
    }
    #expect(heard == [true])
  }

  @Test func `apostrophes in a match rule are quoted`() async throws {
    let rule = MatchRule(interface: "x.Y", firstArgument: "it's")
    #expect(rule.text == #"type='signal',interface='x.Y',arg0='it'\''s'"#)
    let heard = try await heard(
      rule,
      [.signal("/", "x.Y", "Z", [.string("it's")]), .signal("/", "x.Y", "Z", [.string("its")])], { $0.body })
    #expect(heard == [[.string("it's")]])
  }
}

@Suite struct ObjectPathTests {
  @Test(arguments: ["", "a", "/a/", "//", "/a b", "/ä", "/a\0"])
  func `a malformed object path is refused`(text: String) { #expect(ObjectPath(text) == nil) }

  @Test func `descendants of an object are below it, siblings are not`() {
    #expect(ObjectPath("/a/b").isBelow("/a"))
    #expect(ObjectPath("/a/b/c").isBelow("/a"))
    #expect(ObjectPath("/a").isBelow("/"))
    #expect(!ObjectPath("/ab").isBelow("/a"))
    #expect(!ObjectPath("/a").isBelow("/a"))
  }
}
