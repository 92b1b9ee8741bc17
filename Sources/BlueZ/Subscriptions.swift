import BluetoothLE
import DBus
import HCI
import Loop

/// A subscription to a characteristic's notifications on a link, and the source of its values.
struct Subscription {
  enum Source: Hashable {
    /// The signals of `bluetoothd`.
    case bus
    /// The monitor channel; the characteristic's value has this handle.
    case monitor(attribute: UInt16)
  }

  /// The object of the characteristic, or for a battery that of the device.
  let path: ObjectPath
  let characteristic: CharacteristicID
  let link: BlueZLink
  fileprivate(set) var source: Source
  /// The last value from the channel, until it may also have arrived over the bus.
  fileprivate var latest: (bytes: [UInt8], at: MonotonicInstant)?

  init(_ path: ObjectPath, _ characteristic: CharacteristicID, on link: BlueZLink, from source: Source) {
    self.path = path
    self.characteristic = characteristic
    self.link = link
    self.source = source
  }
}

/// The subscriptions of all links, and the characteristics whose values the bus delivers.
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

  /// Removes the subscriptions of a link that has ended.
  mutating func remove(of link: BlueZLink) { all.removeAll { $0.link === link } }

  // MARK: Values

  /// Processes a value from the monitor channel.
  ///
  /// - Returns: The subscription to deliver it to; nil if it is not subscribed.
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

  /// Returns the number of the subscription to the object of a signal; nil if it is not subscribed.
  func number(of signal: borrowing IncomingMessage) -> Int? {
    for (number, subscription) in all.enumerated() where signal.isAt(subscription.path) { return number }
    return nil
  }

  /// Processes a value from the bus.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - number: The number of its subscription.
  ///   - now: The current time.
  ///   - limit: How long after it was read from the channel a value may also arrive over the bus.
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

  /// From now on reads the values of an object from the bus, on one link.
  mutating func readFromBus(_ path: ObjectPath, on link: BlueZLink) {
    for index in all.indices where all[index].path == path && all[index].link === link { all[index].source = .bus }
  }

  /// Whether the bus delivers the values of a characteristic.
  func isSignalled(_ path: ObjectPath) -> Bool { signalled.contains(path) }

  /// Notes that the bus delivers the values of a characteristic.
  mutating func startSignals(of path: ObjectPath) { signalled.insert(path) }

  /// Notes that the bus stops delivering the values of a characteristic.
  ///
  /// - Returns: Whether it delivered them until now.
  mutating func stopSignals(of path: ObjectPath) -> Bool { signalled.remove(path) != nil }

  /// Notes that the connection to the bus, with all its match rules, is gone.
  mutating func busIsGone() { signalled = [] }
}

// MARK: - Reading values

/// Reads the values that devices send without a request.
///
/// A notification passes `bluetoothd` and the bus on its way to a subscriber, but reaches the kernel's monitor channel
/// before both. So values are read there if that is permitted, and the bus does not deliver them. `StartNotify` is
/// still needed: `bluetoothd` enables notifications, renews them and confirms indications.
///
/// The bus delivers values if the channel cannot: without the capability; on a paired link, whose values may use
/// another bearer (EATT); from a device whose handles are unknown; and for the rest of a link after the kernel has
/// dropped records.
extension BlueZCentral {
  /// Chooses the source of a characteristic's values on a link, and subscribes to the bus signals if it is the bus.
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

  /// Delivers the values in a record of received data.
  func received(data packet: MonitorPacket) {
    for value in observed.values(in: packet) {
      let now = loop.now
      guard let subscription = subscriptions.take(value, at: now) else { continue }
      links.receive(subscription.link.path, at: now)
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
      links.receive(subscription.link.path, at: now)
      subscription.link.outlet.send(.notified(subscription.characteristic, value: value, at: now))
    }
    return true
  }

  /// Subscribes to the bus signals for values that the channel may miss, on one link or on all; later links use the
  /// channel again.
  func takeValuesFromBus(of device: ObjectPath? = nil) {
    for subscription in subscriptions.readFromChannel(of: device) {
      Task(executorPreference: loop) { await self.takeFromBus(subscription.path, subscription.link) }
    }
  }

  private func takeFromBus(_ path: ObjectPath, _ link: BlueZLink) async {
    guard (try? await startSignals(of: path)) != nil else { return }
    subscriptions.readFromBus(path, on: link)
  }

  /// Delivers a battery level to its subscribers.
  func batteryChanged(_ path: ObjectPath, _ change: ObjectTree.Change) {
    if case .changed(_, _, let names) = change, !names.contains("Percentage") { return }
    guard let level = tree.battery(path)?.level else { return }
    for subscription in subscriptions.at(path) {
      subscription.link.outlet.send(.notified(subscription.characteristic, value: level, at: loop.now))
    }
  }
}
