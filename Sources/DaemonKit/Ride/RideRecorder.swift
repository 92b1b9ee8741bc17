import BluetoothLE
package import Logging
package import Loop
import RideSession
package import RideStore

/// Brings rides into the store, and their files to the disk.
///
/// What is not written yet waits here: a disk that is slow, full or gone neither holds a ride up nor loses a row of it
/// while the process lives, not even a ride that ended meanwhile.
package actor RideRecorder {
  package nonisolated let loop: EventLoop
  package nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

  /// How long the end of a ride waits for a store that fails; its beginning lets it fail once.
  private static let endLimit = Duration.seconds(3)
  let store: RideStore
  let archive: RideArchive
  let time: MachineTime
  let log: Logger

  /// Rides that are not whole in the store, oldest first; the last may be the one in hand.
  var rides: [UnstoredRide] = []
  var failures = StoreFailures()
  /// The rides whose last step failed, and until when they are let be.
  var resting: [Int: Rest] = [:]
  /// What waits for the first of them.
  var waking: Task<Void, Never>?
  /// Where spools may be made, the first that works.
  let spoolPlaces: [String]
  /// The spool of this process, and when it was last brought up to date.
  var spool: (spool: Spool, at: ContinuousClock.Instant)?
  /// Since when the store has failed.
  var failingSince: ContinuousClock.Instant?
  var inHand: RideInHand?
  var writing: Writing?
  /// Whether the process is about to end, so that nothing is begun any more.
  var isDraining = false

  struct RideInHand {
    let id: Int
    /// When the first row began; nil until it does.
    var start: MonotonicInstant?
  }

  /// A run that writes what waits.
  struct Writing {
    let number: Int
    let task: Task<Void, Never>
  }

  package init(
    store: RideStore, archive: RideArchive, spoolPlaces: [String] = [], loop: EventLoop, time: MachineTime, log: Logger
  ) {
    self.store = store
    self.spoolPlaces = spoolPlaces
    self.archive = archive
    self.loop = loop
    self.time = time
    self.log = log
  }

  /// What the store said last, while it fails.
  package var failure: StoreError? { failures.error }

  /// Whether no ride is in hand, and none waits to be written.
  var isIdle: Bool { inHand == nil && rides.isEmpty }

  /// Begins a ride, and returns its number; a store that fails takes it later.
  func open(_ order: RideOrder, targetWatts: Int) async -> Int {
    let id = store.takeID()
    inHand = RideInHand(id: id, start: nil)
    let now = time.wallClock.now
    let start = StartTime(
      now, isConfirmed: time.wallClock.isSynchronised, utcOffsetSeconds: time.utcOffsetSeconds(at: now))
    rides.append(UnstoredRide(id, NewRide(order, start: start, targetWatts: targetWatts)))
    await write(of: id, within: .zero)
    return id
  }

  /// Takes on a ride that a former process left; its first row began at `start`.
  ///
  /// Returns once the library says so too: it is read on a connection of its own, which does not wait for this one. A
  /// store that fails takes it later.
  func resume(_ ride: StoredRide, _ order: RideOrder, start: MonotonicInstant) async {
    inHand = RideInHand(id: ride.id, start: start)
    rides.append(UnstoredRide(resuming: ride, order))
    change { $0.start.instant = bootInstant(start) }
    await write(of: ride.id, within: .zero)
  }

  /// The first row begins at `start`.
  func start(at start: MonotonicInstant) {
    guard inHand != nil else { return }
    inHand?.start = start
    let now = time.wallClock.now
    place(start: now.advanced(by: time.isReal ? start - loop.now : .zero), isSet: time.wallClock.isSynchronised)
    writeInBackground()
  }

  func append(_ samples: [RideSample], _ events: [RideEvent], _ standing: RideStanding?) {
    guard inHand != nil else { return }
    correctStart()
    change { $0.append(samples, events, standing) }
    writeInBackground()
  }

  /// Keeps how evenly the devices of the ride in hand spoke.
  func keep(_ intervals: [DeviceRole: IntervalStatistics]) {
    change { $0.keep(intervals) }
    writeInBackground()
  }

  /// Ends the ride in the store and writes its file; a ride without rows is dropped.
  ///
  /// Returns when that is done, or after a while where the store fails: then the ride is over for the rider, and is
  /// stored as soon as that is possible.
  /// - Returns: Whether it is done.
  @discardableResult
  func close(hasRows: Bool, _ end: RecordEnd) async -> Bool {
    guard let id = inHand?.id else { return true }
    correctStart()
    change { $0.end(hasRows ? UnstoredRide.Ending(end) : .discard) }
    inHand = nil
    await write(of: id, within: Self.endLimit)
    guard holds(id) else { return true }
    log.error(
      "the ride is over and not yet on the disk; it is kept in memory until it is", metadata: ["ride": "\(id)"])
    return false
  }

  /// Whether a ride is in hand, or over and not whole on the disk yet.
  func holds(_ id: Int) -> Bool { inHand?.id == id || rides.contains { $0.id == id } }

  /// Writes what waits before the process ends, if the store takes it by then; else it is kept in a spool for the next
  /// process, and what is lost is said.
  func drain(within limit: Duration) async {
    guard !isDraining else { return }
    isDraining = true
    waking?.cancel()
    guard !rides.isEmpty else { return }
    // First where the store fails already: one that hangs gives no second chance.
    if failures.error != nil { await keepInSpool() }
    await write(within: limit)
    guard rides.contains(where: { !$0.isEndStored }) else { return await removeSpool() }
    if await keepInSpool() { return }
    for ride in rides where !ride.isEndStored {
      log.critical(
        "seconds of a ride are lost: the store did not take them",
        metadata: [
          "ride": "\(ride.id)", "seconds": "\(ride.waitingRows)", "error": "\(failure?.description ?? "too slow")",
        ])
    }
  }
}

// MARK: - When the ride began

extension RideRecorder {
  /// The wall clock may be set during the ride: what it says counts as long as it can be trusted, at last at the end.
  private func correctStart() {
    guard time.isReal, time.wallClock.isSynchronised, let start = inHand?.start else { return }
    guard let known = rides.last?.start else { return }
    let corrected = time.wallClock.now.advanced(by: start - loop.now)
    let error = (corrected.milliseconds &- known.time.milliseconds).magnitude
    guard error > RideStore.startToleranceMilliseconds else {
      if known.isConfirmed == false { change { $0.start.isConfirmed = true } }
      return
    }
    log.notice("the clock was set during the ride", metadata: ["start": "\(corrected.rfc3339)"])
    place(start: corrected, isSet: true)
  }

  private func place(start: UnixTime, isSet: Bool) {
    let instant = inHand?.start.flatMap(bootInstant)
    change { ride in
      ride.start.time = start
      ride.start.instant = instant
      ride.start.isConfirmed = isSet
      // Summer time may lie between what the clock said and what it says now.
      ride.start.utcOffsetSeconds = time.utcOffsetSeconds(at: start)
    }
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

extension UnstoredRide.Ending {
  fileprivate init(_ end: RecordEnd) {
    self =
      switch end {
      case .finished: .finish(cutAt: nil)
      case .forgotten(let endSecond): .finish(cutAt: endSecond)
      case .suspended: .suspend
      }
  }
}
