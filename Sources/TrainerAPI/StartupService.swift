package import BluetoothLE
package import ControlSocket
package import ControlWire
import Locks
package import Logging
package import Loop
package import RideRuntime
package import RideStore
import Rides

/// The parts of a daemon that need an open store.
package protocol OpenedParts: Sendable {
  /// The handlers of the calls.
  var api: CallHandlers { get }

  /// Resumes the ride that a former process left, if there is one; called once, before the first answer to a client.
  func resume() async

  /// Writes the ride files that a former process left unwritten.
  func writeMissingFiles() async
}

/// Answers requests from the daemon's start: by `CallHandlers` once the store is open, until then those that need no
/// store.
///
/// When the user removes an obstacle to the store, no restart is needed.
package actor StartupService<Parts: OpenedParts>: ControlService {
  /// Opens the store and creates the parts that need it; called again after a failure.
  package typealias Opening = @Sendable () async throws(StoreError) -> Parts

  package nonisolated let loop: EventLoop
  package nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

  private let central: any Central
  private let wallClock: any WallClock
  private let log: Logger
  private let opening: Opening
  /// The handlers, nil until the store is open; every request reads them, on its own thread.
  private nonisolated let opened = Lock<CallRouter?>(nil)

  /// The parts that need the store; nil until it is open.
  package private(set) var parts: Parts?
  /// The error that keeps the store from opening; nil if no error is known.
  package private(set) var failure: StoreError?
  /// The watchers that subscribed before the store was open.
  private var watchers: [Int: AsyncStream<Status>.Continuation] = [:]
  /// The last status that the watchers got.
  private var published: Status?
  /// The scans that run before the store is open.
  private(set) var scans: [Int: Task<Void, Never>] = [:]
  /// The requests that wait for the store to open.
  private var waiting: [Int: CheckedContinuation<Void, Never>] = [:]
  /// The start of the current attempt to open the store; nil without one.
  private var openingSince: ContinuousClock.Instant?
  /// Writes the ride files that a former process left unwritten.
  private var writingMissing: Task<Void, Never>?
  private var lastNumber = 0
  private var isGoingDown = false

  package init(
    central: any Central, wallClock: any WallClock, loop: EventLoop, log: Logger, opening: @escaping Opening
  ) {
    self.central = central
    self.wallClock = wallClock
    self.loop = loop
    self.log = log
    self.opening = opening
  }

  /// Returns a number that is not in use.
  private func newNumber() -> Int {
    lastNumber += 1
    return lastNumber
  }
}

// MARK: - Opening

extension StartupService {
  /// Whether the store is open, so that all requests are answered.
  package var isOpen: Bool { parts != nil }

  /// Tries to open the store; on success, resumes the ride of a former process and answers all requests.
  ///
  /// Only one caller at a time may call it.
  package func open() async {
    guard parts == nil, !isGoingDown else { return }
    openingSince = .now
    defer {
      openingSince = nil
      letWaitingGo()
    }
    do throws(StoreError) {
      let parts = try await opening()
      await endScans()
      await parts.resume()
      await opened(parts)
    } catch {
      note(error)
      await tellWatchers()
    }
  }

  /// Returns when the files that a former process left unwritten are written.
  package func missingFilesWritten() async { await writingMissing?.value }

  private func opened(_ parts: Parts) async {
    // If the daemon began to shut down meanwhile, the ride stays as it was found.
    if isGoingDown { return await parts.api.shutDown() }
    self.parts = parts
    opened.withLock { $0 = parts.api.router }
    letWatchersGo()
    writingMissing = Task { await parts.writeMissingFiles() }
    guard failure != nil else { return }
    failure = nil
    log.notice("the state directory can be used", metadata: ["problem": "\(ProblemCode.stateUnusable.rawValue)"])
  }

  /// Stores an obstacle, and logs it unless it is the same as before.
  private func note(_ error: StoreError) {
    defer { failure = error }
    guard failure?.obstacle != error.obstacle else { return }
    let problem = Problem(.stateUnusable, error)
    log.error(
      "\(problem.message) \(problem.remedy)", metadata: ["problem": "\(problem.code)", "error": "\(error)"])
  }

  /// Ends all activity, the ride last; returns when the ride is written, and later requests are refused.
  package func shutDown() async {
    isGoingDown = true
    writingMissing?.cancel()
    letWaitingGo()
    await endScans()
    letWatchersGo()
    await parts?.api.shutDown()
  }
}

// MARK: - Answering

extension StartupService {
  package nonisolated func answer<C: VarlinkCall>(
    _ call: C, from peer: Peer, more: Bool
  ) async throws(ControlError) -> ControlAnswer<C.Reply> {
    if let router = opened.withLock(\.self) { return try await router.answer(call, from: peer, more: more) }
    await waitForOpening(Self.patience[C.method] ?? .seconds(10))
    do throws(ControlError) {
      return try await routerNow.answer(call, from: peer, more: more)
    } catch  where error.code == .methodNotFound {
      throw await refusal
    }
  }

  /// How long a request waits for the store to open before it is answered without the store; ten seconds by default.
  ///
  /// If a client's request makes systemd start the daemon, the reply should come from a daemon that has its rides.
  private static var patience: [String: Duration] {
    [Watch.method: .zero, Scan.method: .zero, GetStatus.method: .seconds(2), Doctor.method: .seconds(2)]
  }

  private var routerNow: CallRouter { parts?.api.router ?? routerWithoutStore }

  /// The handlers that need no store.
  private var routerWithoutStore: CallRouter {
    var router = CallRouter()
    router.answer(GetStatus.self) { _, _ in await self.statusWithoutStore }
    router.stream(Watch.self) { call, _, _ in
      .stream(await self.watch(values: call.values ?? false), answering: call)
    }
    router.answer(Doctor.self) { _, _ in CheckList(checks: await self.checksWithoutStore()) }
    router.stream(Scan.self) { call, _, more throws(ControlError) in try await self.scan(call, more: more) }
    return router
  }

  /// The error for all other requests while the store is not open.
  private var refusal: ControlError {
    if isGoingDown { return ControlError(.shuttingDown) }
    return failure.map { ControlError($0) } ?? ControlError(.libraryOpening)
  }

  /// Returns when the store is open, cannot be opened, or will not be opened any more, at the latest after `limit`.
  private func waitForOpening(_ limit: Duration) async {
    guard parts == nil, failure == nil, !isGoingDown, limit > .zero else { return }
    let number = newNumber()
    let end = Task {
      try? await Task.sleep(for: limit)
      letGo(waiting: number)
    }
    defer { end.cancel() }
    await withCheckedContinuation { waiting[number] = $0 }
  }

  private func letGo(waiting number: Int) { waiting.removeValue(forKey: number)?.resume() }

  private func letWaitingGo() {
    for number in waiting.keys { letGo(waiting: number) }
  }

  package nonisolated func cutOff(_ peer: Peer, because error: ControlError) {
    log.warning("client connection closed", metadata: ["pid": "\(peer.pid)", "reason": "\(error.code.rawValue)"])
  }
}

// MARK: - Status

extension StartupService {
  /// The time that opening the store may take before the status mentions it; a migration takes longer.
  private static var usualOpening: Duration { .seconds(1) }

  /// Returns the status for a client.
  package func status() async -> Status { if let parts { await parts.api.status() } else { await statusWithoutStore } }

  private var statusWithoutStore: Status {
    get async {
      Status(phase: .idle, problems: [storeProblem, Problem(of: await central.state())].compactMap(\.self))
    }
  }

  private var storeProblem: Problem? {
    if let failure { return Problem(.stateUnusable, failure) }
    guard let openingSince, openingSince.duration(to: .now) >= Self.usualOpening else { return nil }
    return Problem(.libraryOpening)
  }

  private func checksWithoutStore() async -> [Check] {
    let state = await central.state()
    let store = storeProblem.map {
      Check(name: "state directory", outcome: failure == nil ? .warning : .failed, $0)
    }
    let checks = [
      DoctorService.radioCheck(state), DoctorService.otherAdaptersCheck(state), DoctorService.connectionCheck(state),
      store,
      DoctorService.clockCheck(wallClock),
    ]
    return checks.compactMap(\.self)
  }

  /// Returns the status now and at every change; once the store is open, the stream continues with the status of the
  /// rides.
  private func watch(values: Bool) async -> AsyncThrowingStream<Status, any Error> {
    let feed = StartupFeed(statuses: await statuses()) { await self.parts?.api.watch(values: values) }
    let beating = Heartbeat(every: Watch.heartbeat) { await self.repeatStatus() }
    return AsyncThrowingStream {
      // The heartbeat lasts as long as the stream.
      defer { withExtendedLifetime(beating) {} }
      return try await feed.next()
    }
  }

  /// Returns the status now and at every change, until the store opens.
  private func statuses() async -> AsyncStream<Status> {
    let (stream, continuation) = AsyncStream.makeStream(of: Status.self, bufferingPolicy: .bufferingNewest(1))
    continuation.yield(await statusWithoutStore)
    guard parts == nil, !isGoingDown else {
      continuation.finish()
      return stream
    }
    let number = newNumber()
    watchers[number] = continuation
    continuation.onTermination = { [loop] _ in
      Task(executorPreference: loop) { await self.unwatch(number) }
    }
    return stream
  }

  private func unwatch(_ number: Int) { watchers[number] = nil }

  /// Sends the status to the watchers, unless it is unchanged.
  private func tellWatchers() async {
    guard !watchers.isEmpty else { return }
    let status = await statusWithoutStore
    guard status != published else { return }
    published = status
    for watcher in watchers.values { watcher.yield(status) }
  }

  /// Sends the status to the watchers again.
  private func repeatStatus() async {
    guard !watchers.isEmpty else { return }
    let status = await statusWithoutStore
    for watcher in watchers.values { watcher.yield(status) }
  }

  private func letWatchersGo() {
    for watcher in watchers.values { watcher.finish() }
    watchers = [:]
  }
}

/// The status for a watcher that subscribed before the store was open, followed by the status of the rides.
///
/// It has no buffer, so a slow reader gets the newest status and misses no event of a ride.
private actor StartupFeed {
  private let statuses: AsyncStream<Status>
  /// Opens the stream of the rides' status; returns nil while the store is not open.
  private let openRides: @Sendable () async -> AsyncThrowingStream<Status, any Error>?
  private var rides: AsyncThrowingStream<Status, any Error>?

  init(
    statuses: AsyncStream<Status>, rides: @escaping @Sendable () async -> AsyncThrowingStream<Status, any Error>?
  ) {
    self.statuses = statuses
    openRides = rides
  }

  /// Returns the next status; nil at the end.
  func next() async throws -> Status? {
    if rides == nil {
      for await status in statuses { return status }
      rides = await openRides()
    }
    guard let rides else { return nil }
    for try await status in rides { return status }
    return nil
  }
}

// MARK: - Scanning

extension StartupService {
  /// Scans for the requested time, or until the store opens; the chosen devices are not known yet.
  private func scan(_ call: Scan, more: Bool) async throws(ControlError) -> ControlAnswer<DeviceList> {
    let seconds = try call.checkedSeconds()
    guard !isGoingDown else { throw ControlError(.shuttingDown) }
    let found = hearing(call, for: .seconds(seconds))
    guard !more else { return .stream(found, answering: call) }
    var last: [String: Device] = [:]
    do {
      for try await list in found { for device in list.devices { last[device.address] = device } }
    } catch {
      throw error as? ControlError ?? ControlError(radio: error)
    }
    return .reply(DeviceList(devices: last.values.strongestFirst))
  }

  /// Returns a stream with each device as it is found.
  private func hearing(_ call: Scan, for duration: Duration) -> AsyncThrowingStream<DeviceList, any Error> {
    let (stream, continuation) = AsyncThrowingStream.makeStream(of: DeviceList.self)
    let hearing = Task(executorPreference: loop) {
      do {
        try await self.hear(call) { continuation.yield(DeviceList(devices: [$0])) }
        continuation.finish()
      } catch {
        continuation.finish(throwing: ControlError(radio: error))
      }
    }
    let end = loop.schedule(at: loop.now.advanced(by: duration)) { hearing.cancel() }
    let number = newNumber()
    scans[number] = hearing
    continuation.onTermination = { [loop] _ in
      hearing.cancel()
      loop.cancel(end)
      Task(executorPreference: loop) { await self.ended(scan: number) }
    }
    return stream
  }

  private func hear(_ call: Scan, _ each: (Device) -> Void) async throws {
    var advertisements: [DeviceAddress: Advertisement] = [:]
    for try await advertisement in central.scan() {
      let merged = advertisements[advertisement.address]?.updated(by: advertisement) ?? advertisement
      advertisements[advertisement.address] = merged
      guard call.reports(merged) else { continue }
      each(Device(merged, isKnown: false))
    }
  }

  private func ended(scan number: Int) { scans[number] = nil }

  /// Ends the scans, because the radio does not connect during a scan.
  private func endScans() async {
    for scan in scans.values { scan.cancel() }
    for scan in scans.values { await scan.value }
  }
}
