/// A job, and on whose behalf it runs.
///
/// The runtime skips a switch of executors only if it knows exactly where it is; told wrong, it queues the task anew at
/// each suspension, several times for one element of a stream.
enum QueuedJob {
  case ofActor(UnownedJob)
  case ofTask(UnownedJob)
}

extension EventLoop {
  /// Queues a job of a task that prefers the loop; it runs on the loop's thread, in the order of arrival.
  package func enqueue(_ job: consuming ExecutorJob) { enqueue(.ofTask(UnownedJob(job))) }

  /// The loop for whoever takes any executor.
  package var serialExecutor: any SerialExecutor { isolation }

  /// The loop as the executor of an actor.
  package func asUnownedSerialExecutor() -> UnownedSerialExecutor { UnownedSerialExecutor(ordinary: isolation) }

  /// The loop as the executor that a task prefers.
  package func asUnownedTaskExecutor() -> UnownedTaskExecutor { UnownedTaskExecutor(ordinary: self) }

  fileprivate func enqueue(_ job: QueuedJob) {
    change { shared in if !shared.hasEnded { shared.jobs.append(job) } }
  }

  /// Traps off the loop's thread.
  func checkIsolated() {
    precondition(isOnLoop, "not on the event loop's thread")
  }
}

/// The executor of the actors that live on a loop.
final class LoopIsolation: SerialExecutor {
  /// Set once, by the loop that owns this, before anybody else sees it.
  nonisolated(unsafe) unowned var loop: EventLoop?

  /// Queues a job of an actor; it runs on the loop's thread, in the order of arrival.
  func enqueue(_ job: consuming ExecutorJob) { loop?.enqueue(.ofActor(UnownedJob(job))) }

  func asUnownedSerialExecutor() -> UnownedSerialExecutor { UnownedSerialExecutor(ordinary: self) }

  /// Lets `assumeIsolated` work in what C code or a handler calls on the loop's thread.
  func isIsolatingCurrentContext() -> Bool? { loop?.isOnLoop }

  func checkIsolated() { loop?.checkIsolated() }
}
