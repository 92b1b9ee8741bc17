import ControlWire
package import Rides

/// The data of `chart --scores`: recovery, strain, sleep and the rider's own range day by day, ready to be drawn.
package struct ScoreChart {
  /// One measure over the days.
  struct Panel {
    /// A named range of values in the background.
    struct Band {
      let category: RecoveryCategory
      let range: ClosedRange<Double>
    }

    let title: String
    let unit: String
    let axis: Axis
    /// The form in which the values are drawn.
    var form = Form.line
    /// A value for each day; nil if it is not known.
    let values: [Double?]
    /// A second line: the mean of seven days.
    var means: [Double?] = []
    /// The rider's own range on each day.
    var ranges: [ClosedRange<Double>?] = []
    /// The categories, from the lowest.
    var bands: [Band] = []

    /// Whether no day has a value.
    var isEmpty: Bool { (values + means).allSatisfy { $0 == nil } && ranges.allSatisfy { $0 == nil } }
    /// The text in place of values if there are none.
    var empty: String { String(localized: "No values on these days.") }
  }

  enum Form {
    case line, bars, points
  }

  /// The scores of each day; nil for a day without scores from the daemon.
  let scores: [DayScores?]
  let first: CalendarDay
  let panels: [Panel]

  /// - Parameters:
  ///   - scores: The scores; those outside the days are left out.
  ///   - first: The first day.
  ///   - count: The number of days, at least one.
  package init(_ scores: [DayScores], first: CalendarDay, days count: Int) {
    let byDay = Dictionary(scores.map { ($0.date, $0) }, uniquingKeysWith: { $1 })
    let days = (0..<max(1, count)).map { byDay[first.advanced(by: $0)] }
    self.first = first
    self.scores = days
    let hundred = Axis(ticks: [0, 25, 50, 75, 100])
    panels = [
      Panel(
        title: String(localized: "Recovery"), unit: String(localized: "of \(100)"), axis: hundred,
        values: days.map { $0?.recovery.score },
        bands: RecoveryCategory.allCases.map(Self.band)),
      Panel(
        title: String(localized: "Strain"),
        unit: String(localized: "of \(Figure.short(ScoreModel.highestStrain))"),
        axis: Axis(ticks: (0...3).map { Double($0) / 3 * ScoreModel.highestStrain }), form: .bars,
        values: days.map { $0?.strain.score }),
      Panel(
        title: String(localized: "Sleep"), unit: String(localized: "of \(100)"), axis: hundred,
        values: days.map { $0?.sleep?.score }),
      Self.ownRange(days),
    ]
  }

  /// Returns the band of a category; categories are defined by rounded scores.
  private static func band(_ category: RecoveryCategory) -> Panel.Band {
    let scores = ScoreModel.scores(of: category)
    return Panel.Band(
      category: category,
      range: max(0, Double(scores.lowerBound) - 0.5)...min(100, Double(scores.upperBound) + 0.5))
  }

  /// Describes the start of a category: `from 34 moderate`; nil for the lowest.
  static func beginning(of category: RecoveryCategory) -> String? {
    let score = ScoreModel.scores(of: category).lowerBound
    switch category {
    case .poor: return nil
    case .moderate: return String(localized: "from \(score) moderate")
    case .optimal: return String(localized: "from \(score) optimal")
    }
  }

  private static func ownRange(_ days: [DayScores?]) -> Panel {
    let shown = days.map { $0?.range?.inMilliseconds }
    let values = shown.map { $0?.today }
    let means = shown.map { $0?.mean7 }
    let ranges = shown.map { range -> ClosedRange<Double>? in
      guard let low = range?.low, let high = range?.high, low <= high else { return nil }
      return low...high
    }
    let all =
      (values + means).compactMap(\.self) + ranges.compactMap(\.self).flatMap { [$0.lowerBound, $0.upperBound] }
    let (least, greatest) = (all.min() ?? 20, all.max() ?? 60)
    let padding = max(0, 20 - (greatest - least)) / 2
    return Panel(
      title: "HRV", unit: "ms", axis: Axis(covering: max(0, least - padding)...(greatest + padding), ticks: 4),
      form: .points, values: values, means: means, ranges: ranges)
  }

  var days: Int { scores.count }

  var last: CalendarDay { first.advanced(by: days - 1) }

  var title: String { String(counting: days, one: "Scores of \(days) day", other: "Scores of \(days) days") }

  /// The first and the last day.
  var subtitle: String { String(localized: "\(first.dateText) to \(last.dateText)") }

  /// The labelled days: every day of two weeks, the Mondays of six weeks, else the first days of months, of which the
  /// first and January include the year.
  var ticks: [(day: Int, label: String)] {
    var hasYear = false
    return (0..<days).compactMap { index in
      let day = first.advanced(by: index)
      let month = CalendarMonth(ofDay: max(0, day.daysSince1970))
      let label = month.shortName(withDay: day.fields.day)
      if days <= 14 { return (index, index == 0 || day.fields.day == 1 ? label : "\(day.fields.day)") }
      if days <= 45 { return HistoryChart.monday(ofDay: day.daysSince1970) == day.daysSince1970 ? (index, label) : nil }
      guard day.fields.day == 1 else { return nil }
      defer { hasYear = true }
      return (index, hasYear && month.number != 1 ? month.shortName : "\(month.shortName) \(month.year)")
    }
  }

  /// Describes a day by its known values, one panel per line.
  func text(ofDay day: Int) -> String {
    let known = panels.compactMap { panel in
      panel.values[day].map { value in
        "\(panel.title) \(Figure.text(value, decimals: 0)) \(panel.unit)"
      }
    }
    let unknown = String(localized: "no scores")
    return (["\(first.advanced(by: day))"] + (known.isEmpty ? [unknown] : known)).joined(separator: "\n")
  }

  /// Describes the picture for screen readers: the days with a score, newest first, at most 60.
  var description: String {
    let shown = (0..<days).reversed().filter { day in panels.contains { $0.values[day] != nil } }.prefix(60)
    return shown.isEmpty
      ? String(localized: "No scores on these days.") : shown.map(text(ofDay:)).joined(separator: "\n")
  }

  /// Groups the known values into lines, separated by days without a value.
  static func lines(_ values: [Double?]) -> [[(day: Int, value: Double)]] {
    HistoryChart.lines(values).map { line in line.map { (day: $0.week, value: $0.mean) } }
  }
}

/// The chart of the scores for `--json` and CSV.
package struct ScoreChartDocument: Encodable {
  struct Day: Encodable {
    let date: CalendarDay
    let recovery: Double?
    let category: RecoveryCategory?
    let provisional: Bool?
    let strain: Double?
    let sleep: Double?
    let lnHRV: Double?
    let mean7: Double?
    let low: Double?
    let high: Double?
  }

  let from: CalendarDay
  let to: CalendarDay
  let days: [Day]

  package init(_ chart: ScoreChart) {
    (from, to) = (chart.first, chart.last)
    days = chart.scores.enumerated().map { index, day in
      Day(
        date: chart.first.advanced(by: index), recovery: day?.recovery.score, category: day?.recovery.category,
        provisional: day?.recovery.score == nil ? nil : day?.recovery.provisional, strain: day?.strain.score,
        sleep: day?.sleep?.score, lnHRV: day?.range?.today, mean7: day?.range?.mean7,
        low: day?.range?.low, high: day?.range?.high)
    }
  }

  /// The days as CSV (RFC 4180) with a heading; unknown values are empty.
  package var csv: String {
    let heading = "date,recovery,category,provisional,strain,sleep,lnHRV,mean7,low,high"
    func number(_ value: Double?) -> String { value.map { Figure.pointed($0, decimals: 4) } ?? "" }
    let rows = days.map { day in
      [
        "\(day.date)", number(day.recovery), day.category?.rawValue ?? "", day.provisional.map { "\($0)" } ?? "",
        number(day.strain), number(day.sleep), number(day.lnHRV), number(day.mean7), number(day.low),
        number(day.high),
      ].joined(separator: ",")
    }
    return ([heading] + rows).map { "\($0)\r\n" }.joined()
  }
}
