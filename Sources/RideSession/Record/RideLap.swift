/// A part of a ride, from its first row to the first row of the next lap.
package struct RideLap: Hashable, Sendable {
  /// The event that ended a lap.
  package enum Trigger: String, Hashable, Sendable, CaseIterable {
    case manual
    case distance
    case location
    case time
    case heartRate
    /// The ride's end.
    case end
  }

  /// The first row, in seconds from the ride's start.
  package var second: Int
  package var trigger: Trigger
  /// The label of the workout's interval; nil if it has none.
  package var label: String?
  /// The number of the workout's interval, from 1; nil for other laps, and for a ride from a file.
  package var interval: Int?
  /// Whether it is rest between efforts.
  package var isResting: Bool
  /// The totals of the lap in the file that the ride came from; empty for a ride recorded here.
  package var fileTotals: [SummaryField: Double]

  package init(
    second: Int, trigger: Trigger = .manual, label: String? = nil, interval: Int? = nil,
    isResting: Bool = false, fileTotals: [SummaryField: Double] = [:]
  ) {
    self.second = second
    self.trigger = trigger
    self.label = label
    self.interval = interval
    self.isResting = isResting
    self.fileTotals = fileTotals
  }
}

extension Sequence<RideEvent> {
  /// The laps that a workout made of a ride: one for each time that an interval began.
  ///
  /// An interval that begins in the middle of a row has that row; of two in the same row, the later one has it. A ride in
  /// which only one interval began is one lap, and has none here.
  /// - Parameter rows: The number of the ride's rows; an interval that began after the last row has no lap.
  /// - Returns: The laps in order, the first from row 0.
  package func laps(ofRows rows: Int) -> [RideLap] {
    var laps = IntervalLaps(rows: rows)
    for event in self { laps.take(event) }
    return laps.laps
  }
}

extension RideEvent {
  /// The kinds of event that laps are made of.
  package static let lapNames: Set<Name> = [.interval, .intervalEnded, .labelled]
}

/// Gathers laps from events.
private struct IntervalLaps {
  let rows: Int
  private var begun = 0
  private var intervals: [RideLap] = []

  init(rows: Int) { self.rows = rows }

  var laps: [RideLap] {
    guard begun > 1 else { return [] }
    var laps = intervals
    if !laps.isEmpty { laps[0].second = 0 }
    return laps
  }

  mutating func take(_ event: RideEvent) {
    switch event.kind {
    case .interval(let number, let label): begin(number, label, at: Int(event.at.components.seconds))
    case .intervalEnded(let number, let trigger): change(number) { $0.trigger = RideLap.Trigger(endOf: trigger) }
    case .labelled(let number, let label): change(number) { $0.label = label.isEmpty ? nil : label }
    case .started, .target, .paused, .resumed, .trainerLost, .trainerRestored, .strapLost, .strapRestored, .autoPaused,
      .interrupted, .continued, .silent, .unconfirmed, .released, .restored, .eased, .remedy, .refused, .planEnded,
      .steeringEased, .steeringReturned, .alpha1Eased, .biased, .extended, .ended, .unread:
      break
    }
  }

  private mutating func begin(_ number: Int, _ label: String?, at second: Int) {
    guard (0..<rows).contains(second) else { return }
    begun += 1
    if intervals.last?.second == second { intervals.removeLast() }
    let label = label.flatMap { $0.isEmpty ? nil : $0 }
    intervals.append(RideLap(second: second, trigger: .end, label: label, interval: number))
  }

  /// Changes the lap of the interval that began last, if it has that number.
  private mutating func change(_ number: Int, _ body: (inout RideLap) -> Void) {
    guard intervals.last?.interval == number else { return }
    body(&intervals[intervals.count - 1])
  }
}

extension RideLap.Trigger {
  fileprivate init(endOf trigger: RideEvent.Trigger) {
    self =
      switch trigger {
      case .timer: .time
      case .distance: .distance
      case .location: .location
      case .activity, .skipped, .left: .manual
      }
  }
}
