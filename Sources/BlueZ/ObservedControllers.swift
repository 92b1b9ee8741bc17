import BluetoothLE
import DBus
import HCI
import Loop

/// The state of the controllers, observed on the monitor channel: their connections, the values they receive, and
/// whether they answer.
struct ObservedControllers {
  /// The meaning of one record.
  struct News {
    var changes: [ConnectionTable.Change]
    /// A controller that this record shows to be stuck.
    var stuck: UInt16?
    /// Whether the record made its controller busy or free.
    var isAvailabilityChanged: Bool
  }

  private var connections = ConnectionTable()
  private var tap = NotificationTap()
  private var health = ControllerHealth()
  private var isLookPlanned = false
  /// The number of lost monitor-channel records so far.
  private(set) var lostRecords = 0

  /// Processes a record other than received data.
  mutating func take(_ packet: MonitorPacket, at now: MonotonicInstant) -> News {
    let wasBusy = isBusy(packet.index)
    let changes = connections.take(packet)
    let stuck = health.take(packet, at: now)
    return News(changes: changes, stuck: stuck, isAvailabilityChanged: wasBusy != isBusy(packet.index))
  }

  /// Returns the values in a record of received data.
  mutating func values(in packet: MonitorPacket) -> [NotificationTap.Value] { tap.take(packet) }

  /// Handles the loss of records; their contents are unknown.
  mutating func recordsLost(_ count: Int) {
    lostRecords += count
    health.recordsLost()
    connections.recordsLost()
    tap.recordsLost()
  }

  /// Whether a controller is about to connect, or has not answered its last command yet.
  func isBusy(_ number: UInt16) -> Bool { connections.connecting.contains(number) || health.owesAnswer(number) }

  // MARK: Connections

  /// Returns a controller's connection with a device, as seen on the channel; nil if the channel has shown no
  /// connection.
  func connection(with device: DeviceAddress, controller: UInt16) -> HCIConnection? {
    connections.connection(with: device, controller: controller)
  }

  /// Whether the controller still has this connection with the same device, as seen on the channel.
  func has(_ connection: HCIConnection) -> Bool {
    connections.device(controller: connection.controller, handle: connection.handle) == connection.device
  }

  /// Adds a connection that existed before the channel was read.
  mutating func insert(_ connection: HCIConnection) { connections.insert(connection) }

  /// The number of connections that have ended so far, known or not.
  var endings: Int { connections.endings }

  // MARK: Health

  /// Returns the time since which a controller is proven not to answer; nil while it works, as far as is known.
  func stuckSince(_ number: UInt16) -> MonotonicInstant? { health.stuckSince(number) }

  /// Returns the controllers that are newly proven not to answer, each of them once.
  mutating func proven(at now: MonotonicInstant) -> [UInt16] { health.proven(at: now) }

  /// Plans a check of the controllers, unless one is planned.
  ///
  /// - Returns: The time of the check; nil if it is not needed or already planned.
  mutating func planLook() -> MonotonicInstant? {
    guard !isLookPlanned, let deadline = health.deadline else { return nil }
    isLookPlanned = true
    return deadline
  }

  /// Notes that the planned check begins; records that arrive during it may plan the next one.
  mutating func beginLook() { isLookPlanned = false }
}

// MARK: - Listening

/// Information that `bluetoothd` does not give: why a link ended, its signal strength, and whether the controller
/// works.
extension BlueZCentral {
  /// The reason why links are less robust than a ride requires; nil if they are not.
  var presentLimitation: LinkError? {
    guard let controllers, let error = controllers.limitation ?? upkeep.failure else { return nil }
    let code: LinkError.Code = error.code == .notPermitted ? .notAllowed : .failed
    return LinkError(code, operation: "set connection parameters", detail: error.detail)
  }

  /// Starts listening to the monitor channel.
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

  /// Handles records that the kernel dropped because the channel was not read for too long.
  private func recordsLost(_ count: Int) {
    observed.recordsLost(count)
    review()
    takeValuesFromBus()
  }
}

// MARK: - Connections

extension BlueZCentral {
  /// Returns the connection with the device at `path`, as seen on the monitor channel; nil if unknown.
  func knownConnection(_ path: ObjectPath) -> HCIConnection? {
    guard let number = path.controllerNumber, let device = tree.device(path)?.address ?? links[path]?.device else {
      return nil
    }
    return observed.connection(with: device, controller: number)
  }

  /// Returns the connection with the device at `path`, from the monitor channel or the kernel.
  ///
  /// - Throws: `.missing` if the device has no connection.
  func connection(_ path: ObjectPath, by controllers: any Controllers) async throws(HCIError) -> HCIConnection {
    if let connection = knownConnection(path) { return connection }
    guard let device = tree.device(path)?.address, let adapter = tree.adapter(path.adapter)?.address else {
      throw HCIError(.missing, detail: "no such device")
    }
    while true {
      let endings = observed.endings
      let found = try await controllers.connections(of: adapter).first { $0.device == device && $0.isLowEnergy }
      controllers.catchUp()
      // The connection that was found may have ended meanwhile.
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
  /// scans for four seconds. (Seen with Linux 6.1, `hdev->sent_cmd`.) After a command that a stuck controller does not
  /// answer, each further command prevents the kernel from switching the controller off for two seconds.
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

  /// The operation of the tasks that wait in ``whenFree(_:of:)``.
  static let waitingForController = "wait for the controller"

  /// Measures a link's signal strength every few seconds, until the link ends or its controller cannot report it.
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

  /// How often in a row a controller may refuse to report a link's signal strength before measuring stops.
  private static let mostRefusals = 3
}

// MARK: - Health

/// Handles controllers that have stopped answering commands.
///
/// BlueZ does not notice: it waits 40 s for a connection, as if the device were absent.
extension BlueZCentral {
  /// Returns the error of an operation that needs the adapter of `path`; nil while the adapter works, as far as is
  /// known.
  func stuckError(_ path: ObjectPath, _ operation: String) -> LinkError? {
    guard let number = path.controllerNumber, observed.stuckSince(number) != nil else { return nil }
    return LinkError(.adapterStuck, operation: operation, detail: path.adapter.text)
  }

  /// Schedules a check for the time at which the next proof could be complete; at most one is scheduled.
  private func watchHealth() {
    guard let deadline = observed.planLook() else { return }
    loop.schedule(at: deadline) { [weak self] in self?.assumeIsolated { $0.judgeHealth() } }
  }

  private func judgeHealth() {
    observed.beginLook()
    // After a pause of this process, the answer may be waiting in the socket.
    controllers?.catchUp()
    for number in observed.proven(at: loop.now) { controllerStuck(number) }
    watchHealth()
  }

  /// Ends the links that have received no value since the unanswered command, and lets all waiting tasks check again.
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
