import EventLoop
import Logging
import RideStore

/// What the store does not take is kept where the next process finds it, in a store of its own: a spool.
extension RideRecorder {
  /// How long a store fails before its rides are kept in a spool, and then how often.
  private static let spoolInterval = Duration.seconds(60)
  /// What a spool takes at most: days of riding; in the runtime directory it is memory.
  private static let spoolBytes = 16 << 20

  /// Brings the spool up to date, if that was long ago.
  func spoolWhileFailing() async {
    let now = ContinuousClock.now
    let since = failingSince ?? now
    failingSince = since
    guard now - (spool?.at ?? since) >= Self.spoolInterval else { return }
    await keepInSpool()
  }

  /// Keeps what waits in a spool.
  /// - Returns: Whether all of it is kept.
  @discardableResult
  func keepInSpool() async -> Bool {
    let waiting = rides.filter { !$0.isEndStored && $0.ending != .discard }
    guard !waiting.isEmpty else { return true }
    var failure: StoreError?
    let library = try? await store.uuid()
    for place in spoolPlaces {
      do throws(StoreError) {
        let spool: Spool
        if let known = self.spool?.spool { spool = known } else { spool = try Spool.make(in: place) }
        self.spool = (spool, .now)
        try await Self.keep(waiting, in: spool, of: library)
        let seconds = waiting.reduce(0) { $0 + $1.waitingRows }
        log.warning(
          "what the store does not take is kept for the next start",
          metadata: ["seconds": "\(seconds)", "place": "\(spool.path)"])
        return true
      } catch {
        failure = error
        if let spool { await store.remove(spool.spool) }
        spool = nil
      }
    }
    log.error("what the store does not take is kept nowhere else", metadata: ["error": "\(failure?.description ?? "")"])
    return false
  }

  /// All that waited is stored, or that only files wait.
  func removeSpool() async {
    failingSince = nil
    guard let spool, rides.allSatisfy({ $0.isEndStored || $0.waitingRows == 0 }) else { return }
    self.spool = nil
    await store.remove(spool.spool)
  }

  /// On a thread of its own: the store's may hang with its disk.
  private static func keep(
    _ rides: [UnstoredRide], in spool: Spool, of library: String?
  ) async throws(StoreError) {
    let loop = EventLoop(name: "jz2-spool", pace: .real)
    let outcome = await Task(executorPreference: loop) {
      await Result { () async throws(StoreError) in
        let store = try RideStore(directory: spool.path, executor: loop.serialExecutor)
        try await store.beSpool(of: library, atMost: spoolBytes)
        for ride in rides { try await keep(ride, in: store) }
      }
    }.value
    await loop.stop()
    try outcome.get()
  }

  private static func keep(_ ride: UnstoredRide, in store: RideStore) async throws(StoreError) {
    var ride = ride
    try await store.begin(ride.plan, as: ride.id)
    while let step = ride.next {
      switch step {
      case .begin, .resume: break
      case .setStart(let plan):
        try await store.setStart(plan.start, at: plan.startInstant, isSet: plan.isStartSet, of: ride.id)
      case .append(let samples, let events, let standing):
        try await store.append(to: ride.id, samples: samples, events: events, standing: standing)
      case .keepIntervals(let intervals): try await store.keep(intervals, of: ride.id)
      case .end(.finish(let second)): return try await store.noteEnd(of: ride.id, cutAt: second)
      case .end, .writeFile: return
      }
      ride.did(step)
    }
  }
}

extension Result where Failure == StoreError {
  /// What a body that waits comes to.
  fileprivate init(_ body: () async throws(StoreError) -> Success) async {
    do throws(StoreError) { self = .success(try await body()) } catch { self = .failure(error) }
  }
}
