import BluetoothLE
import DBus
import Loop

/// The characteristics whose notifications BlueZ enables by itself when their device returns.
///
/// BlueZ remembers the requests of a connection to the bus; a restart of `bluetoothd` clears them.
struct Renewal {
  /// In the order of the first requests.
  private var characteristics: [ObjectPath] = []

  /// Whether BlueZ enables the notifications of the characteristic at `path` by itself.
  func includes(_ path: ObjectPath) -> Bool { characteristics.contains(path) }

  /// Notes that BlueZ has enabled notifications, and will do so again.
  mutating func include(_ path: ObjectPath) {
    if !includes(path) { characteristics.append(path) }
  }

  /// Clears all characteristics: `bluetoothd` is gone.
  mutating func reset() { characteristics = [] }

  /// Returns the first requested characteristic of a device that BlueZ still has; nil if BlueZ has lost them all.
  func first(of device: ObjectPath, in tree: ObjectTree) -> ObjectPath? {
    characteristics.first { $0.isBelow(device) && tree.properties($0, GattCharacteristic1.interface) != nil }
  }
}

/// Handles returning devices: their services and notifications are used as BlueZ remembers them, before BlueZ has
/// compared them.
///
/// BlueZ reports a link, enables the notifications of the previous link, and only then compares the device's services
/// with those it remembers. The comparison takes about six round trips over the air, and only after it BlueZ sets
/// `ServicesResolved`. It accepts requests as soon as it has enabled the notifications, and sends requests to the
/// device in order: a request made then follows the subscriptions and precedes the comparison.
extension BlueZCentral {
  /// Calls `Connect`; returns when BlueZ has answered, or as soon as the link is up and its notifications may be
  /// renewed.
  ///
  /// - Returns: Whether the device has notifications that may be renewed.
  func requestConnection(_ path: ObjectPath) async throws(LinkError) -> Bool {
    let call = callConnect(path)
    return try await wait("connect", within: nil) { central in
      if let outcome = central.attempt.answer(to: call) {
        let isReturning = central.renewal.first(of: path, in: central.tree) != nil
        return outcome.map { isReturning }.mapError { LinkError($0, operation: "connect") }
      }
      // If its adapter is unplugged or bluetoothd is gone, a call may never be answered.
      if let stuck = central.stuckError(path, "connect") { return .failure(stuck) }
      guard let device = central.tree.device(path) else { return .failure(central.absence) }
      let isReturning = device.isConnected && central.renewal.first(of: path, in: central.tree) != nil
      return isReturning ? .success(true) : nil
    }
  }

  /// Calls `Connect` and returns the number of the call.
  private func callConnect(_ path: ObjectPath) -> UInt64 {
    let number = attempt.call()
    guard let bus else {
      attempt.answered(number, .failure(DBusError(.disconnected, "not connected to the bus")))
      return number
    }
    let call = BusMessage.call(Self.service, path, Device1.interface, "Connect")
    send(call, over: bus, within: patience.connecting) { [weak self] answer in
      self?.assumeIsolated { central in
        central.attempt.answered(number, answer.map { _ in })
        central.review()
      }
    }
    return number
  }

  /// Waits until BlueZ has enabled the notifications of the device.
  ///
  /// BlueZ enables them in the same turn in which it answers `Connect`, or earlier: after that answer a refusal is
  /// final.
  ///
  /// If the previous link was lost while BlueZ enabled them, BlueZ has dropped them. It then accepts a new request
  /// before it has attached to this link, and refuses a second one as in progress. So the request is repeated after the
  /// first success. (Seen with BlueZ 5.66.)
  ///
  /// - Returns: False if they are off, or the link is gone.
  func areNotificationsRenewed(of path: ObjectPath) async throws(LinkError) -> Bool {
    let began = loop.now
    var isKnownToBlueZ = false
    while tree.device(path)?.isConnected == true, loop.now - began < patience.resolving,
      let characteristic = renewal.first(of: path, in: tree)
    {
      let isAnswered = attempt.isAnswered
      do throws(DBusError) {
        _ = try await ask(characteristic, GattCharacteristic1.interface, "StartNotify", within: patience.request)
        if isKnownToBlueZ { return true }
      } catch {
        guard error.isInProgress, !isAnswered else { return false }
        try await pauseForAnswer()
      }
      isKnownToBlueZ = true
    }
    return false
  }

  /// Pauses briefly, or until `Connect` is answered.
  private func pauseForAnswer() async throws(LinkError) {
    _ = try await comes("connect", within: patience.renewing) { $0.attempt.isAnswered ? .success(()) : nil }
  }

  /// Closes the link unless BlueZ confirms the remembered services and the notifications are on.
  func confirmServices(of link: BlueZLink) {
    Task(executorPreference: loop) { await self.servicesAreConfirmed(of: link) }
  }

  private func servicesAreConfirmed(of link: BlueZLink) async {
    do throws(LinkError) {
      try await resolveServices(link.path)
      guard tree.characteristics(of: link.path) == link.paths else {
        throw LinkError(.servicesUnresolved, operation: "confirm services")
      }
      try await pauseFor(patience.confirming)
      links.confirm(link)
      for subscription in subscriptions.of(link) where renewal.includes(subscription.path) {
        let operation = "StartNotify \(subscription.characteristic)"
        _ = try await request(link, subscription.path, "StartNotify", [], operation)
      }
    } catch {
      await close(link, because: error)
    }
  }
}
