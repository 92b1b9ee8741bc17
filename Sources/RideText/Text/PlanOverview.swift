package import ControlWire
import Rides

/// The text about a plan.
package struct PlanOverview {
  let details: PlanDetails
  let page: Page

  package init(details: PlanDetails, page: Page) {
    (self.details, self.page) = (details, page)
  }

  private var glyphs: Glyphs { page.glyphs }

  /// The answer to `plan show`: a heading, a table with each interval's cues below its row, and the total.
  package var text: String {
    let plan = details.plan
    let name = plan.name.printable
    let title = plan.author.map { String(localized: "\(name), by \($0.printable)") } ?? name
    let heading = [title, plan.localizedSummary?.printable].compactMap(\.self).joined(separator: "\n")
    guard !rows.isEmpty else {
      return heading + "\n\n" + String(localized: "It is empty.") + " " + Self.hint(plan.name)
    }
    return [heading, body, total].joined(separator: "\n\n")
  }

  private var body: String {
    // Without repetitions, the numbers of lines and of intervals are the same.
    let hasGroups = details.groups.contains { $0.repeats != 1 || $0.intervals.count != 1 }
    let isUsed = Self.columns.indices.map { column in
      switch column {
      case 0: true
      case 1: hasGroups
      default: Self.always.contains(column) || rows.contains { !$0.cells[column].isEmpty }
      }
    }
    let table = Table(
      columns: zip(Self.columns, isUsed).filter(\.1).map(\.0),
      rows: rows.map { row in zip(row.cells, isUsed).filter(\.1).map(\.0) })
    let lines = table.lines(on: page)
    let below = rows.map { row in row.cues.map { "        \(ClockTime($0.atSeconds)) \($0.text.printable)" } }
    let body = zip(lines.dropFirst(), below).flatMap { [$0] + $1 }
    return (lines.prefix(1) + body).joined(separator: "\n")
  }

  private static var columns: [Table.Column] {
    [
      .init(String(localized: "Line"), cutTo: nil), .init(String(localized: "Interval"), drop: 2),
      .init(String(localized: "Label"), cutTo: 8), .init(String(localized: "Ends after")),
      .init(String(localized: "Target"), cutTo: 12), .init(String(localized: "Cadence"), drop: 1),
    ]
  }
  private static let always = 3...4

  private struct Row {
    let cells: [String]
    var cues: [PlanCue] = []
  }

  private var rows: [Row] {
    var ridden = 0
    return details.groups.enumerated().flatMap { index, group in
      let (number, first) = ("\(index + 1)", ridden + 1)
      let count = group.intervals.count
      ridden = Self.sum(ridden, group.repeats, count)
      guard group.repeats != 1 || count != 1 else {
        return group.intervals.map { row(of: $0, number: number, ridden: "\(first)") }
      }
      let head = Row(cells: [number, "", "\(group.repeats) \(glyphs.times)", "", "", ""])
      return [head]
        + group.intervals.enumerated().map { place, interval in
          let ridden = Self.numbers(from: first + place, by: count, times: group.repeats)
          return row(of: interval, number: "\(number).\(place + 1)", ridden: ridden, indent: "  ")
        }
    }
  }

  private static func sum(_ ridden: Int, _ repeats: Int, _ count: Int) -> Int {
    let (product, overflow) = repeats.multipliedReportingOverflow(by: count)
    return overflow ? ridden : ridden &+ product
  }

  /// Formats the numbers of a repeated interval: `2, 4, 6`; for more than three, the first two and the last:
  /// `2, 4, ..., 20`.
  private static func numbers(from first: Int, by step: Int, times: Int) -> String {
    guard times > 3 else { return (0..<max(0, times)).map { "\(first + $0 * step)" }.joined(separator: ", ") }
    return "\(first), \(first &+ step), ..., \(first &+ (times &- 1) &* step)"
  }

  private func row(of interval: PlannedInterval, number: String, ridden: String, indent: String = "") -> Row {
    let cadence = IntervalText.cadence(from: interval.cadenceFrom, to: interval.cadenceTo, glyphs)
    let cells = [
      number, ridden, interval.label.map { indent + $0.printable } ?? "", Self.end(interval),
      Self.target(interval, thresholdWatts: details.thresholdWatts), cadence ?? "",
    ]
    return Row(cells: cells, cues: interval.cues ?? [])
  }

  /// Describes the end of an interval: `1:00`, `25 m`, `Café`, `47.37690, 8.54170`, `jz2ctl next`.
  static func end(_ interval: PlannedInterval) -> String {
    switch interval.end {
    case .timer: "\(ClockTime(interval.seconds ?? 0))"
    case .distance: IntervalText.meters(interval.meters ?? 0)
    case .location:
      interval.place?.printable
        ?? [interval.latitudeDegrees, interval.longitudeDegrees]
        .map { $0.map { Figure.pointed($0, decimals: 5) } ?? "?" }.joined(separator: ", ")
    case .activity: "`jz2ctl next`"
    }
  }

  /// Describes a target: `150 W`, `50 to 75 % FTP`, `100 W to 75 % FTP`, `zone 2 from 140 W`,
  /// `120 to 130 bpm`, `free`; with the threshold power, percentages are followed by their watts: `105 % FTP = 252 W`.
  static func target(_ interval: PlannedInterval, thresholdWatts: Int? = nil) -> String {
    let start = power(interval.watts, interval.thresholdPercent)
    let end = power(interval.toWatts, interval.toThresholdPercent)
    let hasPercent = interval.thresholdPercent != nil || interval.toThresholdPercent != nil
    let watts = hasPercent ? thresholdWatts : nil
    let powers = start.map { start in
      let planned = span(from: start, to: end)
      guard let watts else { return planned }
      let held = span(
        from: power(inWatts: interval.watts, interval.thresholdPercent, watts) ?? start,
        to: power(inWatts: interval.toWatts, interval.toThresholdPercent, watts))
      return "\(planned) = \(held)"
    }
    guard let goal = interval.zone.map({ String(localized: "zone \($0)") }) ?? heartRates(interval) else {
      return powers ?? String(localized: "free")
    }
    return powers.map { String(localized: "\(goal) from \($0)") } ?? goal
  }

  private static func heartRates(_ interval: PlannedInterval) -> String? {
    guard let from = interval.bpmFrom, let to = interval.bpmTo else { return nil }
    return from == to ? "\(from) \(Figure.heartRateUnit)" : String(localized: "\(from) to \(to) bpm")
  }

  private typealias PowerText = (figure: String, unit: String)

  private static func power(_ watts: Int?, _ percent: Double?) -> PowerText? {
    watts.map { (figure: "\($0)", unit: "W") } ?? percent.map { (figure: Figure.short($0), unit: "% FTP") }
  }

  private static func power(inWatts watts: Int?, _ percent: Double?, _ threshold: Int) -> PowerText? {
    let watts = watts.map(Double.init) ?? percent.map { $0 * Double(threshold) / 100 }
    return watts.map { (figure: Figure.text($0, decimals: 0), unit: "W") }
  }

  /// Formats a power or a ramp; a unit that both ends share is written once.
  private static func span(from: PowerText, to: PowerText?) -> String {
    guard let to else { return "\(from.figure) \(from.unit)" }
    let start = from.unit == to.unit ? from.figure : "\(from.figure) \(from.unit)"
    let end = "\(to.figure) \(to.unit)"
    return String(localized: "\(start) to \(end)")
  }

  /// The plan's totals, grouped by how its intervals end.
  private var total: String {
    var (meters, located, words) = (0.0, 0, 0)
    for group in details.groups {
      for interval in group.intervals {
        switch interval.end {
        case .timer: break
        case .distance: meters += (interval.meters ?? 0) * Double(group.repeats)
        case .location: located &+= group.repeats
        case .activity: words &+= group.repeats
        }
      }
    }
    let plan = details.plan
    let parts = [
      plan.timerSeconds > 0 ? String(localized: "\(ClockTime(plan.timerSeconds)) by time") : nil,
      meters > 0 ? String(localized: "\(IntervalText.meters(meters)) by distance") : nil,
      located > 0 ? String(localized: "\(located) to a place") : nil,
      words > 0 ? String(localized: "\(words) until `jz2ctl next`") : nil,
    ]
    let length = plan.routeMeters.map { String(localized: "Its route is \(IntervalText.meters($0)) long.") }
    let route = length.map { " \($0)\(places)" } ?? ""
    let list = parts.compactMap(\.self).joined(separator: ", ")
    return String(localized: "\(Self.count(plan.intervals)): \(list).") + intensity + route
  }

  /// The load of a workout of the package.
  private var intensity: String {
    guard let factor = details.plan.intensityFactor, let score = details.plan.trainingStressScore else { return "" }
    return " "
      + String(localized: "IF \(Figure.text(factor, decimals: 2)), TSS \(Figure.text(score, decimals: 0)).")
  }

  /// The named places of the route, at which an interval can end.
  private var places: String {
    guard let names = details.waypoints?.map(\.name.printable), !names.isEmpty else { return "" }
    return " " + String(localized: "Its places: \(names.joined(separator: ", ")).")
  }

  /// The answer to `plan list`.
  package static func list(_ plans: [PlanSummary], page: Page) -> String {
    let packaged = plans.filter { $0.kind != nil }
    let own = ownList(plans.filter { $0.kind == nil }, page)
    return packaged.isEmpty ? own : [own, packagedList(packaged, page)].joined(separator: "\n\n")
  }

  private static func ownList(_ plans: [PlanSummary], _ page: Page) -> String {
    guard !plans.isEmpty else {
      return String(
        localized:
          "No plans of your own yet; `jz2ctl plan new NAME` creates one, `jz2ctl import FILE` imports one.")
    }
    let hasCalendar = plans.contains { $0.source != nil }
    var columns: [Table.Column] = [
      .init(String(localized: "Plan"), cutTo: 12), .init(String(localized: "Intervals"), .right, drop: 3),
      .init(String(localized: "Time"), .right), .init(String(localized: "Route"), .right, drop: 4),
    ]
    if hasCalendar {
      columns += [.init(String(localized: "From"), drop: 2), .init(String(localized: "Ridden"), drop: 5)]
    }
    columns.append(.init(String(localized: "About"), cutTo: 10, drop: 1))
    let rows = plans.map { plan in
      var cells = [plan.name.printable, "\(plan.intervals)", time(plan) ?? "-"]
      cells.append(plan.routeMeters.map(IntervalText.meters) ?? "-")
      if hasCalendar { cells += [plan.source?.printable ?? "-", plan.ridden.map(yes) ?? "-"] }
      return cells + [plan.summary?.printable ?? ""]
    }
    return Table(columns: columns, rows: rows).text(on: page)
  }

  private static func yes(_ isSo: Bool) -> String { isSo ? String(localized: "yes") : String(localized: "no") }

  /// The answer to `plan list --deleted`.
  package static func deleted(_ plans: [PlanSummary], page: Page, time: LocalTime) -> String {
    guard !plans.isEmpty else { return String(localized: "No deleted plans.") }
    let columns: [Table.Column] = [
      .init(String(localized: "Plan")), .init(String(localized: "Intervals"), .right),
      .init(String(localized: "Time"), .right), .init(String(localized: "Until")),
    ]
    let rows = plans.map { plan in
      [
        plan.name.printable, "\(plan.intervals)", Self.time(plan) ?? "-",
        plan.deletedUntil.map { "\(time.text($0).prefix(10))" } ?? "-",
      ]
    }
    return Table(columns: columns, rows: rows).text(on: page)
      + "\n\n" + String(localized: "`jz2ctl undo NAME` restores a plan until the day shown.")
  }

  /// Describes a plan in one line.
  ///
  /// `over under: 9 intervals, 35:00, a route of 12.35 km.`
  package static func summary(_ plan: PlanSummary) -> String {
    let route = plan.routeMeters.map { String(localized: "a route of \(IntervalText.meters($0))") }
    let parts = [count(plan.intervals), time(plan), route].compactMap(\.self)
    return String(localized: "\(plan.name.printable): \(parts.joined(separator: ", ")).")
  }

  /// Formats the planned length briefly: `35:00`, `35:00 and more`, `3 intervals`.
  package static func length(_ plan: PlanSummary) -> String { time(plan) ?? count(plan.intervals) }

  /// The answer to `plan new`.
  package static func begun(_ plan: PlanSummary) -> String {
    String(localized: "Created the plan \(plan.name.printable).") + " " + hint(plan.name)
  }

  /// Shows the command that adds an interval to a plan.
  static func hint(_ name: String) -> String {
    String(
      localized: "`jz2ctl plan add \(name.printable.shellWord) --timer 10:00 --watts 150` adds an interval.")
  }

  /// Formats a count of intervals: `1 interval`, `9 intervals`.
  static func count(_ intervals: Int) -> String {
    String(counting: intervals, one: "\(intervals) interval", other: "\(intervals) intervals")
  }

  /// Formats the planned time: `35:00`, `35:00 and more`; nil if no interval ends by the timer.
  static func time(_ plan: PlanSummary) -> String? {
    guard plan.timerSeconds > 0 else { return nil }
    let time = ClockTime(plan.timerSeconds)
    return plan.openEnded ? String(localized: "\(time) and more") : "\(time)"
  }
}
