package import ControlWire

/// Nights as people read them.
package enum NightText {
  /// A night in full: its times, then its parts.
  package static func full(_ night: Night) -> String {
    let times = bed(night).map { ": in bed \($0)" } ?? ""
    let inBed = night.inBedMinutes.map { ", \(BodyText.length(minutes: $0))" } ?? ""
    let source = night.source == .entered ? "" : " (\(BodyText.name(night.source)))"
    let parts = [
      night.knownAsleepMinutes.map { "asleep \(BodyText.length(minutes: $0))" },
      part("awake", night.awakeMinutes), part("deep", night.deepMinutes), part("REM", night.remMinutes),
      part("light", night.lightMinutes),
    ].compactMap(\.self)
    let heading = "Night of \(night.date)\(source)\(times)\(inBed)."
    return parts.isEmpty ? heading : "\(heading)\n\(sentence(parts))"
  }

  private static func part(_ name: String, _ minutes: Double?) -> String? {
    minutes.map { "\(name) \(BodyText.length(minutes: $0))" }
  }

  private static func sentence(_ parts: [String]) -> String {
    parts.joined(separator: ", ").capitalised + "."
  }

  /// The times in bed: `23:10 to 06:50`.
  private static func bed(_ night: Night) -> String? {
    guard let from = night.from, let to = night.to else { return nil }
    // The dates are told where they are not those of a usual night.
    let isUsual = to.day == night.date && (0...1).contains(from.day.distance(to: to.day))
    return isUsual
      ? "\(BodyText.clock(from)) to \(BodyText.clock(to))" : "\(BodyText.time(from)) to \(BodyText.time(to))"
  }

  /// Says that the night of a day is deleted.
  package static func deleted(_ day: CalendarDay) -> String { "Deleted the night of \(day)." }

  /// Says what became of the nights of a file.
  ///
  /// - Parameters:
  ///   - stored: How many are stored.
  ///   - refused: The days of those that are not, and why.
  ///   - others: How many of other programs' nights are not.
  /// - Returns: The count, and a line for each reason.
  package static func imported(
    _ stored: Int, refused: [(day: CalendarDay, reason: String)], others: Int
  ) -> String {
    let count = refused.count + others
    let summary = (stored == 1 ? "1 night is" : "\(stored) nights are") + " stored"
    let lines = refused.map { "\($0.day): \($0.reason)" }
    return ([summary + (count > 0 ? ", \(count) refused." : ".")] + lines).joined(separator: "\n")
  }

  /// The answer to `sleep list`: one row per night, without columns that are empty for every one.
  package static func list(_ nights: [Night], page: Page) -> String {
    guard !nights.isEmpty else { return "No nights yet. Enter one: `jz2ctl sleep add --from 23:10 --to 6:50`." }
    return MonthTable<Night>(columns: columns, rows: nights, page: page).text
  }

  private static var columns: [MonthTable<Night>.Column] {
    func length(_ minutes: Double?) -> String { minutes.map { BodyText.length(minutes: $0) } ?? "" }
    return [
      .init(layout: .init("Date")) { "\($0.date)" },
      .init(layout: .init("In bed", drop: 6), isAlways: false) { bed($0) ?? "" },
      .init(layout: .init("", .right, drop: 7), isAlways: false) { length($0.inBedMinutes) },
      .init(layout: .init("Asleep", .right), isAlways: false) { length($0.knownAsleepMinutes) },
      .init(layout: .init("Awake", .right, drop: 2), isAlways: false) { length($0.awakeMinutes) },
      .init(layout: .init("Deep", .right, drop: 5), isAlways: false) { length($0.deepMinutes) },
      .init(layout: .init("REM", .right, drop: 4), isAlways: false) { length($0.remMinutes) },
      .init(layout: .init("Light", .right, drop: 3), isAlways: false) { length($0.lightMinutes) },
      .init(layout: .init("Source", drop: 1), isAlways: false) {
        $0.source == .entered ? "" : BodyText.name($0.source)
      },
    ]
  }
}
