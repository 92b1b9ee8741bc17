package import ControlWire

/// The data of `chart --history`: rides and totals week by week, ready to be drawn.
package struct HistoryChart {
  /// One measure over the weeks.
  struct Panel {
    /// The name of the measure.
    let title: String
    /// The unit shown at the axis: "W", "%" or "h".
    let unit: String
    /// The vertical scale.
    let axis: Axis
    /// One point per ride: its place in weeks from the start of the first week, and its value.
    var rides: [(week: Double, value: Double)] = []
    /// The mean of each week; nil for a week without a value.
    var means: [Double?] = []
    /// The sum of each week; nil for a week without a ride.
    var sums: [Double?] = []
    /// A value to compare with, drawn as a line.
    var reference: Double?
  }

  /// The Monday of the first week, in days from 1970-01-01.
  let firstMonday: Int
  /// The number of weeks, at least one.
  let weeks: Int
  /// The number of rides in these weeks.
  let rideCount: Int
  /// Mean power, in Zone 2 where that is known.
  let power: Panel
  /// Aerobic decoupling; nil where it is not known.
  let decoupling: Panel?
  /// Hours ridden.
  let hours: Panel
  /// Whose data they are, if they are not the rider's own.
  var credit: String?

  /// The panels from top to bottom.
  var panels: [Panel] { [power, decoupling, hours].compactMap(\.self) }

  /// - Parameters:
  ///   - rides: The rides; those outside the weeks are ignored.
  ///   - today: The last day, in days from 1970-01-01.
  ///   - most: The most weeks to show, up to the week of `today`; weeks before the first ride are left out.
  ///   - time: The rider's local time.
  package init(rides: [RideTrend], today: Int, weeks most: Int, time: LocalTime) {
    self.init(rides: rides, today: today, weeks: most, time: time, power: "Power in Zone 2", hasDecoupling: true)
  }

  /// The chart of rides at Strava, which tells their mean power; other sports are left out.
  package init(activities: [RemoteActivity], today: Int, weeks most: Int, time: LocalTime) {
    let rides = activities.filter { $0.sport?.contains("Ride") ?? true }.map { activity in
      RideTrend(
        id: activity.ride ?? 0, start: activity.start, timerSeconds: activity.timerSeconds,
        zone2Seconds: activity.timerSeconds, zone2Watts: activity.averageWatts, decouplingPercent: nil)
    }
    self.init(rides: rides, today: today, weeks: most, time: time, power: "Power", hasDecoupling: false)
    credit = RemoteListText.credit
  }

  private init(
    rides: [RideTrend], today: Int, weeks most: Int, time: LocalTime, power title: String, hasDecoupling: Bool
  ) {
    let days = Self.monday(ofDay: today) - 7 * (max(1, most) - 1)..<Self.monday(ofDay: today) + 7
    let dated = rides.compactMap { ride in time.day(ride.start).map { (day: $0, ride: ride) } }
      .filter { days.contains($0.day) }
    let weeks = Self.weeks(from: dated.map(\.day).min(), in: days)
    let first = days.upperBound - 7 * weeks
    let placed = dated.map { (day: $0.day - first, ride: $0.ride) }
    firstMonday = first
    self.weeks = weeks
    rideCount = placed.count
    let byWeek = (0..<weeks).map { week in placed.filter { $0.day / 7 == week }.map(\.ride) }
    power = Self.panel(title, "W", placed, byWeek, span: 20, weight: { Double($0.zone2Seconds) }, \.zone2Watts)
    decoupling = hasDecoupling ? Self.decoupling(placed, byWeek) : nil
    hours = Self.hours(byWeek)
  }

  /// About a month: fewer weeks would show no trend.
  private static let fewestWeeks = 4

  /// Counts the weeks from the first ride on, but at least a month if `days` has one.
  private static func weeks(from firstRide: Int?, in days: Range<Int>) -> Int {
    let most = days.count / 7
    guard let firstRide else { return most }
    return max(min(most, fewestWeeks), (days.upperBound - monday(ofDay: firstRide)) / 7)
  }

  /// The Monday of a day's week (ISO 8601), in days from 1970-01-01; that day was a Thursday.
  package static func monday(ofDay day: Int) -> Int {
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

  /// By convention, below 5 % heart rate and power are coupled.
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
  /// The title: how many rides, in which weeks.
  func title(time: LocalTime) -> String {
    "\(rideCount == 1 ? "1 ride" : "\(rideCount) rides")\(credit == nil ? "" : " at Strava") in \(weeks == 1 ? "1 week" : "\(weeks) weeks")"
      + ", \(time.date(ofDay: firstMonday)) to \(time.date(ofDay: firstMonday + 7 * weeks - 1))"
  }

  /// The weeks in which months begin, with the months' names; January shows the year instead.
  var months: [(week: Int, name: String)] {
    (0..<weeks).compactMap { week in
      let monday = firstMonday + 7 * week
      let month = CalendarMonth(ofDay: monday)
      guard monday - month.firstDay < 7 else { return nil }
      return (week, month.number == 1 ? "\(month.year)" : month.shortName)
    }
  }
}
