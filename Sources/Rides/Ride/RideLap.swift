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
  /// The label of the workout's interval; nil without a label.
  package var label: String?
  /// The number of the workout's interval, from 1; nil for other laps, and for a ride from a file.
  package var interval: Int?
  /// Whether it is rest between efforts.
  package var isResting: Bool
  /// The totals of the lap in the ride's original file; empty for a ride recorded here.
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

extension RideLap: Tabled, Codable {
  package static let blank = RideLap(second: 0)
  package static let members: Members<Self> = [
    .integer("elapsedSeconds", { $0.second }, { $0.second = $1 }),
    .text("trigger", of: Trigger.init, { $0.trigger.rawValue }, { $0.trigger = $1 }),
    .text("label", { $0.label }, { $0.label = $1 }),
    .integer("interval", { $0.interval }, { $0.interval = $1 }),
    .flag("isResting", { $0.isResting }, { $0.isResting = $1 }),
    .part("given", { SummaryFigures($0.fileTotals) }, { $0.fileTotals = $1.values }),
  ]
}

extension Sequence<RideEvent> {
  /// Returns the laps of a ride: one for each start of a workout's interval, and one for each lap that the rider
  /// started.
  ///
  /// A lap that starts within a row has that row; of two laps in the same row, the later one has it. A ride with only
  /// one started interval, and no lap, has no laps here.
  /// - Parameter rows: The number of the ride's rows; a lap that starts after the last row is ignored.
  /// - Returns: The laps in order, the first from row 0.
  package func laps(ofRows rows: Int) -> [RideLap] {
    var laps = LapSeries(rows: rows)
    for event in self { laps.take(event) }
    return laps.laps
  }
}

extension RideEvent {
  /// The kinds of event from which laps are computed.
  package static let lapNames: Set<Name> = [.interval, .intervalEnded, .labelled, .lap]
}

/// Collects laps from events.
struct LapSeries: Hashable, Sendable {
  /// The rows in which a lap may start.
  let rows: Int
  private var begun = 0
  private var found: [RideLap] = []

  init(rows: Int = .max) { self.rows = rows }

  var laps: [RideLap] {
    guard begun > 1 else { return [] }
    var laps = found
    if !laps.isEmpty { laps[0].second = 0 }
    return laps
  }

  /// The number of laps so far, from 1.
  var count: Int { Swift.max(1, found.count) }

  /// The first row of the latest lap.
  var latestSecond: Int { found.count > 1 ? found.last?.second ?? 0 : 0 }

  mutating func take(_ event: RideEvent) {
    switch event.kind {
    case .interval(let number, let label): begin(number, label, at: Int(event.at.components.seconds))
    case .intervalEnded(let number, let trigger): change(number) { $0.trigger = RideLap.Trigger(endOf: trigger) }
    case .labelled(let number, let label): change(number) { $0.label = label.isEmpty ? nil : label }
    case .lap: divide(at: Int(event.at.components.seconds))
    case .started, .target, .free, .braked, .paused, .resumed, .trainerLost, .trainerRestored, .strapLost,
      .strapRestored,
      .autoPaused, .interrupted, .continued, .silent, .unconfirmed, .released, .restored, .eased, .remedy, .refused,
      .linkRefused,
      .planEnded, .steeringEased, .steeringReturned, .alpha1Eased, .biased, .extended, .ended, .unread:
      break
    }
  }

  private mutating func begin(_ number: Int, _ label: String?, at second: Int) {
    guard (0..<rows).contains(second) else { return }
    begun += 1
    if found.last?.second == second { found.removeLast() }
    let label = label.flatMap { $0.isEmpty ? nil : $0 }
    found.append(RideLap(second: second, trigger: .end, label: label, interval: number))
  }

  /// Ends the current lap, and starts another one of the same interval; a lap has at least one row.
  private mutating func divide(at second: Int) {
    guard (1..<rows).contains(second) else { return }
    // The start of a steady ride has no event.
    if found.isEmpty { begun += 1 }
    var lap = found.popLast() ?? RideLap(second: 0)
    guard lap.second < second else { return found.append(lap) }
    begun += 1
    lap.trigger = .manual
    found.append(lap)
    (lap.second, lap.trigger) = (second, .end)
    found.append(lap)
  }

  /// Changes the lap of the interval that started last, if it has that number.
  private mutating func change(_ number: Int, _ body: (inout RideLap) -> Void) {
    guard found.last?.interval == number else { return }
    body(&found[found.count - 1])
  }
}

/// The current lap: its number, and its totals so far.
package struct LapInHand: Hashable, Sendable {
  private var series = LapSeries()
  /// The totals of its rows; their distance is that of the ride.
  package private(set) var totals = RideTotals()
  /// The ride's distance at the start of the lap, in metres; nil if unknown.
  private var metersBefore: Double?

  package init() {}

  /// Restores the lap of a ride that an earlier process left.
  package init(of record: RideRecord) {
    for event in record.events { series.take(event) }
    let rows = record.samples.prefix { $0.second < series.latestSecond }
    metersBefore = rows.last { $0.distanceMeters != nil }?.distanceMeters
    totals = RideTotals(record.samples[rows.endIndex...])
  }

  /// Its number, from 1; intervals of a workout also count.
  package var number: Int { series.count }

  /// Its distance in metres; nil if unknown.
  package var meters: Double? { totals.distanceMeters.map { max(0, $0 - (metersBefore ?? 0)) } }

  /// Applies an event, which may start another lap.
  package mutating func take(_ event: RideEvent) {
    let second = series.latestSecond
    series.take(event)
    guard series.latestSecond != second else { return }
    metersBefore = totals.distanceMeters ?? metersBefore
    totals = RideTotals()
  }

  package mutating func add(_ sample: RideSample) { totals.add(sample) }
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
