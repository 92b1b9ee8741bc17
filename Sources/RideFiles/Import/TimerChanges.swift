internal import RideSession

/// When a file's timer stopped and ran again.
struct TimerChanges: Sendable {
  struct Change: Hashable, Sendable {
    var time: UnixTime
    var runs: Bool
  }

  private var changes: [Change] = []

  var count: Int { changes.count }

  /// Whether the file tells when the timer stopped.
  var tellStops: Bool { changes.contains { !$0.runs } }

  mutating func add(_ change: Change) { changes.append(change) }

  /// Those from `first` on and before `end`; nil is without bound.
  func between(_ first: UnixTime?, _ end: UnixTime?) -> Self {
    var part = self
    part.changes.removeAll { change in
      first.map { change.time < $0 } ?? false || end.map { change.time >= $0 } ?? false
    }
    return part
  }

  /// The seconds from the ride's start in which the timer stood; the last has no end where it did not run again.
  func pauses(from start: UnixTime) -> [Range<Int>] {
    var (pauses, stopped): ([Range<Int>], Int?) = ([], nil)
    for change in inOrder() {
      let second = change.time.nearestSecond(since: start)
      if let from = stopped, change.runs {
        pauses.append(from..<second)
        stopped = nil
      } else if !change.runs, stopped == nil {
        stopped = second
      }
    }
    return pauses + (stopped.map { [$0..<Int.max] } ?? [])
  }

  /// Those of the same time stay in the order in which they came.
  private func inOrder() -> [Change] {
    changes.enumerated().sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }.map(\.element)
  }
}
