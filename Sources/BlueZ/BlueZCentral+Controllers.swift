import BluetoothLE
import DBus
import EventLoop
import HCI

/// What goes past `bluetoothd`: connection parameters, why a link ended, and how strong it is.
extension BlueZCentral {
  /// What keeps the links from having the parameters that a ride wants.
  var presentLimitation: LinkError? {
    guard let controllers, let error = controllers.limitation ?? upkeepFailure else { return nil }
    let code: LinkError.Code = error.code == .notPermitted ? .notAllowed : .failed
    return LinkError(code, operation: "set connection parameters", detail: error.detail)
  }

  /// Listens to what the controllers tell.
  func observeControllers() {
    controllers?.observe { [weak self] packet in self?.assumeIsolated { $0.observed(packet) } }
  }

  private func observed(_ packet: MonitorPacket) {
    for change in connections.take(packet) {
      switch change {
      case .connected: break
      case .updated(let device, let timeout):
        if upkeeps[device]?.updated(supervisionTimeout: timeout, at: loop.now) == true { setParameters(of: device) }
      case .disconnected(let device, let reason): announceEnding(of: device, LinkError(disconnection: reason))
      case .controllerGone(let device): announceEnding(of: device, adapterMissing)
      }
    }
  }

  private func announceEnding(of device: DeviceAddress, _ error: LinkError) {
    guard upkeeps[device] != nil else { return }
    // BlueZ may have dropped the object of a device that is still linked here.
    let paths = links.filter { $0.value.device == device }.keys + tree.devicePaths(device)
    for path in paths { announcedEndings[path] = error }
  }

  /// Cares for a link that has come up, which nobody waits for.
  func linkCameUp(_ device: DeviceAddress) {
    guard controllers != nil, upkeeps[device] == nil else { return }
    var upkeep = ConnectionUpkeep()
    if upkeep.begun(at: loop.now) { setParameters(of: device) }
    upkeeps[device] = upkeep
  }

  private func setParameters(of device: DeviceAddress) {
    guard let controllers, controllers.limitation == nil, let adapter = adapterAddress else { return }
    Task(executorPreference: loop) { await self.setParameters(of: device, on: adapter, by: controllers) }
  }

  private func setParameters(
    of device: DeviceAddress, on adapter: DeviceAddress, by controllers: any Controllers
  ) async {
    do throws(HCIError) {
      let connection = try await controllers.update(.riding, of: device, on: adapter)
      connections.insert(device, controller: connection.controller, handle: connection.handle)
      upkeepFailure = nil
    } catch {
      // A link that is gone again says nothing of the next.
      if error.code != .missing { upkeepFailure = error }
    }
  }

  /// Measures a link's signal strength every few seconds, until it is gone or its controller does not tell.
  func measure(_ link: BlueZLink) {
    guard let controllers else { return }
    Task(executorPreference: loop) { await self.measure(link, by: controllers) }
  }

  private func measure(_ link: BlueZLink, by controllers: any Controllers) async {
    while true {
      do { try await loop.sleep(for: patience.measuring) } catch { return }
      guard links[link.path] === link, let adapter = adapterAddress,
        let strength = try? await controllers.signalStrength(of: link.device, on: adapter), links[link.path] === link
      else { return }
      link.outlet.send(.signalStrength(dBm: strength))
    }
  }
}

extension LinkError {
  /// Why a link ended, by the controller's error code.
  ///
  /// Source: Bluetooth Core 5.4, Vol 1, Part F, §2.
  init(disconnection reason: UInt8) {
    let code: Code =
      switch reason {
      case 0x08, 0x22: .supervisionTimeout
      case 0x13, 0x14, 0x15: .closedByPeer
      case 0x16: .closedHere
      case 0x3E: .connectFailed
      default: .lost
      }
    self.init(code, operation: "link", detail: "HCI reason 0x" + (reason < 16 ? "0" : "") + String(reason, radix: 16))
  }
}
