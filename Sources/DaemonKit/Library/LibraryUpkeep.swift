import BluetoothLE
import Logging
import Loop
import RideSession
import RideStore
import ServiceLifecycle

/// Drops deleted rides for good once nobody can want them back, and brings in what lies beside the library.
struct LibraryUpkeep: Service {
  /// How long a deleted ride can be had back.
  static let keeping = Duration.seconds(30 * 86_400)
  private static let interval = Duration.seconds(6 * 3600)
  /// How often to look whether the library is open.
  private static let opening = Duration.seconds(5)
  /// How often to look for what lies beside the library: while something does, and else, since each look wakes the Pi.
  private static let (soon, seldom) = (Duration.seconds(60), Duration.seconds(600))

  let service: StartupService<DaemonParts>
  let clock: EventLoop
  let wallClock: any WallClock
  let log: Logger

  func run() async throws {
    await cancelWhenGracefulShutdown {
      var (purged, pause): (MonotonicInstant?, Duration) = (nil, Self.opening)
      repeat {
        guard let parts = await service.parts else { continue }
        await bringIn(parts)
        let hasSpools = await parts.store.hasSpools
        pause = hasSpools || !parts.store.damagedFiles.isEmpty ? Self.soon : Self.seldom
        guard purged.map({ clock.now - $0 >= Self.interval }) ?? true else { continue }
        await Self.purge(parts.store, at: wallClock, log: log)
        purged = clock.now
      } while await rest(for: pause)
    }
    try await gracefulShutdown()
  }

  /// Sleeps for a while, or until the library is replaced; false once the task is cancelled.
  private func rest(for pause: Duration) async -> Bool {
    let sleep = Task { try? await clock.sleep(for: pause) }
    await service.parts?.store.whenReplaced { sleep.cancel() }
    await withTaskCancellationHandler {
      _ = await sleep.value
    } onCancel: {
      sleep.cancel()
    }
    return !Task.isCancelled
  }

  /// What could not be stored before, and the rides of databases that were set aside.
  private func bringIn(_ parts: DaemonParts) async {
    let store = parts.store
    for path in store.replacedSinceAsked() {
      log.warning("another library took the place of the one that was in use", metadata: ["former": "\(path)"])
    }
    if await store.hasSpools {
      await Self.takeInSpools(store, log: log)
      if await !store.hasSpools { await parts.archive.writeMissing() }
    }
    await Self.confirmStarts(parts, log: log)
    await store.lookForDamagedFiles()
    do throws(StoreError) {
      for taken in try await store.takeOver() {
        log.warning(
          "rides of a damaged library were taken over",
          metadata: ["file": "\(taken.path)", "rides": "\(taken.rides)", "lost": "\(taken.lost)"])
      }
    } catch {
      log.error("rides of a damaged library are not taken over yet", metadata: ["error": "\(error)"])
    }
  }

  /// Does what comes before all else with a store that was just opened: what fails is tried again.
  static func settleIn(_ store: RideStore, log: Logger) async {
    if let path = store.setAside {
      log.error("the library was damaged and is set aside; a new one is begun", metadata: ["file": "\(path)"])
    }
    do throws(StoreError) { try await store.takeOverFirst() } catch {
      log.error("nothing is taken over from a damaged library", metadata: ["error": "\(error)"])
    }
    await takeInSpools(store, log: log)
  }

  /// Corrects the starts of rides that were over before the clock was set, by the clock of this boot.
  static func confirmStarts(_ parts: DaemonParts, log: Logger) async {
    let time = parts.time
    guard let bootID = time.bootID, time.wallClock.isSynchronised else { return }
    let boot = time.wallClock.now.advanced(by: .zero - parts.loop.now.sinceOrigin)
    do throws(StoreError) {
      let corrected = try await parts.store.confirmStarts(ofBoot: bootID, begunAt: boot) {
        time.utcOffsetSeconds(at: $0)
      }
      for id in corrected {
        log.notice("the start of a ride is corrected, since the clock is set", metadata: ["ride": "\(id)"])
        await parts.archive.rewrite(id)
      }
    } catch {
      log.error("the starts of rides are not corrected yet", metadata: ["error": "\(error)"])
    }
  }

  private static func takeInSpools(_ store: RideStore, log: Logger) async {
    guard await store.hasSpools else { return }
    do throws(StoreError) {
      try await store.takeInSpools()
      log.notice("what the last process could not store is stored")
    } catch {
      log.error("what the last process could not store waits on", metadata: ["error": "\(error)"])
    }
  }

  /// Drops what was deleted long enough ago; by a clock that is not set right nothing is.
  static func purge(_ store: RideStore, at wallClock: any WallClock, log: Logger) async {
    guard wallClock.isSynchronised else { return }
    let limit = wallClock.now.advanced(by: .zero - keeping)
    do throws(StoreError) {
      try await store.confirmDeletions(at: wallClock.now)
      let gone = try await store.purge(deletedBefore: limit) { id, error in
        log.error("a deleted ride could not be dropped", metadata: ["ride": "\(id)", "error": "\(error)"])
      }
      for id in gone { log.notice("a deleted ride is gone for good", metadata: ["ride": "\(id)"]) }
    } catch {
      log.error("deleted rides could not be dropped", metadata: ["error": "\(error)"])
    }
  }
}
