import BluetoothLE
import DBus
import HCI
import Loop

/// The state of the controllers as the monitor channel tells it: their connections, the values they receive, and
/// whether they answer.
struct ObservedControllers {
  /// The meaning of one record.
  struct News {
    var changes: [ConnectionTable.Change]
    /// A controller that does not work, as this record shows.
    var stuck: UInt16?
    /// Whether the record's controller became busy by it, or free.
    var isAvailabilityChanged: Bool
  }

  private var connections = ConnectionTable()
  private var tap = NotificationTap()
  private var health = ControllerHealth()
  private var isLookPlanned = false
  /// How many records of the monitor channel were lost so far.
  private(set) var lostRecords = 0

  /// Takes in a record that is not of received data.
  mutating func take(_ packet: MonitorPacket, at now: MonotonicInstant) -> News {
    let wasBusy = isBusy(packet.index)
    let changes = connections.take(packet)
    let stuck = health.take(packet, at: now)
    return News(changes: changes, stuck: stuck, isAvailabilityChanged: wasBusy != isBusy(packet.index))
  }

  /// The values in a record of received data.
  mutating func values(in packet: MonitorPacket) -> [NotificationTap.Value] { tap.take(packet) }

  /// Takes in that so many records were lost; their contents are unknown.
  mutating func recordsLost(_ count: Int) {
    lostRecords += count
    health.recordsLost()
    connections.recordsLost()
    tap.recordsLost()
  }

  /// Whether a controller is about to connect, or has not answered its last command yet.
  func isBusy(_ number: UInt16) -> Bool { connections.connecting.contains(number) || health.owesAnswer(number) }

  // MARK: Connections

  /// The connection that a controller has with a device, as the channel told it; nil if it told none.
  func connection(with device: DeviceAddress, controller: UInt16) -> HCIConnection? {
    connections.connection(with: device, controller: controller)
  }

  /// Whether the controller still has this connection with the same device, as far as the channel told.
  func has(_ connection: HCIConnection) -> Bool {
    connections.device(controller: connection.controller, handle: connection.handle) == connection.device
  }

  /// Adds a connection that was there before the channel was read.
  mutating func insert(_ connection: HCIConnection) { connections.insert(connection) }

  /// How many connections have ended so far, known or not.
  var endings: Int { connections.endings }

  // MARK: Health

  /// Since when a controller has not answered, once that is proven; nil while it works, as far as is known.
  func stuckSince(_ number: UInt16) -> MonotonicInstant? { health.stuckSince(number) }

  /// The controllers that are proven not to answer by now, each of them once.
  mutating func proven(at now: MonotonicInstant) -> [UInt16] { health.proven(at: now) }

  /// Plans a look for a proof, unless one is planned.
  ///
  /// - Returns: When to look; nil if there is nothing to prove, or a look is planned already.
  mutating func planLook() -> MonotonicInstant? {
    guard !isLookPlanned, let deadline = health.deadline else { return nil }
    isLookPlanned = true
    return deadline
  }

  /// Notes that the planned look begins; records that come during it may plan the next one.
  mutating func beginLook() { isLookPlanned = false }
}

// MARK: - Listening

/// Knowledge that goes past `bluetoothd`: the reason why a link ended, its strength, and whether the controller works.
extension BlueZCentral {
  /// Why the links are less robust than a ride wants; nil if they are not.
  var presentLimitation: LinkError? {
    guard let controllers, let error = controllers.limitation ?? upkeep.failure else { return nil }
    let code: LinkError.Code = error.code == .notPermitted ? .notAllowed : .failed
    return LinkError(code, operation: "set connection parameters", detail: error.detail)
  }

  /// Begins to listen to the monitor channel.
  func observeControllers() {
    let observer = MonitorChannel.Observer { [weak self] packet in
      self?.assumeIsolated { $0.take(packet) }
    } lost: { [weak self] count in
      self?.assumeIsolated { $0.recordsLost(count) }
    }
    controllers?.observe(observer)
  }

  private func take(_ packet: MonitorPacket) {
    if packet.opcode == MonitorPacket.dataReceived { return received(data: packet) }
    let news = observed.take(packet, at: loop.now)
    for change in news.changes { follow(change) }
    if let controller = news.stuck { controllerStuck(controller) }
    if news.isAvailabilityChanged { review() }
    watchHealth()
  }

  private func follow(_ change: ConnectionTable.Change) {
    switch change {
    case .connected: break
    case .updated(let device, let timeout): parametersChanged(of: device, supervisionTimeout: timeout)
    case .disconnected(let device, let reason):
      if reason == Self.unacceptableParameters { upkeep.refused(by: device) }
      if Self.bondTroubles.contains(reason) { bonding.want(device) }
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
    guard upkeep.covers(device) else { return }
    // BlueZ may have dropped the object of a device that is still linked here.
    for path in links.paths(of: device) + tree.devicePaths(device) { links.announce(path, byKernel: error) }
  }

  /// Takes in that the kernel dropped records because the channel was not read for too long.
  private func recordsLost(_ count: Int) {
    observed.recordsLost(count)
    review()
    takeValuesFromBus()
  }
}

// MARK: - Connections

extension BlueZCentral {
  /// The connection with the device at `path`, as the monitor channel told it; nil if it told none.
  func knownConnection(_ path: ObjectPath) -> HCIConnection? {
    guard let number = path.controllerNumber, let device = tree.device(path)?.address ?? links[path]?.device else {
      return nil
    }
    return observed.connection(with: device, controller: number)
  }

  /// The connection with the device at `path`, as the monitor channel told it or the kernel knows it.
  ///
  /// - Throws: `.missing` if there is none.
  func connection(_ path: ObjectPath, by controllers: any Controllers) async throws(HCIError) -> HCIConnection {
    if let connection = knownConnection(path) { return connection }
    guard let device = tree.device(path)?.address, let adapter = tree.adapter(path.adapter)?.address else {
      throw HCIError(.missing, detail: "no such device")
    }
    while true {
      let endings = observed.endings
      let found = try await controllers.connections(of: adapter).first { $0.device == device && $0.isLowEnergy }
      controllers.catchUp()
      // One that ended meanwhile may be the one that was found.
      guard endings == observed.endings else { continue }
      guard let found else { throw HCIError(.missing, detail: "no connection with \(device)") }
      observed.insert(found)
      return found
    }
  }

  /// Waits until a controller has ended its attempt to connect and has answered all commands.
  ///
  /// Call it before sending a command. The kernel remembers only the last command that any process sent. A command
  /// between LE Create Connection and its completion makes the kernel miss the completion; it then neither connects nor
  /// scans for four seconds. (Seen with Linux 6.1, `hdev->sent_cmd`.) And behind a command that a stuck controller does
  /// not answer, each further command keeps the kernel from switching the controller off for two seconds.
  /// - Throws: `.timedOut` if the controller is stuck.
  func whenFree(_ number: UInt16, of controllers: any Controllers) async throws(HCIError) {
    controllers.catchUp()
    let operation = Self.waitingForController
    do throws(LinkError) {
      _ = try await comes(operation, within: patience.attempting) { central in
        guard central.observed.stuckSince(number) == nil else {
          return .failure(LinkError(.adapterStuck, operation: operation))
        }
        return central.observed.isBusy(number) ? nil : .success(())
      }
    } catch {
      throw HCIError(.timedOut, detail: "the controller does not answer")
    }
  }

  /// The operation of the tasks in ``whenFree(_:of:)``.
  static let waitingForController = "wait for the controller"

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
      guard links.isUp(link) else { return }
      do throws(HCIError) {
        try await whenFree(number, of: controllers)
        let strength = try await controllers.signalStrength(of: connection(link.path, by: controllers))
        guard links.isUp(link) else { return }
        refusals = 0
        link.outlet.send(.signalStrength(dBm: strength))
      } catch {
        if error.code == .refused || error.code == .notPermitted { refusals += 1 }
      }
    }
  }

  /// How often in a row a controller may refuse to tell a link's strength before it is no longer asked.
  private static let mostRefusals = 3
}

// MARK: - Health

/// A controller that has stopped answering its commands.
///
/// BlueZ does not notice: it keeps a request to connect for 40 s, as if the device were away.
extension BlueZCentral {
  /// The error of an operation that needs the adapter of `path`; nil while that works, as far as is known.
  func stuckError(_ path: ObjectPath, _ operation: String) -> LinkError? {
    guard let number = path.controllerNumber, observed.stuckSince(number) != nil else { return nil }
    return LinkError(.adapterStuck, operation: operation, detail: path.adapter.text)
  }

  /// Looks when the next proof could be complete; at most one look is planned.
  private func watchHealth() {
    guard let deadline = observed.planLook() else { return }
    loop.schedule(at: deadline) { [weak self] in self?.assumeIsolated { $0.judgeHealth() } }
  }

  private func judgeHealth() {
    observed.beginLook()
    // After a pause of this process the answer lies in the socket.
    controllers?.catchUp()
    for number in observed.proven(at: loop.now) { controllerStuck(number) }
    watchHealth()
  }

  /// Ends the links over which nothing has come since the command that was not answered, and lets all waiting tasks
  /// look.
  private func controllerStuck(_ number: UInt16) {
    guard let since = observed.stuckSince(number) else { return }
    for link in links.links(of: number, silentSince: since) {
      guard let error = stuckError(link.path, "link") else { continue }
      links.beginLeaving(link.path)
      end(link, error)
    }
    review()
  }
}
