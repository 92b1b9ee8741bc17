import BluetoothLE
package import EventLoop
package import Logging
import RideSession
package import RideStore

/// Brings rides into the store, and their files to the disk.
///
/// What is not written yet waits here: a disk that is slow, full or gone neither holds a ride up nor loses a row of it
/// while the process lives, not even a ride that ended meanwhile.
package actor RideRecorder {
  package nonisolated let loop: EventLoop
  package nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

  /// How far apart commits are where time runs faster than the wall's.
  private static let commitInterval = Duration.seconds(1)
  /// How long the end of a ride waits for a store that fails; its beginning lets it fail once.
  private static let endLimit = Duration.seconds(3)
  /// How far the start may be off before it is corrected.
  private static let startTolerance = Duration.seconds(2)

  let store: RideStore
  let archive: RideArchive
  let time: MachineTime
  let log: Logger

  /// Rides that are not whole in the store, oldest first; the last may be the one in hand.
  var rides: [UnstoredRide] = []
  var failures = StoreFailures()
  private var inHand: RideInHand?
  private var nextID: Int
  private var writing: Writing?
  private var isDraining = false

  private struct RideInHand {
    let id: Int
    /// When the first row began; nil until it does.
    var start: MonotonicInstant?
  }

  private struct Writing {
    let number: Int
    let task: Task<Void, Never>
  }

  package init(store: RideStore, archive: RideArchive, loop: EventLoop, time: MachineTime, log: Logger) {
    self.store = store
    self.archive = archive
    self.loop = loop
    self.time = time
    self.log = log
    nextID = store.firstFreeID
  }

  /// What the store said last, while it fails.
  package var failure: StoreError? { failures.error }

  /// Begins a ride, and returns its number; a store that fails takes it later.
  func open(_ order: RideOrder, targetWatts: Int) async -> Int {
    let id = nextID
    nextID += 1
    inHand = RideInHand(id: id, start: nil)
    rides.append(UnstoredRide(id, NewRide(order, targetWatts: targetWatts, start: time.wallClock.now)))
    await write(within: .zero)
    return id
  }

  /// Takes on a ride that a former process left; its first row began at `start`.
  func resume(_ ride: StoredRide, start: MonotonicInstant) {
    inHand = RideInHand(id: ride.id, start: start)
    rides.append(UnstoredRide(resuming: ride.id, ride.plan))
    rides[rides.count - 1].place(start: ride.plan.start, at: bootInstant(start))
    writeInBackground()
  }

  /// The first row begins at `start`.
  func start(at start: MonotonicInstant) {
    guard inHand != nil else { return }
    inHand?.start = start
    place(start: time.wallClock.now.advanced(by: time.isReal ? start - loop.now : .zero))
    writeInBackground()
  }

  func append(_ samples: [RideSample], _ events: [RideEvent], askedWatts: Int?) {
    guard inHand != nil else { return }
    correctStart()
    change { $0.append(samples, events, askedWatts: askedWatts) }
    writeInBackground()
  }

  /// Ends the ride in the store and writes its file; a ride without rows is dropped.
  ///
  /// Returns when that is done, or after a while where the store fails: then the ride is over for the rider, and is
  /// stored as soon as that is possible.
  func close(hasRows: Bool, _ end: RecordEnd) async {
    guard inHand != nil else { return }
    correctStart()
    let ending: UnstoredRide.Ending = hasRows ? (end == .finished ? .finish : .suspend) : .discard
    change { $0.end(ending) }
    inHand = nil
    await write(within: Self.endLimit)
    if !rides.isEmpty { log.error("the ride is over and not yet on the disk; it is kept in memory until it is") }
  }

  /// Writes what waits before the process ends, if the store takes it by then; what is lost is said.
  func drain(within limit: Duration) async {
    guard !isDraining else { return }
    isDraining = true
    guard !rides.isEmpty else { return }
    await write(within: limit)
    for ride in rides where !ride.isEndStored {
      log.critical(
        "seconds of a ride are lost: the store did not take them",
        metadata: ["ride": "\(ride.id)", "seconds": "\(ride.waitingRows)", "error": "\(failures.error as Any)"])
    }
  }
}

// MARK: - When the ride began

extension RideRecorder {
  /// The wall clock may be set during the ride: what it says counts as long as it can be trusted, at last at the end.
  private func correctStart() {
    guard time.isReal, time.wallClock.isSynchronised, let start = inHand?.start else { return }
    guard let noted = rides.last?.plan.start else { return }
    let corrected = time.wallClock.now.advanced(by: start - loop.now)
    guard abs(corrected.milliseconds - noted.milliseconds) > Self.startTolerance.nanoseconds / 1_000_000 else { return }
    log.notice("the clock was set during the ride", metadata: ["start": "\(corrected.rfc3339)"])
    place(start: corrected)
  }

  private func place(start: UnixTime) {
    let instant = inHand?.start.flatMap(bootInstant)
    change { $0.place(start: start, at: instant) }
  }

  private func bootInstant(_ instant: MonotonicInstant) -> BootInstant? {
    time.bootID.map { BootInstant(bootID: $0, instant: instant) }
  }

  /// Changes the ride in hand, which is the last.
  private func change(_ body: (inout UnstoredRide) -> Void) {
    guard let inHand, rides.last?.id == inHand.id else { return }
    body(&rides[rides.count - 1])
  }
}

// MARK: - Writing, one run at a time

extension RideRecorder {
  /// Has what waits written behind the caller's back.
  private func writeInBackground() {
    if writing == nil, !isDraining { _ = beginWriting(within: nil) }
  }

  /// Writes what waits; returns once nothing does, or the store has failed for so long.
  private func write(within limit: Duration) async {
    writing?.task.cancel()
    await beginWriting(within: limit).value
  }

  private func beginWriting(within limit: Duration?) -> Task<Void, Never> {
    let former = writing
    let number = (former?.number ?? 0) + 1
    let task = Task(executorPreference: loop) { await self.run(number, after: former?.task, within: limit) }
    writing = Writing(number: number, task: task)
    return task
  }

  private func run(_ number: Int, after former: Task<Void, Never>?, within limit: Duration?) async {
    await former?.value
    await writeAll(until: limit.map { ContinuousClock.now + $0 })
    guard writing?.number == number else { return }
    writing = nil
    if nextStep != nil { writeInBackground() }
  }

  /// Writes what waits until nothing does; a store that fails is asked again and again, until `end` if there is one.
  private func writeAll(until end: ContinuousClock.Instant?) async {
    var pause = RetryPause()
    while let (id, step) = nextStep {
      if await attempt(step, of: id) {
        pause = RetryPause()
        done(step, of: id)
        if Task.isCancelled { return }
        if end == nil, !time.isReal, id == inHand?.id { try? await Task.sleep(for: Self.commitInterval) }
      } else {
        if Task.isCancelled { return }
        if let end, ContinuousClock.now >= end { return }
        let again = ContinuousClock.now + pause.next()
        try? await Task.sleep(until: end.map { min($0, again) } ?? again)
      }
    }
  }

  /// Rows go before files, older rides before newer.
  private var nextStep: (id: Int, step: UnstoredRide.Step)? {
    let steps = rides.compactMap { ride in ride.next.map { (id: ride.id, step: $0) } }
    return steps.first { $0.step != .writeFile } ?? steps.first
  }

  private func done(_ step: UnstoredRide.Step, of id: Int) {
    guard let index = rides.firstIndex(where: { $0.id == id }) else { return }
    rides[index].did(step)
    if rides[index].isDone { rides.remove(at: index) }
  }
}

/// How long to let a store rest that failed: ever longer, up to five seconds.
private struct RetryPause {
  private var seconds = 1

  mutating func next() -> Duration {
    defer { seconds = min(5, seconds * 2) }
    return .seconds(seconds)
  }
}

extension NewRide {
  fileprivate init(_ order: RideOrder, targetWatts: Int, start: UnixTime) {
    self.init(
      start: start, plannedSeconds: order.plannedSeconds, targetWatts: targetWatts, askedWatts: order.askedWatts,
      maximumBeatsPerMinute: order.maximumBeatsPerMinute, trainerAddress: order.trainer.address,
      trainerName: order.trainer.name, strapAddress: order.heartRate?.address, strapName: order.heartRate?.name)
  }
}
