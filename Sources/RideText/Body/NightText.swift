import ControlWire
package import Rides

/// Texts about nights.
package enum NightText {
  /// A night in full: its times, then its parts.
  package static func full(_ night: Night) -> String {
    let parts = [
      length(night.knownAsleepMinutes).map { String(localized: "asleep \($0)") },
      length(night.awakeMinutes).map { String(localized: "awake \($0)") },
      length(night.deepMinutes).map { String(localized: "deep \($0)") },
      length(night.remMinutes).map { String(localized: "REM \($0)") },
      length(night.lightMinutes).map { String(localized: "light \($0)") },
    ].compactMap(\.self)
    let heading = heading(night)
    return parts.isEmpty ? heading : "\(heading)\n\(explanation(parts))"
  }

  private static func heading(_ night: Night) -> String {
    let source = night.source == .entered ? "" : " (\(BodyText.name(night.source)))"
    let name = String(localized: "Night of \(night.date.dateText)") + source
    let length = length(night.inBedMinutes)
    guard let times = bed(night) else { return "\([name, length].compactMap(\.self).joined(separator: ", "))." }
    let bed = [String(localized: "in bed \(times)"), length].compactMap(\.self).joined(separator: ", ")
    return String(localized: "\(name): \(bed).")
  }

  private static func length(_ minutes: Double?) -> String? { minutes.map { BodyText.length(minutes: $0) } }

  private static func explanation(_ parts: [String]) -> String {
    parts.joined(separator: ", ").capitalised + "."
  }

  /// The times in bed: `23:10 to 06:50`.
  private static func bed(_ night: Night) -> String? {
    guard let from = night.from, let to = night.to else { return nil }
    // Dates are shown unless the night is a usual one.
    let isUsual = to.day == night.date && (0...1).contains(from.day.distance(to: to.day))
    return isUsual
      ? String(localized: "\(BodyText.clock(from)) to \(BodyText.clock(to))")
      : String(localized: "\(BodyText.time(from)) to \(BodyText.time(to))")
  }

  /// Confirms that the night of a day was deleted.
  package static func deleted(_ day: CalendarDay) -> String {
    String(localized: "Deleted the night of \(day.dateText).")
  }

  /// Describes the result of importing nights from a file.
  ///
  /// - Parameters:
  ///   - stored: The number of stored nights.
  ///   - refused: The days of refused nights, with the reasons.
  ///   - others: The number of refused nights from other programs.
  /// - Returns: The count, and a line for each reason.
  package static func imported(
    _ stored: Int, refused: [(day: CalendarDay, reason: String)], others: Int
  ) -> String {
    let count = refused.count + others
    let summary =
      count == 0
      ? String(counting: stored, one: "\(stored) night is stored.", other: "\(stored) nights are stored.")
      : String(
        counting: stored, one: "\(stored) night is stored, \(count) refused.",
        other: "\(stored) nights are stored, \(count) refused.")
    let lines = refused.map { "\($0.day.dateText): \($0.reason)" }
    return ([summary] + lines).joined(separator: "\n")
  }

  /// The answer to `sleep list`: one row per night, without columns that are empty for every one.
  package static func list(_ nights: [Night], page: Page) -> String {
    guard !nights.isEmpty else {
      return String(localized: "No nights yet. Enter one: `jz2ctl sleep add --from 23:10 --to 6:50`.")
    }
    return MonthTable<Night>(columns: columns, rows: nights, page: page).text
  }

  private static var columns: [MonthTable<Night>.Column] {
    func length(_ minutes: Double?) -> String { self.length(minutes) ?? "" }
    return [
      .init(layout: .init(String(localized: "Date"))) { $0.date.dateText },
      .init(layout: .init(String(localized: "In bed"), drop: 6), isAlways: false) { bed($0) ?? "" },
      .init(layout: .init("", .right, drop: 7), isAlways: false) { length($0.inBedMinutes) },
      .init(layout: .init(String(localized: "Asleep"), .right), isAlways: false) { length($0.knownAsleepMinutes) },
      .init(layout: .init(String(localized: "Awake"), .right, drop: 2), isAlways: false) { length($0.awakeMinutes) },
      .init(layout: .init(String(localized: "Deep"), .right, drop: 5), isAlways: false) { length($0.deepMinutes) },
      .init(layout: .init(String(localized: "REM"), .right, drop: 4), isAlways: false) { length($0.remMinutes) },
      .init(layout: .init(String(localized: "Light"), .right, drop: 3), isAlways: false) { length($0.lightMinutes) },
      .init(layout: .init(String(localized: "Source"), drop: 1), isAlways: false) {
        $0.source == .entered ? "" : BodyText.name($0.source)
      },
    ]
  }
}
