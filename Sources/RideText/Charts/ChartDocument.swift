package import ControlWire

/// The chart of a ride as `--json` prints it: the drawn values and the limits of each scale.
package struct RideChartDocument: Encodable {
  struct Panel: Encodable {
    let name: String
    let unit: String
    let lowest: Double
    let highest: Double
    let ticks: [Double]
    let series: [Series]
    let band: Band?
    let cuts: [Cut]
  }

  /// A peak of the first series above the scale.
  struct Cut: Encodable {
    let atSeconds: Double
    let value: Double
  }

  /// A series: each value is the mean of `stepSeconds`.
  struct Series: Encodable {
    let name: String
    let stepSeconds: Double
    let values: [Double?]
  }

  struct Band: Encodable {
    let from: Double
    let to: Double
  }

  struct Stretch: Encodable {
    let fromSeconds: Int
    let toSeconds: Int
  }

  /// The ride; absent for an activity.
  let ride: RideSummary?
  /// The activity at Strava; absent for a ride.
  let activity: RemoteActivity?
  let fromSeconds: Int
  let toSeconds: Int
  let panels: [Panel]
  let pauses: [Stretch]
  let captions: [String]

  package init(_ chart: RideChart) {
    switch chart.subject {
    case .ride(let shown): (ride, activity) = (shown, nil)
    case .activity(let shown): (ride, activity) = (nil, shown)
    }
    fromSeconds = chart.time.seconds.lowerBound
    toSeconds = chart.time.seconds.upperBound
    pauses = chart.pauses.map { Stretch(fromSeconds: $0.lowerBound, toSeconds: $0.upperBound) }
    captions = chart.captions
    panels = chart.panels.map { panel in
      Panel(
        name: panel.traces.first?.kind.rawValue ?? "", unit: panel.unit, lowest: panel.axis.lowest,
        highest: panel.axis.highest, ticks: panel.axis.ticks, series: panel.traces.map(Series.init),
        band: panel.band.map { Band(from: $0.lowerBound, to: $0.upperBound) },
        cuts: panel.cuts(points: RideChart.pointsOfLine).map { Cut(atSeconds: $0.second, value: $0.value) })
    }
  }
}

extension RideChartDocument.Series {
  init(_ trace: Trace) {
    name = trace.kind.rawValue
    values = trace.means(RideChart.pointsOfLine)
    stepSeconds = values.isEmpty ? 1 : Double(trace.values.count) / Double(values.count)
  }
}

/// The chart of the history as `--json` prints it.
package struct HistoryChartDocument: Encodable {
  struct Week: Encodable {
    /// The Monday on which the week begins, `2026-11-16`.
    let monday: String
    let zone2Watts: Double?
    /// Of activities, whose zones are not known.
    let averageWatts: Double?
    let decouplingPercent: Double?
    let hours: Double?
  }

  struct Limits: Encodable {
    let name: String
    let unit: String
    let lowest: Double
    let highest: Double
  }

  let weeks: [Week]
  let rides: [RideTrend]?
  let activities: [RemoteActivity]?
  let panels: [Limits]

  package init(_ chart: HistoryChart, rides: [RideTrend], time: LocalTime) {
    self.init(chart, rides, nil, time)
  }

  package init(_ chart: HistoryChart, activities: [RemoteActivity], time: LocalTime) {
    self.init(chart, nil, activities, time)
  }

  private init(_ chart: HistoryChart, _ rides: [RideTrend]?, _ activities: [RemoteActivity]?, _ time: LocalTime) {
    (self.rides, self.activities) = (rides, activities)
    weeks = (0..<chart.weeks).map { week in
      Week(
        monday: time.date(ofDay: chart.firstMonday + 7 * week),
        zone2Watts: activities == nil ? chart.power.means[week] : nil,
        averageWatts: activities == nil ? nil : chart.power.means[week],
        decouplingPercent: chart.decoupling?.means[week], hours: chart.hours.sums[week])
    }
    panels = chart.panels.map {
      Limits(name: $0.title, unit: $0.unit, lowest: $0.axis.lowest, highest: $0.axis.highest)
    }
  }
}
