package import ControlWire

/// The data of `chart --history`: rides and totals week by week, ready to be drawn.
package struct HistoryChart {
  /// One measure over the weeks.
  struct Panel {
    /// The name of the panel for programs.
    enum Code: String, Encodable {
      case zone2Watts, averageWatts, decouplingPercent, hours, powerZoneHours
    }

    /// The hours of a week.
    struct Hours: Equatable {
      var zone2: Double
      /// The hours outside Zone 2.
      var other: Double

      var all: Double { zone2 + other }
    }

    let code: Code
    /// The unit shown at the axis: "W", "%" or "h".
    let unit: String
    /// The vertical scale.
    let axis: Axis
    /// One point per ride: its place in weeks from the start of the first week, and its value.
    var rides: [(week: Double, value: Double)] = []
    /// The mean of each week; nil for a week without a value.
    var means: [Double?] = []
    /// The hours of each week; nil for a week without a ride.
    var sums: [Hours?] = []
    /// The hours of each week in each power zone, the lowest first; nil for a week without them.
    var zones: [[Double]?] = []
    /// A value to compare with, drawn as a line.
    var reference: Double?

    var isEmpty: Bool { rides.isEmpty && sums.allSatisfy { $0 == nil } && zones.isEmpty }

    /// The number of power zones; 0 in other panels.
    var zoneCount: Int { zones.compactMap { $0?.count }.max() ?? 0 }

    /// The name of the measure.
    var title: String {
      switch code {
      case .zone2Watts: String(localized: "Power in Zone 2")
      case .averageWatts: String(localized: "Power")
      case .decouplingPercent: String(localized: "Decoupling")
      case .hours: String(localized: "Time per week")
      case .powerZoneHours: String(localized: "Time in power zones")
      }
    }

    /// The text in place of a panel without values.
    var empty: String {
      switch code {
      case .zone2Watts: String(localized: "No ride in Zone 2 yet.")
      case .averageWatts: String(localized: "No ride with power yet.")
      case .decouplingPercent: String(localized: "No ride with 20 minutes of steady riding yet.")
      case .hours, .powerZoneHours: ""
      }
    }
  }

  /// The Monday of the first week, in days from 1970-01-01.
  let firstMonday: Int
  /// The number of weeks, at least one.
  let weeks: Int
  /// The number of rides in these weeks.
  let rideCount: Int
  /// Mean power, in Zone 2 if that is known.
  let power: Panel
  /// Aerobic decoupling; nil if it is not known.
  let decoupling: Panel?
  /// Hours ridden.
  let hours: Panel
  /// Hours in each power zone; nil if they are not known, for example without a threshold power.
  let powerZones: Panel?
  /// Whether the hours in Zone 2 are known.
  let hasZone2: Bool
  /// The number of rides in each week.
  let rideCounts: [Int]
  /// The credit for the data's owner; nil if the data are the rider's own.
  var credit: String? { isRemote ? RemoteListText.credit : nil }
  private let isRemote: Bool

  /// The panels from top to bottom.
  var panels: [Panel] { [power, decoupling, hours, powerZones].compactMap(\.self) }

  /// - Parameters:
  ///   - rides: The rides; those outside the weeks are ignored.
  ///   - today: The last day, in days from 1970-01-01.
  ///   - most: The maximum number of weeks, up to the week of `today`; weeks before the first ride are left out.
  ///   - time: The rider's local time.
  package init(rides: [RideTrend], today: Int, weeks most: Int, time: LocalTime) {
    self.init(rides: rides, today: today, weeks: most, time: time, isRemote: false)
  }

  /// Creates the chart of rides at Strava, which provides their mean power; other sports are left out.
  package init(activities: [RemoteActivity], today: Int, weeks most: Int, time: LocalTime) {
    let rides = activities.filter { $0.sport?.contains("Ride") ?? true }.map { activity in
      RideTrend(
        id: activity.ride ?? 0, start: activity.start, timerSeconds: activity.timerSeconds,
        zone2Seconds: activity.timerSeconds, zone2Watts: activity.averageWatts, decouplingPercent: nil)
    }
    self.init(rides: rides, today: today, weeks: most, time: time, isRemote: true)
  }

  private init(rides: [RideTrend], today: Int, weeks most: Int, time: LocalTime, isRemote: Bool) {
    let days = Self.monday(ofDay: today) - 7 * (max(1, most) - 1)..<Self.monday(ofDay: today) + 7
    let dated = rides.compactMap { ride in time.day(ride.start).map { (day: $0, ride: ride) } }
      .filter { days.contains($0.day) }
    // The chart starts with the first ride, so that no part of it is empty.
    let first = dated.map(\.day).min().map(Self.monday(ofDay:)) ?? Self.monday(ofDay: today)
    let weeks = (days.upperBound - first) / 7
    let placed = dated.map { (day: $0.day - first, ride: $0.ride) }
    firstMonday = first
    self.weeks = weeks
    rideCount = placed.count
    hasZone2 = !isRemote
    self.isRemote = isRemote
    let byWeek = (0..<weeks).map { week in placed.filter { $0.day / 7 == week }.map(\.ride) }
    rideCounts = byWeek.map(\.count)
    power = Self.power(placed, byWeek, isRemote: isRemote)
    decoupling = isRemote ? nil : Self.decoupling(placed, byWeek)
    hours = Self.hours(byWeek)
    powerZones = Self.powerZones(byWeek)
  }

  /// Returns the Monday of a day's week (ISO 8601), in days from 1970-01-01, which was a Thursday.
  package static func monday(ofDay day: Int) -> Int {
    day - (day + 3) % 7
  }

  private static func power(
    _ placed: [(day: Int, ride: RideTrend)], _ byWeek: [[RideTrend]], isRemote: Bool
  ) -> Panel {
    panel(
      isRemote ? .averageWatts : .zone2Watts, "W", placed, byWeek, span: 20, weight: { Double($0.zone2Seconds) },
      \.zone2Watts)
  }

  private static func panel(
    _ code: Panel.Code, _ unit: String, _ placed: [(day: Int, ride: RideTrend)], _ byWeek: [[RideTrend]],
    span: Double, including reference: Double? = nil, weight: (RideTrend) -> Double, _ value: (RideTrend) -> Double?
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
    return Panel(code: code, unit: unit, axis: axis, rides: points, means: means, reference: reference)
  }

  /// By convention, heart rate and power are coupled below 5 %.
  private static func decoupling(_ placed: [(day: Int, ride: RideTrend)], _ byWeek: [[RideTrend]]) -> Panel {
    panel(
      .decouplingPercent, "%", placed, byWeek, span: 4, including: 5, weight: { Double($0.timerSeconds) },
      \.decouplingPercent)
  }

  private static func hours(_ byWeek: [[RideTrend]]) -> Panel {
    let sums = byWeek.map { rides -> Panel.Hours? in
      guard !rides.isEmpty else { return nil }
      let all = rides.reduce(0) { $0 + Double($1.timerSeconds) } / 3600
      let zone2 = min(all, rides.reduce(0) { $0 + Double($1.zone2Seconds) } / 3600)
      return Panel.Hours(zone2: zone2, other: all - zone2)
    }
    return Panel(code: .hours, unit: "h", axis: axis(ofHours: sums.compactMap { $0?.all }), sums: sums)
  }

  private static func powerZones(_ byWeek: [[RideTrend]]) -> Panel? {
    let zones = byWeek.map { rides -> [Double]? in
      let known = rides.compactMap(\.powerZoneSeconds)
      return known.isEmpty ? nil : known.reduce([]) { $0.adding($1) }.map { Double(max(0, $0)) / 3600 }
    }
    guard zones.contains(where: { $0 != nil }) else { return nil }
    let sums = zones.compactMap { $0?.reduce(0, +) }
    return Panel(code: .powerZoneHours, unit: "h", axis: axis(ofHours: sums), zones: zones)
  }

  /// Returns the scale of hours, with space for the number above the highest bar.
  private static func axis(ofHours hours: [Double]) -> Axis {
    Axis(covering: 0...max(1, (hours.max() ?? 0) * 1.12), ticks: 3)
  }
}

extension HistoryChart {
  /// The text in place of a chart without rides.
  var empty: String {
    isRemote
      ? String(localized: "No rides at Strava in these weeks.")
      : String(localized: "No rides yet. Start one: `jz2ctl start 150 60`.")
  }

  /// The title with the number of rides.
  var title: String {
    let rides = rideCount.rides
    let weeks = String(counting: weeks, one: "\(weeks) week", other: "\(weeks) weeks")
    return String(localized: isRemote ? "\(rides) at Strava in \(weeks)" : "\(rides) in \(weeks)")
  }

  /// The first and the last day.
  func subtitle(time: LocalTime) -> String {
    String(localized: "\(time.dateText(ofDay: firstMonday)) to \(time.dateText(ofDay: firstMonday + 7 * weeks - 1))")
  }

  /// The weeks in which months begin, with the months' names; the first month and January include the year.
  ///
  /// A history of many years has only the years.
  var months: [(week: Int, name: String)] {
    let months = (0..<weeks).compactMap { week -> (week: Int, month: CalendarMonth)? in
      let monday = firstMonday + 7 * week
      let month = CalendarMonth(ofDay: monday)
      // A history of a few weeks may contain no start of a month; its first week is then labelled.
      let isFirst = monday - month.firstDay < 7 && (weeks <= Self.weeksWithMonths || month.number == 1)
      return isFirst || (week == 0 && weeks < 6) ? (week, month) : nil
    }
    return months.enumerated().map { index, entry in
      if weeks > Self.weeksWithMonths { return (entry.week, "\(entry.month.year)") }
      let hasYear = index == 0 || entry.month.number == 1
      return (entry.week, hasYear ? "\(entry.month.shortName) \(entry.month.year)" : entry.month.shortName)
    }
  }

  /// The maximum number of weeks with the names of months; in more weeks they would be too close.
  private static let weeksWithMonths = 120

  /// Returns whether a week is not over; only the last one, which contains today, is not.
  func isOpen(_ week: Int) -> Bool { week == weeks - 1 }

  /// Describes a week by its Monday, its rides, and the value of each panel.
  func text(ofWeek week: Int, time: LocalTime) -> String {
    let rides = rideCounts[week].rides
    let monday = time.dateText(ofDay: firstMonday + 7 * week)
    let heading = String(
      localized: isOpen(week) ? "Week of \(monday) so far: \(rides)" : "Week of \(monday): \(rides)")
    let hours = self.hours.sums[week].map { sum in
      let (all, zone2) = (Figure.text(sum.all, decimals: 1), Figure.text(sum.zone2, decimals: 1))
      return hasZone2 ? String(localized: "\(all) h, \(zone2) h in Zone 2") : "\(all) h"
    }
    let zones = powerZones.flatMap { panel in
      panel.zones[week].map { hours in
        hours.enumerated().filter { $1 > 0 }.map { index, hours in
          "\(PowerZoneName.short(index + 1)) \(ClockTime(Int((hours * 3600).rounded())))"
        }.joined(separator: ", ")
      }
    }
    let means = [power, decoupling].compactMap(\.self).compactMap { panel in
      panel.means[week].map { "\(panel.title) \(Figure.text($0, decimals: panel.unit == "%" ? 1 : 0)) \(panel.unit)" }
    }
    return ([heading, hours, zones].compactMap(\.self) + means).joined(separator: "\n")
  }

  /// Describes the picture for screen readers: the weeks with rides, newest first, at most 60.
  func description(time: LocalTime) -> String {
    let shown = (0..<weeks).reversed().filter { rideCounts[$0] > 0 }.prefix(60)
    return rideCount == 0 ? empty : shown.map { text(ofWeek: $0, time: time) }.joined(separator: "\n")
  }
}
