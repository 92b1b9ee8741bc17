public import BluetoothLE
import Synchronization

/// A ride clock that stands still until a test moves it.
public final class ManualClock: RideClock {
  private struct Sleeper {
    var deadline: MonotonicInstant
    var continuation: CheckedContinuation<Void, any Error>
  }

  private struct State {
    var now = MonotonicInstant.origin
    var sleepers: [Int: Sleeper] = [:]
    var cancelled: Set<Int> = []
    var nextID = 0
  }

  private let state = Mutex(State())

  /// A clock at its origin.
  public init() {}

  /// Where a test has moved it.
  public var now: MonotonicInstant { state.withLock(\.now) }

  /// The point that the next sleeper waits for; nil where nobody sleeps.
  public var nextDeadline: MonotonicInstant? { state.withLock { $0.sleepers.values.map(\.deadline).min() } }

  /// Moves on, waking those whose deadlines are reached, in their order.
  public func advance(by duration: Duration) {
    advance(to: now.advanced(by: duration))
  }

  /// Moves on to `instant`, waking those whose deadlines are reached, in their order; never moves back.
  public func advance(to instant: MonotonicInstant) {
    let due = state.withLock { state in
      state.now = max(state.now, instant)
      let due = state.sleepers.filter { $0.value.deadline <= state.now }
      for id in due.keys { state.sleepers[id] = nil }
      return due.sorted { ($0.value.deadline, $0.key) < ($1.value.deadline, $1.key) }.map(\.value.continuation)
    }
    due.forEach { $0.resume() }
  }

  /// Returns once the clock is moved to `deadline`.
  ///
  /// - Throws: `CancellationError` as soon as the task is cancelled.
  public func sleep(until deadline: MonotonicInstant) async throws {
    try await sleep(until: deadline, isolation: #isolation)
  }

  private func sleep(until deadline: MonotonicInstant, isolation: isolated (any Actor)?) async throws {
    let id = state.withLock { state in
      state.nextID += 1
      return state.nextID
    }
    defer { state.withLock { _ = $0.cancelled.remove(id) } }
    try await withTaskCancellationHandler {
      // A body that does not name the isolation would leave the caller's executor for the global one.
      _ = isolation
      try await withCheckedThrowingContinuation { add(Sleeper(deadline: deadline, continuation: $0), id: id) }
    } onCancel: {
      cancel(id)
    }
  }

  /// Notes a sleeper; cancellation may have come before it, and left a mark.
  private func add(_ sleeper: Sleeper, id: Int) {
    let outcome: Result<Void, any Error>? = state.withLock { state in
      if state.cancelled.contains(id) { return .failure(CancellationError()) }
      if sleeper.deadline <= state.now { return .success(()) }
      state.sleepers[id] = sleeper
      return nil
    }
    if let outcome { sleeper.continuation.resume(with: outcome) }
  }

  private func cancel(_ id: Int) {
    let sleeper = state.withLock { state in
      state.cancelled.insert(id)
      return state.sleepers.removeValue(forKey: id)
    }
    sleeper?.continuation.resume(throwing: CancellationError())
  }
}
