import BluetoothLE
import DBus
import HCI
import Loop

/// A characteristic whose notifications were asked for on a link, and the source from which its values are read.
struct Subscription {
  enum Source: Hashable {
    /// The signals of `bluetoothd`.
    case bus
    /// The monitor channel, where the characteristic's value has this handle.
    case monitor(attribute: UInt16)
  }

  /// The characteristic's object, or for a battery the device's.
  let path: ObjectPath
  let characteristic: CharacteristicID
  let link: BlueZLink
  fileprivate(set) var source: Source
  /// The value last read from the channel, until it may have come over the bus as well.
  fileprivate var latest: (bytes: [UInt8], at: MonotonicInstant)?

  init(_ path: ObjectPath, _ characteristic: CharacteristicID, on link: BlueZLink, from source: Source) {
    self.path = path
    self.characteristic = characteristic
    self.link = link
    self.source = source
  }
}

/// The subscriptions of all links, and the characteristics whose values the bus is asked to deliver.
struct Subscriptions {
  private var all: [Subscription] = []
  /// Characteristics whose values the bus delivers.
  private var signalled: Set<ObjectPath> = []

  /// Whether a link has a subscription to a characteristic.
  func has(_ characteristic: CharacteristicID, on link: BlueZLink) -> Bool {
    all.contains { $0.link === link && $0.characteristic == characteristic }
  }

  /// The subscriptions of a link.
  func of(_ link: BlueZLink) -> [Subscription] { all.filter { $0.link === link } }

  /// The subscriptions to an object.
  func at(_ path: ObjectPath) -> [Subscription] { all.filter { $0.path == path } }

  /// The subscriptions that are read from the monitor channel, of one device or of all.
  func readFromChannel(of device: ObjectPath?) -> [Subscription] {
    all.filter { $0.source != .bus && (device == nil || $0.link.path == device) }
  }

  mutating func add(_ subscription: Subscription) { all.append(subscription) }

  /// Removes the subscriptions to an object.
  mutating func remove(at path: ObjectPath) { all.removeAll { $0.path == path } }

  /// Removes the subscriptions of a link, which has ended.
  mutating func remove(of link: BlueZLink) { all.removeAll { $0.link === link } }

  // MARK: Values

  /// Takes in a value that was read from the monitor channel.
  ///
  /// - Returns: The subscription to deliver it to; nil if there is none.
  mutating func take(_ value: NotificationTap.Value, at now: MonotonicInstant) -> Subscription? {
    let index = all.firstIndex { subscription in
      subscription.source == .monitor(attribute: value.attribute)
        && subscription.link.connection?.handle == value.handle
        && subscription.link.connection?.controller == value.controller
    }
    guard let index else { return nil }
    all[index].latest = (value.bytes, now)
    return all[index]
  }

  /// The number of the subscription to the object that a signal comes from; nil if there is none.
  func number(of signal: borrowing IncomingMessage) -> Int? {
    for (number, subscription) in all.enumerated() where signal.isAt(subscription.path) { return number }
    return nil
  }

  /// Takes in a value that came over the bus.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - number: The number of its subscription.
  ///   - now: The present instant.
  ///   - limit: How long after its reading from the channel a value may still come over the bus as well.
  /// - Returns: The subscription to deliver it to; nil if the value was read from the channel.
  mutating func take(
    _ value: [UInt8], of number: Int, at now: MonotonicInstant, echoingWithin limit: Duration
  ) -> Subscription? {
    guard all[number].source == .bus else { return nil }
    if let latest = all[number].latest {
      all[number].latest = nil
      if latest.bytes == value, now - latest.at < limit { return nil }
    }
    return all[number]
  }

  // MARK: Sources

  /// Reads the values of an object from the bus from now on, on one link.
  mutating func readFromBus(_ path: ObjectPath, on link: BlueZLink) {
    for index in all.indices where all[index].path == path && all[index].link === link { all[index].source = .bus }
  }

  /// Whether the bus delivers the values of a characteristic.
  func isSignalled(_ path: ObjectPath) -> Bool { signalled.contains(path) }

  /// Notes that the bus delivers the values of a characteristic.
  mutating func startSignals(of path: ObjectPath) { signalled.insert(path) }

  /// Notes that the bus is asked to deliver the values of a characteristic no longer.
  ///
  /// - Returns: Whether it did until now.
  mutating func stopSignals(of path: ObjectPath) -> Bool { signalled.remove(path) != nil }

  /// Notes that the connection to the bus, and all that was asked of it, is gone.
  mutating func busIsGone() { signalled = [] }
}

// MARK: - Reading values

/// The values that devices send by themselves.
///
/// A notification crosses `bluetoothd` and the bus on its way to a subscriber, but the kernel's monitor channel has it
/// before both. So values are read there if that is permitted, and the bus is not asked to deliver them. `StartNotify`
/// stays: `bluetoothd` switches notifications on, renews them and confirms indications.
///
/// The bus delivers values if the channel cannot: without the capability; on a paired link, whose values may take
/// another bearer (EATT); from a device whose handles are not known; and for the rest of a link after the kernel has
/// dropped records.
extension BlueZCentral {
  /// Chooses the source of a characteristic's values on a link, and asks the bus to deliver them if it is the bus.
  func source(
    of characteristic: CharacteristicID, _ path: ObjectPath, _ link: BlueZLink
  ) async throws(DBusError) -> Subscription.Source {
    let place = link.places.first { $0.id == characteristic }
    if let place, link.connection != nil, controllers?.limitation == nil,
      observed.lostRecords == link.lostRecordsBefore, tree.device(link.path)?.isPaired != true
    {
      stopSignals(of: path)
      return .monitor(attribute: place.value)
    }
    try await startSignals(of: path)
    return .bus
  }

  private func startSignals(of path: ObjectPath) async throws(DBusError) {
    guard !subscriptions.isSignalled(path), let bus else { return }
    try await bus.addMatch(Self.valueRule(path))
    subscriptions.startSignals(of: path)
  }

  private func stopSignals(of path: ObjectPath) {
    guard subscriptions.stopSignals(of: path), let bus else { return }
    send(.removeMatch(Self.valueRule(path)), over: bus, within: patience.answer) { _ in }
  }

  private static func valueRule(_ path: ObjectPath) -> MatchRule {
    MatchRule(
      sender: service, interface: TreeSignal.properties, member: "PropertiesChanged", path: path,
      firstArgument: GattCharacteristic1.interface)
  }

  /// Delivers the values in a record of data that a controller received.
  func received(data packet: MonitorPacket) {
    for value in observed.values(in: packet) {
      let now = loop.now
      guard let subscription = subscriptions.take(value, at: now) else { continue }
      links.heard(subscription.link.path, at: now)
      subscription.link.outlet.send(.notified(subscription.characteristic, value: value.bytes, at: now))
    }
  }

  /// Delivers a signal if it is a notification; returns whether it is one.
  ///
  /// It copies only the value: without the monitor channel it runs several times a second.
  func receive(notification signal: borrowing IncomingMessage) -> Bool {
    guard signal.isSignal(TreeSignal.properties, "PropertiesChanged"),
      let value = signal.changedBytes(of: GattCharacteristic1.interface, "Value")
    else { return false }
    guard let number = subscriptions.number(of: signal) else { return true }
    let now = loop.now
    if let subscription = subscriptions.take(value, of: number, at: now, echoingWithin: patience.echoing) {
      links.heard(subscription.link.path, at: now)
      subscription.link.outlet.send(.notified(subscription.characteristic, value: value, at: now))
    }
    return true
  }

  /// Asks the bus to deliver the values that can no longer be read from the channel with certainty, on one link or on
  /// all; the next links are read from the channel again.
  func takeValuesFromBus(of device: ObjectPath? = nil) {
    for subscription in subscriptions.readFromChannel(of: device) {
      Task(executorPreference: loop) { await self.takeFromBus(subscription.path, subscription.link) }
    }
  }

  private func takeFromBus(_ path: ObjectPath, _ link: BlueZLink) async {
    guard (try? await startSignals(of: path)) != nil else { return }
    subscriptions.readFromBus(path, on: link)
  }

  /// Delivers a battery's level to its subscribers.
  func batteryChanged(_ path: ObjectPath, _ change: ObjectTree.Change) {
    if case .changed(_, _, let names) = change, !names.contains("Percentage") { return }
    guard let level = tree.battery(path)?.level else { return }
    for subscription in subscriptions.at(path) {
      subscription.link.outlet.send(.notified(subscription.characteristic, value: level, at: loop.now))
    }
  }
}
