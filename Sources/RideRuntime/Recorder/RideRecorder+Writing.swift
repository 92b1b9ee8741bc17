import Logging
import Loop
import RideStore

/// Writing happens in one run at a time. Each run also writes the steps that the previous one left.
///
/// A ride whose step fails rests for a while, so that a ride that cannot be stored does not delay others.
extension RideRecorder {
  /// The time between commits if the ride clock runs faster than the wall clock.
  private static let commitInterval = Duration.seconds(1)

  /// Starts writing pending steps in the background.
  func writeInBackground() {
    if writing == nil, !isDraining { _ = beginWriting(of: nil, within: nil) }
  }

  /// Writes pending steps of a ride, or of all rides if `id` is nil.
  ///
  /// Returns when no steps are left, or after `limit` if the store fails.
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

  /// Writes pending steps, with rests for rides that fail.
  ///
  /// Ends when no step of `id` is pending, or at `end`. Without an end, it ends when all pending rides are resting.
  private func writeAll(of id: Int?, until end: ContinuousClock.Instant?) async {
    while !Task.isCancelled, id == nil || rides.contains(where: { $0.id == id && $0.next != nil }) {
      if let (ride, step) = nextStep {
        if await attempt(step, of: ride) {
          resting[ride] = nil
          done(step, of: ride)
          if end == nil, !time.isReal, ride == inHand?.id { try? await Task.sleep(for: Self.commitInterval) }
        } else {
          resting[ride, default: WritePause()].begin()
        }
      } else {
        guard let end, let again = firstToWake, ContinuousClock.now < end else { return }
        try? await Task.sleep(until: min(end, again))
      }
    }
  }

  /// The next step of the rides that are not resting: rows before files, older rides before newer ones.
  private var nextStep: (id: Int, step: PendingWrites.Step)? {
    let now = ContinuousClock.now
    let steps = rides.compactMap { ride in
      resting[ride.id].map { $0.end > now } == true ? nil : ride.next.map { (id: ride.id, step: $0) }
    }
    return steps.first { $0.step != .writeFile } ?? steps.first
  }

  /// The time of the next retry of a resting ride; nil if there is none.
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

  private func done(_ step: PendingWrites.Step, of id: Int) {
    guard let index = rides.firstIndex(where: { $0.id == id }) else { return }
    rides[index].did(step)
    if rides[index].isDone { rides.remove(at: index) }
  }
}

/// The rest of a ride whose step failed.
///
/// It is longer each time, up to five seconds.
struct WritePause {
  private(set) var end = ContinuousClock.now
  private var seconds = 1

  mutating func begin() {
    end = .now + .seconds(seconds)
    seconds = min(5, seconds * 2)
  }
}

extension RideRecorder {
  /// Tries a step once.
  ///
  /// A failure is logged when it begins, every minute while it lasts, and when it ends.
  /// - Returns: Whether the step succeeded.
  func attempt(_ step: PendingWrites.Step, of id: Int) async -> Bool {
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
      // The library was replaced, and the ride could not be read in the previous one.
      if error.code == .noSuchRide, let index { rides[index].beginAgain() }
      await spoolWhileFailing()
      return false
    }
  }

  private func carryOut(_ step: PendingWrites.Step, of id: Int) async throws(StoreError) {
    switch step {
    case .begin(let ride): try await store.begin(ride, as: id)
    case .resume: try await store.resume(id)
    case .setStart(let start): try await store.setStart(start, of: id)
    case .setStrap(let strap): try await store.setStrap(strap, of: id)
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

extension PendingWrites.Step {
  /// The step's name in the journal.
  fileprivate var name: String {
    switch self {
    case .begin: "begin the ride"
    case .resume: "resume the ride"
    case .setStart: "store the start"
    case .setStrap: "store the strap"
    case .append: "write rows"
    case .keepIntervals: "store its link statistics"
    case .end: "end the ride"
    case .writeFile: "write the file"
    }
  }
}

/// The store's present failures, and the time when each was logged: at its beginning, then once a minute.
struct StoreFailures {
  /// A part that can fail on its own: the rows or the file of one ride.
  struct Part: Hashable, Sendable, Comparable {
    var ride: Int
    var isFile = false

    /// Rows sort before files, older rides before newer ones.
    static func < (left: Self, right: Self) -> Bool {
      left.isFile == right.isFile ? left.ride < right.ride : right.isFile
    }
  }

  private static let reminder = Duration.seconds(60)

  private var failing: [Part: (error: StoreError, loggedAt: ContinuousClock.Instant)] = [:]

  /// The most important error: rows before files; nil if there is no failure.
  var error: StoreError? { failing.min { $0.key < $1.key }?.value.error }

  /// Notes a failure and returns whether to log it.
  mutating func failed(_ part: Part, _ error: StoreError, at now: ContinuousClock.Instant) -> Bool {
    let known = failing[part].flatMap { $0.error.code == error.code ? $0.loggedAt : nil }
    let isDueForReport = known.map { now - $0 >= Self.reminder } ?? true
    failing[part] = (error, isDueForReport ? now : known ?? now)
    return isDueForReport
  }

  /// Notes a success and returns whether it ends a failure.
  mutating func succeeded(_ part: Part) -> Bool { failing.removeValue(forKey: part) != nil }
}
