package import BluetoothLE
import DBus
import HCI
import Loop

// MARK: - The end of a link

extension BlueZCentral {
  /// Keeps the reason that BlueZ gives for the end of a link; it comes just before the link ends.
  ///
  /// Source: BlueZ 5.82, `doc/org.bluez.Device.rst`, "Disconnected"; older versions give none.
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

  /// Hands on what comes over a link.
  func deliver(_ link: BlueZLink, to handler: @escaping LinkEventHandler) { link.outlet.deliver(to: handler) }

  /// Ends the link to the device at `path`, if there is one, after the mirror said that it is gone.
  func linkEnded(_ path: ObjectPath) {
    guard let link = links[path] else { return }
    // The kernel tells the reason before BlueZ does.
    controllers?.catchUp()
    let announced = links.takeAnnouncement(path)
    let isUnplugged = tree.device(path) == nil && chosenAdapter == nil
    end(link, mirror.problem ?? announced ?? (isUnplugged ? adapterMissing : LinkError(.lost, operation: "link")))
  }

  /// Ends a link: sends its last event, and fails all calls that wait for an answer of the device.
  func end(_ link: BlueZLink, _ error: LinkError) {
    guard let error = links.end(link, error) else { return }
    endUpkeep(of: link.device)
    bonding.forgetPairing(with: link.path)
    settleBond(on: link.path)
    subscriptions.remove(of: link)
    link.outlet.send(.closed(error))
    bus?.assumeIsolated { $0.failCalls(below: link.path, DBusError(.disconnected, "the link is gone")) }
  }

  /// Takes the link down; it is over for its user whatever BlueZ answers.
  func close(_ link: BlueZLink) async { await close(link, because: LinkError(.closedHere, operation: "close")) }

  /// Takes the link down for a reason of this side's.
  func close(_ link: BlueZLink, because error: LinkError) async {
    guard links.isUp(link) else { return }
    links.takeAnnouncement(link.path)
    end(link, error)
    await takeDown(link.path)
  }
}

// MARK: - Taking links down

extension BlueZCentral {
  /// Takes down the links to these devices that BlueZ still holds for a program that died, one after another.
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

  /// The objects of a device that is connected, but not by this process; if an adapter was asked for, on that one
  /// alone.
  private func leftLinks(to device: DeviceAddress) -> [ObjectPath] {
    guard connecting != device else { return [] }
    return tree.devicePaths(device).filter { path in
      (askedAdapter == nil || tree.adapter(path.adapter)?.address == askedAdapter)
        && tree.device(path)?.isConnected == true && links[path] == nil && !links.isLeaving(path)
    }
  }

  /// Has BlueZ end its link to a device; returns when it is gone.
  ///
  /// A connection to the device that is begun meanwhile waits for that.
  private func takeDown(_ path: ObjectPath) async {
    links.beginLeaving(path)
    let connection = knownConnection(path)
    await withCheckedContinuation { done in
      tell(path, Device1.interface, "Disconnect") { done.resume() }
      if let connection { hangUp(connection) }
    }
    // BlueZ answers a moment before it says that the device is gone.
    try? await wait("close", within: patience.leaving) { central in
      let isStuck = central.stuckError(path, "close") != nil
      return central.tree.device(path)?.isConnected == true && !isStuck ? nil : .success(())
    }
    // A link that a stuck controller holds for ever is still not one that works.
    if tree.device(path)?.isConnected != true { links.hasLeft(path) }
    review()
  }

  /// Ends a connection by the controller itself; nothing waits for that.
  ///
  /// BlueZ lets two seconds pass before it does what `Disconnect` asks for (`DISCONNECT_TIMER`, `src/device.c`, 5.66 to
  /// 5.87); told by the kernel that the connection is over, it answers at once.
  func hangUp(_ connection: HCIConnection) {
    Task(executorPreference: loop) { await self.end(connection) }
  }

  /// Ends a connection, if it is still there once the controller is free.
  private func end(_ connection: HCIConnection) async {
    guard let controllers, controllers.limitation == nil else { return }
    guard (try? await whenFree(connection.controller, of: controllers)) != nil, observed.has(connection) else { return }
    try? await controllers.disconnect(connection)
  }

  /// Takes down a connection that the controller has and BlueZ does not know of: after a restart of `bluetoothd` the
  /// kernel may keep one that it was told to end. (Seen with Linux 6.1.)
  func hangUpUnknown(_ device: DeviceAddress, _ path: ObjectPath?, on adapter: ObjectPath) async {
    guard let number = adapter.controllerNumber,
      let connection = observed.connection(with: device, controller: number),
      path.flatMap({ tree.device($0)?.isConnected }) != true, (try? await list()) != nil,
      tree.devicePath(device, on: adapter).flatMap({ tree.device($0)?.isConnected }) != true
    else { return }
    await end(connection)
  }
}
