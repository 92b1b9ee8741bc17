/// Deadlines with what is due at each: a binary heap, ordered by time and, at the same time, by age.
///
/// A cancelled timer leaves its deadline behind; it is skipped when it comes up, or swept out once such outnumber
/// the living.
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

  /// The name for a timer that is yet to be inserted.
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

  /// Removes a timer; nil where it has fired or was removed before.
  mutating func remove(_ id: UInt64) -> Action? {
    guard let action = actions.removeValue(forKey: id) else { return nil }
    if heap.count > 64, heap.count > 2 * actions.count { sweep() }
    return action
  }

  /// The earliest deadline, nil where nothing waits.
  mutating func nextDeadline() -> Int64? {
    while let first = heap.first {
      if actions[first.id] != nil { return first.deadline }
      removeFirst()
    }
    return nil
  }

  /// Takes the earliest timer that is due at `now`.
  mutating func popDue(at now: Int64) -> Action? {
    guard let deadline = nextDeadline(), deadline <= now else { return nil }
    return actions.removeValue(forKey: removeFirst().id)
  }

  /// Takes every timer, in order.
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
