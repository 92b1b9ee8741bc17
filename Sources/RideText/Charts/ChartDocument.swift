package import ControlWire
import Rides

/// The chart of a ride for `--json`: the drawn values and the limits of each scale.
package struct RideChartDocument: Encodable {
  struct Panel: Encodable {
    /// The kind of the first series.
    let name: String
    /// The name for people.
    let title: String
    let unit: String?
    let lowest: Double
    let highest: Double
    let ticks: [Double]
    let average: Double?
    /// Present if the line and the first series are running means.
    let smoothedSeconds: Int?
    let series: [Series]
    /// Zone 2.
    let band: Band?
    let cuts: [Cut]
  }

  /// A peak of the first series above the scale.
  struct Cut: Encodable {
    let atSeconds: Double
    let value: Double
  }

  /// A series; each value is the mean of `stepSeconds`.
  struct Series: Encodable {
    let name: String
    let stepSeconds: Double
    let values: [Double?]
  }

  /// The heart rates of Zone 2, including both bounds.
  struct Band: Encodable {
    let fromBeatsPerMinute: Int
    let toBeatsPerMinute: Int

    init?(_ band: RideChart.Panel.Band) {
      guard let lowest = band.lowest, let highest = band.highest else { return nil }
      (fromBeatsPerMinute, toBeatsPerMinute) = (lowest, highest)
    }
  }

  /// The planned power of a part of the ride.
  struct Planned: Encodable {
    let fromSeconds: Int
    let toSeconds: Int
    let watts: Double
    /// The power at the end; absent if it is the same.
    let toWatts: Double?
  }

  /// An event, as the picture marks it.
  struct Mark: Encodable {
    let kind: String
    let fromSeconds: Double
    /// Absent for a moment.
    let toSeconds: Double?
    let text: String
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
  let laps: [ReviewedRide.Lap]
  let planned: [Planned]
  let marks: [Mark]
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
    captions = inEnglish { chart.captions }
    laps = chart.laps
    planned = chart.plan.map {
      Planned(
        fromSeconds: $0.seconds.lowerBound, toSeconds: $0.seconds.upperBound, watts: $0.fromWatts,
        toWatts: $0.toWatts == $0.fromWatts ? nil : $0.toWatts)
    }
    marks = inEnglish {
      chart.marks.map { Mark(kind: $0.kind.rawValue, fromSeconds: $0.from, toSeconds: $0.to, text: $0.text) }
    }
    panels = chart.panels.map { panel in
      let rounded = panel.measure.precision.rounded
      return Panel(
        name: panel.measure.kind.rawValue, title: inEnglish { panel.measure.title }, unit: panel.measure.unit,
        lowest: panel.axis.lowest, highest: panel.axis.highest, ticks: panel.axis.ticks,
        average: panel.average.map(rounded), smoothedSeconds: panel.smoothedSeconds,
        series: panel.traces.map { Series($0, rounded) }, band: panel.zone2.flatMap(Band.init),
        cuts: panel.cuts(points: RideChart.pointsOfLine).map { Cut(atSeconds: $0.second, value: rounded($0.value)) })
    }
  }
}

extension RideChartDocument.Series {
  init(_ trace: Trace, _ rounded: (Double) -> Double) {
    name = trace.kind.rawValue
    values = trace.means(RideChart.pointsOfLine).map { $0.map(rounded) }
    stepSeconds = values.isEmpty ? 1 : Double(trace.values.count) / Double(values.count)
  }
}

/// The chart of the history for `--json`.
package struct HistoryChartDocument: Encodable {
  struct Week: Encodable {
    /// The Monday of the week, `2026-11-16`.
    let monday: String
    let zone2Watts: Double?
    /// Present for activities, whose zones are unknown.
    let averageWatts: Double?
    let decouplingPercent: Double?
    let hours: Double?
    /// The part of `hours` in Zone 2; absent for activities.
    let zone2Hours: Double?
    /// The hours in each power zone, the lowest first; absent if they are not known.
    let powerZoneHours: [Double]?
    /// Present for the current week.
    let isOpen: Bool?
  }

  struct Limits: Encodable {
    /// The member of a week that the panel shows.
    let name: HistoryChart.Panel.Code
    let title: String
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
      let watts = chart.power.means[week].map(Precision.power.rounded)
      let hours = chart.hours.sums[week]
      return Week(
        monday: time.date(ofDay: chart.firstMonday + 7 * week), zone2Watts: activities == nil ? watts : nil,
        averageWatts: activities == nil ? nil : watts,
        decouplingPercent: chart.decoupling?.means[week].map(Precision.percent.rounded),
        hours: (hours?.all).map(Precision.hours.rounded),
        zone2Hours: chart.hasZone2 ? (hours?.zone2).map(Precision.hours.rounded) : nil,
        powerZoneHours: chart.powerZones?.zones[week]?.map(Precision.hours.rounded),
        isOpen: chart.isOpen(week) ? true : nil)
    }
    panels = inEnglish {
      chart.panels.map {
        Limits(
          name: $0.code, title: $0.title, unit: $0.unit, lowest: $0.axis.lowest,
          highest: $0.axis.highest)
      }
    }
  }
}

/// Creates the texts of a document for programs, which are always in English.
private func inEnglish<Value>(_ make: () -> Value) -> Value {
  Translation.$current.withValue(nil, operation: make)
}
