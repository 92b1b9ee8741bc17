import BluetoothLE
import DBus
import EventLoop

/// A device that returns: what BlueZ kept of it is used before BlueZ has looked whether it is still right.
///
/// BlueZ reports a link, takes up the notifications of the one before, and only then compares the device's services with
/// those it remembers; that costs some six round trips over the air before it says `ServicesResolved`. It takes requests
/// as soon as it has taken up the notifications, and answers the device's requests in order: what is asked then follows
/// the subscriptions and precedes the comparison.
extension BlueZCentral {
  /// Asks BlueZ to connect; returns when it did, or already when the link is up and its notifications may be renewed.
  ///
  /// - Returns: Whether the device has notifications that may be renewed.
  func requestConnection(_ path: ObjectPath) async throws(LinkError) -> Bool {
    let id = callConnect(path)
    return try await wait("connect", within: nil) { central in
      if let (answered, outcome) = central.connectAnswer, answered == id {
        let isReturning = central.renewedCharacteristic(of: path) != nil
        return outcome.map { isReturning }.mapError { LinkError($0, operation: "connect") }
      }
      // With its adapter unplugged or bluetoothd gone, a call may stay without an answer.
      if let stuck = central.stuckError(path, "connect") { return .failure(stuck) }
      guard let device = central.tree.device(path) else { return .failure(central.absence) }
      return device.isConnected && central.renewedCharacteristic(of: path) != nil ? .success(true) : nil
    }
  }

  /// Calls `Connect` and returns the number under which its answer will be known.
  private func callConnect(_ path: ObjectPath) -> UInt64 {
    lastID += 1
    let id = lastID
    connectAnswer = nil
    guard let bus else {
      connectAnswer = (id, .failure(DBusError(.disconnected, "not connected to the bus")))
      return id
    }
    let call = Message.call(Self.service, path, Device1.interface, "Connect")
    send(call, over: bus, within: patience.connecting) { [weak self] answer in
      self?.assumeIsolated { $0.connectAnswered(id, answer) }
    }
    return id
  }

  private func connectAnswered(_ id: UInt64, _ answer: Result<[Variant], DBusError>) {
    let isUp = if case .failure(let error) = answer { error.name == "org.bluez.Error.AlreadyConnected" } else { true }
    connectAnswer = (id, isUp ? .success(()) : answer.map { _ in })
    review()
  }

  /// The characteristic of the device whose notifications were asked for first, and so are waited for first.
  private func renewedCharacteristic(of device: ObjectPath) -> ObjectPath? {
    renewed.first { $0.isBelow(device) && tree.properties($0, GattCharacteristic1.interface) != nil }
  }

  /// Waits until BlueZ has taken up the device's notifications.
  ///
  /// It takes them up in the same turn in which it answers `Connect`, or before: who is refused then has nothing to wait
  /// for.
  ///
  /// If the previous link was lost while BlueZ took them up, BlueZ has dropped them. It then says yes to a new request
  /// before it has attached to this link, and says that a second one is in progress. So a first yes is asked for again.
  /// (Seen with BlueZ 5.66.)
  ///
  /// - Returns: A characteristic whose are on; nil when they are not, or the link is gone.
  func renewedNotification(of path: ObjectPath) async throws(LinkError) -> ObjectPath? {
    let began = loop.now
    var isKnownToBlueZ = false
    while tree.device(path)?.isConnected == true, loop.now - began < patience.resolving,
      let characteristic = renewedCharacteristic(of: path)
    {
      let isAnswered = connectAnswer != nil
      do throws(DBusError) {
        _ = try await ask(characteristic, GattCharacteristic1.interface, "StartNotify", within: patience.request)
        if isKnownToBlueZ { return characteristic }
      } catch {
        guard error.isInProgress, !isAnswered else { return nil }
        try await pauseForAnswer()
      }
      isKnownToBlueZ = true
    }
    return nil
  }

  /// Lets a moment pass, or less where `Connect` is answered meanwhile.
  private func pauseForAnswer() async throws(LinkError) {
    _ = try await comes("connect", within: patience.renewing) { $0.connectAnswer != nil ? .success(()) : nil }
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
      for route in routes where route.link === link && renewed.contains(route.path) {
        _ = try await request(link, route.path, "StartNotify", [], "StartNotify \(route.characteristic)")
      }
    } catch {
      await close(link, because: error)
    }
  }
}
