import BluetoothLE
import Dispatch
import Synchronization

/// An executor that runs jobs only when a test drains it, and then all of them, in order.
///
/// It lets a test know when everything is idle, if actors use it as their executor and tasks prefer it
/// (`Task(executorPreference: loop)`). A task without the preference resumes on the global executor.
public final class TestLoop: SerialExecutor, TaskExecutor {
  private let jobs = Mutex<[UnownedJob]>([])
  private let thread = DispatchQueue(label: "TestLoop")

  /// Creates an idle loop.
  public init() {}

  /// Appends a job to the queue.
  public func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    jobs.withLock { $0.append(job) }
  }

  /// The loop as the executor of actors.
  public func asUnownedSerialExecutor() -> UnownedSerialExecutor { UnownedSerialExecutor(ordinary: self) }

  /// The loop as the executor that tasks prefer.
  public func asUnownedTaskExecutor() -> UnownedTaskExecutor { UnownedTaskExecutor(ordinary: self) }

  /// Runs jobs until the queue is empty.
  public func drain() {
    // It uses its own thread: a job run inside the test's own job would leave the test on this executor.
    let isIdle = DispatchSemaphore(value: 0)
    thread.async {
      while let job = self.next() {
        job.runSynchronously(isolatedTo: self.asUnownedSerialExecutor(), taskExecutor: self.asUnownedTaskExecutor())
      }
      isIdle.signal()
    }
    isIdle.wait()
  }

  /// Advances `clock` by `duration`; stops at every deadline on the way and runs the jobs that it wakes.
  public func advance(_ clock: ManualClock, by duration: Duration) {
    let end = clock.now.advanced(by: duration)
    drain()
    while let deadline = clock.nextDeadline, deadline <= end {
      clock.advance(to: deadline)
      drain()
    }
    clock.advance(to: end)
    drain()
  }

  private func next() -> UnownedJob? {
    jobs.withLock { $0.isEmpty ? nil : $0.removeFirst() }
  }
}
