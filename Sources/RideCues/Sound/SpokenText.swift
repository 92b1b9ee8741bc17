import ControlWire

/// What is said, in English; numbers are figures, which `espeak-ng` reads as words.
extension Announcement {
  package var text: String {
    switch self {
    case .ready: "Ready. Pedal to begin."
    case .begun(let seconds?, let watts?): "\(Spoken.time(seconds)) at \(watts) watts."
    case .begun(let seconds?, nil): "\(Spoken.time(seconds)) of free riding."
    case .begun(nil, let watts?): "Riding at \(watts) watts."
    case .begun(nil, nil): "Free riding."
    case .interval(let interval, let watts, let toWatts): Spoken.interval(interval, watts, toWatts)
    case .cue(let text): Spoken.plain(text)
    case .target(let watts): "\(watts) watts."
    case .paused: "Paused."
    case .pausedByItself: "Paused. Pedal to go on."
    case .resumed: "Going on."
    case .trainerLost: "Trainer lost."
    case .trainerBack: "The trainer is back."
    case .strapLost: "Heart rate lost."
    case .strapBack: "The heart rate is back."
    case .over(let seconds): "The ride is over, after \(Spoken.time(seconds))."
    case .refused(let error): Spoken.plain(error.sentence.message)
    }
  }
}

extension Announcement {
  /// A sum of seconds; the greatest number if it does not fit.
  static func sum(_ first: Int, _ second: Int) -> Int {
    let (sum, overflow) = first.addingReportingOverflow(second)
    return overflow ? .max : sum
  }
}

private enum Spoken {
  /// An interval with its label and its cue: `Over. 2 minutes at 214 watts, 90 turns a minute. Breathe`.
  static func interval(_ interval: IntervalStatus, _ watts: Int?, _ toWatts: Int?) -> String {
    let label = interval.label.map { "\(plain($0)). " } ?? ""
    let cue = interval.cue.map { " \(plain($0))" } ?? ""
    return "\(label)\(length(interval)) \(goal(interval, watts, toWatts))\(cadence(interval)).\(cue)"
  }

  private static func length(_ interval: IntervalStatus) -> String {
    switch interval.end {
    case .timer: time(Announcement.sum(interval.timerSeconds, interval.remainingSeconds ?? 0))
    case .distance: distance(interval.meters + (interval.remainingMeters ?? 0))
    case .location: interval.remainingMeters.map { distance(interval.meters + $0) } ?? "To the next place,"
    case .activity: "Until you press done,"
    }
  }

  private static func goal(_ interval: IntervalStatus, _ watts: Int?, _ toWatts: Int?) -> String {
    let beats = (interval.zoneFrom, interval.zoneTo)
    switch (interval.zone, beats, watts, toWatts) {
    case (let zone?, (let from?, let to?), _, _): return "in zone \(zone), \(from) to \(to) beats"
    case (let zone?, _, _, _): return "in zone \(zone)"
    case (nil, (let from?, let to?), _, _): return "at \(from) to \(to) beats"
    case (nil, _, let from?, let to?): return "from \(from) to \(to) watts"
    case (nil, _, let watts?, nil): return "at \(watts) watts"
    case (nil, _, nil, _): return interval.end == .timer || interval.end == .distance ? "of free riding" : "free riding"
    }
  }

  private static func cadence(_ interval: IntervalStatus) -> String {
    switch (interval.cadenceFrom, interval.cadenceTo) {
    case (let from?, let to?) where from != to: ", \(from) to \(to) turns a minute"
    case (let cadence?, _), (nil, let cadence?): ", \(cadence) turns a minute"
    case (nil, nil): ""
    }
  }

  /// `2 minutes`, `1 minute 30 seconds`, `1 hour`.
  static func time(_ seconds: Int) -> String {
    let parts = [(seconds / 3600, "hour"), (seconds / 60 % 60, "minute"), (seconds % 60, "second")]
      .filter { $0.0 > 0 }.map { count($0, $1) }
    return parts.isEmpty ? count(0, "second") : parts.joined(separator: " ")
  }

  /// `400 meters`, `2.5 kilometers`.
  private static func distance(_ meters: Double) -> String {
    guard (0..<1e9).contains(meters) else { return "A long way" }
    let whole = Int(meters.rounded())
    guard whole >= 1000 else { return count(whole, "meter") }
    let tenths = (whole + 50) / 100
    return tenths % 10 == 0 ? count(tenths / 10, "kilometer") : "\(tenths / 10).\(tenths % 10) kilometers"
  }

  private static func count(_ number: Int, _ unit: String) -> String { "\(number) \(unit)\(number == 1 ? "" : "s")" }

  /// A text of somebody else without what `espeak-ng` takes for more than words: control characters, and the brackets of
  /// its phonemes.
  static func plain(_ text: String) -> String {
    String(String.UnicodeScalarView(text.unicodeScalars.map { isPlain($0) ? $0 : " " }).prefix(longest))
  }

  private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.generalCategory != .control && scalar != "[" && scalar != "]" && scalar != "`"
  }

  /// A longer text would take longer than it is of use.
  private static let longest = 300
}
