import BluetoothLE
package import Loop

extension EventLoop {
  /// Returns once `condition` holds; it is looked at on the loop, whenever that has done what there was to do.
  package func untilItHolds(_ condition: @escaping @Sendable () -> Bool) async {
    _ = await Look(on: self, condition).outcome(within: nil)
  }

  /// Whether `condition` comes to hold within `limit`, by the loop's clock.
  package func comesToHold(within limit: Duration, _ condition: @escaping @Sendable () -> Bool) async -> Bool {
    await Look(on: self, condition).outcome(within: limit)
  }
}

/// One wait for a condition, on a loop.
private actor Look {
  nonisolated let loop: EventLoop
  nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }
  private let condition: @Sendable () -> Bool
  private var caller: CheckedContinuation<Bool, Never>?

  init(on loop: EventLoop, _ condition: @escaping @Sendable () -> Bool) {
    self.loop = loop
    self.condition = condition
  }

  func outcome(within limit: Duration?) async -> Bool {
    let hook = loop.beforeWaiting { self.assumeIsolated { $0.look() } }
    let timer = limit.map { limit in
      loop.schedule(at: loop.now.advanced(by: limit)) { self.assumeIsolated { $0.end(false) } }
    }
    defer {
      loop.removeHook(hook)
      if let timer { loop.cancel(timer) }
    }
    return await withCheckedContinuation { caller = $0 }
  }

  private func look() {
    if caller != nil, condition() { end(true) }
  }

  private func end(_ holds: Bool) {
    caller?.resume(returning: holds)
    caller = nil
  }
}
