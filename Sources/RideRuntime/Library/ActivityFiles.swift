package import Logging
package import RideFiles
package import RideStore
package import Rides

/// Encodes rides as files, and stores their figures, on the library's thread. For eight hours of riding, that takes
/// long enough to delay radio and store.
package actor ActivityFiles {
  package nonisolated let executor: any SerialExecutor
  package nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  private let store: RideDatabase
  private let study: RideReviewer
  private let creator: RideFileCreator
  private let wallClock: any WallClock
  private let log: Logger

  package init(
    store: RideDatabase, study: RideReviewer, creator: RideFileCreator, wallClock: any WallClock, log: Logger
  ) {
    self.store = store
    self.study = study
    self.creator = creator
    self.wallClock = wallClock
    self.log = log
    executor = store.library.executor
  }

  /// Returns a ride as a file, cut or whole, and the activity ID in the file.
  package func encoded(
    _ id: Int, as format: ActivityFormat = .tcx, whole: Bool = false
  ) async throws(StoreError) -> (bytes: [UInt8], activityID: UnixTime) {
    let isComplete = whole && format == .json
    let record =
      isComplete ? try await store.library.wholeRecord(id) : try await store.library.record(id, whole: whole)
    return (try await encoded(record, of: id, as: format), record.activityID)
  }

  private func encoded(
    _ recorded: RideRecord, of id: Int, as format: ActivityFormat
  ) async throws(StoreError) -> [UInt8] {
    let settings = try await store.settings()
    let ride = try await store.library.ride(id)
    let details = RideDetails(
      recorded, plan: ride.order?.plan, trainerName: ride.trainerName,
      strap: ride.order?.heartRate.map { RideDetails.Device(role: .heartRate, name: $0.name) },
      thresholdWatts: recorded.thresholdWatts ?? settings.thresholdWatts, settings: settings,
      utcOffsetSeconds: recorded.utcOffsetSeconds ?? wallClock.utcOffsetSeconds(at: recorded.start))
    let record = recorded.resting(by: details.plan)
    return switch format {
    case .tcx: TCXEncoder(creator: creator).encode(record)
    case .fit: FITEncoder(creator: creator).encode(record, details)
    case .csv: CSVEncoder().encode(record)
    case .json: RideJSONEncoder().encode(record)
    }
  }

  /// Returns the places of a ride as GPX; nil if no second has a place.
  package func places(of id: Int, whole: Bool) async throws(StoreError) -> [UInt8]? {
    GPXEncoder(creator: creator).encode(try await store.library.record(id, whole: whole))
  }

  /// Writes the file of a ride, replacing an earlier one, and stores its figures.
  ///
  /// If the ride has been cut meanwhile, both are repeated.
  package func write(_ id: Int) async throws(StoreError) {
    repeat {
      let record = try await store.library.record(id)
      let bytes = try await encoded(record, of: id, as: .tcx)
      let path = try await store.writeFile(bytes, of: id, activityID: record.activityID)
      log.notice("ride written", metadata: ["ride": "\(id)", "file": "\(path)"])
      await analyse(record, riding: try await store.library.ride(id).order?.plan, as: id)
    } while try await store.isFileDue(id)
  }

  /// Stores the figures of a ride while its rows are in memory.
  ///
  /// An error is only logged, because the first call that needs the figures derives them.
  private func analyse(_ record: RideRecord, riding plan: RidePlan?, as id: Int) async {
    do throws(StoreError) { try await study.analyse(record, riding: plan, as: id) } catch {
      log.warning("key figures of a ride not stored yet", metadata: ["ride": "\(id)", "error": "\(error)"])
    }
  }

  /// Writes the file of a changed ride.
  ///
  /// An error is only logged, because the ride is safe and the next start retries.
  package func rewrite(_ id: Int) async {
    do throws(StoreError) { try await write(id) } catch {
      log.error("a ride is stored, but its file is not written", metadata: ["ride": "\(id)", "error": "\(error)"])
    }
  }

  /// Writes missing and outdated files of finished rides.
  ///
  /// An error is logged, as in `rewrite`, and does not stop the other rides.
  package func writeMissing() async {
    do throws(StoreError) {
      for id in try await store.unwritten() where !Task.isCancelled { await rewrite(id) }
    } catch {
      log.error("rides are stored, but their files are not written", metadata: ["error": "\(error)"])
    }
  }
}
