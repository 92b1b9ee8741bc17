import BluetoothLE
import EventLoop

/// Somebody who waits until the central's state is as hoped for.
struct Waiter {
  /// Looks, and resumes where it is time; whether it was.
  var look: (isolated BlueZCentral) -> Bool
  var fail: (LinkError) -> Void
  var timer: EventLoop.Timer?
}

extension BlueZCentral {
  /// Waits until `condition` gives an outcome; it is asked at once, and after each change.
  ///
  /// - Parameters:
  ///   - operation: What the wait is part of, for the error.
  ///   - limit: How long to wait; nil is for ever.
  ///   - condition: Gives the outcome, nil while there is none.
  /// - Returns: The outcome's value.
  /// - Throws: The outcome's error; `.timedOut` after `limit`, `.cancelled` when the task is.
  func wait<Output: Sendable>(
    _ operation: String, within limit: Duration?,
    until condition: @escaping @Sendable (isolated BlueZCentral) -> Result<Output, LinkError>?
  ) async throws(LinkError) -> Output {
    lastID += 1
    let id = lastID
    let outcome: Result<Output, LinkError> = await withTaskCancellationHandler {
      await withCheckedContinuation { caller in
        guard !Task.isCancelled else {
          return caller.resume(returning: .failure(LinkError(.cancelled, operation: operation)))
        }
        // Looked at here and not before: on its way to here the task may have let others run.
        if let outcome = condition(self) { return caller.resume(returning: outcome) }
        waiters[id] = Waiter { central in
          guard let outcome = condition(central) else { return false }
          caller.resume(returning: outcome)
          return true
        } fail: { error in
          caller.resume(returning: .failure(error))
        }
        waiters[id]?.timer = limit.map { endWait(id, LinkError(.timedOut, operation: operation), after: $0) }
      }
    } onCancel: {
      endWait(id, LinkError(.cancelled, operation: operation), after: .zero)
    }
    return try outcome.get()
  }

  /// Waits as `wait` does; time that runs out is an answer here, and no error.
  ///
  /// - Returns: Whether `condition` came to hold in time.
  func comes(
    _ operation: String, within limit: Duration,
    until condition: @escaping @Sendable (isolated BlueZCentral) -> Result<Void, LinkError>?
  ) async throws(LinkError) -> Bool {
    do throws(LinkError) {
      try await wait(operation, within: limit, until: condition)
      return true
    } catch {
      guard error.code == .timedOut else { throw error }
      return false
    }
  }

  /// Lets everybody who waits look again.
  func review() {
    for id in waiters.keys.sorted() {
      guard let waiter = waiters[id], waiter.look(self) else { continue }
      waiters[id] = nil
      if let timer = waiter.timer { loop.cancel(timer) }
    }
  }

  @discardableResult
  private nonisolated func endWait(_ id: UInt64, _ error: LinkError, after pause: Duration) -> EventLoop.Timer {
    loop.schedule(at: loop.now.advanced(by: pause)) { [weak self] in
      self?.assumeIsolated { central in
        guard let waiter = central.waiters.removeValue(forKey: id) else { return }
        if let timer = waiter.timer { central.loop.cancel(timer) }
        waiter.fail(error)
      }
    }
  }
}
