import BluetoothLE
import ControlSocket
import ControlWire
import EventLoop
import RideStore

/// What is answered while the store is not open.
extension FrontService {
  func answerWithoutStore(_ request: ControlRequest, more: Bool) async throws(ControlError) -> ControlAnswer {
    switch request {
    case .status: return .reply(.status(await statusWithoutStore))
    case .watch: return .stream(await watch())
    case .doctor: return .reply(.checks(await checksWithoutStore()))
    case .scan(let seconds): return try await scan(seconds: seconds, more: more)
    default:
      guard !isGoingDown else { throw ControlError(.shuttingDown) }
      guard let failure else { throw ControlError(.libraryOpening) }
      throw ControlError(failure)
    }
  }

  var statusWithoutStore: Status {
    get async {
      Status(phase: .idle, problems: [storeProblem, Problem(of: await central.state())].compactMap(\.self))
    }
  }

  /// How long the store may take to be opened before that is told; a migration takes longer.
  private static let usualOpening = Duration.seconds(1)

  private var storeProblem: Problem? {
    if let failure { return Problem(.stateUnusable, failure) }
    guard let openingSince, openingSince.duration(to: .now) >= Self.usualOpening else { return nil }
    return Problem(.libraryOpening)
  }

  private func checksWithoutStore() async -> [Check] {
    let state = await central.state()
    let store = storeProblem.map {
      Check(
        name: "state directory", outcome: failure == nil ? .warning : .failed, message: $0.message, remedy: $0.remedy)
    }
    let checks = [
      TrainerService.radioCheck(state), TrainerService.connectionCheck(state), store,
      TrainerService.clockCheck(wallClock),
    ]
    return checks.compactMap(\.self)
  }
}

// MARK: - Watching

extension FrontService {
  /// The status now and at every change; when the store opens, whoever watches goes on to watch the rides.
  private func watch() async -> AsyncThrowingStream<ControlReply, any Error> {
    let feed = FrontFeed(self, await statuses())
    return AsyncThrowingStream { try await feed.next() }
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

  /// Tells those who watch how things stand; they hear of it once.
  func tellWatchers() async {
    guard !watchers.isEmpty else { return }
    let status = await statusWithoutStore
    guard status != told else { return }
    told = status
    for watcher in watchers.values { watcher.yield(status) }
  }

  func letWatchersGo() {
    for watcher in watchers.values { watcher.finish() }
    watchers = [:]
  }
}

// MARK: - Scanning

extension FrontService {
  /// Scans for a while, or until the store opens; which devices were chosen is not known.
  private func scan(seconds: Double, more: Bool) async throws(ControlError) -> ControlAnswer {
    try TrainerService.check(scanSeconds: seconds)
    guard !isGoingDown else { throw ControlError(.shuttingDown) }
    let found = hearing(for: .seconds(seconds))
    guard !more else { return .stream(found) }
    var last: [String: Device] = [:]
    do {
      for try await case .devices(let devices) in found { for device in devices { last[device.address] = device } }
    } catch {
      throw error as? ControlError ?? ControlError(radio: error)
    }
    return .reply(.devices(last.values.strongestFirst))
  }

  /// Each device as it is heard.
  private func hearing(for duration: Duration) -> AsyncThrowingStream<ControlReply, any Error> {
    let (stream, continuation) = AsyncThrowingStream.makeStream(of: ControlReply.self)
    let hearing = Task(executorPreference: loop) {
      do {
        try await self.hear { continuation.yield(.devices([$0])) }
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

  private func hear(_ each: (Device) -> Void) async throws {
    var heard: [DeviceAddress: Advertisement] = [:]
    for try await advertisement in central.scan() where !advertisement.kinds.isEmpty {
      let merged = heard[advertisement.address]?.updated(by: advertisement) ?? advertisement
      heard[advertisement.address] = merged
      each(Device(merged, isKnown: false))
    }
  }

  private func ended(scan number: Int) { scans[number] = nil }

  /// No connection is made beside a scan.
  func endScans() async {
    for scan in scans.values { scan.cancel() }
    for scan in scans.values { await scan.value }
  }
}
