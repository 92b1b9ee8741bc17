extension EventLoop {
  /// Names a watch or a hook, to change or end it by.
  package struct Watch: Hashable, Sendable {
    fileprivate let id: Int
  }

  /// Calls `handler` on the loop whenever `descriptor` is ready for one of `events`; on the loop only.
  ///
  /// Errors and hang-ups come unasked, as long as the watch waits for anything at all.
  package func watch(
    _ descriptor: Int32, for events: FileEvents, _ handler: @escaping @Sendable (FileEvents) -> Void
  ) -> Watch {
    checkIsolated()
    return Watch(id: pollSet.add(descriptor, events, handler))
  }

  /// Changes what a watch waits for; no events put it to sleep; on the loop only.
  package func update(_ watch: Watch, for events: FileEvents) {
    checkIsolated()
    pollSet.update(watch.id, events)
  }

  /// Ends a watch; on the loop only.
  package func remove(_ watch: Watch) {
    checkIsolated()
    pollSet.remove(watch.id)
  }

  /// Calls `body` each time before the loop waits, for a library that queues what it has read; on the loop only.
  package func beforeWaiting(_ body: @escaping @Sendable () -> Void) -> Watch {
    checkIsolated()
    let id = (hooks.last?.id ?? 0) + 1
    hooks.append((id, body))
    return Watch(id: id)
  }

  /// Ends what ``beforeWaiting(_:)`` began; on the loop only.
  package func removeHook(_ hook: Watch) {
    checkIsolated()
    hooks.removeAll { $0.id == hook.id }
  }
}
