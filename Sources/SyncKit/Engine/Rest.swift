import Synchronization

/// A rest that ends after a while, or when somebody wakes the one who rests.
final class Rest: Sendable {
  private let wakes: AsyncStream<Void>
  private let waking: AsyncStream<Void>.Continuation
  private let clock: any SyncClock

  init(clock: any SyncClock) {
    self.clock = clock
    (wakes, waking) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
  }

  /// Ends the rest, or the next one if nobody rests.
  func wake() { waking.yield() }

  /// Returns after a while, nil for as long as it takes, or when it is woken or its task is cancelled.
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
