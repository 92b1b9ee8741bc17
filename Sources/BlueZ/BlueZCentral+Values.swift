import BluetoothLE
import DBus
import EventLoop
import HCI

/// Where a characteristic's notifications go, and where they are read.
struct Route {
  enum Source: Hashable {
    /// `bluetoothd`'s signals.
    case bus
    /// The monitor channel, where the characteristic's value has this handle.
    case monitor(attribute: UInt16)
  }

  /// The characteristic's object, or for a battery the device's.
  var path: ObjectPath
  var characteristic: CharacteristicID
  var link: BlueZLink
  var source: Source
  /// What was last read from the channel, until it may have come over the bus as well.
  var latest: (bytes: [UInt8], at: MonotonicInstant)?
}

/// What devices send by themselves.
///
/// A notification crosses `bluetoothd` and the bus on its way to a subscriber, but the kernel's monitor channel has it before
/// both. So values are read there where that is permitted, and the bus is not asked to deliver them. `StartNotify` stays:
/// `bluetoothd` switches notifications on, renews them and confirms indications.
///
/// The bus delivers them where the channel cannot: without the capability; on a paired link, whose values may take another
/// bearer (EATT); from a device whose handles are not known; and for the rest of a link after the kernel has dropped records.
extension BlueZCentral {
  /// The source of a characteristic's values on a link; the bus is asked to deliver them where it is that.
  func source(of characteristic: CharacteristicID, _ path: ObjectPath, _ link: BlueZLink) async throws(DBusError)
    -> Route.Source
  {
    let place = link.places.first { $0.id == characteristic }
    if let place, link.connection != nil, controllers?.limitation == nil, lostRecords == link.lostRecordsBefore,
      tree.device(link.path)?.isPaired != true
    {
      stopSignals(of: path)
      return .monitor(attribute: place.value)
    }
    try await startSignals(of: path)
    return .bus
  }

  private func startSignals(of path: ObjectPath) async throws(DBusError) {
    guard !signalled.contains(path), let bus else { return }
    try await bus.addMatch(Self.valueRule(path))
    signalled.insert(path)
  }

  private func stopSignals(of path: ObjectPath) {
    guard signalled.remove(path) != nil, let bus else { return }
    send(.removeMatch(Self.valueRule(path)), over: bus, within: patience.answer) { _ in }
  }

  private static func valueRule(_ path: ObjectPath) -> MatchRule {
    MatchRule(
      sender: service, interface: TreeSignal.properties, member: "PropertiesChanged", path: path,
      firstArgument: GattCharacteristic1.interface)
  }

  /// Takes what a controller received.
  func received(data packet: MonitorPacket) {
    for value in tap.take(packet) {
      let index = routes.firstIndex { route in
        route.source == .monitor(attribute: value.attribute) && route.link.connection?.handle == value.handle
          && route.link.connection?.controller == value.controller
      }
      guard let index else { continue }
      let now = loop.now
      heardAt[routes[index].link.path] = now
      routes[index].latest = (value.bytes, now)
      routes[index].link.outlet.send(.notified(routes[index].characteristic, value: value.bytes, at: now))
    }
  }

  /// Delivers the signal if it is a notification; whether it was one.
  ///
  /// It copies nothing but the value: it is taken several times a second where the monitor channel is not read.
  func receive(notification signal: borrowing IncomingMessage) -> Bool {
    guard signal.isSignal(TreeSignal.properties, "PropertiesChanged"),
      let value = signal.changedBytes(of: GattCharacteristic1.interface, "Value")
    else { return false }
    for (index, route) in routes.enumerated() where signal.isAt(route.path) {
      if route.source == .bus, !isEcho(value, of: index) {
        heardAt[route.link.path] = loop.now
        route.link.outlet.send(.notified(route.characteristic, value: value, at: loop.now))
      }
      break
    }
    return true
  }

  /// Whether a value came over the channel a moment ago, before the bus was asked to deliver it.
  private func isEcho(_ value: [UInt8], of index: Int) -> Bool {
    guard let latest = routes[index].latest else { return false }
    routes[index].latest = nil
    return latest.bytes == value && loop.now - latest.at < patience.echoing
  }

  /// Has the bus deliver what the channel no longer does for sure, on one link or on all; the next are read from the channel
  /// again.
  func takeValuesFromBus(of device: ObjectPath? = nil) {
    for route in routes where route.source != .bus && device.map({ $0 == route.link.path }) ?? true {
      Task(executorPreference: loop) { await self.takeFromBus(route.path, route.link) }
    }
  }

  private func takeFromBus(_ path: ObjectPath, _ link: BlueZLink) async {
    guard (try? await startSignals(of: path)) != nil else { return }
    for index in routes.indices where routes[index].path == path && routes[index].link === link {
      routes[index].source = .bus
    }
  }

  /// Delivers a battery's level to who subscribed to it.
  func batteryChanged(_ path: ObjectPath, _ change: ObjectTree.Change) {
    if case .changed(_, _, let names) = change, !names.contains("Percentage") { return }
    guard let level = tree.battery(path)?.level else { return }
    for route in routes where route.path == path {
      route.link.outlet.send(.notified(route.characteristic, value: level, at: loop.now))
    }
  }
}
