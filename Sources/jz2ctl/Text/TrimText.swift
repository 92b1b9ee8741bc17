import ControlWire

/// Cuts as people read them.
enum TrimText {
  /// What of a ride is kept, and how to have it whole.
  static func kept(_ trim: Trim, ofRide id: Int) -> String {
    "Trimmed: \(range(trim)) of \(ClockTime(trim.wholeSeconds)) is kept; `jz2ctl untrim \(id)` brings back the rest."
  }

  /// Which times a ride's laps and rows have, where they are not those that `trim` takes; nil where they are.
  static func times(_ trim: Trim) -> String? {
    guard trim.fromSeconds > 0 else { return nil }
    return "Times here count from \(ClockTime(trim.fromSeconds)) of the whole ride; `trim` takes those of the whole."
  }

  /// That the whole of a cut ride is shown.
  static func whole(_ trim: Trim) -> String { "whole; \(range(trim)) is kept" }

  /// Where a ride was given to, and what to do where it was cut, or made whole, since.
  static func upload(_ upload: Upload, time: LocalTime) -> String {
    let text = "Uploaded to \(upload.service.printable) on \(time.text(upload.at))"
    return upload.outdated ? "\(text), and changed since: delete it there and upload it again." : "\(text)."
  }

  /// The answer to `trim` and `untrim`: the ride before and after, in rows.
  static func changed(from before: RideSummary, to after: RideSummary, uploads: [Upload], time: LocalTime) -> String {
    guard before.trim != after.trim else {
      return after.trim.map { kept($0, ofRide: after.id) } ?? "Ride \(after.id) is whole; nothing was cut."
    }
    let columns: [Table.Column] = [
      .init("Ride \(after.id)"), .init("Begun"), .init("Time", .right), .init("Power", .right), .init("Heart", .right),
      .init("Work", .right), .init("Distance", .right),
    ]
    let rows = [("before", before), ("now", after)].map { name, ride in
      [
        name, time.text(ride.start), "\(ClockTime(ride.timerSeconds))", RideText.watts(ride.averageWatts) ?? "-",
        RideText.heartRate(ride.averageHeartRate) ?? "-", RideText.work(kilojoules: ride.kilojoules),
        RideText.distance(metres: ride.distanceMeters) ?? "-",
      ]
    }
    let state = after.trim.map { kept($0, ofRide: after.id) } ?? "It is whole again."
    let outdated = uploads.filter(\.outdated).map { upload($0, time: time) }
    return ([Table(columns: columns, rows: rows).text, "", state] + outdated).joined(separator: "\n")
  }

  /// The answer to `trim --suggest`: where the ride might end, where its work is, and the command for each.
  static func suggested(_ suggestion: TrimSuggestion, ride: RideSummary) -> String {
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
      lines.append("The stop was not forgotten.")
    }
    let whole = ride.trim?.wholeSeconds ?? ride.elapsedSeconds
    let work = suggestion.workFromSeconds..<max(suggestion.workFromSeconds, suggestion.workToSeconds)
    if work.count >= 60, work.count < whole {
      let (from, to) = (ClockTime(suggestion.workFromSeconds), ClockTime(suggestion.workToSeconds))
      let level = RideText.watts(suggestion.levelWatts).map { " at \($0)" } ?? ""
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
