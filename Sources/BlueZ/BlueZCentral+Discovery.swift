import BluetoothLE
import DBus

/// What BlueZ's discovery does for this process.
enum Discovery: Hashable, Sendable {
  case idle
  case starting
  case running(ObjectPath)
  case stopping
}

/// One discovery for all who want one: the first to come starts it, the last to go stops it.
extension BlueZCentral {
  /// Signals of every device, subscribed to while a discovery runs.
  private static let devicesRule = MatchRule(
    sender: service, interface: TreeSignal.properties, member: "PropertiesChanged", pathNamespace: "/org/bluez",
    firstArgument: Device1.interface)

  /// Returns once a discovery runs, which is to be given up with ``releaseDiscovery()``.
  ///
  /// - Parameter operation: What it is for.
  /// - Returns: The adapter that discovers.
  /// - Throws: Why it cannot be started; nothing is then to be given up.
  func acquireDiscovery(_ operation: String) async throws(LinkError) -> ObjectPath {
    discoveryUsers += 1
    do throws(LinkError) {
      while true {
        if case .running(let adapter) = discovery { return adapter }
        if discovery == .idle { try await startDiscovery(operation) }
        try await wait(operation, within: patience.answer) { central in
          central.discovery == .starting || central.discovery == .stopping ? nil : .success(())
        }
      }
    } catch {
      releaseDiscovery()
      throw error
    }
  }

  /// Gives up a discovery that was acquired; it ends with the last of its users.
  func releaseDiscovery() {
    discoveryUsers -= 1
    if discoveryUsers == 0, case .running(let adapter) = discovery { stopDiscovery(adapter) }
  }

  /// Waits until this process discovers no more.
  func discoveryEnded(_ operation: String) async throws(LinkError) {
    try await wait(operation, within: patience.answer) { $0.discovery == .idle ? .success(()) : nil }
  }

  private func startDiscovery(_ operation: String) async throws(LinkError) {
    discovery = .starting
    defer { review() }
    let adapter: ObjectPath
    do throws(LinkError) { adapter = try await usableAdapter(operation) } catch {
      discovery = .idle
      throw error
    }
    do throws(DBusError) {
      try await bus?.addMatch(Self.devicesRule)
      try await list()
      // BlueZ would drop, by UUID, devices that name a service only in their service data.
      let filter = Variant.properties(["Transport": .string("le"), "DuplicateData": .boolean(false)])
      _ = try await ask(adapter, Adapter1.interface, "SetDiscoveryFilter", [filter], within: patience.answer)
      _ = try await ask(adapter, Adapter1.interface, "StartDiscovery", within: patience.answer)
      discovery = .running(adapter)
    } catch {
      // Whether it was started is not known for sure, not if this was cancelled.
      stopDiscovery(adapter)
      throw LinkError(error, operation: operation)
    }
  }

  private func stopDiscovery(_ adapter: ObjectPath) {
    discovery = .stopping
    tell(adapter, Adapter1.interface, "StopDiscovery") { [weak self] in
      self?.assumeIsolated { central in
        if central.discovery == .stopping { central.discovery = .idle }
        central.review()
      }
    }
    guard let bus else { return }
    send(.removeMatch(Self.devicesRule), over: bus, within: patience.answer) { _ in }
  }
}
