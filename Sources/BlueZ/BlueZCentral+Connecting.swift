package import BluetoothLE
import DBus
import EventLoop
import HCI

extension BlueZCentral {
  /// Connects to a device, if need be after a short scan for it, and waits until its services are known.
  ///
  /// A link that BlueZ holds already, since it keeps those of programs that died, is used as it is. A scan whose consumer has
  /// gone may still be ending: that is waited for.
  ///
  /// - Parameter device: The device's address.
  /// - Returns: A live link.
  /// - Throws: `.busy` while another connection is being made or a scan runs; `.deviceUnknown` where BlueZ has forgotten
  ///   the device and it was not heard; `.timedOut` where it did not answer for as long as BlueZ asks, about 40 s;
  ///   `.connectFailed`, `.servicesUnresolved`; whatever keeps the radio from working. No link is left behind.
  package func connect(to device: DeviceAddress) async throws(LinkError) -> any Link {
    guard connecting == nil, scanners.values.allSatisfy(\.isEnding) else {
      let detail = connecting.map { "connecting to \($0)" } ?? "a scan is running"
      throw LinkError(.busy, operation: "connect", device: device, detail: detail)
    }
    connecting = device
    defer { connecting = nil }
    do throws(LinkError) { return try await makeLink(to: device) } catch {
      var error = error
      error.device = device
      throw error
    }
  }

  private func makeLink(to device: DeviceAddress) async throws(LinkError) -> BlueZLink {
    try await attached("connect")
    try await discoveryEnded("connect")
    // A process that died may have ridden on another adapter than the first.
    if lastAdapter == nil { lastAdapter = tree.adapterHolding(device) }
    let adapter = try await usableAdapter("connect")
    if let stuck = stuckError(adapter, "connect") { throw stuck }
    await hangUpUnknown(device, tree.devicePath(device, on: adapter), on: adapter)
    try await forgetStaleBond(with: device, on: adapter)
    let path = try await find(device, on: adapter)
    guard links[path] == nil else { throw LinkError(.busy, operation: "connect", detail: "already linked") }
    try await linkLetGo(path)
    do throws(LinkError) {
      do throws(DBusError) { try await follow(path) } catch { throw LinkError(error, operation: "connect") }
      try await takeDownOrphan(path)
      let renewed = try await bringUp(path, device)
      try await pairIfWanted(path, device)
      try await learnConnection(path)
      return try adopt(path, device, renewed: renewed)
    } catch {
      endUpkeep(of: device)
      await withdraw(path)
      throw error
    }
  }

  /// Waits until a link that was given up is gone: BlueZ takes two seconds for that, in which the device still counts as
  /// connected, and whoever took that link would lose it.
  private func linkLetGo(_ path: ObjectPath) async throws(LinkError) {
    // One that does not go is used.
    _ = try await comes("connect", within: patience.answer) { central in
      if let stuck = central.stuckError(path, "connect") { return .failure(stuck) }
      let isLeaving = central.leaving.contains(path) && central.tree.device(path)?.isConnected == true
      return isLeaving ? nil : .success(())
    }
    leaving.remove(path)
  }

  /// Takes down a link that `bluetoothd` found when it came: it has no ATT channel there, so that its services are never
  /// resolved. (Seen with BlueZ 5.66, begun in the two seconds in which the kernel keeps the links of the one before.)
  ///
  /// Of a `bluetoothd` that was there before this process, somebody else may just have asked for the link: it is given a
  /// while.
  private func takeDownOrphan(_ path: ObjectPath) async throws(LinkError) {
    let limit = isServiceNew ? .zero : patience.inheriting
    let isUsable = try await comes("connect", within: limit) { $0.isOrphan(path) ? nil : .success(()) }
    guard !isUsable else { return }
    await withdraw(path)
    try await linkLetGo(path)
  }

  private func isOrphan(_ path: ObjectPath) -> Bool {
    tree.device(path).map { $0.isConnected && !$0.areServicesResolved } ?? false
  }

  /// Where the device's object is; a device that BlueZ has forgotten has none until it is heard again.
  private func find(_ device: DeviceAddress, on adapter: ObjectPath) async throws(LinkError) -> ObjectPath {
    if let path = tree.devicePath(device, on: adapter) { return path }
    let found: Result<ObjectPath, LinkError>
    let discovering = try await acquireDiscovery("search")
    do throws(LinkError) {
      let path = try await wait("search", within: patience.searching) { central in
        central.tree.devicePath(device, on: discovering).map { Result<ObjectPath, LinkError>.success($0) }
      }
      found = .success(path)
    } catch {
      found = .failure(error.code == .timedOut ? LinkError(.deviceUnknown, operation: "search") : error)
    }
    releaseDiscovery()
    let path = try found.get()
    try await discoveryEnded("search")
    return path
  }

  /// Gets the device connected and its services resolved, in as many attempts as the policy allows.
  ///
  /// - Returns: A characteristic whose notifications were renewed; nil where the services are resolved instead.
  private func bringUp(_ path: ObjectPath, _ device: DeviceAddress) async throws(LinkError) -> ObjectPath? {
    let policy = ConnectPolicy()
    var attempt = 1
    while true {
      let started = loop.now
      do throws(LinkError) {
        return try await bringUpOnce(path, device)
      } catch {
        let elapsed = loop.now - started
        guard let pause = policy.pause(after: error, attempt: attempt, lasting: elapsed) else {
          throw policy.verdict(on: error, lasting: elapsed)
        }
        try await pauseFor(pause)
        attempt += 1
      }
    }
  }

  func pauseFor(_ duration: Duration) async throws(LinkError) {
    do { try await loop.sleep(for: duration) } catch { throw LinkError(.cancelled, operation: "connect") }
  }

  private func bringUpOnce(_ path: ObjectPath, _ device: DeviceAddress) async throws(LinkError) -> ObjectPath? {
    if tree.device(path)?.isConnected == true {
      linkCameUp(path, device)
    } else {
      let isReturning = try await requestConnection(path)
      try await learnOfConnection(path)
      if isReturning, let renewed = try await renewedNotification(of: path) { return renewed }
    }
    try await resolveServices(path)
    return nil
  }

  /// Asks BlueZ for its objects where it has answered `Connect` and not said that the device is connected.
  ///
  /// BlueZ forgets that signal when the link's ATT channel is ready before the kernel's management event is read: it
  /// says "is already connected" in its log, and knows the right value. (Seen with BlueZ 5.66, for every link after the
  /// first of that kind.)
  private func learnOfConnection(_ path: ObjectPath) async throws(LinkError) {
    guard let device = tree.device(path), !device.isConnected else { return }
    do throws(DBusError) { try await list() } catch { throw LinkError(error, operation: "connect") }
  }

  /// Waits until the services are known, or the link or the device is gone.
  func resolveServices(_ path: ObjectPath) async throws(LinkError) {
    let hadObjects: Bool
    do throws(LinkError) {
      hadObjects = try await wait("resolve services", within: patience.resolving) { central in
        central.resolution(of: path, needsObjects: false)
      }
      // BlueZ sometimes says so before the objects are there (bluez/bluez#1489).
      if hadObjects { return }
      _ = try await wait("resolve services", within: patience.resolving) { central in
        central.resolution(of: path, needsObjects: true)
      }
    } catch {
      throw error.code == .timedOut ? LinkError(.servicesUnresolved, operation: error.operation) : error
    }
    try await pauseFor(patience.straggling)
  }

  /// Whether the services are known and have objects; nil while that is open.
  private func resolution(of path: ObjectPath, needsObjects: Bool) -> Result<Bool, LinkError>? {
    if let stuck = stuckError(path, "resolve services") { return .failure(stuck) }
    guard let device = tree.device(path) else { return .failure(absence) }
    guard device.isConnected else {
      return .failure(
        announcedEndings.removeValue(forKey: path).map {
          LinkError(.connectFailed, operation: "resolve services", detail: $0.detail)
        } ?? LinkError(.connectFailed, operation: "resolve services", detail: "the link was lost"))
    }
    guard device.areServicesResolved else { return nil }
    let hasObjects = !tree.characteristics(of: path).isEmpty
    return hasObjects || !needsObjects ? .success(hasObjects) : nil
  }

  /// Why BlueZ knows a device no more that it knew a moment ago.
  var absence: LinkError {
    if let problem { return problem }
    guard chosenAdapter != nil else { return adapterMissing }
    return LinkError(.connectFailed, operation: "connect", detail: "BlueZ has dropped the device")
  }

  /// Asks the kernel for the connection where the monitor channel has not told of it: `bluetoothd` keeps the links of a
  /// process that died.
  private func learnConnection(_ path: ObjectPath) async throws(LinkError) {
    guard let controllers, controllers.limitation == nil, knownConnection(path) == nil else { return }
    _ = try? await connection(path, by: controllers)
    if Task.isCancelled { throw LinkError(.cancelled, operation: "connect") }
  }

  private func adopt(
    _ path: ObjectPath, _ device: DeviceAddress, renewed: ObjectPath?
  ) throws(LinkError) -> BlueZLink {
    let paths = tree.characteristics(of: path)
    guard tree.device(path)?.isConnected == true, !paths.isEmpty else {
      throw LinkError(.connectFailed, operation: "connect", detail: "the link was lost")
    }
    let hasBattery = tree.device(path)?.services.contains(.battery) == true
    let link = BlueZLink(
      device, at: path, paths, places: tree.places(of: paths), hasClaimedBattery: hasBattery, renewed: renewed,
      connection: knownConnection(path), lostRecordsBefore: lostRecords, of: self)
    links[path] = link
    lastAdapter = tree.adapter(path.adapter)?.address
    endings[path] = nil
    announcedEndings[path] = nil
    if renewed != nil { confirmServices(of: link) }
    measure(link)
    return link
  }

  /// Withdraws a request to connect, or takes down what came of it; returns when BlueZ has.
  ///
  /// Of a controller that is stuck nothing is waited for.
  private func withdraw(_ path: ObjectPath) async {
    guard tree.device(path) != nil else { return }
    let isLinked = tree.device(path)?.isConnected == true
    if isLinked { leaving.insert(path) }
    let connection = isLinked ? knownConnection(path) : nil
    guard stuckError(path, "withdraw") == nil else { return tell(path, Device1.interface, "Disconnect") {} }
    await withCheckedContinuation { done in
      tell(path, Device1.interface, "Disconnect") { done.resume() }
      if let connection { hangUp(connection) }
    }
  }
}
