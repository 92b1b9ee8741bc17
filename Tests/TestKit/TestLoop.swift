import BluetoothLE
import Dispatch
import Synchronization

/// An executor that runs nothing until a test tells it to, and then all there is to run, in order.
///
/// With it a test knows when everything is idle, provided that actors have it as their executor and tasks prefer it
/// (`Task(executorPreference: loop)`): a task without the preference wakes up on the global executor.
public final class TestLoop: SerialExecutor, TaskExecutor {
  private let jobs = Mutex<[UnownedJob]>([])
  private let thread = DispatchQueue(label: "TestLoop")

  /// A loop with nothing to do.
  public init() {}

  /// Puts a job behind those that wait.
  public func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    jobs.withLock { $0.append(job) }
  }

  /// The loop as the executor of actors.
  public func asUnownedSerialExecutor() -> UnownedSerialExecutor { UnownedSerialExecutor(ordinary: self) }

  /// The loop as the executor that tasks prefer.
  public func asUnownedTaskExecutor() -> UnownedTaskExecutor { UnownedTaskExecutor(ordinary: self) }

  /// Runs until nothing is left to run.
  public func drain() {
    // A thread of its own: a job run inside the job that the test is would leave the test on this executor.
    let isIdle = DispatchSemaphore(value: 0)
    thread.async {
      while let job = self.next() {
        job.runSynchronously(isolatedTo: self.asUnownedSerialExecutor(), taskExecutor: self.asUnownedTaskExecutor())
      }
      isIdle.signal()
    }
    isIdle.wait()
  }

  /// Moves `clock` on by `duration`, stopping at every deadline on the way and running what is woken there.
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
