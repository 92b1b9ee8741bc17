package import BluetoothLE
import DBus
package import HCI
package import Loop

/// BlueZ as the radio: a mirror of its objects and the requests to it, over one connection to the bus.
///
/// It works while ``run()`` runs. When `bluetoothd` or the bus stops, its links close and ``state()`` reports
/// `.serviceMissing`; when both are back, it resumes by itself.
///
/// One connection to the bus serves all links. When a device returns, BlueZ therefore enables its notifications by
/// itself before they are requested again, at no cost in time or packets. The repeated request is still needed, to know
/// that they are on.
///
/// Each value below owns its state and changes only through its own methods. The actor connects them: it sends the
/// D-Bus calls and the controller commands, and sets the timers.
package actor BlueZCentral: Central {
  /// The thread that it runs on, as does the bus connection.
  package nonisolated let loop: EventLoop
  package nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

  /// BlueZ's name on the bus.
  static let service = "org.bluez"

  let busAddress: String
  let askedAdapter: DeviceAddress?
  let patience: Patience
  /// The access to the controllers without `bluetoothd`; nil if it is not available.
  let controllers: (any Controllers)?
  /// Examines a newly started `bluetoothd`; the finding is reported, and connections are attempted anyway.
  let examine: @Sendable () async -> LinkError?

  private(set) var bus: BusConnection?
  var mirror = BusMirror()
  var waitlist = Waitlist()
  var discovery = Discovery()
  var attempt = ConnectAttempt()
  var links = LinkTable()
  var subscriptions = Subscriptions()
  var renewal = Renewal()
  var bonding = Bonding()
  var upkeep = LinkUpkeep()
  var observed = ObservedControllers()

  /// Creates a radio that is reached over the bus at `busAddress`.
  ///
  /// - Parameters:
  ///   - loop: The thread to run on.
  ///   - busAddress: As in the D-Bus specification, "Server Addresses".
  ///   - adapter: The address of the adapter to use; nil for the first one that is on.
  ///   - controllers: The access to the controllers without `bluetoothd`; nil if it is not available.
  ///   - examine: Returns a fault of `bluetoothd` that the bus does not show, for example its version; called each time
  ///     it starts.
  ///   - patience: The time limits.
  package init(
    on loop: EventLoop, busAddress: String, adapter: DeviceAddress? = nil, controllers: (any Controllers)? = nil,
    examine: @escaping @Sendable () async -> LinkError? = { nil }, patience: Patience = Patience()
  ) {
    self.controllers = controllers
    self.examine = examine
    self.loop = loop
    self.busAddress = busAddress
    self.patience = patience
    askedAdapter = adapter
  }
}

extension BlueZCentral {
  /// The time limits.
  package struct Patience: Hashable, Sendable {
    /// For the first attempt to reach BlueZ.
    package var attaching = Duration.seconds(5)
    /// Between attempts to reach the bus, the first and the longest pause: a machine without a bus should stay idle,
    /// and a ride whose bus restarts should not wait.
    package var reattaching = Duration.milliseconds(200)...(.milliseconds(500))
    /// Between attempts after the bus has denied access: each one adds a line to the bus's journal.
    package var asking = Duration.seconds(60)
    /// For the bus to start `bluetoothd` (the bus itself gives up after 25 s); then before the next request to start
    /// it.
    package var starting = Duration.seconds(40)
    package var startingAgain = Duration.seconds(60)
    /// For an answer that needs no radio traffic.
    package var answer = Duration.seconds(10)
    /// For an adapter that BlueZ is switching on.
    package var switchingOn = Duration.seconds(2)
    /// For a scan to find a device that BlueZ does not know.
    package var searching = Duration.seconds(10)
    /// For `Connect`, which BlueZ itself gives up after about 40 s.
    package var connecting = Duration.seconds(60)
    /// For the services to be resolved once the link is up.
    package var resolving = Duration.seconds(20)
    /// For the services of an existing link that another program may just have requested.
    package var inheriting = Duration.seconds(5)
    /// For an ATT request, which itself times out after 30 s.
    package var request = Duration.seconds(32)
    /// For the first response after bonding; a device takes a fraction of a second.
    package var bonding = Duration.seconds(3)
    /// For more objects after the first arrived late.
    package var straggling = Duration.milliseconds(300)
    /// Between two checks whether a returning device accepts requests.
    package var renewing = Duration.milliseconds(15)
    /// Before renewed notifications are requested again: the target of a returning trainer has priority.
    package var confirming = Duration.seconds(1)
    /// For BlueZ to report that a link is gone, after it has disconnected it.
    package var leaving = Duration.seconds(1)
    /// For the bus to deliver a value that was already read from the monitor channel, once the bus delivers values.
    package var echoing = Duration.seconds(1)
    /// For a connecting controller to report the result; the kernel cancels the attempt after that time.
    package var attempting = Duration.seconds(4)
    /// Before each measurement of a link's signal strength; a new link has more urgent work.
    package var measuring = Duration.seconds(10)

    package init() {}
  }
}

// MARK: - State

extension BlueZCentral {
  /// The state of the radio; waits only for the first attempt to reach BlueZ, which takes a few milliseconds.
  package func state() async -> CentralState {
    try? await attached("state")
    return presentState
  }

  /// The current state of the radio, as far as is known.
  var presentState: CentralState {
    CentralState(
      radio: "bluez", adapter: adapterAddress, problem: presentProblem, limitation: presentLimitation,
      otherAdapters: tree.otherAdapters(than: chosenAdapter))
  }

  package func advertisement(of device: DeviceAddress) -> Advertisement? {
    guard let adapter = chosenAdapter, let path = tree.devicePath(device, on: adapter) else { return nil }
    return tree.device(path)?.record
  }

  /// BlueZ's objects.
  var tree: ObjectTree { mirror.tree }

  /// The address of the adapter in use.
  private var adapterAddress: DeviceAddress? { chosenAdapter.flatMap { tree.adapter($0)?.address } }

  /// The adapter to use at present.
  var chosenAdapter: ObjectPath? { tree.chosenAdapter(askedAdapter, keepingTo: links.lastAdapter) }

  private var presentProblem: LinkError? {
    if let problem = mirror.problem { return problem }
    guard let path = chosenAdapter, let adapter = tree.adapter(path) else { return adapterMissing }
    guard !adapter.isPowered else { return stuckError(path, "state") ?? mirror.flaw }
    return LinkError(.adapterOff, operation: "state", detail: adapter.isBlocked ? "blocked by rfkill" : nil)
  }

  var adapterMissing: LinkError {
    LinkError(.adapterMissing, operation: "find adapter", detail: askedAdapter?.description)
  }
}

// MARK: - Attaching to BlueZ

extension BlueZCentral {
  /// Keeps the radio attached to BlueZ until the task is cancelled; then closes its links and leaves the bus.
  package func run() async {
    observeControllers()
    var pause = patience.reattaching.lowerBound
    while !Task.isCancelled {
      let error: DBusError
      do throws(DBusError) {
        try await attach()
        error = DBusError(.disconnected, "the bus closed the connection")
      } catch let failure {
        error = failure
      }
      let failure = LinkError(error, operation: "attach")
      if bus != nil { pause = patience.reattaching.lowerBound }
      await detach(failure)
      try? await loop.sleep(for: failure.code == .notAllowed ? patience.asking : pause)
      pause = min(pause * 2, patience.reattaching.upperBound)
    }
  }

  /// Returns once BlueZ accepts requests.
  ///
  /// - Throws: The reason why it does not, as soon as the first attempt to reach it has ended.
  func attached(_ operation: String) async throws(LinkError) {
    do throws(LinkError) {
      try await wait(operation, within: patience.attaching) { $0.mirror.hasSettled ? .success(()) : nil }
    } catch {
      if error.code == .cancelled { throw error }
    }
    guard var problem = mirror.problem else { return }
    problem.operation = operation
    throw problem
  }

  /// Connects to the bus and mirrors BlueZ for as long as the connection lasts.
  private func attach() async throws(DBusError) {
    let (turns, turn) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    let bus = try await BusConnection.open(busAddress, on: loop)
    self.bus = bus
    await bus.setSignalHandler { [weak self] signal in
      self?.assumeIsolated { $0.receive(signal) { turn.yield() } }
    }
    await bus.setCallHandler { [weak self] call in self?.assumeIsolated { $0.agentIsAsked(call) } }
    await bus.setDisconnectHandler { turn.finish() }
    for rule in Self.rules { try await bus.addMatch(rule) }
    try await findOwner()
    let starting = Task(executorPreference: loop) { await self.startMissingService() }
    defer { starting.cancel() }
    turn.yield()
    for await _ in turns where mirror.owner != nil {
      try await list()
      await registerAgent()
    }
  }

  /// The signals to subscribe to permanently, before the objects are listed.
  ///
  /// Signals of devices are added when they matter: the signal strength of every device nearby must not wake the
  /// process during a ride.
  private static let rules = [
    MatchRule(sender: Bus.name, interface: Bus.interface, member: "NameOwnerChanged", firstArgument: service),
    MatchRule(sender: service, interface: TreeSignal.objectManager),
    MatchRule(
      sender: service, interface: TreeSignal.properties, member: "PropertiesChanged", pathNamespace: "/org/bluez",
      firstArgument: Adapter1.interface),
  ]

  private func findOwner() async throws(DBusError) {
    try await take(.toBus("GetNameOwner", [.string(Self.service)])) { central, answer in
      if case .failure(let error) = answer, error.name != "org.freedesktop.DBus.Error.NameHasNoOwner" {
        return .failure(error)
      }
      central.changeOwner(to: (try? answer.get())?.first?.string)
      return .success(())
    }
  }

  /// Makes the bus start `bluetoothd` whenever it is missing: systemd skips its service at boot if no adapter exists
  /// yet, and some systems do not start it later.
  private func startMissingService() async {
    let missing = { @Sendable (central: isolated BlueZCentral) -> Result<Void, LinkError>? in
      central.mirror.owner == nil ? .success(()) : nil
    }
    while (try? await wait("start bluetoothd", within: nil, until: missing)) != nil, let bus {
      do throws(DBusError) {
        let start = BusMessage.toBus("StartServiceByName", [.string(Self.service), .uint32(0)])
        _ = try await bus.call(start, timeout: patience.starting)
      } catch {
        if error.code != .cancelled { mirror.noteStartFailure(error.description) }
      }
      guard (try? await loop.sleep(for: patience.startingAgain)) != nil else { return }
    }
  }

  private func changeOwner(to name: String?) {
    guard mirror.changeOwner(to: name) else { return }
    if let name { Task(executorPreference: loop) { await self.examineService(name) } }
    emptyMirror()
  }

  private func examineService(_ name: String) async {
    let flaw = await examine()
    mirror.examined(name, finding: flaw)
  }

  /// Empties the mirror, which ends every link.
  private func emptyMirror() {
    discovery.reset()
    react(to: mirror.empty())
    links.dropAnnouncements()
    renewal.reset()
  }

  private func detach(_ error: LinkError) async {
    mirror.detach(error)
    subscriptions.busIsGone()
    emptyMirror()
    let bus = bus
    self.bus = nil
    await bus?.close()
  }

  /// Lists BlueZ's objects again.
  func list() async throws(DBusError) {
    let call = BusMessage.call(Self.service, "/", TreeSignal.objectManager, "GetManagedObjects")
    try await take(call) { central, answer in
      answer.flatMap { body in
        guard let objects = managedObjects(body) else {
          return .failure(DBusError(.unexpectedReply, "GetManagedObjects"))
        }
        central.react(to: central.mirror.list(objects))
        return .success(())
      }
    }
  }

  /// Calls a method and handles its answer before any signal that follows it.
  private func take(
    _ call: BusMessage,
    _ body: @escaping @Sendable (isolated BlueZCentral, Result<[Variant], DBusError>) -> Result<Void, DBusError>
  ) async throws(DBusError) {
    guard let bus else { throw DBusError(.disconnected, "not connected to the bus") }
    let outcome: Result<Void, DBusError> = await withCheckedContinuation { caller in
      send(call, over: bus, within: patience.answer) { [weak self] answer in
        caller.resume(returning: self?.assumeIsolated { body($0, answer) } ?? .success(()))
      }
    }
    try outcome.get()
  }
}

// MARK: - Following BlueZ

extension BlueZCentral {
  /// Handles a signal, in its place in the stream.
  private func receive(_ signal: borrowing IncomingMessage, ownerChanged: () -> Void) {
    if let owner = mirror.owner, signal.isSent(by: owner) {
      if receive(notification: signal) { return }
      if signal.isSignal(Device1.interface, "Disconnected") { return announceEnding(signal.path, signal.body) }
      if let signal = TreeSignal(signal) { react(to: mirror.apply(signal)) }
    } else if signal.isSignal(Bus.interface, "NameOwnerChanged"), signal.isSent(by: Bus.name) {
      let body = signal.body
      guard body.count == 3, body[0].string == Self.service, let name = body[2].string else { return }
      changeOwner(to: name.isEmpty ? nil : name)
      mirror.noteNewService()
      ownerChanged()
    }
  }

  /// Passes changes of the mirror on to everything that depends on it.
  private func react(to changes: [ObjectTree.Change]) {
    for change in changes {
      switch change {
      case .appeared(let path, let interface), .disappeared(let path, let interface),
        .changed(let path, let interface, _):
        if interface == Device1.interface { deviceChanged(path, change) }
        if interface == Battery1.interface { batteryChanged(path, change) }
      }
    }
    review()
  }

  private func deviceChanged(_ path: ObjectPath, _ change: ObjectTree.Change) {
    let device = tree.device(path)
    if device?.isConnected != true {
      links.hasLeft(path)
      linkEnded(path)
      settleBond(on: path)
    } else if case .changed(_, _, let names) = change, names.contains("Paired"), device?.isPaired == true {
      bondMade(on: path)
      takeValuesFromBus(of: path)
    }
    if let address = device?.address, address == connecting {
      if device?.isConnected == true { linkCameUp(path, address) } else { endUpkeep(of: address) }
    }
    if let device { report(device, change) }
  }
}
