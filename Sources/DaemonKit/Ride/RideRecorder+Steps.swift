import Logging
import RideSession
import RideStore

extension RideRecorder {
  /// Carries a step out, once; what goes wrong is logged when it begins, every minute while it lasts, and when it ends.
  /// - Returns: Whether it is done.
  func attempt(_ step: UnstoredRide.Step, of id: Int) async -> Bool {
    let part = StoreFailures.Part(ride: id, isFile: step == .writeFile)
    do throws(StoreError) {
      try await carryOut(step, of: id)
      if failures.succeeded(part) { log.notice("the store works again", metadata: ["ride": "\(id)"]) }
      if failures.error == nil { await removeSpool() }
      return true
    } catch {
      let index = rides.firstIndex { $0.id == id }
      if failures.failed(part, error, at: .now) {
        log.error(
          "the store failed to \(step.name); the ride is kept in memory",
          metadata: [
            "ride": "\(id)", "waiting": "\(index.map { rides[$0].waitingRows } ?? 0) s", "error": "\(error)",
          ])
      }
      // The library was replaced, and the ride is not among what could be read of the former.
      if error.code == .noSuchRide, let index { rides[index].beginAgain() }
      await spoolWhileFailing()
      return false
    }
  }

  private func carryOut(_ step: UnstoredRide.Step, of id: Int) async throws(StoreError) {
    switch step {
    case .begin(let ride): try await store.begin(ride, as: id)
    case .resume: try await store.resume(id)
    case .setStart(let start): try await store.setStart(start, of: id)
    case .append(let samples, let events, let standing):
      try await store.append(to: id, samples: samples, events: events, standing: standing)
    case .keepIntervals(let intervals): try await store.keep(intervals, of: id)
    case .end(.finish(let second)): _ = try await store.finish(id, cutAt: second)
    case .end(.suspend): try await store.suspend(id)
    case .end(.discard): try await store.discard(id)
    case .writeFile: try await archive.write(id)
    }
  }
}

extension UnstoredRide.Step {
  /// What it does, for the journal.
  fileprivate var name: String {
    switch self {
    case .begin: "begin the ride"
    case .resume: "take up the ride"
    case .setStart: "note the start"
    case .append: "write rows"
    case .keepIntervals: "keep how its devices spoke"
    case .end: "end the ride"
    case .writeFile: "write the file"
    }
  }
}
