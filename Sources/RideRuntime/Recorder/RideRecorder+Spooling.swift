import Logging
import Loop
import RideStore

/// Spools: rides that the store does not accept are kept in a separate store, where the next process finds them.
extension RideRecorder {
  /// The time that the store must fail before rides are written to a spool, and the time between two writes of the
  /// spool.
  private static let spoolInterval = Duration.seconds(60)
  /// The maximum size of a spool, enough for days of riding; the runtime directory is in memory.
  private static let spoolBytes = 16 << 20

  /// Writes the spool again, if the last write was long ago.
  func spoolWhileFailing() async {
    let now = ContinuousClock.now
    let since = failingSince ?? now
    failingSince = since
    guard now - (spool?.at ?? since) >= Self.spoolInterval else { return }
    await keepInSpool()
  }

  /// Writes pending rides to a spool.
  /// - Returns: Whether the spool accepted all of them.
  @discardableResult
  func keepInSpool() async -> Bool {
    let waiting = rides.filter { !$0.isEndStored && $0.ending != .discard }
    guard !waiting.isEmpty else { return true }
    let library = try? await store.uuid()
    var failure: StoreError?
    if let spool {
      self.spool = (spool.spool, .now)
      do throws(StoreError) {
        if try await keep(waiting, in: spool.spool, of: library) { return true }
      } catch {
        failure = error
      }
    }
    for place in spoolPlaces {
      do throws(StoreError) {
        let spool = try Spool.make(in: place)
        do throws(StoreError) {
          let isWhole = try await keep(waiting, in: spool, of: library)
          guard isWhole || self.spool == nil else {
            // The existing spool is not worse than one with only some of the rides.
            await store.remove(spool)
            continue
          }
          let former = self.spool
          self.spool = (spool, .now)
          if let former { await store.remove(former.spool) }
          if isWhole { return true }
        } catch {
          await store.remove(spool)
          throw error
        }
      } catch {
        failure = error
      }
    }
    guard spool == nil else { return false }
    log.error("pending data is only in memory", metadata: ["error": "\(failure?.description ?? "")"])
    return false
  }

  /// - Returns: Whether the spool accepted all of them.
  /// - Throws: The reason if it accepted no ride.
  private func keep(_ waiting: [PendingWrites], in spool: Spool, of library: String?) async throws(StoreError) -> Bool {
    let refused = try await Self.refused(of: waiting, by: spool, of: library)
    for (ride, error) in refused {
      log.error("ride is only in memory", metadata: ["ride": "\(ride)", "error": "\(error)"])
    }
    let kept = waiting.filter { refused[$0.id] == nil }
    let seconds = kept.reduce(0) { $0 + $1.waitingRows }
    log.warning(
      "pending data is kept for the next start",
      metadata: ["seconds": "\(seconds)", "place": "\(spool.path)"])
    return refused.isEmpty
  }

  /// Removes the spool when everything in it is stored, even if files are still pending.
  func removeSpool() async {
    failingSince = nil
    guard let spool, rides.allSatisfy({ $0.isEndStored || $0.waitingRows == 0 }) else { return }
    self.spool = nil
    await store.remove(spool.spool)
  }

  /// Writes rides to a spool on a separate thread, because the store's thread may hang with its disk.
  ///
  /// A ride that cannot be stored does not stop the others.
  /// - Returns: The numbers of the rides that the spool did not accept, with the reasons.
  /// - Throws: The reason if it accepted no ride.
  static func refused(
    of rides: [PendingWrites], by spool: Spool, of library: String?
  ) async throws(StoreError) -> [Int: StoreError] {
    let loop = EventLoop(name: "jz2-spool", pace: .real)
    let outcome = await Task(executorPreference: loop) {
      await Result { () async throws(StoreError) -> [Int: StoreError] in
        let store = try RideDatabase(directory: spool.path, executor: loop.serialExecutor)
        try await store.beSpool(of: library, atMost: spoolBytes)
        var refused: [Int: StoreError] = [:]
        for ride in rides {
          do throws(StoreError) { try await keep(ride, in: store) } catch { refused[ride.id] = error }
        }
        if refused.count == rides.count, let failure = refused.values.first { throw failure }
        return refused
      }
    }.value
    await loop.stop()
    return try outcome.get()
  }

  private static func keep(_ ride: PendingWrites, in store: RideDatabase) async throws(StoreError) {
    var ride = ride
    try await store.begin(ride.ride, as: ride.id)
    while let step = ride.next {
      switch step {
      case .begin, .resume: break
      case .setStart(let start): try await store.setStart(start, of: ride.id)
      case .setStrap(let strap): try await store.setStrap(strap, of: ride.id)
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
  /// Creates the result of an asynchronous body.
  fileprivate init(_ body: () async throws(StoreError) -> Success) async {
    do throws(StoreError) { self = .success(try await body()) } catch { self = .failure(error) }
  }
}
