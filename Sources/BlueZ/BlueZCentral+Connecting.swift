package import BluetoothLE
import DBus
import HCI
import Loop

/// The current connection attempt; only one runs at a time.
struct ConnectAttempt {
  /// The device to connect to; nil while no attempt runs.
  private(set) var device: DeviceAddress?
  private var lastCall: UInt64 = 0
  /// BlueZ's answer to the latest `Connect`; nil while it is pending.
  private var answer: (call: UInt64, outcome: Result<Void, DBusError>)?

  /// Begins an attempt; call it only while no attempt runs.
  mutating func begin(_ device: DeviceAddress) { self.device = device }

  /// Ends the attempt.
  mutating func end() { device = nil }

  /// Returns the number of a `Connect` that is about to be called.
  mutating func call() -> UInt64 {
    lastCall += 1
    answer = nil
    return lastCall
  }

  /// Records BlueZ's answer to a call; a link that is already up counts as success.
  mutating func answered(_ call: UInt64, _ outcome: Result<Void, DBusError>) {
    let isUp = if case .failure(let error) = outcome { error.name == "org.bluez.Error.AlreadyConnected" } else { true }
    answer = (call, isUp ? .success(()) : outcome)
  }

  /// BlueZ's answer to a call; nil while it is pending.
  func answer(to call: UInt64) -> Result<Void, DBusError>? { answer?.call == call ? answer?.outcome : nil }

  /// Whether BlueZ has answered the latest `Connect`.
  var isAnswered: Bool { answer != nil }
}

/// Decides whether a failed attempt to connect is repeated at once or reported to the caller.
struct ConnectPolicy: Hashable, Sendable {
  /// The maximum number of attempts, including the first.
  var attempts = 4
  /// The limit for a repeatable attempt: a longer one has waited for an absent device; BlueZ gives up after about 40 s.
  var briefAttempt = Duration.seconds(15)

  /// Returns the pause before the next attempt; nil if no attempt should follow.
  ///
  /// Links are often aborted in their first moments (`le-connection-abort-by-local`), and BlueZ answers `InProgress`
  /// while it still cleans up an earlier attempt. Both conditions pass within a second or two.
  func pause(after error: LinkError, attempt: Int, lasting elapsed: Duration) -> Duration? {
    guard attempt < attempts, elapsed < briefAttempt else { return nil }
    switch error.code {
    case .connectFailed: return .milliseconds(250 * attempt)
    case .busy: return .milliseconds(500 * attempt)
    default: return nil
    }
  }

  /// Returns the error to report after the last attempt: an attempt that was aborted after a long wait has timed out.
  func verdict(on error: LinkError, lasting elapsed: Duration) -> LinkError {
    guard error.code == .connectFailed, elapsed >= briefAttempt else { return error }
    var error = error
    error.code = .timedOut
    return error
  }
}

// MARK: - Connecting

extension BlueZCentral {
  /// Connects to a device, after a short scan if BlueZ does not know it, and waits until its services are resolved.
  ///
  /// It uses a link that BlueZ already has: BlueZ keeps the links of programs that died. If a scan is still ending, the
  /// call waits for that.
  ///
  /// - Parameter device: The device's address.
  /// - Returns: A live link.
  /// - Throws: `.busy` while another connection attempt or a scan runs; `.deviceUnknown` if BlueZ has forgotten the
  ///   device and the scan did not find it; `.timedOut` if it did not respond within BlueZ's limit, about 40 s;
  ///   `.connectFailed`, `.servicesUnresolved`; any problem of the radio. No link remains after an error.
  package func connect(to device: DeviceAddress) async throws(LinkError) -> any Link {
    guard connecting == nil, !discovery.isHeard else {
      let detail = connecting.map { "connecting to \($0)" } ?? "a scan is running"
      throw LinkError(.busy, operation: "connect", device: device, detail: detail)
    }
    attempt.begin(device)
    defer { attempt.end() }
    do throws(LinkError) { return try await makeLink(to: device) } catch {
      var error = error
      error.device = device
      throw error
    }
  }

  /// The device that is being connected; nil while no attempt runs.
  var connecting: DeviceAddress? { attempt.device }

  private func makeLink(to device: DeviceAddress) async throws(LinkError) -> BlueZLink {
    try await attached("connect")
    try await discoveryEnded("connect")
    // A process that died may have used another adapter than the first.
    links.prefer(tree.adapterHolding(device))
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
      let isRenewed = try await bringUp(path, device)
      try await pairIfWanted(path, device)
      try await learnConnection(path)
      return try adopt(path, device, isRenewed: isRenewed)
    } catch {
      endUpkeep(of: device)
      await withdraw(path)
      throw error
    }
  }

  /// Returns the path of the device's object, after a scan if BlueZ has forgotten the device.
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

  private func adopt(
    _ path: ObjectPath, _ device: DeviceAddress, isRenewed: Bool
  ) throws(LinkError) -> BlueZLink {
    let paths = tree.characteristics(of: path)
    guard tree.device(path)?.isConnected == true, !paths.isEmpty else {
      throw LinkError(.connectFailed, operation: "connect", detail: "the link was lost")
    }
    let hasBattery = tree.device(path)?.services.contains(.battery) == true
    let link = BlueZLink(
      device, at: path, paths, places: tree.places(of: paths), hasClaimedBattery: hasBattery,
      connection: knownConnection(path), lostRecordsBefore: observed.lostRecords, of: self)
    links.insert(link, isConfirmed: !isRenewed, on: tree.adapter(path.adapter)?.address)
    if isRenewed { confirmServices(of: link) }
    measure(link)
    return link
  }
}

// MARK: - Existing links

extension BlueZCentral {
  /// Waits until a link that was given up has ended.
  ///
  /// BlueZ needs two seconds for that. Meanwhile the device still reads as connected, and a new link would be lost.
  private func linkLetGo(_ path: ObjectPath) async throws(LinkError) {
    // A link that does not end is used.
    _ = try await comes("connect", within: patience.answer) { central in
      if let stuck = central.stuckError(path, "connect") { return .failure(stuck) }
      let isLeaving = central.links.isLeaving(path) && central.tree.device(path)?.isConnected == true
      return isLeaving ? nil : .success(())
    }
    links.hasLeft(path)
  }

  /// Disconnects a link that `bluetoothd` found when it started.
  ///
  /// Such a link has no ATT channel, so its services are never resolved. (Seen with BlueZ 5.66; it begins in the two
  /// seconds in which the kernel keeps the links of the previous `bluetoothd`.)
  ///
  /// If `bluetoothd` started before this process, another program may just have requested the link: its services get
  /// some time to be resolved.
  private func takeDownOrphan(_ path: ObjectPath) async throws(LinkError) {
    let limit = mirror.isServiceNew ? .zero : patience.inheriting
    let isUsable = try await comes("connect", within: limit) { $0.tree.isOrphan(path) ? nil : .success(()) }
    guard !isUsable else { return }
    await withdraw(path)
    try await linkLetGo(path)
  }

  /// Withdraws a request to connect, or ends the link that it established; returns when BlueZ has done so.
  ///
  /// It does not wait for a stuck controller.
  private func withdraw(_ path: ObjectPath) async {
    guard tree.device(path) != nil else { return }
    let isLinked = tree.device(path)?.isConnected == true
    if isLinked { links.beginLeaving(path) }
    let connection = isLinked ? knownConnection(path) : nil
    guard stuckError(path, "withdraw") == nil else {
      return callIgnoringReply(path, Device1.interface, "Disconnect") {}
    }
    await withCheckedContinuation { done in
      callIgnoringReply(path, Device1.interface, "Disconnect") { done.resume() }
      if let connection { hangUp(connection) }
    }
  }
}

extension ObjectTree {
  /// Whether a device is connected and its services are unresolved.
  fileprivate func isOrphan(_ path: ObjectPath) -> Bool {
    device(path).map { $0.isConnected && !$0.areServicesResolved } ?? false
  }
}

// MARK: - Establishing a link

extension BlueZCentral {
  /// Connects the device and resolves its services, in as many attempts as the policy allows.
  ///
  /// - Returns: Whether notifications were renewed; if not, the services are resolved.
  private func bringUp(_ path: ObjectPath, _ device: DeviceAddress) async throws(LinkError) -> Bool {
    var policy = ConnectPolicy()
    // Each attempt takes air time from the existing links. A second attempt is worth it, because establishing a link
    // fails at random (HCI error 0x3E).
    if !links.isEmpty { policy.attempts = 2 }
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

  private func bringUpOnce(_ path: ObjectPath, _ device: DeviceAddress) async throws(LinkError) -> Bool {
    if tree.device(path)?.isConnected == true {
      linkCameUp(path, device)
    } else {
      let isReturning = try await requestConnection(path)
      try await learnOfConnection(path)
      if isReturning, try await areNotificationsRenewed(of: path) { return true }
    }
    try await resolveServices(path)
    return false
  }

  /// Lists BlueZ's objects if it has answered `Connect` but has not reported that the device is connected.
  ///
  /// BlueZ omits that signal if the link's ATT channel is ready before it reads the kernel's management event: it logs
  /// "is already connected", and its property has the right value. (Seen with BlueZ 5.66, for every such link after the
  /// first.)
  private func learnOfConnection(_ path: ObjectPath) async throws(LinkError) {
    guard let device = tree.device(path), !device.isConnected else { return }
    do throws(DBusError) { try await list() } catch { throw LinkError(error, operation: "connect") }
  }

  /// Waits until the services are resolved, or the link or the device is gone.
  func resolveServices(_ path: ObjectPath) async throws(LinkError) {
    let hadObjects: Bool
    do throws(LinkError) {
      hadObjects = try await wait("resolve services", within: patience.resolving) { central in
        central.resolution(of: path, needsObjects: false)
      }
      // BlueZ sometimes reports resolved services before their objects exist (bluez/bluez#1489).
      if hadObjects { return }
      _ = try await wait("resolve services", within: patience.resolving) { central in
        central.resolution(of: path, needsObjects: true)
      }
    } catch {
      throw error.code == .timedOut ? LinkError(.servicesUnresolved, operation: error.operation) : error
    }
    try await pauseFor(patience.straggling)
  }

  /// Whether the resolved services have objects; nil to wait on.
  private func resolution(of path: ObjectPath, needsObjects: Bool) -> Result<Bool, LinkError>? {
    if let stuck = stuckError(path, "resolve services") { return .failure(stuck) }
    guard let device = tree.device(path) else { return .failure(absence) }
    guard device.isConnected else {
      let detail = links.takeAnnouncement(path).map(\.detail) ?? "the link was lost"
      return .failure(LinkError(.connectFailed, operation: "resolve services", detail: detail))
    }
    guard device.areServicesResolved else { return nil }
    let hasObjects = !tree.characteristics(of: path).isEmpty
    return hasObjects || !needsObjects ? .success(hasObjects) : nil
  }

  /// The reason why BlueZ no longer knows a device that it knew a moment ago.
  var absence: LinkError {
    if let problem = mirror.problem { return problem }
    guard chosenAdapter != nil else { return adapterMissing }
    return LinkError(.connectFailed, operation: "connect", detail: "BlueZ has dropped the device")
  }

  /// Queries the kernel for the connection if the monitor channel has not reported it: `bluetoothd` keeps the links of
  /// a process that died.
  private func learnConnection(_ path: ObjectPath) async throws(LinkError) {
    guard let controllers, controllers.limitation == nil, knownConnection(path) == nil else { return }
    _ = try? await connection(path, by: controllers)
    if Task.isCancelled { throw LinkError(.cancelled, operation: "connect") }
  }
}
