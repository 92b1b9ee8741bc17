import BluetoothLE
import DBus
import EventLoop
import HCI

/// What goes past `bluetoothd`: why a link ended, how strong it is, and whether the controller works.
extension BlueZCentral {
  /// What keeps the links from being what a ride wants.
  var presentLimitation: LinkError? {
    guard let controllers, let error = controllers.limitation ?? upkeepFailure else { return nil }
    let code: LinkError.Code = error.code == .notPermitted ? .notAllowed : .failed
    return LinkError(code, operation: "set connection parameters", detail: error.detail)
  }

  /// Listens to what the controllers tell.
  func observeControllers() {
    let observer = MonitorChannel.Observer { [weak self] packet in
      self?.assumeIsolated { $0.observed(packet) }
    } lost: { [weak self] count in
      self?.assumeIsolated { $0.recordsLost(count) }
    }
    controllers?.observe(observer)
  }

  private func observed(_ packet: MonitorPacket) {
    if packet.opcode == MonitorPacket.dataReceived { return received(data: packet) }
    let wasBusy = isBusy(packet.index)
    for change in connections.take(packet) { follow(change) }
    if let controller = health.take(packet, at: loop.now) { controllerStuck(controller) }
    if wasBusy != isBusy(packet.index) { review() }
    watchHealth()
  }

  /// Whether a controller is about to connect, or has not answered its last command yet.
  private func isBusy(_ number: UInt16) -> Bool {
    connections.connecting.contains(number) || health.owesAnswer(number)
  }

  private func follow(_ change: ConnectionTable.Change) {
    switch change {
    case .connected: break
    case .updated(let device, let timeout): parametersChanged(of: device, supervisionTimeout: timeout)
    case .disconnected(let device, let reason):
      if reason == Self.unacceptableParameters { unhurried.insert(device) }
      if Self.bondTroubles.contains(reason) { wantsPairing.insert(device) }
      announceEnding(of: device, LinkError(disconnection: reason))
    case .controllerGone(let device): announceEnding(of: device, adapterMissing)
    case .controllerOff(let device): announceEnding(of: device, LinkError(.adapterOff, operation: "link"))
    }
  }

  /// Unacceptable Connection Parameters (Bluetooth Core 5.4, Vol 1, Part F, §2.56).
  private static let unacceptableParameters: UInt8 = 0x3B
  /// Authentication Failure, PIN or Key Missing, Connection Terminated due to MIC Failure (§2.5, §2.6, §2.58).
  private static let bondTroubles: Set<UInt8> = [0x05, 0x06, 0x3D]

  private func announceEnding(of device: DeviceAddress, _ error: LinkError) {
    guard upkeeps[device] != nil else { return }
    // BlueZ may have dropped the object of a device that is still linked here.
    let paths = links.filter { $0.value.device == device }.keys + tree.devicePaths(device)
    for path in paths { announcedEndings[path] = error }
  }

  /// Nobody has read the channel for so long that the kernel dropped records: what they told is not known.
  private func recordsLost(_ count: Int) {
    lostRecords += count
    health.recordsLost()
    connections.recordsLost()
    review()
    tap.recordsLost()
    takeValuesFromBus()
  }

  /// The connection of the controller with the device at `path`, as the channel told it or the kernel knows it.
  ///
  /// - Throws: `.missing` where there is none.
  func connection(_ path: ObjectPath, by controllers: any Controllers) async throws(HCIError) -> HCIConnection {
    if let connection = knownConnection(path) { return connection }
    guard let device = tree.device(path)?.address, let adapter = tree.adapter(path.adapter)?.address else {
      throw HCIError(.missing, detail: "no such device")
    }
    while true {
      let endings = connections.endings
      let found = try await controllers.connections(of: adapter).first { $0.device == device && $0.isLowEnergy }
      controllers.catchUp()
      // One that ended meanwhile may be the one that was found.
      guard endings == connections.endings else { continue }
      guard let found else { throw HCIError(.missing, detail: "no connection with \(device)") }
      connections.insert(found)
      return found
    }
  }

  /// The connection with the device at `path`, as the channel told it.
  func knownConnection(_ path: ObjectPath) -> HCIConnection? {
    guard let number = path.controllerNumber, let device = tree.device(path)?.address ?? links[path]?.device else {
      return nil
    }
    return connections.connection(with: device, controller: number)
  }

  /// Waits until a controller has ended its attempt to connect and has answered all commands.
  ///
  /// Call it before sending a command. The kernel remembers only the last command that any process sent. A command between
  /// LE Create Connection and its completion makes the kernel miss the completion; it then neither connects nor scans for
  /// four seconds. (Seen with Linux 6.1, `hdev->sent_cmd`.) And behind a command that a stuck controller does not answer, each
  /// more keeps the kernel from switching it off for two seconds.
  /// - Throws: `.timedOut` where the controller is stuck.
  func whenFree(_ number: UInt16, of controllers: any Controllers) async throws(HCIError) {
    controllers.catchUp()
    let operation = "wait for the controller"
    do throws(LinkError) {
      _ = try await comes(operation, within: patience.attempting) { central in
        guard central.health.stuckSince(number) == nil else {
          return .failure(LinkError(.adapterStuck, operation: operation))
        }
        return central.isBusy(number) ? nil : .success(())
      }
    } catch {
      throw HCIError(.timedOut, detail: "the controller does not answer")
    }
  }

  /// Measures a link's signal strength every few seconds, until it is gone or its controller does not tell.
  func measure(_ link: BlueZLink) {
    guard let controllers else { return }
    Task(executorPreference: loop) { await self.measure(link, by: controllers) }
  }

  private func measure(_ link: BlueZLink, by controllers: any Controllers) async {
    guard let number = link.path.controllerNumber else { return }
    var refusals = 0
    while refusals < Self.mostRefusals {
      do { try await loop.sleep(for: patience.measuring) } catch { return }
      guard links[link.path] === link else { return }
      do throws(HCIError) {
        try await whenFree(number, of: controllers)
        let strength = try await controllers.signalStrength(of: connection(link.path, by: controllers))
        guard links[link.path] === link else { return }
        refusals = 0
        link.outlet.send(.signalStrength(dBm: strength))
      } catch {
        if error.code == .refused || error.code == .notPermitted { refusals += 1 }
      }
    }
  }

  /// How often in a row a controller may refuse to tell a link's strength before it is asked no more.
  private static let mostRefusals = 3
}
