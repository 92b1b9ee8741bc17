import BluetoothLE
import DBus
import HCI
import Loop

/// The connections whose parameters are looked after: those of the links that are up or coming up.
struct LinkUpkeep {
  private struct Connection {
    var upkeep: ConnectionUpkeep
    /// Looks at the connection again.
    var timer: EventLoop.Timer?
  }

  private var connections: [DeviceAddress: Connection] = [:]
  /// Devices that ended a link over its parameters.
  private var unhurried: Set<DeviceAddress> = []
  /// Why the parameters of the last link could not be set; nil if they could.
  private(set) var failure: HCIError?

  /// Whether a device's connection is looked after.
  func covers(_ device: DeviceAddress) -> Bool { connections[device] != nil }

  /// Begins with a device's connection.
  ///
  /// - Returns: Whether that is new.
  mutating func begin(_ device: DeviceAddress, at now: MonotonicInstant) -> Bool {
    guard !covers(device) else { return false }
    connections[device] = Connection(upkeep: ConnectionUpkeep(at: now))
    return true
  }

  /// Ends with a device's connection, which is gone.
  ///
  /// - Returns: The timer to cancel; nil if there is none.
  mutating func end(_ device: DeviceAddress) -> EventLoop.Timer? { connections.removeValue(forKey: device)?.timer }

  /// Takes in that a device's connection shows other parameters.
  ///
  /// - Returns: Whether the connection is looked after.
  mutating func updated(_ device: DeviceAddress, supervisionTimeout: Duration, at now: MonotonicInstant) -> Bool {
    guard covers(device) else { return false }
    connections[device]?.upkeep.updated(supervisionTimeout: supervisionTimeout, at: now)
    if supervisionTimeout >= ConnectionUpkeep.shortestTimeout { failure = nil }
    return true
  }

  /// Takes in that a request for parameters failed.
  mutating func failed(_ device: DeviceAddress, _ error: HCIError, at now: MonotonicInstant) {
    connections[device]?.upkeep.failed(at: now)
    // A link that is gone again says nothing about the next one.
    if error.code != .missing { failure = error }
  }

  /// Whether to ask for parameters now; if so, they count as asked for.
  mutating func isDue(_ device: DeviceAddress, at now: MonotonicInstant) -> Bool {
    connections[device]?.upkeep.isDue(at: now) == true
  }

  /// When to look at a device's connection again; nil if nothing is outstanding.
  func deadline(of device: DeviceAddress) -> MonotonicInstant? { connections[device]?.upkeep.deadline }

  /// Keeps the timer that looks at a connection again.
  mutating func keep(_ timer: EventLoop.Timer, for device: DeviceAddress) { connections[device]?.timer = timer }

  /// The timer that would look at a connection again, for the caller to cancel; nil if there is none.
  mutating func takeTimer(of device: DeviceAddress) -> EventLoop.Timer? {
    defer { connections[device]?.timer = nil }
    return connections[device]?.timer
  }

  /// Notes that a device ended a link over its parameters: from now on only the timeout is raised.
  mutating func refused(by device: DeviceAddress) { unhurried.insert(device) }

  /// The parameters to ask for.
  ///
  /// A strap needs no short interval, and a device that ended a link over one gets none.
  func parameters(for device: DeviceAddress, with services: Set<BluetoothUUID>) -> ConnectionParameters {
    let isStrap = services.contains(.heartRate) && !services.contains(.fitnessMachine)
    return isStrap || unhurried.contains(device) ? .unhurried : .riding
  }
}

/// The parameters of the links' connections, which BlueZ leaves at values that suit a keyboard.
extension BlueZCentral {
  /// Begins to look after a link that has come up; nothing waits for that.
  func linkCameUp(_ path: ObjectPath, _ device: DeviceAddress) {
    guard controllers != nil, upkeep.begin(device, at: loop.now) else { return }
    keepUp(path, device)
  }

  /// Takes in that a connection shows other parameters.
  func parametersChanged(of device: DeviceAddress, supervisionTimeout: Duration) {
    guard upkeep.updated(device, supervisionTimeout: supervisionTimeout, at: loop.now) else { return }
    if let path = links.paths(of: device).first ?? tree.devicePaths(device).first { keepUp(path, device) }
  }

  /// Asks for the parameters if that is due, and looks again when it will be.
  private func keepUp(_ path: ObjectPath, _ device: DeviceAddress) {
    if let timer = upkeep.takeTimer(of: device) { loop.cancel(timer) }
    guard let controllers, controllers.limitation == nil else { return }
    if upkeep.isDue(device, at: loop.now) {
      Task(executorPreference: loop) { await self.setParameters(path, device, by: controllers) }
    }
    guard let deadline = upkeep.deadline(of: device) else { return }
    let timer = loop.schedule(at: deadline) { [weak self] in self?.assumeIsolated { $0.keepUp(path, device) } }
    upkeep.keep(timer, for: device)
  }

  private func setParameters(_ path: ObjectPath, _ device: DeviceAddress, by controllers: any Controllers) async {
    do throws(HCIError) {
      if let number = path.controllerNumber { try await whenFree(number, of: controllers) }
      let connection = try await connection(path, by: controllers)
      let parameters = upkeep.parameters(for: device, with: tree.device(path)?.services ?? [])
      try await controllers.update(parameters, of: connection)
    } catch {
      upkeep.failed(device, error, at: loop.now)
      keepUp(path, device)
    }
  }

  /// Ends looking after a link that is gone.
  func endUpkeep(of device: DeviceAddress) {
    if let timer = upkeep.end(device) { loop.cancel(timer) }
  }
}
