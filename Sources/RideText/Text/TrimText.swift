package import ControlWire

/// Cuts of a ride as people read them.
package enum TrimText {
  /// Says which part of a ride is kept and how to restore the rest.
  static func kept(_ trim: Trim, ofRide id: Int) -> String {
    "Trimmed: \(range(trim)) of \(ClockTime(trim.wholeSeconds)) is kept; `jz2ctl untrim \(id)` restores the rest."
  }

  /// Says that times of laps and rows count from the cut, not from the whole ride as `trim` does; nil if both agree.
  static func times(_ trim: Trim) -> String? {
    guard trim.fromSeconds > 0 else { return nil }
    return "Times here count from \(ClockTime(trim.fromSeconds)) of the whole ride; `trim` takes those of the whole."
  }

  /// Says that a chart shows the whole of a cut ride.
  static func whole(_ trim: Trim) -> String { "whole; \(range(trim)) is kept" }

  /// The answer to `trim` and `untrim`: the ride before and after, one row each.
  package static func changed(
    from before: RideSummary, to after: RideSummary, uploads: [Upload], page: Page, time: LocalTime
  ) -> String {
    guard before.trim != after.trim else {
      return after.trim.map { kept($0, ofRide: after.id) } ?? "Ride \(after.id) is whole; nothing was trimmed."
    }
    let columns: [Table.Column] = [
      .init("Ride \(after.id)"), .init("Begun", drop: 3), .init("Time", .right), .init("Power", .right),
      .init("Heart", .right, drop: 4), .init("Work", .right, drop: 2), .init("Distance", .right, drop: 1),
    ]
    let rows = [("before", before), ("now", after)].map { name, ride in
      [
        name, time.text(ride.start), "\(ClockTime(ride.timerSeconds))", Figure.watts(ride.averageWatts) ?? "-",
        Figure.heartRate(ride.averageHeartRate) ?? "-", Figure.work(kilojoules: ride.kilojoules),
        Figure.distance(metres: ride.distanceMeters) ?? "-",
      ]
    }
    let state = after.trim.map { kept($0, ofRide: after.id) } ?? "Ride \(after.id) is whole again."
    let stale = uploads.filter(\.isStale).map { UploadText.line($0, ofRide: after.id, time: time) }
    return ([Table(columns: columns, rows: rows).text(on: page), "", state] + stale).joined(separator: "\n")
  }

  /// The answer to `trim --suggest`: where the ride might end, where its work is, and the command for each.
  package static func suggested(_ suggestion: TrimSuggestion, ride: RideSummary) -> String {
    let command = "  jz2ctl trim \(ride.id)"
    let end = ClockTime(suggestion.suggestedEndSeconds)
    var lines: [String] = []
    if suggestion.forgotten, let last = suggestion.activityEndSeconds {
      let tail = ClockTime(suggestion.tailSeconds)
      lines += [
        "The stop seems forgotten: nobody pedalled after \(ClockTime(last)), for the last \(tail).",
        "\(command) --to \(end)",
      ]
    } else {
      lines.append("No forgotten end found.")
    }
    let whole = ride.trim?.wholeSeconds ?? ride.elapsedSeconds
    let work = suggestion.workFromSeconds..<max(suggestion.workFromSeconds, suggestion.workToSeconds)
    if work.count >= 60, work.count < whole {
      let (from, to) = (ClockTime(suggestion.workFromSeconds), ClockTime(suggestion.workToSeconds))
      let level = Figure.watts(suggestion.levelWatts).map { " at \($0)" } ?? ""
      lines += [
        "The work, without warm-up and cool-down: \(from) to \(to)\(level).", "\(command) --from \(from) --to \(to)",
      ]
    }
    let auto = suggestion.proposal.map { "`jz2ctl trim \(ride.id) --auto` keeps \(range($0))." } ?? "Nothing to trim."
    return (lines + [auto]).joined(separator: "\n")
  }

  private static func range(_ trim: Trim) -> String {
    "\(ClockTime(trim.fromSeconds)) to \(ClockTime(trim.toSeconds))"
  }
}
