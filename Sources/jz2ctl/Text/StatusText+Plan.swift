import ControlWire

extension StatusText {
  /// Where the ride stands in its plan: a line for each thing known.
  static func rows(of plan: PlanStatus, _ glyphs: Glyphs) -> [(String, String)] {
    var rows: [(String, String)] = []
    let share = "\(Figure.text((min(1, max(0, plan.share)) * 100).rounded(.down), decimals: 0)) % done"
    let bias = plan.biasPercent == 0 ? nil : "bias \(Figure.signed(plan.biasPercent)) %"
    rows.append(("Plan", [plan.name?.printable, share, bias].compactMap(\.self).joined(separator: ", ")))
    guard let interval = plan.interval else { return rows + [("Interval", IntervalText.over(plan))] }
    let label = interval.label.map { ", \($0.printable)" } ?? ""
    let cadence = IntervalText.cadence(from: interval.cadenceFrom, to: interval.cadenceTo, glyphs)
    let facts = [IntervalText.aim(interval, glyphs), cadence, IntervalText.left(interval)].compactMap(\.self)
    rows.append(
      ("Interval", "\(interval.number) of \(plan.intervals)\(label): \(facts.joined(separator: ", "))"))
    if let cue = interval.cue { rows.append(("Cue", cue.printable)) }
    if let next = plan.next { rows.append(("Next", self.next(next, glyphs))) }
    return rows
  }

  /// The interval that comes: `4 Under: 180 W, 2:00`.
  static func next(_ interval: IntervalStatus, _ glyphs: Glyphs) -> String {
    let title = IntervalText.title(interval.number, interval.label)
    return "\(title): \(IntervalText.aim(interval, glyphs)), \(IntervalText.length(interval))"
  }

  /// The intervals that are over, a row each; nil where there is none.
  static func expired(_ plan: PlanStatus) -> String? {
    guard !plan.expired.isEmpty else { return nil }
    let isCut = plan.expiredCount > plan.expired.count
    let title = isCut ? "Ended, the last \(plan.expired.count) of \(plan.expiredCount)" : "Ended"
    let columns: [Table.Column] = [
      .init("Interval", .right), .init("Label"), .init("At", .right), .init("Took", .right), .init(""),
    ]
    let rows = plan.expired.map { interval in
      [
        "\(interval.number)", interval.label?.printable ?? "-", "\(ClockTime(interval.atSeconds))",
        IntervalText.taken(interval), IntervalText.outcome(interval) ?? "",
      ]
    }
    return "\(title)\n\(Table(columns: columns, rows: rows).text)"
  }
}
