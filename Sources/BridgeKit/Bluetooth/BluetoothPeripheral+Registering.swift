import BluetoothLE
import DBus
import Loop

/// Registers services and advertisement with BlueZ, and withdraws them.
///
/// Source: BlueZ 5.82, `doc/org.bluez.GattManager.rst` (possible errors: InvalidArguments, AlreadyExists),
/// `doc/org.bluez.LEAdvertisingManager.rst` (InvalidArguments, AlreadyExists, InvalidLength, NotPermitted).
extension BluetoothPeripheral {
  /// Makes ``run()`` review the registration.
  func reviewSoon() { turn?.yield() }

  /// Registers, withdraws or leaves everything as it is, according to the adapters.
  func review() async throws(DBusError) {
    guard let before = bluez else { return report(.unavailable(.noService)) }
    // A registration changes properties of the adapter, which cause a review.
    if let refusedUntil, loop.now < refusedUntil { return }
    refusedUntil = nil
    let adapters = try await adapters()
    guard bluez == before else { return }
    let adapter: ObjectPath
    do throws(PeripheralObstacle) {
      adapter = try peripheralAdapter(of: adapters, named: named, ours: offered)
    } catch {
      await withdraw(within: patience.answer)
      return report(.unavailable(error))
    }
    if let offered, offered != adapter { await withdraw(within: patience.answer) }
    do throws(DBusError) {
      try await register(with: adapter, of: before)
    } catch {
      guard error.code == .replied || error.code == .timedOut else { throw error }
      await refused(error)
    }
  }

  private func register(with adapter: ObjectPath, of before: String) async throws(DBusError) {
    if offered == nil {
      try await call(adapter, PeripheralAdapter.gatt, "RegisterApplication", PeripheralServices.root, [:])
      guard bluez == before else { return }
      offered = adapter
    }
    if isAdvertised, isQuiet {
      isAdvertised = false
      try await call(
        adapter, PeripheralAdapter.advertising, "UnregisterAdvertisement", PeripheralServices.advertisement)
    } else if !isAdvertised, !isQuiet {
      try await call(
        adapter, PeripheralAdapter.advertising, "RegisterAdvertisement", PeripheralServices.advertisement, [:])
      guard bluez == before else { return }
      isAdvertised = true
      report(.offered(adapter.text.split(separator: "/").last.map(String.init) ?? adapter.text))
    }
  }

  /// Handles a refused registration: withdraws everything, and tries again later.
  private func refused(_ error: DBusError) async {
    await withdraw(within: patience.answer)
    report(.unavailable(.refused(error.description)))
    let later = loop.now.advanced(by: patience.registering)
    refusedUntil = later
    loop.schedule(at: later) { [weak self] in
      self?.assumeIsolated { $0.reviewSoon() }
    }
  }

  /// Removes services and advertisement, also while the task is cancelled; errors are ignored, since BlueZ removes both
  /// when this process leaves the bus.
  func withdraw(within limit: Duration) async {
    guard let adapter = offered else { return }
    offered = nil
    isAdvertised = false
    let requests = [
      (PeripheralAdapter.advertising, "UnregisterAdvertisement", PeripheralServices.advertisement),
      (PeripheralAdapter.gatt, "UnregisterApplication", PeripheralServices.root),
    ]
    for (interface, member, object) in requests {
      let request = BusMessage.call(Self.service, adapter, interface, member, [.objectPath(object)])
      await withCheckedContinuation { done in
        guard let bus else { return done.resume() }
        bus.assumeIsolated { $0.call(request, timeout: limit) { _ in done.resume() } }
      }
    }
    pass(app.allLeft())
  }

  private func call(
    _ path: ObjectPath, _ interface: String, _ member: String, _ object: ObjectPath,
    _ options: [String: Variant]? = nil
  ) async throws(DBusError) {
    guard let bus else { throw DBusError(.disconnected, "not connected to the bus") }
    let body = [Variant.objectPath(object)] + (options.map { [.properties($0)] } ?? [])
    do throws(DBusError) {
      _ = try await bus.call(.call(Self.service, path, interface, member, body), timeout: patience.answer)
    } catch {
      // An earlier call that timed out may have had its effect, and BlueZ may have ended an advertisement.
      guard ["org.bluez.Error.AlreadyExists", "org.bluez.Error.DoesNotExist"].contains(error.name) else { throw error }
    }
  }

  /// Lists the adapters.
  private func adapters() async throws(DBusError) -> [PeripheralAdapter] {
    guard let bus else { throw DBusError(.disconnected, "not connected to the bus") }
    let call = BusMessage.call(Self.service, "/", StandardInterface.objectManager, "GetManagedObjects")
    let listed = try await bus.call(call, timeout: patience.answer).first?.dictionary ?? [:]
    return listed.compactMap { key, value in
      guard let path = key.objectPath, let interfaces = value.properties else { return nil }
      return PeripheralAdapter(path, interfaces)
    }
  }

  /// Reports a change once.
  func report(_ report: Report) {
    guard report != latestReport else { return }
    latestReport = report
    owner.report(report)
  }
}
