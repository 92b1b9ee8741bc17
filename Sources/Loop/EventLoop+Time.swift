package import BluetoothLE
import Glibc
import Locks

extension EventLoop {
  /// How the loop's clock runs.
  package enum Pace: Hashable, Sendable {
    /// The machine's time since boot, including suspend (`CLOCK_BOOTTIME`).
    case real
    /// This many times as fast as the machine's clock, from its current reading.
    ///
    /// A late loop stops at each due timer, and does its work, before its time advances: a busy machine reduces the
    /// speed, but keeps the order of events.
    case scaled(Double)
    /// As fast as the work allows: the time stays the same while there is work, and then leaps to the next sleeper.
    case stepped
  }
}

/// The loop's clock: converts the machine's nanoseconds since boot to the ride clock's, and back.
struct PacedClock: Sendable {
  let pace: EventLoop.Pace
  private let start: Int64
  /// The machine's clock, in nanoseconds.
  private let machine: @Sendable () -> Int64

  init(pace: EventLoop.Pace, machine: @escaping @Sendable () -> Int64 = bootNanoseconds) {
    self.pace = pace
    self.machine = machine
    start = pace == .stepped ? 0 : machine()
  }

  /// Whether the loop keeps the time, because it stops at timers or leaps to them.
  var isKept: Bool { pace != .real }

  /// The current reading; nil for the stepped pace, whose time the loop keeps.
  ///
  /// At the scaled pace, the loop's time advances at most to this reading.
  var now: Int64? {
    switch pace {
    case .real: machine()
    case .scaled(let rate): start + Int64(Double(machine() - start) * rate)
    case .stepped: nil
    }
  }

  /// Returns the machine's time for `deadline`; nil for the stepped pace, and if the result does not fit.
  func boottime(of deadline: Int64) -> Int64? {
    switch pace {
    case .real: return deadline
    case .scaled(let rate):
      let ahead = (Double(deadline - start) / rate).rounded(.up)
      return ahead < Double(Int64.max - start) ? start + Int64(ahead) : nil
    case .stepped: return nil
    }
  }
}

/// `CLOCK_BOOTTIME` in nanoseconds.
@Sendable func bootNanoseconds() -> Int64 {
  var time = timespec()
  clock_gettime(CLOCK_BOOTTIME, &time)
  return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
}

/// The action of a timer.
enum TimerAction {
  case wake(CheckedContinuation<Void, any Error>)
  case call(@Sendable () -> Void)

  func fire() {
    switch self {
    case .wake(let sleeper): sleeper.resume()
    case .call(let body): body()
    }
  }

  func cancel() {
    if case .wake(let sleeper) = self { sleeper.resume(throwing: CancellationError()) }
  }
}

extension EventLoop {
  /// Identifies a scheduled call, for ``EventLoop/cancel(_:)``.
  package struct Timer: Hashable, Sendable {
    fileprivate let id: UInt64
  }

  /// Returns at `deadline`, or at once if it has passed.
  ///
  /// - Throws: `CancellationError` as soon as the task is cancelled or the loop stops.
  package func sleep(until deadline: MonotonicInstant) async throws {
    try Task.checkCancellation()
    if deadline <= now { return }
    let id = shared.withLock { $0.timers.reserveID() }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { sleeper in
        // A task is marked as cancelled before its handler runs, and both check under the lock, so no cancellation is
        // missed.
        let isRefused = change { shared in
          if Task.isCancelled || shared.isStopping { return true }
          shared.timers.insert(.wake(sleeper), id: id, at: deadline.sinceOrigin.nanoseconds)
          return false
        }
        if isRefused { sleeper.resume(throwing: CancellationError()) }
      }
    } onCancel: {
      shared.withLock { $0.timers.remove(id) }?.cancel()
    }
  }

  /// Calls `body` on the loop's thread at `deadline`, or as soon as possible if it has passed; call it from any thread.
  @discardableResult
  package func schedule(at deadline: MonotonicInstant, _ body: @escaping @Sendable () -> Void) -> Timer {
    change { shared in
      let id = shared.timers.reserveID()
      if !shared.isStopping { shared.timers.insert(.call(body), id: id, at: deadline.sinceOrigin.nanoseconds) }
      return Timer(id: id)
    }
  }

  /// Cancels a scheduled call; has no effect if the call was already made.
  package func cancel(_ timer: Timer) {
    _ = shared.withLock { $0.timers.remove(timer.id) }
  }

  /// Prevents a stepped loop's time from leaping until the matching ``release()``.
  ///
  /// A caller that waits for an event outside the loop, such as a commit or a reply on a socket, holds the time
  /// meanwhile. It has no effect at the other paces.
  package func hold() {
    shared.withLock { $0.holds += 1 }
  }

  /// Ends one ``hold()``.
  package func release() {
    change { shared in
      precondition(shared.holds > 0, "released more often than held")
      shared.holds -= 1
    }
  }
}

/// Deadlines and their actions: a binary heap, ordered by time and, for equal times, by age.
///
/// A cancelled timer leaves its deadline in the heap; it is skipped when it comes up, or removed once such deadlines
/// outnumber the valid ones.
struct TimerQueue<Action> {
  private struct Entry {
    var deadline: Int64
    var id: UInt64

    func precedes(_ other: Entry) -> Bool {
      deadline != other.deadline ? deadline < other.deadline : id < other.id
    }
  }

  private var heap: [Entry] = []
  private var actions: [UInt64: Action] = [:]
  private var nextID: UInt64 = 1

  /// Reserves the number of a timer to insert later.
  mutating func reserveID() -> UInt64 {
    defer { nextID += 1 }
    return nextID
  }

  /// Adds a timer due at `deadline`, in nanoseconds of the ride clock.
  mutating func insert(_ action: Action, id: UInt64, at deadline: Int64) {
    actions[id] = action
    heap.append(Entry(deadline: deadline, id: id))
    siftUp(heap.count - 1)
  }

  /// Removes a timer; returns nil if it has fired or was already removed.
  mutating func remove(_ id: UInt64) -> Action? {
    guard let action = actions.removeValue(forKey: id) else { return nil }
    if heap.count > 64, heap.count > 2 * actions.count { sweep() }
    return action
  }

  /// Returns the earliest deadline; nil without timers.
  mutating func nextDeadline() -> Int64? {
    while let first = heap.first {
      if actions[first.id] != nil { return first.deadline }
      removeFirst()
    }
    return nil
  }

  /// Removes the earliest timer that is due at `now`; returns nil if no timer is due.
  mutating func popDue(at now: Int64) -> Action? {
    guard let deadline = nextDeadline(), deadline <= now else { return nil }
    return actions.removeValue(forKey: removeFirst().id)
  }

  /// Removes all timers and returns them in order.
  mutating func removeAll() -> [Action] {
    var all: [Action] = []
    while let action = popDue(at: .max) { all.append(action) }
    return all
  }

  private mutating func sweep() {
    heap = heap.filter { actions[$0.id] != nil }.sorted { $0.precedes($1) }
  }

  @discardableResult
  private mutating func removeFirst() -> Entry {
    heap.swapAt(0, heap.count - 1)
    let first = heap.removeLast()
    siftDown(0)
    return first
  }

  private mutating func siftUp(_ start: Int) {
    var child = start
    while child > 0, heap[child].precedes(heap[(child - 1) / 2]) {
      heap.swapAt(child, (child - 1) / 2)
      child = (child - 1) / 2
    }
  }

  private mutating func siftDown(_ start: Int) {
    var parent = start
    while true {
      var least = parent
      for child in [2 * parent + 1, 2 * parent + 2] where child < heap.count && heap[child].precedes(heap[least]) {
        least = child
      }
      guard least != parent else { return }
      heap.swapAt(parent, least)
      parent = least
    }
  }
}
