import BluetoothLE
package import ControlSocket
package import ControlWire
package import EventLoop
package import Logging
import RideSession
import RideStore

/// Answers on the socket from the daemon's first moment on: as the service of rides once the store is open, and until
/// then with what can be said and done without.
///
/// What keeps the store from being opened is mended by people, in their own time and without a restart.
package actor FrontService: ControlService {
  /// Opens the store and puts together what needs it; to be tried again after it failed.
  typealias Opening = @Sendable () async throws(StoreError) -> DaemonParts

  package nonisolated let loop: EventLoop
  package nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

  let central: any Central
  let wallClock: any WallClock
  let log: Logger
  private let opening: Opening

  /// What rides, once the store is open.
  package private(set) var parts: DaemonParts?
  /// What keeps it from being opened.
  private(set) var failure: StoreError?
  /// Those who watch while it is not open.
  var watchers: [Int: AsyncStream<Status>.Continuation] = [:]
  /// What they were told last.
  var told: Status?
  /// The scans that go on while it is not open.
  var scans: [Int: Task<Void, Never>] = [:]
  /// The calls that wait for the store to be opened.
  private var waiting: [Int: CheckedContinuation<Void, Never>] = [:]
  /// Since when the store is being opened; nil while nobody tries.
  private(set) var openingSince: ContinuousClock.Instant?
  /// Writes the files of rides that a former process owed.
  private var writingMissing: Task<Void, Never>?
  private var lastNumber = 0
  private(set) var isGoingDown = false

  init(
    central: any Central, wallClock: any WallClock, loop: EventLoop, log: Logger, opening: @escaping Opening
  ) {
    self.central = central
    self.wallClock = wallClock
    self.loop = loop
    self.log = log
    self.opening = opening
  }

  /// In front of a daemon's parts.
  package init(
    _ options: DaemonOptions, radio: RadioParts, time: MachineTime, loop: EventLoop, storeLoop: EventLoop,
    libraryLoops: LibraryLoops, log: Logger
  ) {
    self.init(central: radio.central, wallClock: time.wallClock, loop: loop, log: log) { () throws(StoreError) in
      try await DaemonParts(
        options, radio: radio, time: time, loop: loop, storeLoop: storeLoop, libraryLoops: libraryLoops, log: log)
    }
  }

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
      await parts.goOn()
      await opened(parts)
    } catch {
      note(error)
      await tellWatchers()
    }
  }

  /// Returns when the files are written that a former process owed.
  package func missingFilesWritten() async { await writingMissing?.value }

  private func opened(_ parts: DaemonParts) async {
    // Who is told to go meanwhile leaves the ride as it was found.
    if isGoingDown { return await parts.service.shutDown() }
    self.parts = parts
    letWatchersGo()
    writingMissing = Task { await parts.archive.writeMissing() }
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

  package func answer(
    _ request: ControlRequest, from peer: Peer, more: Bool
  ) async throws(ControlError) -> ControlAnswer {
    if parts == nil, let patience = request.patienceWithOpening { await waitForOpening(patience) }
    guard let parts else { return try await answerWithoutStore(request, more: more) }
    return try await parts.service.answer(request, from: peer, more: more)
  }

  /// Returns when the store is open, cannot be opened or is not to be opened any more, or after a time.
  private func waitForOpening(_ limit: Duration) async {
    guard failure == nil, !isGoingDown else { return }
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

  /// What a client would be told of how things stand.
  func status() async -> Status {
    guard let parts else { return await statusWithoutStore }
    return await parts.service.status()
  }

  /// How the ride is kept going; without a store there is none.
  var look: DriverProgress.Look {
    get async {
      guard let parts else { return .init(now: loop.now, deadline: nil, phase: .idle, elapsedSeconds: nil) }
      return await parts.driver.look
    }
  }

  /// Ends what is going on, the ride last, and returns when it is written; from now on nothing is begun.
  package func shutDown() async {
    isGoingDown = true
    writingMissing?.cancel()
    letWaitingGo()
    await endScans()
    letWatchersGo()
    await parts?.service.shutDown()
  }

  /// A number that nobody else has.
  func newNumber() -> Int {
    lastNumber += 1
    return lastNumber
  }

  package nonisolated func cutOff(_ peer: Peer, because error: ControlError) {
    log.warning("a caller was cut off", metadata: ["pid": "\(peer.pid)", "reason": "\(error.code.rawValue)"])
  }
}

extension ControlRequest {
  /// How long a call waits for a store that is being opened, before it is answered without; nil for one that need not.
  ///
  /// A client that has systemd start the daemon is to be answered by the daemon that has its rides.
  fileprivate var patienceWithOpening: Duration? {
    switch self {
    case .watch, .scan: nil
    case .status, .doctor: .seconds(2)
    default: .seconds(10)
    }
  }
}
