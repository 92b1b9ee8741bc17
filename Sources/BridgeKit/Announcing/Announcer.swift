import BluetoothLE
import DBus
package import Logging
package import Loop

/// Announces the bridge in the local network through Avahi.
///
/// Avahi withdraws the announcement when the connection to the bus ends. Without Avahi, or without the bus, apps cannot
/// find the bridge, but can still connect by its address.
package actor Announcer {
  package nonisolated let loop: EventLoop
  package nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

  /// The limit for an answer of Avahi.
  private static let patience = Duration.seconds(10)
  /// The most names that are tried.
  private static let mostNames = 99

  private let address: String
  private let announcement: BridgeAnnouncement
  private let interfaces: @Sendable () -> [NetworkInterface]
  private let pause: Duration
  private let log: Logger

  private var bus: BusConnection?
  /// The group of the announced records; nil while Avahi is away.
  private var group: ObjectPath?
  /// The announced interfaces.
  private var announced: [NetworkInterface] = []
  /// The number of the name: 1 is the announcement's own.
  private var attempt = 1
  /// Whether the journal has a warning that apps cannot find the bridge.
  private var isMissed = false
  /// Whether the records are being replaced, and whether that has to be repeated.
  private var isAnnouncing = false
  private var isStale = false
  private var work: Task<Void, Never>?

  /// - Parameters:
  ///   - loop: The thread to run on.
  ///   - address: The address of the system bus.
  ///   - announcement: The description to announce.
  ///   - interfaces: Returns the present network interfaces.
  ///   - pause: The time between two attempts to reach the bus, and between two looks at the interfaces.
  ///   - log: The log.
  package init(
    on loop: EventLoop, bus address: String, _ announcement: BridgeAnnouncement,
    interfaces: @escaping @Sendable () -> [NetworkInterface] = NetworkInterface.all, pause: Duration = .seconds(10),
    log: Logger
  ) {
    self.loop = loop
    self.address = address
    self.announcement = announcement
    self.interfaces = interfaces
    self.pause = pause
    self.log = log
  }

  /// Announces until ``end()``; call it once the port accepts apps.
  package func begin() {
    work = Task(executorPreference: loop) { [weak self, loop, pause] in
      while !Task.isCancelled {
        await self?.look()
        try? await loop.sleep(until: loop.now.advanced(by: pause))
      }
    }
  }

  /// Withdraws the announcement.
  package func end() async {
    work?.cancel()
    work = nil
    if let group, let bus { _ = try? await bus.call(Avahi.call("Free", of: group), timeout: .seconds(1)) }
    group = nil
    await bus?.close()
    bus = nil
  }

  /// The name that is announced now.
  private var current: BridgeAnnouncement { attempt == 1 ? announcement : announcement.renamed(attempt) }

  /// Connects to the bus if necessary, and announces again after a change of the interfaces.
  private func look() async {
    if bus == nil { await connect() }
    guard bus != nil, !isAnnouncing, group == nil || announced != interfaces() else { return }
    await announce()
  }

  private func connect() async {
    do throws(DBusError) {
      let bus = try await BusConnection.open(address, on: loop)
      do throws(DBusError) { try await subscribe(bus) } catch {
        await bus.close()
        throw error
      }
      busCame(to: bus)
    } catch {
      miss("The system bus cannot be reached.", error)
    }
  }

  private func subscribe(_ bus: BusConnection) async throws(DBusError) {
    await bus.setDisconnectHandler { [weak self] in self?.assumeIsolated { $0.busCame(to: nil) } }
    await bus.setSignalHandler { [weak self] message in self?.assumeIsolated { $0.receive(message) } }
    try await bus.addMatch(MatchRule(sender: Bus.name, member: "NameOwnerChanged", firstArgument: Avahi.name))
    try await bus.addMatch(MatchRule(sender: Avahi.name, member: "StateChanged"))
  }

  private func busCame(to bus: BusConnection?) {
    let old = self.bus
    self.bus = bus
    group = nil
    guard bus == nil, let old else { return }
    Task(executorPreference: loop) { await old.close() }
  }

  private func receive(_ message: borrowing IncomingMessage) {
    if message.isSignal(Bus.interface, "NameOwnerChanged") {
      let isAway = message.body.last?.string?.isEmpty ?? true
      group = nil
      if isAway { miss("Avahi has ended.", nil) } else { announceSoon() }
    } else if message.isSignal(Avahi.server, "StateChanged") {
      if group == nil, message.body.first?.integer == Avahi.running { announceSoon() }
    } else if message.isSignal(Avahi.group, "StateChanged"), let group, message.isAt(group),
      let state = message.body.first?.integer.flatMap({ Avahi.GroupState(rawValue: $0) })
    {
      groupCame(to: state, because: message.body.last?.string)
    }
  }

  private func groupCame(to state: Avahi.GroupState, because error: String?) {
    switch state {
    case .uncommitted, .registering: break
    case .established:
      isMissed = false
      log.notice(
        "Apps in the local network find the bridge.",
        metadata: ["name": "\(current.name)", "addresses": "\(announced.map(\.address).joined(separator: " "))"])
    case .collision:
      guard attempt < Self.mostNames else { return miss("Each name is in use in the local network.", nil) }
      attempt += 1
      announceSoon()
    case .failure: miss("Avahi refused the announcement: \(error ?? "").", nil)
    }
  }

  private func announceSoon() {
    Task(executorPreference: loop) { [weak self] in await self?.announce() }
  }

  /// Gives Avahi the records, in place of those that it has; one caller at a time.
  private func announce() async {
    isStale = true
    guard !isAnnouncing else { return }
    isAnnouncing = true
    while isStale {
      isStale = false
      await replaceRecords()
    }
    isAnnouncing = false
  }

  private func replaceRecords() async {
    guard let bus else { return }
    let (announcement, interfaces) = (current, interfaces())
    do throws(DBusError) {
      let state = try await bus.call(Avahi.call("GetState"), timeout: Self.patience).first?.integer
      guard state == Avahi.running else { return }
      if let old = group {
        group = nil
        _ = try? await bus.call(Avahi.call("Free", of: old), timeout: Self.patience)
      }
      guard !interfaces.isEmpty else { return announced = [] }
      guard let new = try await bus.call(Avahi.call("EntryGroupNew"), timeout: Self.patience).first?.objectPath else {
        return miss("Avahi made no group of records.", nil)
      }
      (group, announced) = (new, interfaces)
      for interface in interfaces { await add(announcement, interface, to: new, bus) }
      _ = try await bus.call(Avahi.call("Commit", of: new), timeout: Self.patience)
    } catch {
      group = nil
      miss("Avahi does not announce the bridge.", error)
    }
  }

  /// Adds the records of one interface; Avahi refuses an interface that its settings exclude.
  private func add(
    _ announcement: BridgeAnnouncement, _ interface: NetworkInterface, to group: ObjectPath, _ bus: BusConnection
  ) async {
    do throws(DBusError) {
      for call in [
        Avahi.addAddress(announcement, interface, to: group), Avahi.addService(announcement, interface, to: group),
      ] {
        _ = try await bus.call(call, timeout: Self.patience)
      }
    } catch {
      log.info("Avahi does not announce the bridge at \(interface.address).", metadata: ["reason": "\(error)"])
    }
  }

  /// Warns once that apps cannot find the bridge.
  private func miss(_ text: String, _ error: DBusError?) {
    guard !isMissed else { return }
    isMissed = true
    log.warning(
      "\(text) Apps can connect by this computer's address and port \(announcement.port), but do not find it by themselves.",
      metadata: error.map { ["reason": "\($0)"] } ?? [:])
  }
}

/// Avahi's objects on the system bus.
///
/// Source: `avahi-daemon/org.freedesktop.Avahi.Server.xml` and `org.freedesktop.Avahi.EntryGroup.xml`, and
/// `avahi-common/defs.h`, of Avahi 0.8.
private enum Avahi {
  static let name = "org.freedesktop.Avahi"
  static let server = "org.freedesktop.Avahi.Server"
  static let group = "org.freedesktop.Avahi.EntryGroup"
  /// The server has announced the computer's own name.
  static let running = 2

  /// The state of a group of records.
  enum GroupState: Int, Sendable {
    case uncommitted = 0
    case registering = 1
    case established = 2
    case collision = 3
    case failure = 4
  }

  /// `AVAHI_PROTO_INET`.
  private static let ipv4: Int32 = 0
  /// `AVAHI_PUBLISH_NO_REVERSE`: the address keeps the computer's own name.
  private static let noReverse: UInt32 = 16

  static func call(_ member: String, _ body: [Variant] = []) -> BusMessage {
    .call(name, "/", server, member, body)
  }

  static func call(_ member: String, of group: ObjectPath, _ body: [Variant] = []) -> BusMessage {
    .call(name, group, Self.group, member, body)
  }

  /// Returns the call that gives the announcement's host an address on an interface.
  static func addAddress(_ announcement: BridgeAnnouncement, _ interface: NetworkInterface, to group: ObjectPath)
    -> BusMessage
  {
    call(
      "AddAddress", of: group,
      [
        .int32(interface.index), .int32(ipv4), .uint32(noReverse), .string(announcement.host),
        .string(interface.address),
      ])
  }

  /// Returns the call that announces the service on an interface.
  static func addService(_ announcement: BridgeAnnouncement, _ interface: NetworkInterface, to group: ObjectPath)
    -> BusMessage
  {
    call(
      "AddService", of: group,
      [
        .int32(interface.index), .int32(ipv4), .uint32(0), .string(announcement.name), .string(BridgeAnnouncement.type),
        .string(""), .string(announcement.host), .uint16(announcement.port),
        .array(announcement.text.map { .bytes(Array($0.utf8)) }, of: "ay"),
      ])
  }
}
