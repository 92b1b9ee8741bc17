package import ControlWire

/// Texts about trims of a ride.
package enum TrimText {
  /// Describes the part of a ride that is kept, and how to restore the rest.
  static func kept(_ trim: Trim, ofRide id: Int) -> String {
    String(
      localized: "Trimmed: \(range(trim)) of \(ClockTime(trim.wholeSeconds)) is kept; "
        + "`jz2ctl undo \(id)` restores the rest.")
  }

  /// Explains that times of laps and rows count from the trim, not from the whole ride as in `trim`; nil if both agree.
  static func times(_ trim: Trim) -> String? {
    guard trim.fromSeconds > 0 else { return nil }
    return String(
      localized: "0:00 here is \(ClockTime(trim.fromSeconds)) of the whole ride; give `trim` times of the whole ride.")
  }

  /// Notes that a chart shows the whole of a trimmed ride.
  static func whole(_ trim: Trim) -> String { String(localized: "whole; \(range(trim)) is kept") }

  /// The answer to `trim` and `untrim`: the ride before and after, one row each.
  package static func changed(
    from before: RideSummary, to after: RideSummary, uploads: [Upload], page: Page, time: LocalTime
  ) -> String {
    guard before.trim != after.trim else {
      return after.trim.map { kept($0, ofRide: after.id) }
        ?? String(localized: "Ride \(after.id) is whole; nothing was trimmed.")
    }
    let columns: [Table.Column] = [
      .init(String(localized: "Ride \(after.id)")), .init(String(localized: "Start"), drop: 3),
      .init(String(localized: "Time"), .right), .init(String(localized: "Power"), .right),
      .init(String(localized: "Heart"), .right, drop: 4), .init(String(localized: "Work"), .right, drop: 2),
      .init(String(localized: "Distance"), .right, drop: 1),
    ]
    let rows = [(String(localized: "before"), before), (String(localized: "now"), after)].map { name, ride in
      [
        name, time.text(ride.start), "\(ClockTime(ride.timerSeconds))", Figure.watts(ride.averageWatts) ?? "-",
        Figure.heartRate(ride.averageHeartRate) ?? "-", Figure.work(kilojoules: ride.kilojoules),
        Figure.distance(metres: ride.distanceMeters) ?? "-",
      ]
    }
    let state = after.trim.map { kept($0, ofRide: after.id) } ?? String(localized: "Ride \(after.id) is whole again.")
    let stale = uploads.filter(\.isStale).map { UploadText.line($0, ofRide: after.id, time: time) }
    return ([Table(columns: columns, rows: rows).text(on: page), "", state] + stale).joined(separator: "\n")
  }

  /// The answer to `trim --suggest`: a possible end of the ride, the part with its work, and the command for each.
  package static func suggested(_ suggestion: TrimSuggestion, ride: RideSummary) -> String {
    let command = "  jz2ctl trim \(ride.id)"
    let end = ClockTime(suggestion.suggestedEndSeconds)
    var lines: [String] = []
    if suggestion.forgotten, let last = suggestion.activityEndSeconds {
      let tail = ClockTime(suggestion.tailSeconds)
      lines += [
        String(
          localized: "You seem to have forgotten to stop: no pedalling after \(ClockTime(last)), for \(tail)."),
        "\(command) --to \(end)",
      ]
    } else {
      lines.append(String(localized: "No sign of a forgotten stop."))
    }
    let whole = ride.trim?.wholeSeconds ?? ride.elapsedSeconds
    let work = suggestion.workFromSeconds..<max(suggestion.workFromSeconds, suggestion.workToSeconds)
    if work.count >= 60, work.count < whole {
      let (from, to) = (ClockTime(suggestion.workFromSeconds), ClockTime(suggestion.workToSeconds))
      let work =
        Figure.watts(suggestion.levelWatts).map { String(localized: "\(from) to \(to) at \($0)") }
        ?? String(localized: "\(from) to \(to)")
      lines += [
        String(localized: "The main part, without warm-up and cool-down: \(work)."),
        "\(command) --from \(from) --to \(to)",
      ]
    }
    let auto =
      suggestion.proposal.map {
        String(localized: "`jz2ctl trim \(ride.id) --auto` keeps \(range($0)).")
      } ?? String(localized: "Nothing to trim.")
    return (lines + [auto]).joined(separator: "\n")
  }

  private static func range(_ trim: Trim) -> String {
    String(localized: "\(ClockTime(trim.fromSeconds)) to \(ClockTime(trim.toSeconds))")
  }
}
