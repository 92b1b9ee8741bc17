extension Sequence<RideEvent> {
  /// The laps that a plan made of a ride: one for each time that an interval was begun.
  ///
  /// An interval that begins in the middle of a row has that row; of two in the same row the later has it. Where a plan
  /// had one interval begun alone, the ride is one lap, and has none.
  /// - Parameter rows: How many rows the ride has; an interval that began after the last has no lap.
  /// - Returns: The laps, in order; the first from row 0.
  package func laps(ofRows rows: Int) -> [RideLap] {
    var laps = IntervalLaps(rows: rows)
    for event in self { laps.take(event) }
    return laps.laps
  }
}

extension RideEvent {
  /// The kinds of event that laps are made of.
  package static let lapKinds: Set<Kind> = [.interval, .intervalEnded, .labelled]
}

/// Laps as events make them.
private struct IntervalLaps {
  let rows: Int
  private var begun = 0
  private var intervals: [(number: Int, lap: RideLap)] = []

  init(rows: Int) { self.rows = rows }

  var laps: [RideLap] {
    guard begun > 1 else { return [] }
    var laps = intervals.map(\.lap)
    if !laps.isEmpty { laps[0].second = 0 }
    return laps
  }

  mutating func take(_ event: RideEvent) {
    guard RideEvent.lapKinds.contains(event.kind), let words = NumberedText(event.detail) else { return }
    switch event.kind {
    case .interval: begin(words, at: Int(event.at.components.seconds))
    case .intervalEnded: change(words.number) { $0.trigger = RideLap.Trigger(endOf: words.text) }
    default: change(words.number) { $0.label = words.text }
    }
  }

  private mutating func begin(_ words: NumberedText, at second: Int) {
    guard (0..<rows).contains(second) else { return }
    begun += 1
    if intervals.last?.lap.second == second { intervals.removeLast() }
    let lap = RideLap(second: second, trigger: .end, label: words.text, interval: words.number)
    intervals.append((words.number, lap))
  }

  /// Changes the lap of the interval that was begun last, if it is that one's.
  private mutating func change(_ number: Int, _ body: (inout RideLap) -> Void) {
    guard intervals.last?.number == number else { return }
    body(&intervals[intervals.count - 1].lap)
  }
}

/// The detail of an event that is about an interval: its number, and what follows.
private struct NumberedText {
  let number: Int
  /// Nil where nothing follows.
  let text: String?

  init?(_ detail: String?) {
    let words = (detail ?? "").split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
    guard let number = words.first.flatMap({ Int($0) }) else { return nil }
    self.number = number
    text = words.count > 1 && !words[1].isEmpty ? String(words[1]) : nil
  }
}

extension RideLap.Trigger {
  /// What ended a lap, by what ended its interval.
  fileprivate init(endOf word: String?) {
    self =
      switch word {
      case "timer": .time
      case "distance": .distance
      case "location": .location
      default: .manual
      }
  }
}
