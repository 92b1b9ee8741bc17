import BluetoothLE
import DBus
import EventLoop

extension BlueZCentral {
  /// Keeps the radio attached to BlueZ until the task is cancelled; then its links are closed and the bus is left.
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

  /// Returns once BlueZ can be asked.
  ///
  /// - Throws: Why it cannot, as soon as the first attempt to reach it has come to an end.
  func attached(_ operation: String) async throws(LinkError) {
    do throws(LinkError) {
      try await wait(operation, within: patience.attaching) { $0.hasSettled ? .success(()) : nil }
    } catch {
      if error.code == .cancelled { throw error }
    }
    guard var problem else { return }
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
    turn.yield()
    for await _ in turns where self.owner != nil {
      try await list()
      await registerAgent()
    }
  }

  /// Subscribed to before the objects are listed, and for good.
  ///
  /// Signals of devices come on top, when they matter: RSSI of every device in the house is not to wake the process
  /// while riding.
  private static let rules = [
    MatchRule(sender: Bus.name, interface: Bus.interface, member: "NameOwnerChanged", firstArgument: service),
    MatchRule(sender: service, interface: TreeSignal.objectManager),
    MatchRule(
      sender: service, interface: TreeSignal.properties, member: "PropertiesChanged", pathNamespace: "/org/bluez",
      firstArgument: Adapter1.interface),
  ]

  /// Takes a signal in, in its place in the stream.
  private func receive(_ signal: borrowing IncomingMessage, ownerChanged: () -> Void) {
    if let owner, signal.isSent(by: owner) {
      if receive(notification: signal) { return }
      if signal.isSignal(Device1.interface, "Disconnected") { return announceEnding(signal.path, signal.body) }
      if let signal = TreeSignal(signal) { react(to: tree.apply(signal)) }
    } else if signal.isSignal(Bus.interface, "NameOwnerChanged"), signal.isSent(by: Bus.name) {
      let body = signal.body
      guard body.count == 3, body[0].string == Self.service, let name = body[2].string else { return }
      changeOwner(to: name.isEmpty ? nil : name)
      isServiceNew = true
      ownerChanged()
    }
  }

  private func changeOwner(to name: String?) {
    guard name != owner || name == nil else { return }
    owner = name
    flaw = nil
    if let name { Task(executorPreference: loop) { await self.lookAt(name) } }
    problem = LinkError(.serviceMissing, operation: "attach", detail: "bluetoothd is not running")
    hasSettled = hasSettled || name == nil
    forget()
  }

  /// What was found counts for the owner that was looked at.
  private func lookAt(_ name: String) async {
    let found = await examine()
    if owner == name { flaw = found }
  }

  /// Empties the mirror; with that every link is lost.
  private func forget() {
    discovery = .idle
    react(to: tree.replace(with: [:]))
    announcedEndings = [:]
    renewed = []
  }

  private func findOwner() async throws(DBusError) {
    try await take(.toBus("GetNameOwner", [.string(Self.service)])) { central, answer in
      if case .failure(let error) = answer, error.name != "org.freedesktop.DBus.Error.NameHasNoOwner" {
        return .failure(error)
      }
      central.changeOwner(to: (try? answer.get())?.first?.string)
      return .success(())
    }
  }

  /// Lists BlueZ's objects anew.
  func list() async throws(DBusError) {
    let call = Message.call(Self.service, "/", TreeSignal.objectManager, "GetManagedObjects")
    try await take(call) { central, answer in
      answer.flatMap { body in
        guard let objects = managedObjects(body) else {
          return .failure(DBusError(.unexpectedReply, "GetManagedObjects"))
        }
        central.problem = nil
        central.hasSettled = true
        central.react(to: central.tree.replace(with: objects))
        return .success(())
      }
    }
  }

  /// Calls a method and takes its answer in before any signal that came after it.
  private func take(
    _ call: Message,
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

  private func detach(_ error: LinkError) async {
    problem = error
    owner = nil
    isServiceNew = true
    hasSettled = true
    followed = []
    signalled = []
    forget()
    let bus = bus
    self.bus = nil
    await bus?.close()
  }

  /// Lets everything that hangs on the mirror follow its changes.
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
      leaving.remove(path)
      linkEnded(path)
      settleBond(on: path)
    } else if case .changed(_, _, let names) = change, names.contains("Paired"), device?.isPaired == true {
      bondMade(on: path)
      takeValuesFromBus(of: path)
    }
    if let address = device?.address, address == connecting {
      if device?.isConnected == true { linkCameUp(path, address) } else { endUpkeep(of: address) }
    }
    if !scanners.isEmpty, let device { report(device, change) }
  }
}
