import Synchronization

/// A pause that ends after a time or by `wake()`.
final class Rest: Sendable {
  private let wakes: AsyncStream<Void>
  private let waking: AsyncStream<Void>.Continuation
  private let clock: any SyncClock

  init(clock: any SyncClock) {
    self.clock = clock
    (wakes, waking) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
  }

  /// Ends the current pause, or the next one if it has not begun.
  func wake() { waking.yield() }

  /// Returns after `duration` (nil: no limit), after `wake()`, or when the task is cancelled.
  func rest(for duration: Duration?) async {
    let sleeper = duration.map { duration in
      Task { [clock, waking] in
        try await clock.sleep(for: duration)
        waking.yield()
      }
    }
    var wakes = wakes.makeAsyncIterator()
    _ = await wakes.next()
    sleeper?.cancel()
  }
}
