import BluetoothLE
import ControlSocket
import DBus
import DirectConnect
import Logging
import Loop

/// Finds the trainers that announce themselves in the local network, by Avahi.
///
/// It browses again when Avahi or the bus is back. Services of this computer are left out: they are jz2bridge's own.
actor TrainerBrowser {
  nonisolated let loop: EventLoop
  nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

  /// News about a trainer, by the name of its service.
  enum News: Hashable, Sendable {
    case found(name: String, AnnouncedTrainer)
    case gone(name: String)
  }

  /// The limit for an answer of Avahi, which asks the network for an address.
  private static let patience = Duration.seconds(10)
  /// The most trainers.
  private static let most = 12

  private let address: String
  private let pause: Duration
  private let log: Logger
  private let report: @Sendable (News) -> Void
  private var bus: BusConnection?
  /// Avahi's browser; nil while Avahi is away.
  private var browser: ObjectPath?
  /// The interfaces on which each service was found.
  private var found: [String: Set<Int>] = [:]
  /// Whether a look is in progress, and whether it has to be repeated.
  private var isLooking = false
  private var isStale = false
  private var work: Task<Void, Never>?

  /// - Parameters:
  ///   - loop: The thread to run on.
  ///   - address: The address of the system bus.
  ///   - pause: The time between two attempts to reach Avahi.
  ///   - log: The log.
  ///   - report: Receives the news, on the loop.
  init(
    on loop: EventLoop, bus address: String, pause: Duration = .seconds(10), log: Logger,
    report: @escaping @Sendable (News) -> Void
  ) {
    self.loop = loop
    self.address = address
    self.pause = pause
    self.log = log
    self.report = report
  }

  /// Browses until ``end()``.
  func begin() {
    work = Task(executorPreference: loop) { [weak self, loop, pause] in
      while !Task.isCancelled {
        await self?.look()
        try? await loop.sleep(until: loop.now.advanced(by: pause))
      }
    }
  }

  func end() async {
    work?.cancel()
    work = nil
    await bus?.close()
    (bus, browser) = (nil, nil)
  }

  /// Connects and browses if necessary; one caller at a time, so that each trainer is reported once.
  private func look() async {
    isStale = true
    guard !isLooking else { return }
    isLooking = true
    while isStale {
      isStale = false
      do throws(DBusError) {
        if bus == nil { try await connect() }
        if browser == nil { try await browse() }
      } catch {
        log.debug("Avahi cannot be asked for trainers.", metadata: ["reason": "\(error)"])
      }
    }
    isLooking = false
  }

  private func connect() async throws(DBusError) {
    let bus = try await BusConnection.open(address, on: loop)
    await bus.setDisconnectHandler { [weak self] in self?.assumeIsolated { $0.busLost() } }
    await bus.setSignalHandler { [weak self] message in self?.assumeIsolated { $0.receive(message) } }
    self.bus = bus
    try await bus.addMatch(MatchRule(sender: Bus.name, member: "NameOwnerChanged", firstArgument: AvahiBrowsing.name))
    // Items are reported before the answer that names their browser.
    try await bus.addMatch(MatchRule(sender: AvahiBrowsing.name, interface: AvahiBrowsing.browser))
  }

  private func browse() async throws(DBusError) {
    guard let bus else { return }
    browser = try await bus.call(AvahiBrowsing.browse(), timeout: Self.patience).first?.objectPath
  }

  private func busLost() {
    guard let old = bus else { return }
    bus = nil
    avahiLost()
    Task(executorPreference: loop) { await old.close() }
  }

  private func avahiLost() {
    browser = nil
    let names = found.keys.sorted()
    found = [:]
    for name in names { report(.gone(name: name)) }
  }

  private func receive(_ message: borrowing IncomingMessage) {
    if message.isSignal(Bus.interface, "NameOwnerChanged") {
      avahiLost()
      guard message.body.last?.string?.isEmpty == false else { return }
      Task(executorPreference: loop) { [weak self] in await self?.look() }
    } else if message.isSignal(AvahiBrowsing.browser, "ItemNew"), let item = AvahiBrowsing.Item(message.body) {
      add(item)
    } else if message.isSignal(AvahiBrowsing.browser, "ItemRemove"), let item = AvahiBrowsing.Item(message.body) {
      remove(item)
    }
  }

  private func add(_ item: AvahiBrowsing.Item) {
    guard !item.isLocal, found[item.name] != nil || found.count < Self.most else { return }
    found[item.name, default: []].insert(item.interface)
    Task(executorPreference: loop) { [weak self] in await self?.resolve(item) }
  }

  private func remove(_ item: AvahiBrowsing.Item) {
    guard found[item.name]?.remove(item.interface) != nil, found[item.name]?.isEmpty == true else { return }
    found[item.name] = nil
    report(.gone(name: item.name))
  }

  /// Asks for a trainer's address and TXT record, and reports the trainer.
  private func resolve(_ item: AvahiBrowsing.Item) async {
    guard let bus else { return }
    do throws(DBusError) {
      let answer = try await bus.call(AvahiBrowsing.resolve(item), timeout: Self.patience)
      guard found[item.name]?.contains(item.interface) == true else { return }
      guard let trainer = AvahiBrowsing.trainer(item.name, answer) else {
        return log.info("A trainer has no address in the local network.", metadata: ["name": "\(item.name)"])
      }
      report(.found(name: item.name, trainer))
    } catch {
      log.info("A trainer's address is not known.", metadata: ["name": "\(item.name)", "reason": "\(error)"])
    }
  }
}

/// Browsing by Avahi.
///
/// Source: `avahi-daemon/org.freedesktop.Avahi.ServiceBrowser.xml` and `avahi-common/defs.h` of Avahi 0.8.
private enum AvahiBrowsing {
  static let name = "org.freedesktop.Avahi"
  static let browser = "org.freedesktop.Avahi.ServiceBrowser"
  private static let server = "org.freedesktop.Avahi.Server"
  /// `AVAHI_IF_UNSPEC`.
  private static let anyInterface: Int32 = -1
  /// `AVAHI_PROTO_INET`: trainers have IPv4.
  private static let overIPv4: Int32 = 0
  /// `AVAHI_LOOKUP_RESULT_LOCAL`: this computer announces the service.
  fileprivate static let localResult = 8

  /// A service on one interface.
  struct Item: Hashable, Sendable {
    var interface: Int
    var name: String
    var domain: String
    var isLocal: Bool

    /// Nil for a signal of another form.
    init?(_ body: [Variant]) {
      guard body.count == 6, let interface = body[0].integer, let name = body[2].string, let domain = body[4].string,
        let flags = body[5].integer
      else { return nil }
      (self.interface, self.name, self.domain) = (interface, name, domain)
      isLocal = flags & AvahiBrowsing.localResult != 0
    }
  }

  /// Returns the call that makes a browser for trainers.
  static func browse() -> BusMessage {
    .call(
      name, "/", server, "ServiceBrowserNew",
      [.int32(anyInterface), .int32(overIPv4), .string(DirectConnectFrame.serviceType), .string(""), .uint32(0)])
  }

  /// Returns the call that asks for a service's address.
  static func resolve(_ item: Item) -> BusMessage {
    .call(
      name, "/", server, "ResolveService",
      [
        .int32(Int32(clamping: item.interface)), .int32(overIPv4), .string(item.name),
        .string(DirectConnectFrame.serviceType),
        .string(item.domain), .int32(overIPv4), .uint32(0),
      ])
  }

  /// Returns the trainer in the answer to `resolve`; nil without an address in the local network.
  static func trainer(_ name: String, _ answer: [Variant]) -> AnnouncedTrainer? {
    guard answer.count >= 10, let address = answer[7].string.flatMap({ NetworkAddress($0) }),
      let port = answer[8].integer.flatMap({ UInt16(exactly: $0) }),
      let place = TrainerPlace(address, port: port)
    else { return nil }
    return AnnouncedTrainer(named: name, at: place, text: (answer[9].array ?? []).compactMap(\.bytes))
  }
}
