import BluetoothLE
import DBus
import EventLoop
import HCI

/// The parameters of the links' connections, which BlueZ leaves at what a keyboard needs.
extension BlueZCentral {
  /// Cares for a link that has come up, which nobody waits for.
  func linkCameUp(_ path: ObjectPath, _ device: DeviceAddress) {
    guard controllers != nil, upkeeps[device] == nil else { return }
    upkeeps[device] = ConnectionUpkeep(at: loop.now)
    keepUp(path, device)
  }

  /// The connection shows other parameters.
  func parametersChanged(of device: DeviceAddress, supervisionTimeout: Duration) {
    guard upkeeps[device] != nil else { return }
    upkeeps[device]?.updated(supervisionTimeout: supervisionTimeout, at: loop.now)
    if supervisionTimeout >= ConnectionUpkeep.shortestTimeout { upkeepFailure = nil }
    let path = links.first { $0.value.device == device }?.key ?? tree.devicePaths(device).first
    if let path { keepUp(path, device) }
  }

  /// Asks for the parameters where that is due, and looks again when it will be.
  private func keepUp(_ path: ObjectPath, _ device: DeviceAddress) {
    if let timer = upkeepTimers.removeValue(forKey: device) { loop.cancel(timer) }
    guard let controllers, controllers.limitation == nil else { return }
    if upkeeps[device]?.isDue(at: loop.now) == true {
      Task(executorPreference: loop) { await self.setParameters(path, device, by: controllers) }
    }
    guard let deadline = upkeeps[device]?.deadline else { return }
    upkeepTimers[device] = loop.schedule(at: deadline) { [weak self] in
      self?.assumeIsolated { $0.keepUp(path, device) }
    }
  }

  private func setParameters(_ path: ObjectPath, _ device: DeviceAddress, by controllers: any Controllers) async {
    do throws(HCIError) {
      if let number = path.controllerNumber { try await whenFree(number, of: controllers) }
      let connection = try await connection(path, by: controllers)
      try await controllers.update(parameters(path, device), of: connection)
    } catch {
      upkeeps[device]?.failed(at: loop.now)
      // A link that is gone again says nothing of the next.
      if error.code != .missing { upkeepFailure = error }
      keepUp(path, device)
    }
  }

  private func parameters(_ path: ObjectPath, _ device: DeviceAddress) -> ConnectionParameters {
    let services = tree.device(path)?.services ?? []
    let isStrap = services.contains(.heartRate) && !services.contains(.fitnessMachine)
    return isStrap || unhurried.contains(device) ? .unhurried : .riding
  }

  /// The link is gone, and its parameters with it.
  func endUpkeep(of device: DeviceAddress) {
    upkeeps[device] = nil
    if let timer = upkeepTimers.removeValue(forKey: device) { loop.cancel(timer) }
  }
}
