/// A stretch of a ride, from its first row to the next lap's.
package struct RideLap: Hashable, Sendable {
  /// What ended the lap.
  package enum Trigger: String, Hashable, Sendable, CaseIterable {
    case manual
    case distance
    case location
    case time
    case heartRate
    /// The ride's end.
    case end
  }

  /// The row it begins with, in seconds from the ride's start.
  package var second: Int
  package var trigger: Trigger
  /// What the plan that was ridden calls it; nil where it does not.
  package var label: String?
  /// The number of the plan's interval that it was, from 1; nil for a lap of another kind, and of a ride from a file.
  package var interval: Int?
  /// Whether it is rest between efforts.
  package var isResting: Bool
  /// What the file said of it that the ride came from; empty for a ride recorded here.
  package var given: [RideFigure: Double]

  package init(
    second: Int, trigger: Trigger = .manual, label: String? = nil, interval: Int? = nil,
    isResting: Bool = false, given: [RideFigure: Double] = [:]
  ) {
    self.second = second
    self.trigger = trigger
    self.label = label
    self.interval = interval
    self.isResting = isResting
    self.given = given
  }
}

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
