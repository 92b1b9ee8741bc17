import ControlWire

/// The rides of some weeks, week by week, ready to be drawn.
struct HistoryChart {
  /// One figure over the weeks.
  struct Panel {
    /// What it shows.
    let title: String
    /// In what.
    let unit: String
    /// The scale.
    let axis: Axis
    /// The rides: where, in weeks from the first one's beginning, and the value.
    var rides: [(week: Double, value: Double)] = []
    /// The mean of each week; nil where there is none.
    var means: [Double?] = []
    /// The sum of each week; nil where there is none.
    var sums: [Double?] = []
    /// What the values are read against.
    var reference: Double?
  }

  /// The first week's Monday, in days from 1970-01-01.
  let firstMonday: Int
  /// How many weeks there are, at least one.
  let weeks: Int
  /// How many rides are in them.
  let rideCount: Int
  /// Mean power in Zone 2.
  let power: Panel
  /// Aerobic decoupling.
  let decoupling: Panel
  /// Hours ridden.
  let hours: Panel

  /// What is shown, from the top.
  var panels: [Panel] { [power, decoupling, hours] }

  /// - Parameters:
  ///   - rides: The rides; those outside the weeks count for nothing.
  ///   - today: The last day, in days from 1970-01-01.
  ///   - weeks: How many weeks there are, the last one being that of the last day.
  ///   - time: The rider's clock.
  init(rides: [RideTrend], today: Int, weeks: Int, time: LocalTime) {
    let first = Self.monday(ofDay: today) - 7 * (max(1, weeks) - 1)
    let placed = rides.compactMap { ride -> (day: Int, ride: RideTrend)? in
      guard let day = time.day(ride.start), (first..<(first + 7 * max(1, weeks))).contains(day) else { return nil }
      return (day - first, ride)
    }
    firstMonday = first
    self.weeks = max(1, weeks)
    rideCount = placed.count
    let byWeek = (0..<max(1, weeks)).map { week in placed.filter { $0.day / 7 == week }.map(\.ride) }
    power = Self.panel(
      "Power in Zone 2", "W", placed, byWeek, span: 20, weight: { Double($0.zone2Seconds) }, \.zone2Watts)
    decoupling = Self.decoupling(placed, byWeek)
    hours = Self.hours(byWeek)
  }

  /// The Monday of a day's week (ISO 8601), in days from 1970-01-01, which was a Thursday.
  static func monday(ofDay day: Int) -> Int {
    day - (day + 3) % 7
  }

  private static func panel(
    _ title: String, _ unit: String, _ placed: [(day: Int, ride: RideTrend)], _ byWeek: [[RideTrend]], span: Double,
    including reference: Double? = nil, weight: (RideTrend) -> Double, _ value: (RideTrend) -> Double?
  ) -> Panel {
    let points = placed.compactMap { day, ride in value(ride).map { (week: (Double(day) + 0.5) / 7, value: $0) } }
    let means = byWeek.map { rides -> Double? in
      let known = rides.compactMap { ride in value(ride).map { (weight: weight(ride), value: $0) } }
      let total = known.reduce(0) { $0 + $1.weight }
      return total > 0 ? known.reduce(0) { $0 + $1.weight * $1.value } / total : nil
    }
    let values = points.map(\.value) + [reference].compactMap(\.self)
    let (least, greatest) = (values.min() ?? 0, values.max() ?? span)
    let padding = max(0, span - (greatest - least)) / 2
    let axis = Axis(covering: (least - padding)...(greatest + padding), ticks: 3)
    return Panel(title: title, unit: unit, axis: axis, rides: points, means: means, reference: reference)
  }

  /// Below 5 % heart rate and power keep together, by convention.
  private static func decoupling(_ placed: [(day: Int, ride: RideTrend)], _ byWeek: [[RideTrend]]) -> Panel {
    panel(
      "Decoupling", "%", placed, byWeek, span: 4, including: 5, weight: { Double($0.timerSeconds) },
      \.decouplingPercent)
  }

  private static func hours(_ byWeek: [[RideTrend]]) -> Panel {
    let sums = byWeek.map { rides in
      rides.isEmpty ? nil : rides.reduce(0) { $0 + Double($1.timerSeconds) } / 3600
    }
    let axis = Axis(covering: 0...max(1, sums.compactMap(\.self).max() ?? 0), ticks: 3)
    return Panel(title: "Time a week", unit: "h", axis: axis, sums: sums)
  }
}

extension HistoryChart {
  /// What it is of.
  func title(time: LocalTime) -> String {
    "\(rideCount == 1 ? "1 ride" : "\(rideCount) rides") in \(weeks == 1 ? "1 week" : "\(weeks) weeks")"
      + ", \(time.date(ofDay: firstMonday)) to \(time.date(ofDay: firstMonday + 7 * weeks - 1))"
  }

  /// The weeks with which months begin, and the months' names; January has that of the year.
  var months: [(week: Int, name: String)] {
    (0..<weeks).compactMap { week in
      let monday = firstMonday + 7 * week
      let month = CalendarMonth(ofDay: monday)
      guard monday - month.firstDay < 7 else { return nil }
      return (week, month.number == 1 ? "\(month.year)" : month.shortName)
    }
  }
}
