import BluetoothLE
import DBus
import Loop

/// The characteristics whose notifications BlueZ switches on by itself when their device returns.
///
/// BlueZ keeps what a connection to the bus has asked for; with `bluetoothd` all of it is gone.
struct Renewal {
  /// In the order in which notifications were asked for.
  private var characteristics: [ObjectPath] = []

  /// Whether BlueZ switches on the notifications of the characteristic at `path`.
  func includes(_ path: ObjectPath) -> Bool { characteristics.contains(path) }

  /// Notes that BlueZ has switched notifications on, and will again.
  mutating func include(_ path: ObjectPath) {
    if !includes(path) { characteristics.append(path) }
  }

  /// Forgets everything: `bluetoothd` is gone.
  mutating func reset() { characteristics = [] }

  /// The characteristic of a device that was asked for first, of those that BlueZ still has; nil if there is none.
  func first(of device: ObjectPath, in tree: ObjectTree) -> ObjectPath? {
    characteristics.first { $0.isBelow(device) && tree.properties($0, GattCharacteristic1.interface) != nil }
  }
}

/// A device that returns: its services and notifications are used as BlueZ remembers them, before BlueZ has compared
/// them.
///
/// BlueZ reports a link, switches on the notifications of the link before, and only then compares the device's services
/// with those it remembers. The comparison takes some six round trips over the air, and only then BlueZ says
/// `ServicesResolved`. It takes requests as soon as it has switched on the notifications, and sends requests to the
/// device in order: a request made then follows the subscriptions and precedes the comparison.
extension BlueZCentral {
  /// Asks BlueZ to connect; returns when it has answered, or already when the link is up and its notifications may be
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
      // With its adapter unplugged or bluetoothd gone, a call may stay without an answer.
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
    let call = Message.call(Self.service, path, Device1.interface, "Connect")
    send(call, over: bus, within: patience.connecting) { [weak self] answer in
      self?.assumeIsolated { central in
        central.attempt.answered(number, answer.map { _ in })
        central.review()
      }
    }
    return number
  }

  /// Waits until BlueZ has switched on the notifications of the device.
  ///
  /// BlueZ does that in the same turn in which it answers `Connect`, or before: after that answer a refusal is final.
  ///
  /// If the previous link was lost while BlueZ switched them on, BlueZ has dropped them. It then says yes to a new
  /// request before it has attached to this link, and says that a second one is in progress. So the request is made
  /// again after the first yes. (Seen with BlueZ 5.66.)
  ///
  /// - Returns: False if they are not on, or the link is gone.
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

  /// Waits a moment, or less if `Connect` is answered meanwhile.
  private func pauseForAnswer() async throws(LinkError) {
    _ = try await comes("connect", within: patience.renewing) { $0.attempt.isAnswered ? .success(()) : nil }
  }

  /// Closes the link unless its services turn out to be those that BlueZ remembered, and its notifications to be on.
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
