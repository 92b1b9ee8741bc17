import BluetoothLE
import DBus

extension BlueZCentral {
  /// Calls a method of one of BlueZ's objects.
  func ask(
    _ path: ObjectPath, _ interface: String, _ member: String, _ body: [Variant] = [], within limit: Duration
  ) async throws(DBusError) -> [Variant] {
    guard let bus else { throw DBusError(.disconnected, "not connected to the bus") }
    return try await bus.call(.call(Self.service, path, interface, member, body), timeout: limit)
  }

  /// Calls a method that undoes something, and does so even when the task is cancelled; the answer does not matter.
  func tell(_ path: ObjectPath, _ interface: String, _ member: String, then: @escaping @Sendable () -> Void) {
    guard let bus else { return then() }
    send(.call(Self.service, path, interface, member), over: bus, within: patience.answer) { _ in then() }
  }

  /// Makes a call; its answer is handed over in the bus's own order, before any signal that came after it.
  ///
  /// The closure comes ready-made, and is not written within the bus's: Swift 6.2's compiler aborts on a closure of one
  /// actor that another's `self` is in.
  func send(
    _ call: Message, over bus: BusConnection, within limit: Duration,
    _ answered: @escaping @Sendable (Result<[Variant], DBusError>) -> Void
  ) {
    bus.assumeIsolated { $0.call(call, timeout: limit, completion: answered) }
  }

  /// The adapter to use, switched on.
  ///
  /// One that is off and not blocked is switched on: after boot nobody else would on a machine without a screen, and a
  /// radio that is off has no links that could be lost by it.
  func usableAdapter(_ operation: String) async throws(LinkError) -> ObjectPath {
    guard let path = chosenAdapter, let adapter = tree.adapter(path) else { throw adapterMissing }
    if adapter.isPowered { return path }
    guard !adapter.isBlocked else {
      throw LinkError(.adapterOff, operation: operation, detail: "blocked by rfkill")
    }
    do throws(DBusError) {
      let arguments: [Variant] = [.string(Adapter1.interface), .string("Powered"), .variant(.boolean(true))]
      _ = try await ask(path, TreeSignal.properties, "Set", arguments, within: patience.answer)
    } catch {
      if error.code == .cancelled { throw LinkError(error, operation: operation) }
      // An adapter that was unplugged a moment ago is refused as an "Invalid Index".
      let isGone = tree.adapter(path) == nil || error.message.contains("Invalid Index")
      throw LinkError(isGone ? .adapterMissing : .adapterOff, operation: operation, detail: error.description)
    }
    return path
  }

  /// Subscribes to the signals of a device but the values it sends, and brings what the mirror knows of it up to date.
  ///
  /// The subscription stays: a device that was linked once will be again, and then its properties are at hand.
  func follow(_ device: ObjectPath) async throws(DBusError) {
    guard !followed.contains(device), let bus else { return }
    try await bus.addMatch(MatchRule(sender: Self.service, interface: Device1.interface, path: device))
    for interface in [Device1.interface, Battery1.interface] {
      try await bus.addMatch(
        MatchRule(
          sender: Self.service, interface: TreeSignal.properties, member: "PropertiesChanged", path: device,
          firstArgument: interface))
    }
    followed.insert(device)
    try await list()
  }
}
