package import BluetoothLE
import DBus
import HCI
import Loop

extension BlueZCentral {
  /// Returns when BlueZ has an adapter that is on or can be switched on.
  package func whenUsable() async throws(LinkError) {
    try await wait("wait for the radio", within: nil) { central -> Result<Void, LinkError>? in
      guard central.mirror.problem == nil, let path = central.chosenAdapter else { return nil }
      return central.tree.adapter(path)?.isBlocked == false ? .success(()) : nil
    }
  }

  /// Removes a device that is not connected, or switches an adapter without connections off and on.
  package func apply(_ remedy: RadioRemedy) async throws(LinkError) {
    let operation = "\(remedy)"
    let inUse = LinkError(.busy, operation: operation, detail: "the radio is in use")
    guard connecting == nil, !discovery.isHeard else { throw inUse }
    try await attached(operation)
    // A search that was withdrawn for the remedy may still be ending.
    let isFree = try await comes(operation, within: patience.answer) { $0.discovery.isUnused ? .success(()) : nil }
    guard isFree else { throw inUse }
    // The mirror follows the properties of this process's own devices only.
    do throws(DBusError) { try await list() } catch { throw LinkError(error, operation: operation) }
    guard let adapter = chosenAdapter else { throw adapterMissing }
    switch remedy {
    case .forget(let device): try await forget(device, on: adapter, operation)
    case .powerCycle(let costing): try await powerCycle(adapter, costing: costing, operation)
    }
  }

  private func forget(_ device: DeviceAddress, on adapter: ObjectPath, _ operation: String) async throws(LinkError) {
    guard let path = tree.devicePath(device, on: adapter) else { return }
    guard tree.device(path)?.isConnected != true else {
      throw LinkError(.busy, operation: operation, device: device, detail: "it is connected")
    }
    do throws(DBusError) {
      _ = try await ask(adapter, Adapter1.interface, "RemoveDevice", [.objectPath(path)], within: patience.answer)
    } catch {
      if error.name != "org.bluez.Error.DoesNotExist" { throw LinkError(error, operation: operation, device: device) }
    }
    try await wait(operation, within: patience.answer) { $0.tree.device(path) == nil ? .success(()) : nil }
  }

  private func powerCycle(
    _ adapter: ObjectPath, costing: Set<DeviceAddress>, _ operation: String
  ) async throws(LinkError) {
    // A link that was given up here does not work, even if a stuck controller makes BlueZ report it as connected.
    let mayGo = costing.union(links.leavingDevices.compactMap { tree.device($0)?.address })
    let isSpared = { (path: ObjectPath, device: Device1?) in
      path.isBelow(adapter) && device?.isConnected == true && device?.address.map(mayGo.contains) != true
    }
    let spared: HCIConnection?
    if let controllers, let address = tree.adapter(adapter)?.address {
      spared = try? await controllers.connections(of: address).first { !mayGo.contains($0.device) }
    } else {
      spared = nil
    }
    if let spared { await probe(spared) }
    if let connected = tree.objects.keys.first(where: { isSpared($0, tree.device($0)) })?.text
      ?? spared?.device.description
    {
      throw LinkError(.busy, operation: operation, detail: "\(connected) is connected")
    }
    do throws(LinkError) { try await setPowered(false, adapter, operation) } catch {
      try await block(adapter, after: error, operation)
    }
    try await setPowered(true, adapter, operation)
  }

  /// Reads the signal strength of the connection that prevents a stuck controller from being switched off.
  ///
  /// An answer proves that the controller works again; without the probe, the controller may get no command for the
  /// rest of the ride.
  private func probe(_ connection: HCIConnection) async {
    guard let controllers, observed.stuckSince(connection.controller) != nil else { return }
    _ = try? await controllers.signalStrength(of: connection)
    controllers.catchUp()
  }

  /// Makes the kernel switch off a controller that BlueZ could not switch off because it does not answer.
  private func block(_ adapter: ObjectPath, after error: LinkError, _ operation: String) async throws(LinkError) {
    guard stuckError(adapter, operation) != nil, let controllers, let number = adapter.controllerNumber else {
      throw error
    }
    do throws(HCIError) { try await controllers.cycleRadio(of: number) } catch let failure {
      var error = error
      error.detail = [error.detail, "\(failure)"].compactMap(\.self).joined(separator: "; ")
      throw error
    }
    try await wait(operation, within: patience.answer) { central -> Result<Void, LinkError>? in
      guard let state = central.tree.adapter(adapter) else { return .failure(central.adapterMissing) }
      return state.isPowered ? nil : .success(())
    }
  }

  private func setPowered(_ isOn: Bool, _ adapter: ObjectPath, _ operation: String) async throws(LinkError) {
    let arguments: [Variant] = [.string(Adapter1.interface), .string("Powered"), .variant(.boolean(isOn))]
    do throws(DBusError) {
      _ = try await ask(adapter, TreeSignal.properties, "Set", arguments, within: patience.answer)
    } catch {
      // After an unblock, `bluetoothd` switches the adapter on by itself.
      guard isOn, error.isBusy else { throw LinkError(error, operation: operation) }
    }
    try await wait(operation, within: patience.answer) { central -> Result<Void, LinkError>? in
      guard let state = central.tree.adapter(adapter) else { return .failure(central.adapterMissing) }
      return state.isPowered == isOn ? .success(()) : nil
    }
  }
}
