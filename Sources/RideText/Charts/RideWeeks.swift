package import ControlWire
import Rides

/// A week of rides on a bicycle, from Monday to Sunday (ISO 8601).
package struct RideWeek: Encodable, Hashable {
  /// The Monday, `2026-11-23`.
  package let monday: String
  /// True for the week that is not over; else absent.
  package let unfinished: Bool?
  package var rides = 0
  package var timerSeconds = 0
  package var kilojoules = 0.0
  /// In metres; absent if it is known for no ride.
  package var distanceMeters: Double?
  /// Absent if no ride has a Training Stress Score, for example without a threshold power.
  package var trainingStressScore: Double?
  package var zone2Seconds = 0
  /// One kilocalorie for each kilojoule at the crank: a body turns 24 % of its energy into work.
  package var kilocalories = 0.0
  /// The share of the time in Zone 2, 0…1; nil without a ride.
  package var zone2Share: Double?
  /// Seconds in each power zone, the lowest first; absent if no ride has them, for example without a threshold power.
  package var powerZoneSeconds: [Int]?
}

/// The weeks up to the current one, newest first: the answer to `rides --weeks`.
package struct RideWeeks: Encodable, Hashable {
  package let weeks: [RideWeek]

  /// - Parameters:
  ///   - rides: The rides; those outside the weeks are ignored.
  ///   - today: The current day, in days from 1970-01-01.
  ///   - count: The number of weeks, at least one.
  ///   - time: The rider's local time.
  package init(rides: [RideTrend], today: Int, weeks count: Int, time: LocalTime) {
    let monday = HistoryChart.monday(ofDay: today)
    var weeks = (0..<max(1, count)).map { week in
      RideWeek(monday: time.date(ofDay: monday - 7 * week), unfinished: week == 0 ? true : nil)
    }
    for ride in rides {
      guard let day = time.day(ride.start), day <= monday + 6 else { continue }
      let week = (monday + 6 - day) / 7
      if weeks.indices.contains(week) { weeks[week].add(ride) }
    }
    self.weeks = weeks
  }

  /// A table of the weeks, and a comparison of this week with the last.
  package var text: String {
    let hasDistance = weeks.contains { $0.distanceMeters != nil }
    let hasLoad = weeks.contains { $0.trainingStressScore != nil }
    var columns: [Table.Column] = [
      .init(String(localized: "Week of")), .init(String(localized: "Rides"), .right),
      .init(String(localized: "Time"), .right), .init(String(localized: "Work"), .right),
      .init(String(localized: "Energy"), .right),
    ]
    if hasDistance { columns.append(.init(String(localized: "Distance"), .right)) }
    if hasLoad { columns.append(.init("TSS", .right)) }
    columns += [.init(String(localized: "Zone 2"), .right), .init("")]
    let rows = weeks.map { week in
      var cells = [
        CalendarDay(week.monday)?.dateText ?? week.monday, "\(week.rides)", "\(ClockTime(week.timerSeconds))",
        Figure.work(kilojoules: week.kilojoules),
        "\(Figure.text(week.kilocalories, decimals: 0)) kcal",
      ]
      if hasDistance { cells.append(Figure.distance(metres: week.distanceMeters) ?? "-") }
      if hasLoad { cells.append(week.trainingStressScore.map { Figure.text($0, decimals: 0) } ?? "-") }
      cells.append(week.zone2Share.map { "\(Figure.text($0 * 100, decimals: 0)) %" } ?? "-")
      return cells + [week.unfinished == true ? String(localized: "so far") : ""]
    }
    return [Table(columns: columns, rows: rows).text, powerZones, comparison].compactMap(\.self)
      .joined(separator: "\n\n")
  }

  /// A table of the weeks with power zones, and the time in each; nil if there is no such week.
  private var powerZones: String? {
    let known = weeks.filter { $0.powerZoneSeconds != nil }
    guard let count = known.compactMap(\.powerZoneSeconds?.count).max(), count > 1 else { return nil }
    let columns =
      [Table.Column(String(localized: "Power zones"))]
      + (1...count).map { Table.Column(PowerZoneName.short($0), .right) }
    let rows = known.map { week in
      [CalendarDay(week.monday)?.dateText ?? week.monday]
        + (week.powerZoneSeconds ?? []).map { $0 == 0 ? "-" : "\(ClockTime($0))" }
    }
    return Table(columns: columns, rows: rows).text
  }

  /// Compares this week with the last one; nil without a last one.
  private var comparison: String? {
    guard weeks.count > 1 else { return nil }
    let (now, last) = (weeks[0], weeks[1])
    guard last.timerSeconds > 0 else {
      return String(localized: "This week so far: \(ClockTime(now.timerSeconds)); there was no ride last week.")
    }
    let share = Figure.text(Double(now.timerSeconds) / Double(last.timerSeconds) * 100, decimals: 0)
    let (this, before) = (ClockTime(now.timerSeconds), ClockTime(last.timerSeconds))
    return String(localized: "This week so far: \(this), \(share) % of last week's \(before).")
  }
}

extension RideWeek {
  fileprivate mutating func add(_ ride: RideTrend) {
    rides += 1
    timerSeconds &+= ride.timerSeconds
    kilojoules += ride.kilojoules ?? 0
    if let meters = ride.distanceMeters { distanceMeters = (distanceMeters ?? 0) + meters }
    if let score = ride.trainingStressScore { trainingStressScore = (trainingStressScore ?? 0) + score }
    zone2Seconds &+= ride.zone2Seconds
    if let seconds = ride.powerZoneSeconds { powerZoneSeconds = (powerZoneSeconds ?? []).adding(seconds) }
    kilocalories = kilojoules
    zone2Share = timerSeconds > 0 ? Double(zone2Seconds) / Double(timerSeconds) : nil
  }
}

extension [Int] {
  /// Adds other seconds zone by zone.
  ///
  /// - Parameter seconds: The seconds in each zone; a change of the zone method changes their number.
  /// - Returns: The sums, as many as the longer list has.
  func adding(_ seconds: [Int]) -> [Int] {
    (0..<Swift.max(count, seconds.count)).map { zone in
      (zone < count ? self[zone] : 0) &+ (zone < seconds.count ? seconds[zone] : 0)
    }
  }
}
