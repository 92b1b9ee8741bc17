import ControlWire
import Rides

/// A measure that a ride's chart can show in a panel.
package enum RideMeasure: String, CaseIterable {
  case power, heart, cadence, alpha, speed

  /// The default panels of a chart.
  package static let usual: [RideMeasure] = [.power, .heart]

  /// The name of the panel.
  var title: String {
    switch self {
    case .power: String(localized: "Power")
    case .heart: String(localized: "Heart rate")
    case .cadence: String(localized: "Cadence")
    case .alpha: "DFA alpha-1"
    case .speed: String(localized: "Speed")
    }
  }

  /// The name, then a shorter one for a narrow space if there is one.
  var names: [String] {
    switch self {
    case .heart: [title, String(localized: "Heart")]
    case .cadence: [title, String(localized: "Cad.")]
    case .power, .alpha, .speed: [title]
    }
  }

  /// The unit after the name; nil for a number without a unit.
  var unit: String? {
    switch self {
    case .power: "W"
    case .heart: Figure.heartRateUnit
    case .cadence: Figure.cadenceUnit
    case .alpha: nil
    case .speed: "km/h"
    }
  }

  /// The precision of the measure.
  var precision: Precision {
    switch self {
    case .power: .power
    case .heart: .heartRate
    case .cadence: .cadence
    case .alpha: .ratio
    case .speed: .speed
    }
  }

  /// Formats a value for a reader, without its unit.
  func text(_ value: Double) -> String {
    switch self {
    case .power, .heart, .cadence: Figure.text(value, decimals: 0)
    case .alpha: Figure.text(value, decimals: 2)
    case .speed: Figure.text(value, decimals: 1)
    }
  }

  /// The names, each with the unit: `Power, W`.
  var headings: [String] { names.map { [$0, unit].compactMap(\.self).joined(separator: ", ") } }

  /// The weight of the panel in dividing the height; the power has 3, the others 2.
  var share: Double { self == .power ? 3 : 2 }

  /// The kind of the panel's first line.
  var kind: Trace.Kind {
    switch self {
    case .power: .power
    case .heart: .heartRate
    case .cadence: .cadence
    case .alpha: .alpha1
    case .speed: .speed
    }
  }

  fileprivate func value(in row: RideSample) -> Double? {
    switch self {
    case .power: row.powerWatts
    case .heart: row.beatsPerMinute.map(Double.init)
    case .cadence: row.cadenceRpm
    case .alpha: row.alpha1
    case .speed: row.speedKmh
    }
  }
}

/// Creates the panels of a ride's chart.
struct PanelMaking {
  let rows: ArraySlice<RideSample>
  /// The second of the first row.
  let start: Int
  let subject: RideChart.Subject
  /// Nil for an activity at Strava.
  let review: RideReview?
  let plan: [PlanBlock]
  /// The seconds of the running mean of the power; nil for no smoothing.
  let smoothedSeconds: Int?

  /// Returns the panel of a measure; nil if the ride has no data for it.
  func panel(_ measure: RideMeasure) -> RideChart.Panel? {
    let trace = Trace(kind: measure.kind, start: start, values: rows.map(measure.value))
    guard let axis = axis(measure, trace) else { return nil }
    var panel = RideChart.Panel(
      measure: measure, axis: axis, traces: [trace], average: average(measure, trace))
    switch measure {
    case .power:
      panel = RideChart.Panel(
        measure: measure, axis: axis,
        traces: [smoothedSeconds.map(trace.smoothed) ?? trace] + (shownTarget.map { [$0] } ?? []),
        average: panel.average, smoothedSeconds: smoothedSeconds)
    case .heart: panel.bands = bands
    case .alpha: panel.reference = Self.aerobicThreshold
    case .cadence, .speed: break
    }
    return panel
  }

  /// The DFA alpha-1 near the aerobic threshold.
  private static let aerobicThreshold = 0.75

  private func axis(_ measure: RideMeasure, _ trace: Trace) -> Axis? {
    switch measure {
    case .power:
      let others = target.values + plan.flatMap { [$0.fromWatts, $0.toWatts] }
      let shown = smoothedSeconds.map(trace.smoothed) ?? trace
      return Axis.rangeFromZero(of: shown.values, including: others).map { Axis(covering: $0, ticks: 5) }
    case .heart:
      // The scale always includes Zone 2 if it is known, because the heart rate is compared with it.
      return Axis.range(of: trace.values, span: 20).map { range in
        let zone2 = zone2 ?? range
        return Axis(
          covering: min(range.lowerBound, zone2.lowerBound)...max(range.upperBound, zone2.upperBound), ticks: 5)
      }
    case .cadence, .speed: return Axis.rangeFromZero(of: trace.values).map { Axis(covering: $0, ticks: 4) }
    case .alpha:
      return Axis.range(of: trace.values, span: 0.5).map { range in
        Axis(
          covering: min(range.lowerBound, Self.aerobicThreshold)...max(range.upperBound, Self.aerobicThreshold),
          ticks: 4)
      }
    }
  }

  private func average(_ measure: RideMeasure, _ trace: Trace) -> Double? {
    switch (measure, subject) {
    case (.power, .ride(let ride)): ride.averageWatts
    case (.power, .activity(let activity)): activity.averageWatts
    case (.heart, .ride(let ride)): ride.averageHeartRate
    case (.heart, .activity(let activity)): activity.averageHeartRate
    case (.cadence, .ride): review?.averageCadence
    case (.cadence, .activity), (.alpha, _), (.speed, _): trace.mean(of: start..<(start + rows.count))
    }
  }

  private var target: Trace {
    Trace(kind: .target, start: start, values: rows.map { $0.targetWatts.map(Double.init) })
  }

  /// The target, with a plan only the parts that differ from the planned power; nil if no part is left.
  private var shownTarget: Trace? {
    var values = target.values
    for block in plan {
      for second in block.seconds where values.indices.contains(second - start) {
        if let watts = values[second - start], abs(watts - block.watts(at: second)) <= Self.likePlan {
          values[second - start] = nil
        }
      }
    }
    if !plan.isEmpty { values = Self.lasting(values) }
    return values.contains { $0 != nil } ? Trace(kind: .target, start: start, values: values) : nil
  }

  /// The tolerance in watts; a ramp's target is that of the middle of its second, and is rounded.
  private static let likePlan = 3.0

  /// Returns the values without differences of a few seconds, because a target follows its plan by ramps of ten
  /// seconds.
  private static func lasting(_ values: [Double?]) -> [Double?] {
    var kept = values
    var first = 0
    for index in 0...values.count where index == values.count || values[index] == nil {
      if index - first < shortestDifference { for second in first..<index { kept[second] = nil } }
      first = index + 1
    }
    return kept
  }

  private static let shortestDifference = 15

  private var zone2: ClosedRange<Double>? {
    review.map { Double($0.zone2From)...Double(max($0.zone2From, $0.zone2To)) }
  }

  /// All zones if the method has several, else Zone 2.
  private var bands: [RideChart.Panel.Band] {
    guard let review else { return [] }
    if review.zoneMethod == .zone2Range, let zone2 {
      return [RideChart.Panel.Band(number: 2, from: zone2.lowerBound, below: zone2.upperBound + 1)]
    }
    return review.zones.map { RideChart.Panel.Band(number: $0.number, from: $0.fromBpm, below: $0.belowBpm) }
  }
}
