import BluetoothLE
import DBus
import HCI
import Loop

/// The connections whose parameters are maintained: those of all links that are up or coming up.
struct LinkUpkeep {
  private struct Connection {
    var upkeep: ConnectionUpkeep
    /// Checks the connection again.
    var timer: EventLoop.Timer?
  }

  private var connections: [DeviceAddress: Connection] = [:]
  /// Devices that ended a link because of its parameters.
  private var unhurried: Set<DeviceAddress> = []
  /// The reason why the parameters of the last link could not be set; nil if they could.
  private(set) var failure: HCIError?

  /// Whether a device's connection is maintained.
  func covers(_ device: DeviceAddress) -> Bool { connections[device] != nil }

  /// Starts maintaining a device's connection.
  ///
  /// - Returns: Whether it was not maintained before.
  mutating func begin(_ device: DeviceAddress, at now: MonotonicInstant) -> Bool {
    guard !covers(device) else { return false }
    connections[device] = Connection(upkeep: ConnectionUpkeep(at: now))
    return true
  }

  /// Stops maintaining a device's connection after its end.
  ///
  /// - Returns: The timer to cancel; nil if no timer runs.
  mutating func end(_ device: DeviceAddress) -> EventLoop.Timer? { connections.removeValue(forKey: device)?.timer }

  /// Records the changed parameters of a device's connection.
  ///
  /// - Returns: Whether the connection is maintained.
  mutating func updated(_ device: DeviceAddress, supervisionTimeout: Duration, at now: MonotonicInstant) -> Bool {
    guard covers(device) else { return false }
    connections[device]?.upkeep.updated(supervisionTimeout: supervisionTimeout, at: now)
    if supervisionTimeout >= ConnectionUpkeep.shortestTimeout { failure = nil }
    return true
  }

  /// Records that a parameter request failed.
  mutating func failed(_ device: DeviceAddress, _ error: HCIError, at now: MonotonicInstant) {
    connections[device]?.upkeep.failed(at: now)
    // The loss of a link does not predict anything about the next one.
    if error.code != .missing { failure = error }
  }

  /// Returns whether to request parameters now; if so, they count as requested.
  mutating func isDue(_ device: DeviceAddress, at now: MonotonicInstant) -> Bool {
    connections[device]?.upkeep.isDue(at: now) == true
  }

  /// Returns the time for the next check of a device's connection; nil if no check is due.
  func deadline(of device: DeviceAddress) -> MonotonicInstant? { connections[device]?.upkeep.deadline }

  /// Stores the timer for the next check of a connection.
  mutating func keep(_ timer: EventLoop.Timer, for device: DeviceAddress) { connections[device]?.timer = timer }

  /// Removes and returns the timer for the next check of a connection, for the caller to cancel; nil if no timer runs.
  mutating func takeTimer(of device: DeviceAddress) -> EventLoop.Timer? {
    defer { connections[device]?.timer = nil }
    return connections[device]?.timer
  }

  /// Notes that a device ended a link because of its parameters: from now on only the timeout is raised.
  mutating func refused(by device: DeviceAddress) { unhurried.insert(device) }

  /// Returns the parameters to request.
  ///
  /// A strap does not need a short interval, and a device that ended a link because of one does not get it again.
  func parameters(for device: DeviceAddress, with services: Set<BluetoothUUID>) -> ConnectionParameters {
    let isStrap = services.contains(.heartRate) && !services.contains(.fitnessMachine)
    return isStrap || unhurried.contains(device) ? .unhurried : .riding
  }
}

/// Maintains the connection parameters, which BlueZ leaves at values suited to a keyboard.
extension BlueZCentral {
  /// Starts maintaining a link that has come up, without waiting.
  func linkCameUp(_ path: ObjectPath, _ device: DeviceAddress) {
    guard controllers != nil, upkeep.begin(device, at: loop.now) else { return }
    keepUp(path, device)
  }

  /// Handles changed connection parameters.
  func parametersChanged(of device: DeviceAddress, supervisionTimeout: Duration) {
    guard upkeep.updated(device, supervisionTimeout: supervisionTimeout, at: loop.now) else { return }
    if let path = links.paths(of: device).first ?? tree.devicePaths(device).first { keepUp(path, device) }
  }

  /// Requests the parameters if that is due, and schedules the next check.
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

  /// Stops maintaining a link that is gone.
  func endUpkeep(of device: DeviceAddress) {
    if let timer = upkeep.end(device) { loop.cancel(timer) }
  }
}
