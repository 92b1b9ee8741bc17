internal import Rides

/// The stops and starts of a file's timer.
struct TimerChanges: Sendable {
  struct Change: Hashable, Sendable {
    var time: UnixTime
    var runs: Bool
  }

  private var changes: [Change] = []

  var count: Int { changes.count }

  /// Whether the file has timer stops.
  var hasStops: Bool { changes.contains { !$0.runs } }

  mutating func add(_ change: Change) { changes.append(change) }

  mutating func correct(by clock: ClockChanges) {
    for index in changes.indices { changes[index].time = clock.corrected(changes[index].time) }
  }

  /// Returns the changes from `first` on and before `end`; nil means unbounded.
  func between(_ first: UnixTime?, _ end: UnixTime?) -> Self {
    var part = self
    part.changes.removeAll { change in
      first.map { change.time < $0 } ?? false || end.map { change.time >= $0 } ?? false
    }
    return part
  }

  /// Returns the pauses in seconds from the start; the last is open-ended if the timer did not start again.
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

  /// Returns the changes in order of time; equal times keep their order.
  private func inOrder() -> [Change] {
    changes.enumerated().sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }.map(\.element)
  }
}

extension UnixTime {
  /// A time before every real time.
  static let distantPast = UnixTime(milliseconds: .min)

  /// Returns the whole seconds since another time, rounded down; clamped if the difference overflows.
  func seconds(since start: UnixTime) -> Int {
    let (difference, overflows) = milliseconds.subtractingReportingOverflow(start.milliseconds)
    guard !overflows else { return self < start ? .min : .max }
    let (seconds, rest) = difference.quotientAndRemainder(dividingBy: 1000)
    return Int(rest < 0 ? seconds - 1 : seconds)
  }

  /// Returns the whole seconds since another time, rounded to the nearest.
  ///
  /// A clock read once a second drifts by milliseconds: rounding down would skip some seconds and hit others twice.
  func nearestSecond(since start: UnixTime) -> Int {
    let (half, overflows) = milliseconds.addingReportingOverflow(500)
    return UnixTime(milliseconds: overflows ? milliseconds : half).seconds(since: start)
  }
}
