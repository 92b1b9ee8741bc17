public import BluetoothLE
import Synchronization

/// A ride clock that advances only when a test moves it.
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

  /// Creates a clock at its origin.
  public init() {}

  /// The time to which a test has moved the clock.
  public var now: MonotonicInstant { state.withLock(\.now) }

  /// The earliest deadline of all sleepers; nil if no task sleeps.
  public var nextDeadline: MonotonicInstant? { state.withLock { $0.sleepers.values.map(\.deadline).min() } }

  /// Advances and wakes the sleepers whose deadlines have passed, in order.
  public func advance(by duration: Duration) {
    advance(to: now.advanced(by: duration))
  }

  /// Advances to `instant` and wakes the sleepers whose deadlines have passed, in order; never moves back.
  public func advance(to instant: MonotonicInstant) {
    let due = state.withLock { state in
      state.now = max(state.now, instant)
      let due = state.sleepers.filter { $0.value.deadline <= state.now }
      for id in due.keys { state.sleepers[id] = nil }
      return due.sorted { ($0.value.deadline, $0.key) < ($1.value.deadline, $1.key) }.map(\.value.continuation)
    }
    due.forEach { $0.resume() }
  }

  /// Returns once the clock has reached `deadline`.
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

  /// Registers a sleeper, unless its deadline has passed or it was already cancelled.
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
