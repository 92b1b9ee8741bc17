package import ControlWire
package import Rides

/// Texts about the seconds of a ride.
package enum SampleText {
  /// The maximum number of rows in the table.
  private static let rowsToRead = 60

  private static var columns: [Table.Column] {
    [
      .init(String(localized: "Elapsed"), .right), .init(String(localized: "Timer"), drop: 1),
      .init(String(localized: "Power"), .right), .init(String(localized: "Target"), .right, drop: 5),
      .init(String(localized: "Cadence"), .right, drop: 4), .init(String(localized: "Heart"), .right),
      .init(String(localized: "Speed"), .right, drop: 3),
      .init(String(localized: "Distance"), .right, drop: 2),
    ]
  }

  /// The answer to `show --samples`: the ride in one line, then a table of its seconds, with larger steps for a long
  /// ride.
  package static func shown(_ ride: RideSummary, samples: [RideSample], page: Page, time: LocalTime) -> String {
    let heading = "\(RideLine.summary(ride)) " + String(localized: "Started \(time.text(ride.start)).")
    guard !samples.isEmpty else { return heading }
    let interval = interval(forRows: samples.count)
    let shown = samples.filter { $0.second.isMultiple(of: interval) }
    let alpha1 = Alpha1Text.summary(samples)
    let columns = columns + (alpha1 == nil ? [] : [.init(String(localized: "Alpha-1"), .right, drop: 6)])
    let table = heading + "\n\n" + Table(columns: columns, rows: shown.map(cells)).text(on: page)
    let remarks = [
      interval == 1 ? nil : String(localized: "One row every \(ClockTime(interval)); `--json` shows each second."),
      alpha1.map { String(localized: "DFA alpha-1: \($0).") },
      samples.contains(where: \.isVirtual)
        ? String(localized: "Speed and distance are virtual: computed from power.") : nil,
    ]
    return ([table] + remarks.compactMap(\.self)).joined(separator: "\n\n")
  }

  /// Returns the interval between the table's rows in seconds, so that `count` seconds fit into the table.
  private static func interval(forRows count: Int) -> Int {
    [1, 5, 10, 30, 60, 300].first { count <= rowsToRead * $0 } ?? 600
  }

  /// Formats a distance in whole metres, because successive seconds differ by few metres.
  private static func distance(_ sample: RideSample) -> String? {
    switch Figure.units {
    case .metric: sample.distanceMeters.map { "\(Figure.text($0, decimals: 0)) m" }
    case .imperial: Figure.distance(metres: sample.distanceMeters)
    }
  }

  private static func cells(of sample: RideSample) -> [String] {
    [
      "\(ClockTime(sample.second))",
      sample.timerRunning ? String(localized: "counting") : String(localized: "stopped"),
      Figure.watts(sample.powerWatts) ?? "-", sample.targetWatts.map { "\($0) W" } ?? "-",
      Figure.cadence(sample.cadenceRpm) ?? "-", Figure.heartRate(sample.beatsPerMinute.map(Double.init)) ?? "-",
      Figure.speed(kmh: sample.speedKmh) ?? "-", distance(sample) ?? "-",
      sample.alpha1.map { Figure.text($0, decimals: 2) } ?? "-",
    ]
  }
}
