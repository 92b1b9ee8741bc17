import BluetoothLE
package import Logging
package import Loop
import RideSession
package import RideStore
import Rides

/// Writes rides to the store, and their files to the disk.
///
/// Rows wait here until they are written. A slow, full or missing disk neither delays a ride nor loses its rows while
/// the process lives, even after the ride has ended.
package actor RideRecorder {
  package nonisolated let loop: EventLoop
  package nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

  /// The time that the end of a ride waits for a failing store.
  ///
  /// The beginning of a ride makes only one attempt.
  private static let endLimit = Duration.seconds(3)
  let store: RideDatabase
  let archive: ActivityFiles
  let time: MachineTime
  let log: Logger

  /// Rides that are not complete in the store, oldest first; the last may be the one in hand.
  var rides: [PendingWrites] = []
  var failures = StoreFailures()
  /// The rides whose last step failed, with their rests.
  var resting: [Int: WritePause] = [:]
  /// Waits for the next retry of a resting ride.
  var waking: Task<Void, Never>?
  /// Places for spools, in the order in which to try them.
  let spoolPlaces: [String]
  /// The spool of this process, and when it was last written.
  var spool: (spool: Spool, at: ContinuousClock.Instant)?
  /// The time when the store began to fail; nil while it works.
  var failingSince: ContinuousClock.Instant?
  var inHand: Recording?
  var writing: Writing?
  /// Whether the process is about to end, so that no writing starts in the background.
  var isDraining = false

  /// The ride that is being recorded.
  struct Recording {
    let id: Int
    /// The start of the first row; nil before it begins.
    var start: MonotonicInstant?
  }

  /// A run that writes pending steps.
  struct Writing {
    let number: Int
    let task: Task<Void, Never>
  }

  package init(
    store: RideDatabase, archive: ActivityFiles, spoolPlaces: [String] = [], loop: EventLoop, time: MachineTime,
    log: Logger
  ) {
    self.store = store
    self.spoolPlaces = spoolPlaces
    self.archive = archive
    self.loop = loop
    self.time = time
    self.log = log
  }

  /// The store's last error while it fails.
  package var failure: StoreError? { failures.error }

  /// Whether there is no ride in hand and no ride to be written.
  package var isIdle: Bool { inHand == nil && rides.isEmpty }

  /// Begins a ride and returns its number.
  ///
  /// A failing store receives it later.
  func open(_ order: RideOrder, targetWatts: Int) async -> Int {
    let id = store.takeID()
    inHand = Recording(id: id, start: nil)
    let now = time.wallClock.now
    let start = StartTime(
      now, isConfirmed: time.wallClock.isSynchronised, utcOffsetSeconds: time.utcOffsetSeconds(at: now))
    rides.append(PendingWrites(id, NewRide(order, start: start, targetWatts: targetWatts)))
    await write(of: id, within: .zero)
    return id
  }

  /// Resumes a ride that a previous process left.
  ///
  /// Its first row began at `start`.
  ///
  /// Returns when the store has recorded this, because the library is read on another connection, which does not wait
  /// for this one. A failing store records it later.
  func resume(_ ride: StoredRide, _ order: RideOrder, start: MonotonicInstant) async {
    inHand = Recording(id: ride.id, start: start)
    rides.append(PendingWrites(resuming: ride, order))
    change { $0.start.instant = bootInstant(start) }
    await write(of: ride.id, within: .zero)
  }

  /// Notes that the first row begins at `start`.
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

  /// Stores the intervals between the notifications of the ride's devices.
  func keep(_ intervals: [DeviceRole: IntervalStatistics]) {
    change { $0.keep(intervals) }
    writeInBackground()
  }

  /// Stores the strap that the ride in hand uses from now on.
  func keep(_ strap: RideDevice) {
    change { $0.keep(strap) }
    writeInBackground()
  }

  /// Ends the ride in the store and writes its file.
  ///
  /// A ride without rows is dropped.
  ///
  /// Returns when that is done, or after a while if the store fails. The ride is then over for the rider, and is stored
  /// as soon as possible.
  /// - Returns: Whether it is done.
  @discardableResult
  func close(hasRows: Bool, _ end: RecordEnd) async -> Bool {
    guard let id = inHand?.id else { return true }
    correctStart()
    change { $0.end(hasRows ? PendingWrites.Ending(end) : .discard) }
    inHand = nil
    await write(of: id, within: Self.endLimit)
    guard holds(id) else { return true }
    log.error(
      "the ride is over but not on the disk yet; it is kept in memory", metadata: ["ride": "\(id)"])
    return false
  }

  /// Returns whether a ride is in hand, or is over and not completely on the disk yet.
  package func holds(_ id: Int) -> Bool { inHand?.id == id || rides.contains { $0.id == id } }

  /// Writes pending rides before the process ends.
  ///
  /// Rides that the store does not accept in time go into a spool for the next process. A loss is logged.
  func drain(within limit: Duration) async {
    guard !isDraining else { return }
    isDraining = true
    waking?.cancel()
    guard !rides.isEmpty else { return }
    // Comes first if the store fails already, because a hanging store leaves no time for it later.
    if failures.error != nil { await keepInSpool() }
    await write(within: limit)
    guard rides.contains(where: { !$0.isEndStored }) else { return await removeSpool() }
    if await keepInSpool() { return }
    for ride in rides where !ride.isEndStored {
      log.critical(
        "seconds of a ride are lost: the store did not accept them",
        metadata: [
          "ride": "\(ride.id)", "seconds": "\(ride.waitingRows)", "error": "\(failure?.description ?? "too slow")",
        ])
    }
  }
}

// MARK: - The start of the ride

extension RideRecorder {
  /// Corrects the start after the wall clock was set during the ride.
  ///
  /// Only a reliable clock is used, for the last time at the ride's end.
  private func correctStart() {
    guard time.isReal, time.wallClock.isSynchronised, let start = inHand?.start else { return }
    guard let known = rides.last?.start else { return }
    let corrected = time.wallClock.now.advanced(by: start - loop.now)
    let error = (corrected.milliseconds &- known.time.milliseconds).magnitude
    guard error > RideDatabase.startToleranceMilliseconds else {
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
      // Summer time may have begun or ended between the previous time and this one.
      ride.start.utcOffsetSeconds = time.utcOffsetSeconds(at: start)
    }
  }

  private func bootInstant(_ instant: MonotonicInstant) -> BootInstant? {
    time.bootID.map { BootInstant(bootID: $0, instant: instant) }
  }

  /// Changes the ride in hand, the last one in the list.
  private func change(_ body: (inout PendingWrites) -> Void) {
    guard let inHand, rides.last?.id == inHand.id else { return }
    body(&rides[rides.count - 1])
  }
}

extension PendingWrites.Ending {
  fileprivate init(_ end: RecordEnd) {
    self =
      switch end {
      case .finished: .finish(cutAt: nil)
      case .forgotten(let endSecond): .finish(cutAt: endSecond)
      case .suspended: .suspend
      }
  }
}
