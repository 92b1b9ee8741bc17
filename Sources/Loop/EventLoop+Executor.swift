/// A job and its origin: an actor or a task.
///
/// The runtime skips a switch of executors only if it knows exactly where it runs. With the wrong origin it queues the
/// task again at each suspension, several times for one element of a stream.
enum QueuedJob {
  case ofActor(UnownedJob)
  case ofTask(UnownedJob)
}

extension EventLoop {
  /// Queues a job of a task that prefers the loop; it runs on the loop's thread, in the order of arrival.
  package func enqueue(_ job: consuming ExecutorJob) { enqueue(.ofTask(UnownedJob(job))) }

  /// The loop as a serial executor of any kind.
  package var serialExecutor: any SerialExecutor { isolation }

  /// The loop as the executor of an actor.
  package func asUnownedSerialExecutor() -> UnownedSerialExecutor { UnownedSerialExecutor(ordinary: isolation) }

  /// The loop as the executor that a task prefers.
  package func asUnownedTaskExecutor() -> UnownedTaskExecutor { UnownedTaskExecutor(ordinary: self) }

  fileprivate func enqueue(_ job: QueuedJob) {
    change { shared in if !shared.hasEnded { shared.jobs.append(job) } }
  }

  /// Traps if it is called off the loop's thread.
  func checkIsolated() {
    precondition(isOnLoop, "not on the event loop's thread")
  }
}

/// The executor of the actors on a loop.
final class LoopIsolation: SerialExecutor {
  /// The owning loop; set once by that loop, before any other code sees this object.
  nonisolated(unsafe) unowned var loop: EventLoop?

  /// Queues a job of an actor; it runs on the loop's thread, in the order of arrival.
  func enqueue(_ job: consuming ExecutorJob) { loop?.enqueue(.ofActor(UnownedJob(job))) }

  func asUnownedSerialExecutor() -> UnownedSerialExecutor { UnownedSerialExecutor(ordinary: self) }

  /// Makes `assumeIsolated` work in functions that C code or a handler calls on the loop's thread.
  func isIsolatingCurrentContext() -> Bool? { loop?.isOnLoop }

  func checkIsolated() { loop?.checkIsolated() }
}
