package import BluetoothLE
import DBus
import Synchronization

/// This process's only BlueZ discovery, and its users: the first user starts it, the last one stops it.
struct Discovery {
  enum State: Hashable {
    case idle
    case starting
    /// Discovery runs on this adapter.
    case running(ObjectPath)
    case stopping
  }

  private(set) var state = State.idle
  private var users = 0
  private var scanners: [UInt64: Scanner] = [:]
  private var lastScanner: UInt64 = 0

  /// Whether a request to start or stop is pending at BlueZ.
  var isChanging: Bool { state == .starting || state == .stopping }

  /// Whether no discovery runs or changes, and all scans have ended.
  var isUnused: Bool { scanners.isEmpty && state == .idle }

  /// Adds a user, whether or not the discovery already runs.
  mutating func join() { users += 1 }

  /// Removes a user.
  ///
  /// - Returns: The adapter on which to stop the discovery; nil if it has other users or does not run.
  mutating func leave() -> ObjectPath? {
    users -= 1
    guard users == 0, case .running(let adapter) = state else { return nil }
    return adapter
  }

  /// Notes that the discovery is starting.
  mutating func start() { state = .starting }

  /// Notes that BlueZ has started the discovery.
  mutating func hasStarted(on adapter: ObjectPath) { state = .running(adapter) }

  /// Notes that the discovery is stopping.
  mutating func stop() { state = .stopping }

  /// Notes that BlueZ has stopped the discovery, unless another one has begun since ``stop()``.
  mutating func hasStopped() {
    if state == .stopping { state = .idle }
  }

  /// Notes that no discovery runs: the request failed, or `bluetoothd` is gone.
  mutating func reset() { state = .idle }

  // MARK: Scans

  /// Adds a scan and returns its number, for ``remove(_:)``.
  mutating func add(_ scanner: Scanner) -> UInt64 {
    lastScanner += 1
    scanners[lastScanner] = scanner
    return lastScanner
  }

  /// Removes a scan that has ended.
  mutating func remove(_ scanner: UInt64) { scanners[scanner] = nil }

  /// Whether a scan has a consumer; a scan whose consumer has gone is about to end.
  var isHeard: Bool { !scanners.values.allSatisfy(\.isEnding) }

  /// All scans, including those that are about to end.
  var scans: [Scanner] { Array(scanners.values) }
}

/// A scan and its consumer.
final class Scanner: Sendable {
  typealias Reports = AsyncThrowingStream<Advertisement, any Error>.Continuation

  private let reports: Reports
  private let isLeft = Atomic(false)

  init(_ reports: Reports) {
    self.reports = reports
  }

  /// Whether the consumer has gone, so that the scan is about to end.
  var isEnding: Bool { isLeft.load(ordering: .acquiring) }

  /// Notes that the consumer has gone; call it from any thread.
  func leave() { isLeft.store(true, ordering: .releasing) }

  func report(_ advertisement: Advertisement) { reports.yield(advertisement) }

  func fail(_ error: LinkError) { reports.finish(throwing: error) }
}

// MARK: - Scanning

extension BlueZCentral {
  /// Scans until the consumer stops, and reports devices when they advertise, and connected devices.
  ///
  /// Throws `LinkError`: `.busy` during a connection attempt, since a simultaneous scan can wedge a Raspberry Pi's own
  /// controller; otherwise the reason why the radio cannot scan, also in the middle of a scan.
  package nonisolated func scan() -> AsyncThrowingStream<Advertisement, any Error> {
    let (stream, reports) = AsyncThrowingStream.makeStream(of: Advertisement.self, throwing: (any Error).self)
    let scanner = Scanner(reports)
    let task = Task(executorPreference: loop) {
      do throws(LinkError) { try await self.scan(for: scanner) } catch { scanner.fail(error) }
    }
    reports.onTermination = { _ in
      scanner.leave()
      task.cancel()
    }
    return stream
  }

  private func scan(for scanner: Scanner) async throws(LinkError) {
    try await attached("scan")
    guard connecting == nil else { throw LinkError(.busy, operation: "scan", detail: "a connection is being made") }
    let id = discovery.add(scanner)
    defer { discovery.remove(id) }
    let adapter = try await acquireDiscovery("scan")
    defer { releaseDiscovery() }
    for path in tree.objects.keys.sorted() {
      if let advertisement = tree.device(path)?.advertisement { scanner.report(advertisement) }
    }
    try await wait("scan", within: nil) { central -> Result<Void, LinkError>? in
      central.scanningProblem(adapter).map { .failure($0) }
    }
  }

  private func scanningProblem(_ adapter: ObjectPath) -> LinkError? {
    if let problem = mirror.problem { return problem }
    guard let adapter = tree.adapter(adapter) else { return adapterMissing }
    return adapter.isPowered ? nil : LinkError(.adapterOff, operation: "scan")
  }

  /// Reports a device to every scan if the change concerns advertised data.
  func report(_ device: Device1, _ change: ObjectTree.Change) {
    let scans = discovery.scans
    guard !scans.isEmpty else { return }
    let advertised: Set = ["RSSI", "Name", "UUIDs", "ServiceData", "Connected"]
    if case .changed(_, _, let names) = change, names.isDisjoint(with: advertised) { return }
    guard let advertisement = device.advertisement else { return }
    for scanner in scans { scanner.report(advertisement) }
  }
}

// MARK: - Starting and stopping

extension BlueZCentral {
  /// The signals of every device, which the bus delivers while a discovery runs.
  private static let devicesRule = MatchRule(
    sender: service, interface: TreeSignal.properties, member: "PropertiesChanged", pathNamespace: "/org/bluez",
    firstArgument: Device1.interface)

  /// Returns once a discovery runs; call ``releaseDiscovery()`` when it is no longer needed.
  ///
  /// - Parameter operation: The purpose, for errors.
  /// - Returns: The adapter that discovers.
  /// - Throws: The reason why it cannot be started; do not call ``releaseDiscovery()`` then.
  func acquireDiscovery(_ operation: String) async throws(LinkError) -> ObjectPath {
    discovery.join()
    do throws(LinkError) {
      while true {
        if case .running(let adapter) = discovery.state { return adapter }
        if discovery.state == .idle { try await startDiscovery(operation) }
        try await wait(operation, within: patience.answer) { central in
          central.discovery.isChanging ? nil : .success(())
        }
      }
    } catch {
      releaseDiscovery()
      throw error
    }
  }

  /// Releases a discovery; it stops with its last user.
  func releaseDiscovery() {
    if let adapter = discovery.leave() { stopDiscovery(adapter) }
  }

  /// Waits until this process's discovery has ended.
  func discoveryEnded(_ operation: String) async throws(LinkError) {
    try await wait(operation, within: patience.answer) { $0.discovery.state == .idle ? .success(()) : nil }
  }

  private func startDiscovery(_ operation: String) async throws(LinkError) {
    discovery.start()
    defer { review() }
    let adapter: ObjectPath
    do throws(LinkError) { adapter = try await usableAdapter(operation) } catch {
      discovery.reset()
      throw error
    }
    do throws(DBusError) {
      try await bus?.addMatch(Self.devicesRule)
      try await list()
      // A filter by UUID would drop devices that list a service only in their service data.
      let filter = Variant.properties(["Transport": .string("le"), "DuplicateData": .boolean(false)])
      _ = try await ask(adapter, Adapter1.interface, "SetDiscoveryFilter", [filter], within: patience.answer)
      _ = try await ask(adapter, Adapter1.interface, "StartDiscovery", within: patience.answer)
      discovery.hasStarted(on: adapter)
    } catch {
      // BlueZ may have started it anyway, certainly if this task was cancelled.
      stopDiscovery(adapter)
      throw LinkError(error, operation: operation)
    }
  }

  private func stopDiscovery(_ adapter: ObjectPath) {
    discovery.stop()
    callIgnoringReply(adapter, Adapter1.interface, "StopDiscovery") { [weak self] in
      self?.assumeIsolated { central in
        central.discovery.hasStopped()
        central.review()
      }
    }
    guard let bus else { return }
    send(.removeMatch(Self.devicesRule), over: bus, within: patience.answer) { _ in }
  }
}
