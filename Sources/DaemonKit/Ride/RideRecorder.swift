import BluetoothLE
package import EventLoop
package import Logging
import RideSession
package import RideStore

/// Brings a ride's rows into the store, and at the end its file to the disk.
///
/// Rows wait here until they are written: a disk that is slow, full or gone does not hold the ride up, nor lose a row
/// while the process lives.
package actor RideRecorder {
  package nonisolated let loop: EventLoop
  package nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

  /// How long to let a store rest that failed, and how far apart commits are where time runs faster than the wall's.
  private static let pause = Duration.seconds(1)

  private let store: RideStore
  private let archive: RideArchive
  private let wallClock: any WallClock
  private let log: Logger
  /// Whether ride time is wall time.
  private let isRealTime: Bool

  private struct OpenRide {
    let id: Int
    /// When the first row began, by the ride's clock and by the wall's; until it does, when the ride was stored.
    var start: MonotonicInstant?
    var wallStart: UnixTime
  }

  private var ride: OpenRide?
  private var samples: [RideSample] = []
  private var events: [RideEvent] = []
  private var flushing: Task<Void, Never>?
  private var isClosing = false
  /// What the store said last, while it fails.
  package private(set) var failure: StoreError?

  package init(
    store: RideStore, archive: RideArchive, loop: EventLoop, isRealTime: Bool, wallClock: any WallClock, log: Logger
  ) {
    self.store = store
    self.archive = archive
    self.loop = loop
    self.isRealTime = isRealTime
    self.wallClock = wallClock
    self.log = log
  }

  func open(_ order: RideOrder, targetWatts: Int) async throws(StoreError) -> Int {
    let now = wallClock.now
    let id = try await store.begin(
      NewRide(
        start: now, plannedSeconds: order.plannedSeconds, targetWatts: targetWatts,
        trainerAddress: order.trainer.address, trainerName: order.trainer.name,
        strapAddress: order.heartRate?.address))
    ride = OpenRide(id: id, start: nil, wallStart: now)
    return id
  }

  /// The first row begins at `start`.
  func start(at start: MonotonicInstant) async {
    guard let ride else { return }
    let wallStart = wallClock.now.advanced(by: isRealTime ? start - loop.now : .zero)
    self.ride?.start = start
    self.ride?.wallStart = wallStart
    await attempt("note the start") { store throws(StoreError) in try await store.setStart(wallStart, of: ride.id) }
  }

  func append(_ samples: [RideSample], _ events: [RideEvent]) {
    guard ride != nil else { return }
    self.samples += samples
    self.events += events
    guard flushing == nil else { return }
    flushing = Task(executorPreference: loop) { await self.flush() }
  }

  /// Writes what waits, until nothing does; a store that fails is asked again and again.
  private func flush() async {
    while let id = ride?.id, !(samples.isEmpty && events.isEmpty) {
      let (samples, events) = (samples, events)
      (self.samples, self.events) = ([], [])
      let written = await attempt("write rows") { store throws(StoreError) in
        try await store.append(to: id, samples: samples, events: events)
      }
      if !written {
        self.samples = samples + self.samples
        self.events = events + self.events
      }
      if Task.isCancelled { break }
      if !written || (!isRealTime && !isClosing) { try? await Task.sleep(for: Self.pause) }
    }
    flushing = nil
  }

  /// Ends the ride in the store and writes its file; a ride without rows is dropped.
  ///
  /// Returns when the rows and the end are safe; a file that cannot be written is left for the next start.
  func close(hasRows: Bool, _ end: RecordEnd) async {
    guard let ride else { return }
    isClosing = true
    flushing?.cancel()
    await flushing?.value
    await flush()
    if hasRows {
      await correctStart(ride)
      await insist("finish the ride") { store throws(StoreError) in _ = try await store.finish(ride.id) }
      await archive.write(ride.id)
    } else {
      await insist("drop the ride") { store throws(StoreError) in try await store.discard(ride.id) }
    }
    self.ride = nil
    isClosing = false
  }

  /// The wall clock may have been set since the start: what it says at the end counts, if it can be trusted by then.
  private func correctStart(_ ride: OpenRide) async {
    guard isRealTime, wallClock.isSynchronised, let start = ride.start else { return }
    let corrected = wallClock.now.advanced(by: start - loop.now)
    guard abs(corrected.milliseconds - ride.wallStart.milliseconds) > 2000 else { return }
    log.notice("the clock was set during the ride", metadata: ["start": "\(corrected.rfc3339)"])
    await attempt("correct the start") { store throws(StoreError) in try await store.setStart(corrected, of: ride.id) }
  }

  private func insist(_ what: String, _ body: (RideStore) async throws(StoreError) -> Void) async {
    while await !attempt(what, body) { try? await Task.sleep(for: Self.pause) }
  }

  /// Tries once; what goes wrong is logged when it begins and when it ends.
  @discardableResult
  private func attempt(_ what: String, _ body: (RideStore) async throws(StoreError) -> Void) async -> Bool {
    do throws(StoreError) {
      try await body(store)
      if failure != nil { log.notice("the store works again") }
      failure = nil
      return true
    } catch {
      if failure != error { log.error("the store failed to \(what)", metadata: ["error": "\(error)"]) }
      failure = error
      return false
    }
  }
}
