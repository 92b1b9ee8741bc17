package import BluetoothLE
import DBus
package import Loop

/// Offers the trainer to apps over Bluetooth, as services of an adapter of this computer.
///
/// It works while ``run()`` runs: it registers services and advertisement with BlueZ, and registers them again after a
/// restart of `bluetoothd`, of the bus or of the adapter. While no adapter can be used, it waits, and reports the
/// reason once.
///
/// The kernel keeps a link to the trainer and links to apps at the same time only on some adapters, which have the role
/// `central-peripheral`. Others are used only if an administrator names them.
package actor BluetoothPeripheral {
  package nonisolated let loop: EventLoop
  package nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

  /// A change that belongs into the journal.
  package enum Report: Hashable, Sendable {
    /// Apps can find jz2 through the adapter with this name.
    case offered(String)
    /// Apps cannot find jz2.
    case unavailable(PeripheralObstacle)
  }

  /// The parts of the program that it works for, called on the loop.
  package struct Owner: Sendable {
    /// Returns the present value of a characteristic; nil without a value.
    package var value: @Sendable (CharacteristicID) -> [UInt8]?
    /// Handles an event; a write is answered during the call, or later.
    package var handle: @Sendable (BluetoothAppEvent) -> Void
    package var report: @Sendable (Report) -> Void

    package init(
      value: @escaping @Sendable (CharacteristicID) -> [UInt8]?,
      handle: @escaping @Sendable (BluetoothAppEvent) -> Void, report: @escaping @Sendable (Report) -> Void
    ) {
      self.value = value
      self.handle = handle
      self.report = report
    }
  }

  static let service = "org.bluez"

  private let busAddress: String
  let named: DeviceAddress?
  let patience: Patience
  let services: PeripheralServices
  let owner: Owner

  private(set) var bus: BusConnection?
  /// The unique name of `bluetoothd`; nil while it is not on the bus.
  private(set) var bluez: String?
  var app = BluetoothApp()
  /// The writes without an answer, oldest first.
  var writes: [BusMessage] = []
  /// The adapter with the services; nil while they are not registered.
  var offered: ObjectPath?
  var isAdvertised = false
  /// When to register again after a refusal; nil without one.
  var refusedUntil: MonotonicInstant?
  /// Whether the trainer's link needs the radio more than new apps do.
  private(set) var isQuiet = false
  /// The timer that ran or runs since the trainer is missing; nil while it is not.
  private var missing: EventLoop.Timer?
  var latestReport: Report?
  var turn: AsyncStream<Void>.Continuation?

  /// - Parameters:
  ///   - loop: The thread to run on.
  ///   - busAddress: As in the D-Bus specification, "Server Addresses".
  ///   - adapter: The address of the adapter to use, which must not be the trainer's unless it can have both roles at
  ///     once; nil for the first adapter that can.
  ///   - services: The services and the advertisement.
  ///   - patience: The time limits.
  ///   - owner: The parts of the program that it works for.
  package init(
    on loop: EventLoop, busAddress: String, adapter: DeviceAddress? = nil, services: PeripheralServices,
    patience: Patience = Patience(), owner: Owner
  ) {
    self.loop = loop
    self.busAddress = busAddress
    named = adapter
    self.services = services
    self.patience = patience
    self.owner = owner
  }

  /// The time limits.
  package struct Patience: Hashable, Sendable {
    /// Between attempts to reach the bus.
    package var reattaching = Duration.seconds(2)
    /// Between attempts after the bus has denied access: each one adds a line to the bus's journal.
    package var asking = Duration.seconds(60)
    /// For an answer of `bluetoothd`.
    package var answer = Duration.seconds(20)
    /// Between attempts to register, after `bluetoothd` has refused.
    package var registering = Duration.seconds(30)
    /// For the trainer to return before advertising stops.
    package var missing = Duration.seconds(5)
    /// For the farewell at the end.
    package var leaving = Duration.seconds(2)

    package init() {}
  }
}

// MARK: - For the owner

extension BluetoothPeripheral {
  /// Sends a value to all subscribers of a characteristic, as a notification or an indication.
  package func send(_ value: [UInt8], from id: CharacteristicID) {
    guard let bluez, app.subscriptions.contains(id), let path = services.path(of: id) else { return }
    post(.propertiesChanged(path, PeripheralServices.characteristic, ["Value": .bytes(value)], to: bluez))
  }

  /// Answers the oldest unanswered write with success.
  package func accept() {
    if !writes.isEmpty { post(writes.removeFirst().reply()) }
  }

  /// Answers the oldest unanswered write with an error of the Attribute Protocol.
  package func refuse(_ code: UInt8) {
    guard !writes.isEmpty else { return }
    post(writes.removeFirst().reply(error: Self.errorName(of: code), "0x" + String(code, radix: 16)))
  }

  /// Stops advertising if the trainer has been missing for some seconds, until it is back: then its link needs the radio
  /// more than new apps do.
  ///
  /// Connected apps stay connected. Most links return faster, and a command to the controller would delay them.
  package func trainerIsMissing(_ isMissing: Bool) {
    guard isMissing != (missing != nil) else { return }
    if let missing { loop.cancel(missing) }
    missing = nil
    guard isMissing else { return keepQuiet(false) }
    missing = loop.schedule(at: loop.now.advanced(by: patience.missing)) { [weak self] in
      self?.assumeIsolated { $0.keepQuiet(true) }
    }
  }

  private func keepQuiet(_ isQuiet: Bool) {
    guard isQuiet != self.isQuiet else { return }
    self.isQuiet = isQuiet
    reviewSoon()
  }

  func post(_ message: BusMessage) {
    bus?.assumeIsolated { try? $0.send(message) }
  }

  /// BlueZ's error for an ATT error code; it translates each back into the code, and others into 0x80 or 0x0E.
  ///
  /// Source: BlueZ `src/gatt-database.c`, `dbus_error_to_att_ecode`.
  private static func errorName(of code: UInt8) -> String {
    switch code {
    case 0x03: "org.bluez.Error.NotPermitted"
    case 0x06: "org.bluez.Error.NotSupported"
    case 0x07: "org.bluez.Error.InvalidOffset"
    case 0x08: "org.bluez.Error.NotAuthorized"
    case 0x0D: "org.bluez.Error.InvalidValueLength"
    case 0xFD: "org.bluez.Error.ImproperlyConfigured"
    case 0xFE: "org.bluez.Error.InProgress"
    default: "org.bluez.Error.Failed"
    }
  }
}

// MARK: - Attaching to BlueZ

extension BluetoothPeripheral {
  /// Offers the services until the task is cancelled; then withdraws them and leaves the bus.
  package func run() async {
    while !Task.isCancelled {
      var pause = patience.reattaching
      do throws(DBusError) { try await attach() } catch {
        if error.name == "org.freedesktop.DBus.Error.AccessDenied" {
          report(.unavailable(.denied))
          pause = patience.asking
        } else if error.code == .disconnected {
          report(.unavailable(.noService))
        }
      }
      if Task.isCancelled { await withdraw(within: patience.leaving) }
      await detach()
      try? await loop.sleep(for: pause)
    }
  }

  private func attach() async throws(DBusError) {
    let (turns, turn) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    let bus = try await BusConnection.open(busAddress, on: loop)
    self.bus = bus
    self.turn = turn
    await bus.setSignalHandler { [weak self] signal in self?.assumeIsolated { $0.receive(signal) } }
    await bus.setCallHandler { [weak self] call in self?.assumeIsolated { $0.answer(call) } }
    await bus.setDisconnectHandler { turn.finish() }
    for rule in Self.rules { try await bus.addMatch(rule) }
    try await findBlueZ()
    turn.yield()
    for await _ in turns { try await review() }
    if !Task.isCancelled { throw DBusError(.disconnected, "the bus closed the connection") }
  }

  private func detach() async {
    forgetBlueZ()
    turn = nil
    let bus = bus
    self.bus = nil
    await bus?.close()
  }

  /// The signals that may change the choice of the adapter.
  private static let rules = [
    MatchRule(sender: Bus.name, interface: Bus.interface, member: "NameOwnerChanged", firstArgument: service),
    MatchRule(sender: service, interface: StandardInterface.objectManager),
    properties(of: PeripheralAdapter.interface), properties(of: PeripheralAdapter.advertising),
  ]

  private static func properties(of interface: String) -> MatchRule {
    MatchRule(
      sender: service, interface: StandardInterface.properties, member: "PropertiesChanged",
      pathNamespace: "/org/bluez", firstArgument: interface)
  }

  private func findBlueZ() async throws(DBusError) {
    guard let bus else { return }
    do throws(DBusError) {
      bluez = try await bus.call(.toBus("GetNameOwner", [.string(Self.service)]), timeout: patience.answer).first?
        .string
    } catch {
      guard error.name == "org.freedesktop.DBus.Error.NameHasNoOwner" else { throw error }
    }
  }

  /// Handles a signal of the bus or of BlueZ.
  private func receive(_ signal: borrowing IncomingMessage) {
    if signal.isSignal(Bus.interface, "NameOwnerChanged"), signal.isSent(by: Bus.name) {
      let body = signal.body
      guard body.count == 3, body.first?.string == Self.service, let name = body.last?.string else { return }
      forgetBlueZ()
      bluez = name.isEmpty ? nil : name
      reviewSoon()
    } else if let bluez, signal.isSent(by: bluez) {
      if let device = PeripheralClient.departed(signal) { linkEnded(of: device) }
      if PeripheralAdapter.mayChange(signal) { reviewSoon() }
    }
  }

  /// Forgets everything that ended with a `bluetoothd`.
  private func forgetBlueZ() {
    bluez = nil
    offered = nil
    isAdvertised = false
    refusedUntil = nil
    writes = []
    pass(app.allLeft())
  }

  /// Passes events to the owner, in their order.
  func pass(_ events: [BluetoothAppEvent]) {
    for event in events { owner.handle(event) }
  }

  /// Notes that BlueZ has ended the advertisement by itself.
  func advertisementReleased() {
    isAdvertised = false
    reviewSoon()
  }
}
