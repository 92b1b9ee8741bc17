package import BluetoothLE
import DBus
import HCI
import Loop

// MARK: - The end of a link

extension BlueZCentral {
  /// Keeps BlueZ's reason for the end of a link, which arrives just before the link ends.
  ///
  /// Source: BlueZ 5.82, `doc/org.bluez.Device.rst`, "Disconnected"; older versions send no reason.
  func announceEnding(_ path: ObjectPath?, _ body: [Variant]) {
    guard let path, let reason = body.first?.string else { return }
    let code: LinkError.Code =
      switch reason.split(separator: ".").last {
      case "Timeout": .supervisionTimeout
      case "Remote": .closedByPeer
      case "Local", "Suspend": .closedHere
      default: .lost
      }
    let detail = body.dropFirst().first?.string ?? reason
    links.announce(path, byBlueZ: LinkError(code, operation: "link", detail: detail))
  }

  /// Forwards the events of a link to its handler.
  func deliver(_ link: BlueZLink, to handler: @escaping LinkEventHandler) { link.outlet.deliver(to: handler) }

  /// Ends the link to the device at `path`, if it exists, after the mirror has reported that it is gone.
  func linkEnded(_ path: ObjectPath) {
    guard let link = links[path] else { return }
    // The kernel reports the reason before BlueZ does.
    controllers?.catchUp()
    let announced = links.takeAnnouncement(path)
    let isUnplugged = tree.device(path) == nil && chosenAdapter == nil
    end(link, mirror.problem ?? announced ?? (isUnplugged ? adapterMissing : LinkError(.lost, operation: "link")))
  }

  /// Ends a link: sends its last event, and fails all calls that wait for a response from the device.
  func end(_ link: BlueZLink, _ error: LinkError) {
    guard let error = links.end(link, error) else { return }
    endUpkeep(of: link.device)
    bonding.forgetPairing(with: link.path)
    settleBond(on: link.path)
    subscriptions.remove(of: link)
    link.outlet.send(.closed(error))
    bus?.assumeIsolated { $0.failCalls(below: link.path, DBusError(.disconnected, "the link is gone")) }
  }

  /// Disconnects the link; for its user it has ended, whatever BlueZ answers.
  func close(_ link: BlueZLink) async { await close(link, because: LinkError(.closedHere, operation: "close")) }

  /// Disconnects the link for a reason on this side.
  func close(_ link: BlueZLink, because error: LinkError) async {
    guard links.isUp(link) else { return }
    links.takeAnnouncement(link.path)
    end(link, error)
    await takeDown(link.path)
  }
}

// MARK: - Disconnecting

extension BlueZCentral {
  /// Disconnects, one after another, the links to these devices that BlueZ keeps for a program that died.
  package func letGo(of devices: Set<DeviceAddress>) async -> Set<DeviceAddress> {
    var gone: Set<DeviceAddress> = []
    guard (try? await attached("let go")) != nil else { return gone }
    for device in devices {
      for path in leftLinks(to: device) {
        guard (try? await follow(path)) != nil, leftLinks(to: device).contains(path) else { continue }
        await takeDown(path)
        gone.insert(device)
      }
    }
    return gone
  }

  /// The objects of a device that is connected, but not by this process; if an adapter was requested, only on that
  /// adapter.
  private func leftLinks(to device: DeviceAddress) -> [ObjectPath] {
    guard connecting != device else { return [] }
    return tree.devicePaths(device).filter { path in
      (askedAdapter == nil || tree.adapter(path.adapter)?.address == askedAdapter)
        && tree.device(path)?.isConnected == true && links[path] == nil && !links.isLeaving(path)
    }
  }

  /// Makes BlueZ disconnect a device; returns when the link is gone.
  ///
  /// A new connection attempt to the device waits for that.
  private func takeDown(_ path: ObjectPath) async {
    links.beginLeaving(path)
    let connection = knownConnection(path)
    await withCheckedContinuation { done in
      callIgnoringReply(path, Device1.interface, "Disconnect") { done.resume() }
      if let connection { hangUp(connection) }
    }
    // BlueZ answers a moment before it reports the end of the connection.
    try? await wait("close", within: patience.leaving) { central in
      let isStuck = central.stuckError(path, "close") != nil
      return central.tree.device(path)?.isConnected == true && !isStuck ? nil : .success(())
    }
    // A link that a stuck controller never releases still does not work.
    if tree.device(path)?.isConnected != true { links.hasLeft(path) }
    review()
  }

  /// Ends a connection at the controller itself, without waiting.
  ///
  /// BlueZ delays a `Disconnect` by two seconds (`DISCONNECT_TIMER`, `src/device.c`, 5.66 to 5.87); when the kernel
  /// reports the end of the connection, it answers at once.
  func hangUp(_ connection: HCIConnection) {
    Task(executorPreference: loop) { await self.end(connection) }
  }

  /// Ends a connection, if it still exists once the controller is free.
  private func end(_ connection: HCIConnection) async {
    guard let controllers, controllers.limitation == nil else { return }
    guard (try? await whenFree(connection.controller, of: controllers)) != nil, observed.has(connection) else { return }
    try? await controllers.disconnect(connection)
  }

  /// Ends a connection that the controller has and BlueZ does not know.
  ///
  /// After a restart of `bluetoothd` the kernel may keep a connection that it was ordered to end. (Seen with Linux
  /// 6.1.)
  func hangUpUnknown(_ device: DeviceAddress, _ path: ObjectPath?, on adapter: ObjectPath) async {
    guard let number = adapter.controllerNumber,
      let connection = observed.connection(with: device, controller: number),
      path.flatMap({ tree.device($0)?.isConnected }) != true, (try? await list()) != nil,
      tree.devicePath(device, on: adapter).flatMap({ tree.device($0)?.isConnected }) != true
    else { return }
    await end(connection)
  }
}
