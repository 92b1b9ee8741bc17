package import DBus
package import Loop
import TestKit

/// A simulated `bluetoothd`: a tree of objects on a bus, and an answer to every call.
///
/// It answers `GetManagedObjects` and `Set`. It records every other call, for example `StartDiscovery` or `Connect`,
/// and answers it with the behaviour that the test has set, or with success.
package actor FakeBlueZ {
  /// Handles a method call and returns the answer; nil sends no answer.
  package typealias Behaviour = @Sendable (isolated FakeBlueZ, BusMessage) -> BusMessage?

  package nonisolated let loop: EventLoop
  package nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

  let bus: BusConnection
  private var objects: [ObjectPath: [String: [String: Variant]]] = [:]
  private var behaviours: [String: Behaviour] = [:]
  /// The calls that currently fail.
  var misdeeds: [Misdeed] = []
  /// The notifying characteristics, and how often notifications were started on each.
  var sending: [ObjectPath: Int] = [:]
  /// The members that were called, in order.
  package private(set) var called: [String] = []
  /// The devices that are disconnecting, and the answers to send afterwards.
  var leaving: [ObjectPath: [BusMessage]] = [:]
  /// The services and the advertisement of a program.
  package internal(set) var peripheral = RegisteredPeripheral()
  /// The unanswered calls.
  package private(set) var held: [BusMessage] = []
  /// The unique name of the latest caller.
  private var caller: String?
  private var waiting: [String: [CheckedContinuation<Void, Never>]] = [:]

  private init(_ bus: BusConnection, _ loop: EventLoop) {
    self.bus = bus
    self.loop = loop
  }

  /// Takes the name `org.bluez` on the bus at `address`.
  package static func start(_ address: String, on loop: EventLoop) async throws -> FakeBlueZ {
    let bus = try await BusConnection.open(address, on: loop)
    let bluez = FakeBlueZ(bus, loop)
    await bus.setCallHandler { [weak bluez] call in bluez?.assumeIsolated { $0.answer(call) } }
    await bus.setSignalHandler { [weak bluez] signal in bluez?.assumeIsolated { $0.receive(signal) } }
    _ = try await bus.requestName("org.bluez")
    return bluez
  }

  /// Leaves the bus, as after a crash.
  package func crash() async { await bus.close() }

  /// Answers all further calls of `member` with `behaviour`.
  package func on(_ member: String, _ behaviour: @escaping Behaviour) { behaviours[member] = behaviour }

  /// Leaves further calls of `member` unanswered.
  package func hold(_ member: String) {
    on(member) { bluez, call in
      bluez.held.append(call)
      return nil
    }
  }

  /// Answers the first unanswered call.
  package func answerHeld() {
    guard !held.isEmpty else { return }
    send(held.removeFirst().reply())
  }

  /// Returns how often `member` was called.
  package func calls(of member: String) -> Int { called.count { $0 == member } }

  /// Returns once `member` was called.
  package func isCalled(_ member: String) async {
    guard !called.contains(member) else { return }
    await withCheckedContinuation { waiting[member, default: []].append($0) }
  }

  /// Adds an object, or interfaces to an existing object.
  package func add(_ path: ObjectPath, _ interfaces: [String: [String: Variant]]) {
    objects[path, default: [:]].merge(interfaces) { $1 }
    let named = interfaces.mapValues { Variant.properties($0) }
    let value = Variant.dictionary(
      Dictionary(uniqueKeysWithValues: named.map { (.string($0.key), $0.value) }), of: "sa{sv}")
    emit("/", "org.freedesktop.DBus.ObjectManager", "InterfacesAdded", [.objectPath(path), value])
  }

  /// Removes an object and all objects below it.
  package func remove(_ path: ObjectPath) {
    for gone in objects.keys where gone == path || gone.isBelow(path) {
      let names = objects.removeValue(forKey: gone).map { $0.keys.map { Variant.string($0) } } ?? []
      emit(
        "/", "org.freedesktop.DBus.ObjectManager", "InterfacesRemoved",
        [.objectPath(gone), .array(names, of: "s")])
    }
  }

  /// Sets properties and sends the signal, even if no value changes.
  package func set(_ path: ObjectPath, _ interface: String, _ properties: [String: Variant]) {
    objects[path]?[interface]?.merge(properties) { $1 }
    emit(
      path, "org.freedesktop.DBus.Properties", "PropertiesChanged",
      [.string(interface), .properties(properties), .array([], of: "s")])
  }

  /// Returns a property of an object; nil if it is missing.
  package func property(_ path: ObjectPath, _ interface: String, _ name: String) -> Variant? {
    objects[path]?[interface]?[name]
  }

  /// Sets properties without a signal, like a service that forgets to send one.
  package func setSilently(_ path: ObjectPath, _ interface: String, _ properties: [String: Variant]) {
    objects[path]?[interface]?.merge(properties) { $1 }
  }

  /// Sends a signal.
  package func emit(_ path: ObjectPath, _ interface: String, _ member: String, _ body: [Variant]) {
    bus.assumeIsolated { try? $0.send(.signal(path, interface, member, body)) }
  }

  /// Sends an answer to a call that a behaviour left unanswered.
  package func send(_ answer: BusMessage) { bus.assumeIsolated { try? $0.send(answer) } }

  /// Calls a method of the latest caller with an object's path, and returns the name of the error; nil after success.
  package func ask(_ path: ObjectPath, _ interface: String, _ member: String, _ argument: ObjectPath) async -> String? {
    let call = BusMessage.call(caller ?? "", path, interface, member, [.objectPath(argument)])
    do { _ = try await bus.call(call, timeout: TestDeadline.event) } catch { return error.name ?? "\(error)" }
    return nil
  }

  private func answer(_ call: BusMessage) {
    guard let member = call.member else { return }
    called.append(member)
    caller = call.sender ?? caller
    for waiter in waiting.removeValue(forKey: member) ?? [] { waiter.resume() }
    if let error = misdeed(call) {
      send(call.reply(error: error.fullName, error.text))
    } else if let behaviour = behaviours[member] {
      if let answer = behaviour(self, call) { send(answer) }
    } else if member == "GetManagedObjects" {
      send(call.reply([managedObjects]))
    } else if member == "Set", let path = call.path, call.body.count == 3, let interface = call.body[0].string,
      let name = call.body[1].string
    {
      send(call.reply())
      set(path, interface, [name: call.body[2]])
    } else {
      send(call.reply())
    }
  }

  private var managedObjects: Variant {
    var all: [Variant: Variant] = [:]
    for (path, interfaces) in objects {
      all[.objectPath(path)] = .dictionary(
        Dictionary(uniqueKeysWithValues: interfaces.map { (.string($0.key), .properties($0.value)) }), of: "sa{sv}")
    }
    return .dictionary(all, of: "oa{sa{sv}}")
  }
}
