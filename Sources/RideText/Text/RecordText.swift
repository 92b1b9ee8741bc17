package import ControlWire
import Rides

/// Texts about records.
package enum RecordText {
  /// The answer to `records`: one line each, with the ride that holds it.
  package static func list(_ records: [PersonalRecord], time: LocalTime) -> String {
    guard !records.isEmpty else {
      return String(
        localized: "No records yet. A bicycle ride of at least \(Limits.leastComparedSeconds / 60) minute sets the "
          + "first.")
    }
    let columns: [Table.Column] = [
      .init(String(localized: "Record")), .init(String(localized: "Best"), .right),
      .init(String(localized: "Ride"), .right), .init(String(localized: "Day")), .init(String(localized: "Name")),
    ]
    let rows = records.map { record in
      [name(record), value(record.best), "\(record.best.ride)", day(record.best.start, time), title(record.best.title)]
    }
    return Table(columns: columns, rows: rows).text
  }

  /// Lists the records that a finished ride holds, for its summary; nil without any, and for a first ride, which holds
  /// all.
  package static func held(by ride: Int, _ records: [PersonalRecord]) -> String? {
    let held = records.compactMap { record -> String? in
      guard record.best.ride == ride, let before = record.before else { return nil }
      return String(localized: "\(name(record)) \(value(record.best)) (before: \(value(before)))")
    }
    return held.isEmpty ? nil : String(localized: "Records: \(held.joined(separator: "; ")).")
  }

  /// The answer to `power`: the best power for each length of time; with a weight, also relative to it; then FTP and critical power.
  package static func curve(
    _ reply: PowerPoints, isOfOne: Bool, weightKilograms: Double?, time: LocalTime
  ) -> String {
    let points = reply.points
    guard !points.isEmpty else {
      return isOfOne
        ? String(localized: "This ride has no power data.")
        : String(localized: "No bicycle ride in this period has power data.")
    }
    var columns: [Table.Column] = [
      .init(String(localized: "Time"), .right), .init(String(localized: "Power"), .right),
    ]
    if weightKilograms != nil { columns.append(.init("W/kg", .right)) }
    if !isOfOne {
      columns += [
        .init(String(localized: "Ride"), .right), .init(String(localized: "Day")), .init(String(localized: "Name")),
      ]
    }
    let rows = points.map { point in
      var cells = [length(point.overSeconds), Figure.watts(point.watts) ?? "-"]
      if let weightKilograms { cells.append(Figure.text(point.watts / weightKilograms, decimals: 2)) }
      if !isOfOne { cells += ["\(point.ride)", day(point.start, time), title(point.title)] }
      return cells
    }
    let table = Table(columns: columns, rows: rows).text
    return [table, reply.estimate.map(PowerZoneText.estimate)].compactMap(\.self).joined(separator: "\n\n")
  }

  /// Names a record: `Best 20 min`, `Longest ride`.
  private static func name(_ record: PersonalRecord) -> String {
    switch record.kind {
    case .power: best(over: record.overSeconds ?? 0)
    case .time: String(localized: "Longest ride")
    case .distance: String(localized: "Farthest ride")
    case .work: String(localized: "Most work")
    case .zone2Power: String(localized: "Zone 2 power")
    }
  }

  /// Names the best power over a time: `Best 5 s`, `Best 20 min`, `Best 1:30:00`.
  private static func best(over seconds: Int) -> String {
    let minutes = seconds / 60
    if seconds < 60 { return String(counting: seconds, one: "Best \(seconds) s", other: "Best \(seconds) s") }
    guard seconds.isMultiple(of: 60), minutes <= 60 else { return String(localized: "Best \(length(seconds))") }
    return String(counting: minutes, one: "Best \(minutes) min", other: "Best \(minutes) min")
  }

  /// Formats a length of time: `5 s`, `20 min`, `1:30:00`.
  private static func length(_ seconds: Int) -> String {
    if seconds < 60 { return "\(seconds) s" }
    return seconds.isMultiple(of: 60) && seconds <= 3600 ? "\(seconds / 60) min" : "\(ClockTime(seconds))"
  }

  private static func value(_ mark: RecordMark) -> String {
    Figure.watts(mark.watts) ?? mark.timerSeconds.map { "\(ClockTime($0))" }
      ?? Figure.distance(metres: mark.distanceMeters) ?? mark.kilojoules.map { Figure.work(kilojoules: $0) } ?? "-"
  }

  private static func day(_ start: String, _ time: LocalTime) -> String { String(time.text(start).prefix(10)) }

  private static func title(_ title: String?) -> String {
    title.map { $0.printable.count > 40 ? $0.printable.fitted(to: 40) : $0.printable } ?? ""
  }
}
