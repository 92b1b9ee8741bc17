package import BluetoothLE
import CLinux
import Glibc
import Locks

/// A thread that runs actors and tasks, waits for file descriptors and keeps the ride clock.
///
/// An actor whose `unownedExecutor` is the loop's ``asUnownedSerialExecutor()`` runs on its thread, and so does a task
/// that prefers the loop: a value from the radio reaches the ride's state machine without a change of threads. The
/// thread keeps the loop alive and ends only with ``stop()``.
///
/// A task that does not prefer the loop leaves it even between two steps of an actor on the loop: the streams of the
/// standard library wait on the executor that the task prefers, or on the global one. At the stepped pace the time may
/// leap meanwhile. So the ride's tasks are created with `executorPreference:`.
package final class EventLoop: TaskExecutor, RideClock, @unchecked Sendable {
  /// The state that any thread may access, behind the lock.
  struct Shared {
    var jobs: [QueuedJob] = []
    var timers = TimerQueue<TimerAction>()
    /// The time of the stepped and the scaled pace, in nanoseconds.
    var keptNow: Int64 = 0
    /// Whether the loop is idle and waits.
    var isIdle = false
    /// How many callers hold the time of the stepped pace.
    var holds = 0
    /// Whether the event descriptor has been written and not yet read.
    var isWoken = false
    var isStopping = false
    var hasEnded = false
    var stopWaiters: [CheckedContinuation<Void, Never>] = []
  }

  let shared: Lock<Shared>
  let clock: PacedClock
  /// The executor of actors.
  let isolation = LoopIsolation()
  private let name: String
  private let isUrgent: Bool
  private let wakeDescriptor: Int32
  private let timerDescriptor: Int32
  private var thread = pthread_t()

  // Used only by the loop's own thread.
  private var pollSet = PollSet()
  private var hooks: [(id: Int, body: @Sendable () -> Void)] = []
  private var running: [QueuedJob] = []
  private var armedDeadline: Int64?
  private var timerIsDue = false
  /// The clock's reading for the current run of jobs; nil until it is read.
  private var reading: Int64?

  /// Starts a loop.
  ///
  /// - Parameters:
  ///   - name: The name of its thread, at most 15 bytes.
  ///   - pace: How its clock runs.
  ///   - isUrgent: Whether its thread has priority over all threads that are not urgent, if the process may request
  ///     that.
  package convenience init(name: String, pace: Pace, isUrgent: Bool = false) {
    self.init(name: name, clock: PacedClock(pace: pace), isUrgent: isUrgent)
  }

  /// Starts a loop with a custom clock.
  init(name: String, clock: PacedClock, isUrgent: Bool = false) {
    self.name = name
    self.isUrgent = isUrgent
    self.clock = clock
    shared = Lock(Shared(keptNow: clock.now ?? 0))
    wakeDescriptor = linux_eventfd()
    timerDescriptor = linux_timerfd_boottime()
    precondition(wakeDescriptor >= 0 && timerDescriptor >= 0, "cannot create an event or timer descriptor")
    isolation.loop = self
    start()
  }

  deinit {
    // Not closed when the thread ends: another thread that has just queued a job may still wake it.
    close(wakeDescriptor)
    close(timerDescriptor)
  }

  /// The current time of the ride clock.
  ///
  /// On the loop the clock is read once for all jobs that run in a row: a notification needs the time repeatedly, and
  /// on some machines each reading costs a system call.
  package var now: MonotonicInstant {
    let isOnLoop = isOnLoop
    if isOnLoop, let reading { return MonotonicInstant(nanoseconds: reading) }
    let now = clock.isKept ? keptNow : clock.now ?? 0
    if isOnLoop { reading = now }
    return MonotonicInstant(nanoseconds: now)
  }

  /// The time of the stepped and the scaled pace.
  private var keptNow: Int64 {
    shared.withLock { shared in
      if shared.isIdle { advance(&shared) }
      return shared.keptNow
    }
  }

  /// Advances the scaled time to the clock's reading, but not beyond the next timer.
  private func advance(_ shared: inout Shared) {
    guard let now = clock.now else { return }
    shared.keptNow = max(shared.keptNow, min(now, shared.timers.nextDeadline() ?? now))
  }

  /// Whether the calling thread is the loop's.
  package var isOnLoop: Bool { pthread_equal(pthread_self(), thread) != 0 }

  /// Ends the thread once all jobs have run, and waits for that; do not call it on the loop.
  ///
  /// Sleepers are resumed with `CancellationError`, scheduled calls are dropped. Jobs that are enqueued later never
  /// run.
  @concurrent
  package func stop() async {
    await withCheckedContinuation { waiter in
      let hasEnded = change { shared in
        if !shared.hasEnded { shared.stopWaiters.append(waiter) }
        shared.isStopping = true
        return shared.hasEnded
      }
      if hasEnded { waiter.resume() }
    }
  }

  /// Changes the shared state, and wakes the thread to process it.
  ///
  /// The thread is woken after the lock is released, so that it does not wake only to wait for the lock. A concurrent
  /// change finds the thread already marked as woken, and is processed together with this one.
  func change<Output>(_ body: (inout Shared) -> Output) -> Output {
    let (output, isAsleep) = shared.withLock { shared in
      let output = body(&shared)
      guard !shared.isWoken, !shared.hasEnded, !isOnLoop else { return (output, false) }
      shared.isWoken = true
      return (output, true)
    }
    if isAsleep {
      var one: UInt64 = 1
      write(wakeDescriptor, &one, MemoryLayout.size(ofValue: one))
    }
    return output
  }
}

// MARK: - Watching descriptors

extension EventLoop {
  /// Identifies a watch or a hook, to change or end it.
  package struct Watch: Hashable, Sendable {
    fileprivate let id: Int
  }

  /// Calls `handler` on the loop whenever `descriptor` is ready for one of `events`; call it on the loop only.
  ///
  /// Errors and hang-ups are always reported, as long as the watch waits for any event.
  package func watch(
    _ descriptor: Int32, for events: FileEvents, _ handler: @escaping @Sendable (FileEvents) -> Void
  ) -> Watch {
    checkIsolated()
    return Watch(id: pollSet.add(descriptor, events, handler))
  }

  /// Changes the events that a watch waits for; an empty set suspends it; call it on the loop only.
  package func update(_ watch: Watch, for events: FileEvents) {
    checkIsolated()
    pollSet.update(watch.id, events)
  }

  /// Ends a watch; call it on the loop only.
  package func remove(_ watch: Watch) {
    checkIsolated()
    pollSet.remove(watch.id)
  }

  /// Calls `body` each time before the loop waits, for a library that queues the messages that it has read; call it on
  /// the loop only.
  package func beforeWaiting(_ body: @escaping @Sendable () -> Void) -> Watch {
    checkIsolated()
    let id = (hooks.last?.id ?? 0) + 1
    hooks.append((id, body))
    return Watch(id: id)
  }

  /// Ends a hook of ``beforeWaiting(_:)``; call it on the loop only.
  package func removeHook(_ hook: Watch) {
    checkIsolated()
    hooks.removeAll { $0.id == hook.id }
  }
}

// MARK: - The thread

extension EventLoop {
  /// Starts the thread, which first waits for the lock, so that `thread` is set.
  private func start() {
    let started = shared.withLock { _ in
      pthread_create(&thread, nil, runLoop, Unmanaged.passRetained(self).toOpaque())
    }
    precondition(started == 0, "cannot create a thread")
  }

  fileprivate func run() {
    shared.withLock { _ in }
    linux_name_thread(name)
    if isUrgent { linux_prefer_thread() }
    _ = pollSet.add(wakeDescriptor, .readable) { [unowned self] _ in acknowledgeWake() }
    _ = pollSet.add(timerDescriptor, .readable) { [unowned self] _ in acknowledgeTimer() }
    repeat { runJobs() } while turn()
    end()
  }

  /// Runs the queued jobs and the jobs that these queue, for a limited number of rounds; then the descriptors have
  /// their turn.
  private func runJobs() {
    for _ in 0..<Self.batches {
      shared.withLock { swap(&running, &$0.jobs) }
      if running.isEmpty { break }
      reading = nil
      for queued in running { run(queued) }
      running.removeAll(keepingCapacity: true)
    }
    for hook in hooks { hook.body() }
  }

  /// How often the queue is emptied before the descriptors have their turn: a resumed task takes a few rounds.
  private static var batches: Int { 16 }

  private func run(_ queued: QueuedJob) {
    switch queued {
    case .ofActor(let job):
      job.runSynchronously(isolatedTo: asUnownedSerialExecutor(), taskExecutor: asUnownedTaskExecutor())
    case .ofTask(let job): job.runSynchronously(on: asUnownedTaskExecutor())
    }
  }

  /// Waits for the next event and handles it; returns false once the loop should end.
  private func turn() -> Bool {
    let next = shared.withLock { nextWait(&$0) }
    guard !next.isOver else { return false }
    arm(next.boottime)
    pollSet.wait(milliseconds: next.isBrief ? 0 : -1)
    reading = nil
    if clock.isKept { shared.withLock { endIdling(&$0) } }
    let ready = pollSet.ready
    for (id, events) in ready { pollSet.handler(of: id)?(events) }
    if next.mayLeap, ready.isEmpty { shared.withLock { leap(&$0) } }
    if timerIsDue || clock.isKept || next.isStopping { fireTimers() }
    return true
  }

  private struct Wait {
    /// Whether there is other work, so that the loop checks the descriptors without waiting.
    var isBrief = true
    /// Whether the time leaps to the next timer if no descriptor is ready.
    var mayLeap = false
    var isStopping = false
    var isOver = false
    /// When a timer is due by the machine's clock; nil without timers or at the stepped pace.
    var boottime: Int64?
  }

  private func nextWait(_ shared: inout Shared) -> Wait {
    let deadline = shared.timers.nextDeadline()
    var wait = Wait()
    wait.isStopping = shared.isStopping
    wait.isOver = shared.isStopping && shared.jobs.isEmpty && deadline == nil
    wait.boottime = deadline.flatMap { clock.boottime(of: $0) }
    if let deadline, clock.pace == .stepped, shared.jobs.isEmpty {
      wait.mayLeap = shared.holds == 0 || deadline <= shared.keptNow
    }
    shared.isIdle = clock.isKept && shared.jobs.isEmpty
    let isLate = clock.isKept && deadline.map { $0 <= clock.now ?? .min } == true
    wait.isBrief = !shared.jobs.isEmpty || wait.mayLeap || shared.isStopping || isLate
    return wait
  }

  /// Advances the scaled time, unless work remained before the wait: that work belongs to the time at which it was
  /// queued.
  private func endIdling(_ shared: inout Shared) {
    if shared.isIdle { advance(&shared) }
    shared.isIdle = false
  }

  private func leap(_ shared: inout Shared) {
    guard shared.jobs.isEmpty, shared.holds == 0, let deadline = shared.timers.nextDeadline() else { return }
    shared.keptNow = max(shared.keptNow, deadline)
  }

  private func fireTimers() {
    timerIsDue = false
    if shared.withLock({ $0.isStopping }) { return dropTimers() }
    let now = now.sinceOrigin.nanoseconds
    while let action = shared.withLock({ $0.timers.popDue(at: now) }) { action.fire() }
  }

  private func dropTimers() {
    for action in shared.withLock({ $0.timers.removeAll() }) { action.cancel() }
  }

  private func arm(_ deadline: Int64?) {
    guard armedDeadline != deadline else { return }
    armedDeadline = deadline
    linux_timerfd_arm(timerDescriptor, deadline.map { max($0, 1) } ?? 0)
  }

  private func acknowledgeWake() {
    var count: UInt64 = 0
    shared.withLock { shared in
      read(wakeDescriptor, &count, MemoryLayout.size(ofValue: count))
      shared.isWoken = false
    }
  }

  private func acknowledgeTimer() {
    var count: UInt64 = 0
    read(timerDescriptor, &count, MemoryLayout.size(ofValue: count))
    armedDeadline = nil
    timerIsDue = true
  }

  private func end() {
    pthread_detach(thread)
    let waiters = shared.withLock { shared in
      shared.hasEnded = true
      defer { shared.stopWaiters.removeAll() }
      return shared.stopWaiters
    }
    for waiter in waiters { waiter.resume() }
  }
}

/// The thread's body; it owns a reference to its loop.
private func runLoop(_ loop: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  guard let loop else { return nil }
  Unmanaged<EventLoop>.fromOpaque(loop).takeRetainedValue().run()
  return nil
}
