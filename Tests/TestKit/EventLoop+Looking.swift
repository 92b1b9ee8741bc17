import BluetoothLE
import Glibc
package import Loop

extension EventLoop {
  /// Returns once `condition` holds; the loop evaluates it each time it becomes idle.
  package func untilItHolds(_ condition: @escaping @Sendable () -> Bool) async {
    _ = await Look(on: self, condition).outcome(within: nil)
  }

  /// Returns once `condition` holds; also evaluates it when another process changes a file in `folder`.
  package func untilItHolds(in folder: String, _ condition: @escaping @Sendable () -> Bool) async {
    _ = await Look(on: self, condition).outcome(within: nil, watching: folder)
  }

  /// Returns whether `condition` becomes true within `limit`, by the loop's clock.
  package func comesToHold(within limit: Duration, _ condition: @escaping @Sendable () -> Bool) async -> Bool {
    await Look(on: self, condition).outcome(within: limit)
  }
}

/// A single wait for a condition, on a loop.
private actor Look {
  nonisolated let loop: EventLoop
  nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }
  private let condition: @Sendable () -> Bool
  private var caller: CheckedContinuation<Bool, Never>?

  init(on loop: EventLoop, _ condition: @escaping @Sendable () -> Bool) {
    self.loop = loop
    self.condition = condition
  }

  func outcome(within limit: Duration?, watching folder: String? = nil) async -> Bool {
    let changes = folder.map { self.changes(in: $0) }
    let hook = loop.beforeWaiting { self.assumeIsolated { $0.look() } }
    let timer = limit.map { limit in
      loop.schedule(at: loop.now.advanced(by: limit)) { self.assumeIsolated { $0.end(false) } }
    }
    defer {
      loop.removeHook(hook)
      if let timer { loop.cancel(timer) }
      if let changes {
        loop.remove(changes.watch)
        close(changes.descriptor)
      }
    }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { caller = $0 }
    } onCancel: {
      // A test's time limit cancels the task.
      loop.schedule(at: loop.now) { self.assumeIsolated { $0.end(false) } }
    }
  }

  private func changes(in folder: String) -> (descriptor: Int32, watch: EventLoop.Watch) {
    let descriptor = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
    _ = inotify_add_watch(descriptor, folder, UInt32(IN_MODIFY | IN_MOVED_TO))
    let watch = loop.watch(descriptor, for: .readable) { _ in
      var events = [UInt8](repeating: 0, count: 4096)
      while read(descriptor, &events, events.count) > 0 {}
    }
    return (descriptor, watch)
  }

  private func look() {
    if caller != nil, condition() { end(true) }
  }

  private func end(_ holds: Bool) {
    caller?.resume(returning: holds)
    caller = nil
  }
}
