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

  /// Lets the ride go on that a former process left, if there is one; called once, before a client is answered.
  func resume() async

  /// Writes the files of rides that a former process owed.
  func writeMissingFiles() async
}

/// Answers on the socket from the daemon's first moment on: by `CallHandlers` once the store is open, and until then with
/// what can be said and done without.
///
/// People remove an obstacle to the store in their own time; no restart is needed.
package actor StartupService<Parts: OpenedParts>: ControlService {
  /// Opens the store and puts together what needs it; called again after it failed.
  package typealias Opening = @Sendable () async throws(StoreError) -> Parts

  package nonisolated let loop: EventLoop
  package nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

  private let central: any Central
  private let wallClock: any WallClock
  private let log: Logger
  private let opening: Opening
  /// The handlers once the store is open; every call reads this, on its own thread.
  private nonisolated let opened = Lock<CallRouter?>(nil)

  /// The parts that need the store, once it is open.
  package private(set) var parts: Parts?
  /// The obstacle to the store.
  package private(set) var failure: StoreError?
  /// Those who watch while the store is not open.
  private var watchers: [Int: AsyncStream<Status>.Continuation] = [:]
  /// The status that they got last.
  private var published: Status?
  /// The scans that go on while the store is not open.
  private(set) var scans: [Int: Task<Void, Never>] = [:]
  /// The calls that wait for the store to be opened.
  private var waiting: [Int: CheckedContinuation<Void, Never>] = [:]
  /// Since when the store is being opened; nil while nobody tries.
  private var openingSince: ContinuousClock.Instant?
  /// Writes the files of rides that a former process owed.
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

  /// A number that nobody else has.
  private func newNumber() -> Int {
    lastNumber += 1
    return lastNumber
  }
}

// MARK: - Opening

extension StartupService {
  /// Whether all is answered.
  package var isOpen: Bool { parts != nil }

  /// Tries to open the store; if that works, a ride that a former process left goes on, and all is answered.
  ///
  /// For one caller at a time.
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

  /// Returns when the files are written that a former process owed.
  package func missingFilesWritten() async { await writingMissing?.value }

  private func opened(_ parts: Parts) async {
    // If the daemon was told to go meanwhile, the ride is left as it was found.
    if isGoingDown { return await parts.api.shutDown() }
    self.parts = parts
    opened.withLock { $0 = parts.api.router }
    letWatchersGo()
    writingMissing = Task { await parts.writeMissingFiles() }
    guard failure != nil else { return }
    failure = nil
    log.notice("the state directory can be used", metadata: ["problem": "\(ProblemCode.stateUnusable.rawValue)"])
  }

  /// The journal hears of an obstacle once, however often it is met.
  private func note(_ error: StoreError) {
    defer { failure = error }
    guard failure?.obstacle != error.obstacle else { return }
    let problem = Problem(.stateUnusable, error)
    log.error(
      "\(problem.message) \(problem.remedy)", metadata: ["problem": "\(problem.code)", "error": "\(error)"])
  }

  /// Ends what is going on, the ride last, and returns when it is written; from now on nothing is begun.
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

  /// How long a call waits for a store that is being opened, before it is answered without; ten seconds, if it is not
  /// named here.
  ///
  /// A client that has systemd start the daemon is to be answered by the daemon that has its rides.
  private static var patience: [String: Duration] {
    [Watch.method: .zero, Scan.method: .zero, GetStatus.method: .seconds(2), Doctor.method: .seconds(2)]
  }

  /// The handlers now.
  private var routerNow: CallRouter { parts?.api.router ?? routerWithoutStore }

  /// The handlers that need no store.
  private var routerWithoutStore: CallRouter {
    var router = CallRouter()
    router.answer(GetStatus.self) { _, _ in await self.statusWithoutStore }
    router.stream(Watch.self) { call, _, _ in .stream(await self.watch(), answering: call) }
    router.answer(Doctor.self) { _, _ in CheckList(checks: await self.checksWithoutStore()) }
    router.stream(Scan.self) { call, _, more throws(ControlError) in try await self.scan(call, more: more) }
    return router
  }

  /// The refusal of every other call without a store.
  private var refusal: ControlError {
    if isGoingDown { return ControlError(.shuttingDown) }
    return failure.map { ControlError($0) } ?? ControlError(.libraryOpening)
  }

  /// Returns when the store is open, cannot be opened or is not to be opened any more, or after a time.
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
    log.warning("a caller was cut off", metadata: ["pid": "\(peer.pid)", "reason": "\(error.code.rawValue)"])
  }
}

// MARK: - Status

extension StartupService {
  /// The time that opening the store may take before the status mentions it; a migration takes longer.
  private static var usualOpening: Duration { .seconds(1) }

  /// The status for a client.
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

  /// The status now and at every change; when the store opens, whoever watches goes on to watch the rides.
  private func watch() async -> AsyncThrowingStream<Status, any Error> {
    let feed = StartupFeed(statuses: await statuses()) { await self.parts?.api.watch() }
    let beating = Heartbeat(every: Watch.heartbeat) { await self.repeatStatus() }
    return AsyncThrowingStream {
      // It beats as long as somebody watches.
      defer { withExtendedLifetime(beating) {} }
      return try await feed.next()
    }
  }

  /// The status now and at every change, until the store opens.
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

  /// Sends the status to the watchers, unless they have it.
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

/// The status for one who began to watch before the store was open: once it is, that of the rides.
///
/// Nothing waits in between, so that what is read late is the newest, and no news of a ride is passed over.
private actor StartupFeed {
  private let statuses: AsyncStream<Status>
  /// The status of the rides; nil while the store is not open.
  private let openRides: @Sendable () async -> AsyncThrowingStream<Status, any Error>?
  private var rides: AsyncThrowingStream<Status, any Error>?

  init(
    statuses: AsyncStream<Status>, rides: @escaping @Sendable () async -> AsyncThrowingStream<Status, any Error>?
  ) {
    self.statuses = statuses
    openRides = rides
  }

  /// The next status; nil once there is none any more.
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
  /// Scans for a while, or until the store opens; which devices were chosen is not known.
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

  /// Each device as it is heard.
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
    var heard: [DeviceAddress: Advertisement] = [:]
    for try await advertisement in central.scan() {
      let merged = heard[advertisement.address]?.updated(by: advertisement) ?? advertisement
      heard[advertisement.address] = merged
      guard call.reports(merged) else { continue }
      each(Device(merged, isKnown: false))
    }
  }

  private func ended(scan number: Int) { scans[number] = nil }

  /// Ends the scans: no connection is made beside one.
  private func endScans() async {
    for scan in scans.values { scan.cancel() }
    for scan in scans.values { await scan.value }
  }
}
