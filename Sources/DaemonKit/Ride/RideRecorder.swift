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

  /// How long the end of a ride waits for a store that fails; its beginning lets it fail once.
  private static let endLimit = Duration.seconds(3)
  /// How far the start may be off before it is corrected.
  private static let startToleranceMilliseconds = 2000

  let store: RideStore
  let archive: RideArchive
  let time: MachineTime
  let log: Logger

  /// Rides that are not whole in the store, oldest first; the last may be the one in hand.
  var rides: [UnstoredRide] = []
  var failures = StoreFailures()
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

  package init(store: RideStore, archive: RideArchive, loop: EventLoop, time: MachineTime, log: Logger) {
    self.store = store
    self.archive = archive
    self.loop = loop
    self.time = time
    self.log = log
  }

  /// What the store said last, while it fails.
  package var failure: StoreError? { failures.error }

  /// Begins a ride, and returns its number; a store that fails takes it later.
  func open(_ order: RideOrder, targetWatts: Int) async -> Int {
    let id = store.takeID()
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
    await write(within: Self.endLimit)
    guard holds(id) else { return true }
    log.error(
      "the ride is over and not yet on the disk; it is kept in memory until it is", metadata: ["ride": "\(id)"])
    return false
  }

  /// Whether a ride is in hand, or over and not whole on the disk yet.
  func holds(_ id: Int) -> Bool { inHand?.id == id || rides.contains { $0.id == id } }

  /// Writes what waits before the process ends, if the store takes it by then; what is lost is said.
  func drain(within limit: Duration) async {
    guard !isDraining else { return }
    isDraining = true
    guard !rides.isEmpty else { return }
    await write(within: limit)
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
    guard let noted = rides.last?.plan.start else { return }
    let corrected = time.wallClock.now.advanced(by: start - loop.now)
    guard (corrected.milliseconds &- noted.milliseconds).magnitude > Self.startToleranceMilliseconds else { return }
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

extension NewRide {
  fileprivate init(_ order: RideOrder, targetWatts: Int, start: UnixTime) {
    self.init(
      start: start, plan: order.plan, targetWatts: targetWatts, askedWatts: targetWatts,
      maximumBeatsPerMinute: order.maximumBeatsPerMinute, guardsAlpha1: order.guardsAlpha1,
      riderKilograms: order.riderKilograms, trainerAddress: order.trainer.address,
      trainerName: order.trainer.name, strapAddress: order.heartRate?.address, strapName: order.heartRate?.name)
  }
}
