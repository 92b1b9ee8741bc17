import EventLoop
import Logging
import RideStore

/// Writing: one run at a time, and what a run leaves is the next one's.
extension RideRecorder {
  /// How far apart commits are where time runs faster than the wall's.
  private static let commitInterval = Duration.seconds(1)

  /// Has what waits written behind the caller's back.
  func writeInBackground() {
    if writing == nil, !isDraining { _ = beginWriting(within: nil) }
  }

  /// Writes what waits; returns once nothing does, or the store has failed for so long.
  func write(within limit: Duration) async {
    writing?.task.cancel()
    await beginWriting(within: limit).value
  }

  private func beginWriting(within limit: Duration?) -> Task<Void, Never> {
    let former = writing
    let number = (former?.number ?? 0) + 1
    let task = Task(executorPreference: loop) { await self.run(number, after: former?.task, within: limit) }
    writing = Writing(number: number, task: task)
    return task
  }

  private func run(_ number: Int, after former: Task<Void, Never>?, within limit: Duration?) async {
    await former?.value
    await writeAll(until: limit.map { ContinuousClock.now + $0 })
    guard writing?.number == number else { return }
    writing = nil
    if nextStep != nil { writeInBackground() }
  }

  /// Writes what waits until nothing does; a store that fails is asked again and again, until `end` if there is one.
  private func writeAll(until end: ContinuousClock.Instant?) async {
    var pause = RetryPause()
    while !Task.isCancelled, let (id, step) = nextStep {
      if await attempt(step, of: id) {
        pause = RetryPause()
        done(step, of: id)
        if end == nil, !time.isReal, id == inHand?.id { try? await Task.sleep(for: Self.commitInterval) }
      } else {
        if let end, ContinuousClock.now >= end { return }
        let again = ContinuousClock.now + pause.next()
        try? await Task.sleep(until: end.map { min($0, again) } ?? again)
      }
    }
  }

  /// Rows go before files, older rides before newer.
  private var nextStep: (id: Int, step: UnstoredRide.Step)? {
    let steps = rides.compactMap { ride in ride.next.map { (id: ride.id, step: $0) } }
    return steps.first { $0.step != .writeFile } ?? steps.first
  }

  private func done(_ step: UnstoredRide.Step, of id: Int) {
    guard let index = rides.firstIndex(where: { $0.id == id }) else { return }
    rides[index].did(step)
    if rides[index].isDone { rides.remove(at: index) }
  }
}

/// How long to let a store rest that failed: ever longer, up to five seconds.
private struct RetryPause {
  private var seconds = 1

  mutating func next() -> Duration {
    defer { seconds = min(5, seconds * 2) }
    return .seconds(seconds)
  }
}
