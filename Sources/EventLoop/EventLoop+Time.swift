package import BluetoothLE

/// What is due at a deadline.
enum TimerAction {
  case wake(CheckedContinuation<Void, any Error>)
  case call(@Sendable () -> Void)

  func fire() {
    switch self {
    case .wake(let sleeper): sleeper.resume()
    case .call(let body): body()
    }
  }

  func cancel() {
    if case .wake(let sleeper) = self { sleeper.resume(throwing: CancellationError()) }
  }
}

extension EventLoop {
  /// Names a scheduled call, to cancel it by.
  package struct Timer: Hashable, Sendable {
    fileprivate let id: UInt64
  }

  /// Returns at `deadline`, or at once where that has passed.
  ///
  /// - Throws: `CancellationError` as soon as the task is cancelled or the loop stopped.
  package func sleep(until deadline: MonotonicInstant) async throws {
    try Task.checkCancellation()
    if deadline <= now { return }
    let id = shared.withLock { $0.timers.reserveID() }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { sleeper in
        // A task is marked as cancelled before its handler runs, and both look under the lock: none is missed.
        let isRefused = change { shared in
          if Task.isCancelled || shared.isStopping { return true }
          shared.timers.insert(.wake(sleeper), id: id, at: deadline.sinceOrigin.nanoseconds)
          return false
        }
        if isRefused { sleeper.resume(throwing: CancellationError()) }
      }
    } onCancel: {
      shared.withLock { $0.timers.remove(id) }?.cancel()
    }
  }

  /// Calls `body` on the loop's thread at `deadline`, as soon as it can where that has passed; from any thread.
  @discardableResult
  package func schedule(at deadline: MonotonicInstant, _ body: @escaping @Sendable () -> Void) -> Timer {
    change { shared in
      let id = shared.timers.reserveID()
      if !shared.isStopping { shared.timers.insert(.call(body), id: id, at: deadline.sinceOrigin.nanoseconds) }
      return Timer(id: id)
    }
  }

  /// Withdraws a scheduled call; nothing happens where it was made already.
  package func cancel(_ timer: Timer) {
    _ = shared.withLock { $0.timers.remove(timer.id) }
  }

  /// Keeps a stepped loop's time from leaping until the matching ``release()``.
  ///
  /// Whoever waits for something outside the loop, a commit or a reply on a socket, holds the time meanwhile. Without
  /// effect at the other paces.
  package func hold() {
    shared.withLock { $0.holds += 1 }
  }

  /// Ends one ``hold()``.
  package func release() {
    change { shared in
      precondition(shared.holds > 0, "released more often than held")
      shared.holds -= 1
    }
  }
}
