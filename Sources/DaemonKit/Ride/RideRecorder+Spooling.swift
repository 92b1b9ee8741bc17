import Logging
import Loop
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
            // A part of the rides is not better than what is there.
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
    log.error("what the store does not take is kept nowhere else", metadata: ["error": "\(failure?.description ?? "")"])
    return false
  }

  /// - Returns: Whether the spool took all of them.
  /// - Throws: Why it took none.
  private func keep(_ waiting: [UnstoredRide], in spool: Spool, of library: String?) async throws(StoreError) -> Bool {
    let refused = try await Self.refused(of: waiting, by: spool, of: library)
    for (ride, error) in refused {
      log.error("a ride is kept nowhere", metadata: ["ride": "\(ride)", "error": "\(error)"])
    }
    let kept = waiting.filter { refused[$0.id] == nil }
    let seconds = kept.reduce(0) { $0 + $1.waitingRows }
    log.warning(
      "what the store does not take is kept for the next start",
      metadata: ["seconds": "\(seconds)", "place": "\(spool.path)"])
    return refused.isEmpty
  }

  /// All that waited is stored, or that only files wait.
  func removeSpool() async {
    failingSince = nil
    guard let spool, rides.allSatisfy({ $0.isEndStored || $0.waitingRows == 0 }) else { return }
    self.spool = nil
    await store.remove(spool.spool)
  }

  /// Keeps rides in a spool, on a thread of its own: the store's may hang with its disk.
  ///
  /// One that cannot be stored costs no other.
  /// - Returns: The numbers of those that it did not take, with the reasons.
  /// - Throws: Why it took none.
  static func refused(
    of rides: [UnstoredRide], by spool: Spool, of library: String?
  ) async throws(StoreError) -> [Int: StoreError] {
    let loop = EventLoop(name: "jz2-spool", pace: .real)
    let outcome = await Task(executorPreference: loop) {
      await Result { () async throws(StoreError) -> [Int: StoreError] in
        let store = try RideStore(directory: spool.path, executor: loop.serialExecutor)
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

  private static func keep(_ ride: UnstoredRide, in store: RideStore) async throws(StoreError) {
    var ride = ride
    try await store.begin(ride.ride, as: ride.id)
    while let step = ride.next {
      switch step {
      case .begin, .resume: break
      case .setStart(let start): try await store.setStart(start, of: ride.id)
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
