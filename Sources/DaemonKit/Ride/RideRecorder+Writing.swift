import Logging
import Loop
import RideStore

/// Writing: one run at a time, and what a run leaves is the next one's.
///
/// A ride whose step fails steps aside for a while, so that one that cannot be stored holds up no other.
extension RideRecorder {
  /// How far apart commits are where time runs faster than the wall's.
  private static let commitInterval = Duration.seconds(1)

  /// Has what waits written behind the caller's back.
  func writeInBackground() {
    if writing == nil, !isDraining { _ = beginWriting(of: nil, within: nil) }
  }

  /// Writes what waits; returns once nothing of a ride does, nil standing for all, or the store has failed for so long.
  func write(of id: Int? = nil, within limit: Duration) async {
    writing?.task.cancel()
    for ride in rides where id == nil || ride.id == id { resting[ride.id] = nil }
    await beginWriting(of: id, within: limit).value
  }

  private func beginWriting(of id: Int?, within limit: Duration?) -> Task<Void, Never> {
    let former = writing
    let number = (former?.number ?? 0) + 1
    let task = Task(executorPreference: loop) { await self.run(number, after: former?.task, of: id, within: limit) }
    writing = Writing(number: number, task: task)
    return task
  }

  private func run(_ number: Int, after former: Task<Void, Never>?, of id: Int?, within limit: Duration?) async {
    await former?.value
    await writeAll(of: id, until: limit.map { ContinuousClock.now + $0 })
    guard writing?.number == number else { return }
    writing = nil
    if nextStep != nil { writeInBackground() } else { wakeUp() }
  }

  /// Writes what waits, a ride that fails resting in between: until nothing of `id` waits or the end has come, if there is
  /// one, else until all that waits is resting.
  private func writeAll(of id: Int?, until end: ContinuousClock.Instant?) async {
    while !Task.isCancelled, id == nil || rides.contains(where: { $0.id == id && $0.next != nil }) {
      if let (ride, step) = nextStep {
        if await attempt(step, of: ride) {
          resting[ride] = nil
          done(step, of: ride)
          if end == nil, !time.isReal, ride == inHand?.id { try? await Task.sleep(for: Self.commitInterval) }
        } else {
          resting[ride, default: Rest()].begin()
        }
      } else {
        guard let end, let again = firstToWake, ContinuousClock.now < end else { return }
        try? await Task.sleep(until: min(end, again))
      }
    }
  }

  /// What is due of the rides that do not rest: rows go before files, older rides before newer.
  private var nextStep: (id: Int, step: UnstoredRide.Step)? {
    let now = ContinuousClock.now
    let steps = rides.compactMap { ride in
      resting[ride.id].map { $0.end > now } == true ? nil : ride.next.map { (id: ride.id, step: $0) }
    }
    return steps.first { $0.step != .writeFile } ?? steps.first
  }

  /// When the first of the rides that rest is to be tried again; nil where none waits.
  private var firstToWake: ContinuousClock.Instant? {
    rides.filter { $0.next != nil }.compactMap { resting[$0.id]?.end }.min()
  }

  private func wakeUp() {
    waking?.cancel()
    guard !isDraining else { return }
    waking = firstToWake.map { instant in
      Task(executorPreference: loop) {
        guard (try? await Task.sleep(until: instant)) != nil else { return }
        await self.writeInBackground()
      }
    }
  }

  private func done(_ step: UnstoredRide.Step, of id: Int) {
    guard let index = rides.firstIndex(where: { $0.id == id }) else { return }
    rides[index].did(step)
    if rides[index].isDone { rides.remove(at: index) }
  }
}

/// How long to let a ride rest that the store does not take: ever longer, up to five seconds.
struct Rest {
  private(set) var end = ContinuousClock.now
  private var seconds = 1

  mutating func begin() {
    end = .now + .seconds(seconds)
    seconds = min(5, seconds * 2)
  }
}
