import ControlWire

extension PlanText {
  /// The answer to `plan list`.
  static func list(_ plans: [PlanSummary]) -> String {
    guard !plans.isEmpty else {
      return "There is no plan yet; `jz2ctl plan new NAME` begins one, `jz2ctl plan import FILE` takes one from a file."
    }
    let columns: [Table.Column] = [
      .init("Plan"), .init("Intervals", .right), .init("Time", .right), .init("Route", .right), .init("About"),
    ]
    let rows = plans.map { plan in
      [
        plan.name.printable, "\(plan.intervals)", time(plan) ?? "-", plan.routeMeters.map(IntervalText.meters) ?? "-",
        plan.summary?.printable ?? "",
      ]
    }
    return Table(columns: columns, rows: rows).text
  }

  /// A plan in a line.
  ///
  /// `over under: 9 intervals, 35:00, a route of 12.35 km.`
  static func summary(_ plan: PlanSummary) -> String {
    let route = plan.routeMeters.map { "a route of \(IntervalText.meters($0))" }
    let parts = [count(plan.intervals), time(plan), route].compactMap(\.self)
    return "\(plan.name.printable): \(parts.joined(separator: ", "))."
  }

  /// The answer to `plan new`.
  static func begun(_ plan: PlanSummary) -> String {
    "The plan \(plan.name.printable) is begun. \(hint(plan.name))"
  }

  /// How to put something into a plan.
  static func hint(_ name: String) -> String {
    "`jz2ctl plan add \(shellWord(name)) --timer 10:00 --watts 150` adds an interval."
  }

  /// So many intervals.
  static func count(_ intervals: Int) -> String {
    intervals == 1 ? "1 interval" : "\(intervals) intervals"
  }

  /// How long it takes: `35:00`, `35:00 and more`; nil where nothing of it ends by the timer.
  static func time(_ plan: PlanSummary) -> String? {
    guard plan.timerSeconds > 0 else { return nil }
    return "\(ClockTime(plan.timerSeconds))\(plan.openEnded ? " and more" : "")"
  }

  /// A name as a shell takes it for one word.
  static func shellWord(_ name: String) -> String {
    let name = name.printable
    let isPlain = !name.isEmpty && name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "-_.".contains($0)) }
    return isPlain && !name.hasPrefix("-")
      ? name : "'\(name.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''"))'"
  }
}
