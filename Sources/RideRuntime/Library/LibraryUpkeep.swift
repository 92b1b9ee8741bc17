import BluetoothLE
package import Logging
package import Loop
package import RideStore
import Rides

/// Maintains a library: imports rides that were left outside it, corrects starts, and permanently removes deleted
/// rides.
package struct LibraryUpkeep: Sendable {
  /// The time during which a deleted ride or plan can be undeleted.
  package static let keeping = Duration.seconds(Limits.deletedDays * 86_400)

  private let store: RideDatabase
  private let archive: ActivityFiles
  private let loop: EventLoop
  private let time: MachineTime
  private let log: Logger

  /// Creates the upkeep of a library.
  ///
  /// `loop` is the ride clock.
  package init(of store: RideDatabase, archive: ActivityFiles, loop: EventLoop, time: MachineTime, log: Logger) {
    self.store = store
    self.archive = archive
    self.loop = loop
    self.time = time
    self.log = log
  }

  /// Does the work that must come first after the store is opened.
  ///
  /// `bringIn` retries it after a failure.
  package static func settleIn(_ store: RideDatabase, log: Logger) async {
    if let path = store.setAside {
      log.error("the library was damaged and has been set aside; a new one was created", metadata: ["file": "\(path)"])
    }
    do throws(StoreError) { try await store.takeOverFirst() } catch {
      log.error("nothing recovered from a damaged library", metadata: ["error": "\(error)"])
    }
    await takeInSpools(store, log: log)
  }

  /// Imports rides that could not be stored before, corrects starts, and recovers rides of databases that were set
  /// aside.
  /// - Returns: Whether rides are left to import, so that the next call should be soon.
  package func bringIn() async -> Bool {
    for path in store.replacedSinceAsked() {
      log.warning("the library was replaced while in use", metadata: ["former": "\(path)"])
    }
    if await store.hasSpools {
      await Self.takeInSpools(store, log: log)
      if await !store.hasSpools { await archive.writeMissing() }
    }
    await confirmStarts()
    await store.lookForDamagedFiles()
    do throws(StoreError) {
      for taken in try await store.takeOver() {
        log.warning(
          "rides recovered from a damaged library",
          metadata: ["file": "\(taken.path)", "rides": "\(taken.rides)", "lost": "\(taken.lost)"])
      }
    } catch {
      log.error("rides of a damaged library not recovered yet", metadata: ["error": "\(error)"])
    }
    let hasSpools = await store.hasSpools
    return hasSpools || !store.damagedFiles.isEmpty
  }

  /// Corrects the starts of rides and measurements that ended before the clock was set, by the clock of this boot.
  package func confirmStarts() async {
    guard let bootID = time.bootID, time.wallClock.isSynchronised else { return }
    let boot = time.wallClock.now.advanced(by: .zero - loop.now.sinceOrigin)
    do throws(StoreError) {
      let corrected = try await store.confirmStarts(ofBoot: bootID, begunAt: boot) { [time] moment in
        time.utcOffsetSeconds(at: moment)
      }
      for id in corrected {
        log.notice("ride start corrected: the clock is set now", metadata: ["ride": "\(id)"])
        await archive.rewrite(id)
      }
      let measurements = try await store.confirmMeasurements(ofBoot: bootID, begunAt: boot) { [time] moment in
        time.utcOffsetSeconds(at: moment)
      }
      for id in measurements {
        log.notice("measurement time corrected: the clock is set now", metadata: ["measurement": "\(id)"])
      }
    } catch {
      log.error("starts of rides and measurements not corrected yet", metadata: ["error": "\(error)"])
    }
  }

  private static func takeInSpools(_ store: RideDatabase, log: Logger) async {
    guard await store.hasSpools else { return }
    do throws(StoreError) {
      try await store.takeInSpools()
      log.notice("pending data of the last process stored")
    } catch {
      log.error("pending data of the last process not stored yet", metadata: ["error": "\(error)"])
    }
  }

  /// Removes rides and plans that were deleted long enough ago.
  ///
  /// It keeps them all while the clock may be wrong.
  package func purge() async {
    let wallClock = time.wallClock
    guard wallClock.isSynchronised else { return }
    let limit = wallClock.now.advanced(by: .zero - Self.keeping)
    do throws(StoreError) {
      try await store.confirmDeletions(at: wallClock.now)
      let gone = try await store.purge(deletedBefore: limit) { [log] id, error in
        log.error("a deleted ride could not be removed", metadata: ["ride": "\(id)", "error": "\(error)"])
      }
      for id in gone { log.notice("deleted ride removed for good", metadata: ["ride": "\(id)"]) }
      let plans = try await store.purgePlans(deletedBefore: limit)
      if plans > 0 { log.notice("deleted plans removed for good", metadata: ["plans": "\(plans)"]) }
    } catch {
      log.error("deleted rides or plans could not be removed", metadata: ["error": "\(error)"])
    }
  }
}
