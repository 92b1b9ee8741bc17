import DBus
import Loop
import TestKit

/// A simulated `avahi-daemon` on a bus.
actor FakeAvahi {
  /// A service that a client announces.
  struct Service: Hashable, Sendable {
    var interface: Int
    var name: String
    var type: String
    var host: String
    var port: Int
    var text: [String]
  }

  /// The records of a group.
  struct Group: Hashable, Sendable {
    var services: [Service] = []
    /// The addresses by interface, each with its host.
    var addresses: [Int: [String]] = [:]
    var isCommitted = false
  }

  nonisolated let loop: EventLoop
  nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

  private let bus: BusConnection
  private var groups: [ObjectPath: Group] = [:]
  private var lastGroup = 0
  /// The names that another computer announces.
  private let taken: Set<String>
  /// The interfaces that its settings exclude.
  private let excluded: Set<Int>

  private init(_ bus: BusConnection, _ loop: EventLoop, taken: Set<String>, excluded: Set<Int>) {
    self.bus = bus
    self.loop = loop
    self.taken = taken
    self.excluded = excluded
  }

  /// Takes the name of Avahi on the bus at `address`.
  static func start(
    _ address: String, on loop: EventLoop, taken: Set<String> = [], excluded: Set<Int> = []
  ) async throws -> FakeAvahi {
    let bus = try await BusConnection.open(address, on: loop)
    let avahi = FakeAvahi(bus, loop, taken: taken, excluded: excluded)
    await bus.setCallHandler { [weak avahi] call in avahi?.assumeIsolated { $0.answer(call) } }
    _ = try await bus.requestName("org.freedesktop.Avahi")
    return avahi
  }

  /// The records that the network sees.
  var announced: [Group] { groups.values.filter(\.isCommitted) }

  /// Leaves the bus, as after a crash.
  func crash() async { await bus.close() }

  private func answer(_ call: BusMessage) {
    guard let member = call.member, let path = call.path else { return }
    switch member {
    case "GetState": send(call.reply([.int32(2)]))
    case "EntryGroupNew":
      lastGroup += 1
      guard let path = ObjectPath("/Client1/EntryGroup\(lastGroup)") else { return }
      groups[path] = Group()
      send(call.reply([.objectPath(path)]))
    case "AddAddress", "AddService":
      let isExcluded = call.body.first?.integer.map { excluded.contains($0) } ?? true
      guard !isExcluded else {
        return send(call.reply(error: "org.freedesktop.Avahi.InvalidInterfaceError", "Invalid interface index"))
      }
      if member == "AddAddress" { addAddress(call.body, to: path) } else { addService(call.body, to: path) }
      send(call.reply())
    case "Commit":
      send(call.reply())
      commit(path)
    case "Free":
      groups[path] = nil
      send(call.reply())
    default: send(call.reply(error: "org.freedesktop.DBus.Error.UnknownMethod", member))
    }
  }

  private func addAddress(_ body: [Variant], to path: ObjectPath) {
    guard body.count == 5, let interface = body[0].integer, let host = body[3].string, let address = body[4].string
    else { return }
    groups[path]?.addresses[interface, default: []].append("\(host) \(address)")
  }

  private func addService(_ body: [Variant], to path: ObjectPath) {
    guard body.count == 9, let interface = body[0].integer, let name = body[3].string, let type = body[4].string,
      let host = body[6].string, let port = body[7].integer
    else { return }
    let text = body[8].array?.compactMap(\.bytes).map { String(decoding: $0, as: UTF8.self) } ?? []
    groups[path]?.services.append(
      Service(interface: interface, name: name, type: type, host: host, port: port, text: text))
  }

  private func commit(_ path: ObjectPath) {
    let isTaken = groups[path]?.services.contains { taken.contains($0.name) } ?? false
    groups[path]?.isCommitted = !isTaken
    emit(path, isTaken ? 3 : 2)
  }

  private func emit(_ path: ObjectPath, _ state: Int32) {
    bus.assumeIsolated {
      try? $0.send(.signal(path, "org.freedesktop.Avahi.EntryGroup", "StateChanged", [.int32(state), .string("")]))
    }
  }

  private func send(_ message: BusMessage) { bus.assumeIsolated { try? $0.send(message) } }
}
