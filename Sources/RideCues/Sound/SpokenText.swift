import ControlWire
import Rides

/// The spoken text, in the rider's language; numbers are digits, which `espeak-ng` reads as words.
extension Announcement {
  package var text: String {
    switch self {
    case .ready: String(localized: "Ready. Pedal to begin.")
    case .begun(let seconds?, let watts?): String(localized: "\(Spoken.time(seconds)) at \(watts) watts.")
    case .begun(let seconds?, nil): String(localized: "\(Spoken.time(seconds)) of free riding.")
    case .begun(nil, let watts?): String(localized: "Riding at \(watts) watts.")
    case .begun(nil, nil): String(localized: "Free riding.")
    case .interval(let interval, let watts, let toWatts): Spoken.interval(interval, watts, toWatts)
    case .cue(let text): Spoken.plain(text)
    case .target(let watts): String(localized: "\(watts) watts.")
    case .paused: String(localized: "Paused.")
    case .pausedByItself: String(localized: "Paused. Pedal to resume.")
    case .resumed: String(localized: "Resumed.")
    case .trainerLost: String(localized: "Trainer lost.")
    case .trainerBack: String(localized: "The trainer is back.")
    case .strapLost: String(localized: "Heart rate lost.")
    case .strapBack: String(localized: "The heart rate is back.")
    case .over(let seconds): String(localized: "Ride finished after \(Spoken.time(seconds)).")
    case .refused(let error): Spoken.plain(error.explanation.message)
    }
  }
}

extension Announcement {
  /// The sum of two times in seconds; the largest integer on overflow.
  static func sum(_ first: Int, _ second: Int) -> Int {
    let (sum, overflow) = first.addingReportingOverflow(second)
    return overflow ? .max : sum
  }
}

private enum Spoken {
  /// An interval with its label and its cue: `Over. 2 minutes at 214 watts, cadence 90. Breathe`.
  static func interval(_ interval: IntervalStatus, _ watts: Int?, _ toWatts: Int?) -> String {
    let label = interval.label.map { "\(plain($0)). " } ?? ""
    let cue = interval.cue.map { " \(plain($0))" } ?? ""
    return "\(label)\(length(interval)) \(goal(interval, watts, toWatts))\(cadence(interval)).\(cue)"
  }

  private static func length(_ interval: IntervalStatus) -> String {
    switch interval.end {
    case .timer: time(Announcement.sum(interval.timerSeconds, interval.remainingSeconds ?? 0))
    case .distance: distance(interval.meters + (interval.remainingMeters ?? 0))
    case .location:
      interval.remainingMeters.map { distance(interval.meters + $0) } ?? String(localized: "To the next place,")
    case .activity: String(localized: "Until you press done,")
    }
  }

  private static func goal(_ interval: IntervalStatus, _ watts: Int?, _ toWatts: Int?) -> String {
    let beats = (interval.zoneFrom, interval.zoneTo)
    switch (interval.zone, beats, watts, toWatts) {
    case (let zone?, (let from?, let to?), _, _):
      return String(localized: "in zone \(zone), heart rate \(from) to \(to)")
    case (let zone?, _, _, _): return String(localized: "in zone \(zone)")
    case (nil, (let from?, let to?), _, _): return String(localized: "at heart rate \(from) to \(to)")
    case (nil, _, let from?, let to?): return String(localized: "from \(from) to \(to) watts")
    case (nil, _, let watts?, nil): return String(localized: "at \(watts) watts")
    case (nil, _, nil, _):
      return
        interval.end == .timer || interval.end == .distance
        ? String(localized: "of free riding") : String(localized: "free riding")
    }
  }

  private static func cadence(_ interval: IntervalStatus) -> String {
    switch (interval.cadenceFrom, interval.cadenceTo) {
    case (let from?, let to?) where from != to: String(localized: ", cadence \(from) to \(to)")
    case (let cadence?, _), (nil, let cadence?): String(localized: ", cadence \(cadence)")
    case (nil, nil): ""
    }
  }

  /// `2 minutes`, `1 minute 30 seconds`, `1 hour`.
  static func time(_ seconds: Int) -> String {
    let parts = [(seconds / 3600, Unit.hour), (seconds / 60 % 60, .minute), (seconds % 60, .second)]
      .filter { $0.0 > 0 }.map { $1.count($0) }
    return parts.isEmpty ? Unit.second.count(0) : parts.joined(separator: " ")
  }

  /// `400 meters`, `2.5 kilometers`.
  private static func distance(_ meters: Double) -> String {
    guard (0..<1e9).contains(meters) else { return String(localized: "A long way") }
    let whole = Int(meters.rounded())
    guard whole >= 1000 else { return Unit.meter.count(whole) }
    let tenths = (whole + 50) / 100
    guard tenths % 10 != 0 else { return Unit.kilometer.count(tenths / 10) }
    return String(localized: "\("\(tenths / 10)\(Translation.decimalSeparator)\(tenths % 10)") kilometers")
  }

  private enum Unit {
    case hour, minute, second, meter, kilometer

    func count(_ number: Int) -> String {
      switch self {
      case .hour: String(counting: number, one: "\(number) hour", other: "\(number) hours")
      case .minute: String(counting: number, one: "\(number) minute", other: "\(number) minutes")
      case .second: String(counting: number, one: "\(number) second", other: "\(number) seconds")
      case .meter: String(counting: number, one: "\(number) meter", other: "\(number) meters")
      case .kilometer: String(counting: number, one: "\(number) kilometer", other: "\(number) kilometers")
      }
    }
  }

  /// Replaces everything that `espeak-ng` would not read as words in a text from outside: control characters, and the
  /// brackets of its phonemes.
  static func plain(_ text: String) -> String {
    String(String.UnicodeScalarView(text.unicodeScalars.map { isPlain($0) ? $0 : " " }).prefix(longest))
  }

  private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.generalCategory != .control && scalar != "[" && scalar != "]" && scalar != "`"
  }

  /// A longer text would take too long to speak.
  private static let longest = 300
}
