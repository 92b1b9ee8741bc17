package import Rides

/// A plan as a text that people can write and read, one line per interval.
///
/// ```
/// name: Over-unders
/// author: Me
/// about: Four times over and under the threshold
///
/// timer 10:00  50-75%  "Warm-up"
/// repeat 4
///   timer 2:00  90%   85-95rpm  "Under"
///   timer 1:00  105%  "Over"
///     cue 0:45 "Fifteen seconds"
/// end
/// timer 5:00  free            # whatever is left
/// ```
/// An interval is `END [TARGET] [CADENCE] ["LABEL"]`.
/// - END: `timer` with `1:00`, `1:30:00`, `90s`, `10m` or `1h30m`; `distance` with `25`, `25m` or `2.5km`; `location`
///   with latitude and longitude in degrees, `48.2082,16.3738`; `activity`, which the rider ends.
/// - TARGET: `150W`; `75%` of functional threshold power; `100-200W`, `50-75%`, also `ramp 100W-75%`; a heart-rate
///   zone, `zone2` or `Z2`, or heart rates, `120-130bpm`, either optionally with the power to begin at, `zone2 140W`;
///   `free`, the default, for no target.
/// - CADENCE: `90rpm` or `85-95rpm`.
///
/// `cue 0:30 "Ease off"`, or `cue 0:30 for 15s "Ease off"`, belongs to the interval above it. `repeat 4` … `end`
/// encloses a group; groups cannot be nested. `name:`, `about:`, `author:` and `ftp:` come first, each up to the end of
/// its line or in quotes. `ftp: 250W` is the threshold for percentages if the rider has not set one. Quoted text uses
/// the escapes `\"`, `\\`, `\n`, `\r`, `\t` and `\u{7F}`. `#` at the beginning of a word begins a comment. Case,
/// indentation and blank lines do not matter.
package enum WorkoutText {
  /// Reads a whole text.
  ///
  /// - Parameter bytes: The text, in UTF-8.
  /// - Returns: The plan. Its name may be empty, and it may have no intervals.
  /// - Throws: The first error, with its line and word.
  package static func decode(_ bytes: [UInt8]) throws(PlanFault) -> Plan {
    guard bytes.count <= WorkoutCharacters.mostBytes else {
      throw PlanFault(.tooLarge, detail: "more than \(WorkoutCharacters.mostBytes) bytes")
    }
    var decoder = WorkoutTextDecoder()
    for line in try WorkoutLines.of(bytes) { try decoder.read(line) }
    return try decoder.finish()
  }
}

extension WorkoutText {
  /// Writes a plan.
  ///
  /// Reading the text returns the same plan, except for its route and empty groups.
  package static func encode(_ plan: Plan) -> [UInt8] {
    var text = TextBuffer(capacity: 1024)
    for (key, value) in [("name", plan.name), ("author", plan.author), ("about", plan.summary)]
      as [(StaticString, String?)]
    {
      guard let value else { continue }
      text.append(key)
      text.append(": ")
      text.append(headerValue: value)
      text.append("\n")
    }
    if let thresholdWatts = plan.thresholdWatts {
      text.append("ftp: ")
      text.append(thresholdWatts)
      text.append("W\n")
    }
    text.append("\n")
    for group in plan.groups where !group.intervals.isEmpty { append(group, to: &text) }
    return text.bytes
  }

  private static func append(_ group: PlanGroup, to text: inout TextBuffer) {
    if group.repeats == 1, group.intervals.count == 1 { return append(group.intervals[0], indentation: "", to: &text) }
    text.append("repeat ")
    text.append(group.repeats)
    text.append("\n")
    for interval in group.intervals { append(interval, indentation: "  ", to: &text) }
    text.append("end\n")
  }

  private static func append(_ interval: PlanInterval, indentation: StaticString, to text: inout TextBuffer) {
    text.append(indentation)
    text.append(interval.end)
    text.append(" ")
    text.append(interval.target)
    if let cadence = interval.cadence {
      text.append(" ")
      text.append(cadence, unit: "rpm")
    }
    if let label = interval.label {
      text.append(" ")
      text.append(quoted: label)
    }
    text.append("\n")
    for cue in interval.cues {
      text.append(indentation)
      text.append(cue)
    }
  }
}

extension TextBuffer {
  fileprivate mutating func append(_ end: IntervalEnd) {
    switch end {
    case .timer(let seconds):
      append("timer ")
      append(clock: seconds)
    case .distance(let meters):
      append("distance ")
      append(exactly: meters)
      append("m")
    case .location(let place):
      append("location ")
      append(exactly: place.latitudeDegrees)
      append(",")
      append(exactly: place.longitudeDegrees)
    case .activity: append("activity")
    }
  }

  fileprivate mutating func append(_ target: IntervalTarget) {
    switch target {
    case .free: append("free")
    case .steady(let power): append(power)
    case .ramp(.watts(let from), .watts(let to)):
      append(from)
      append("-")
      append(.watts(to))
    case .ramp(.thresholdPercent(let from), .thresholdPercent(let to)):
      append(exactly: from)
      append("-")
      append(.thresholdPercent(to))
    case .ramp(let from, let to):
      append("ramp ")
      append(from)
      append("-")
      append(to)
    case .zone(let zone, let start):
      append("zone")
      append(zone)
      guard let start else { return }
      append(" ")
      append(start)
    case .heartRate(let range, let start):
      append(range, unit: "bpm")
      guard let start else { return }
      append(" ")
      append(start)
    }
  }

  fileprivate mutating func append(_ range: ClosedRange<Int>, unit: StaticString) {
    append(range.lowerBound)
    if range.count > 1 {
      append("-")
      append(range.upperBound)
    }
    append(unit)
  }

  private mutating func append(_ power: Power) {
    switch power {
    case .watts(let watts):
      append(watts)
      append("W")
    case .thresholdPercent(let percent):
      append(exactly: percent)
      append("%")
    }
  }

  fileprivate mutating func append(_ cue: PlanCue) {
    append("  cue ")
    append(clock: cue.atSeconds)
    if cue.seconds != PlanCue.usualSeconds {
      append(" for ")
      append(cue.seconds)
      append("s")
    }
    append(" ")
    append(quoted: cue.text)
    append("\n")
  }

  /// Appends `1:00`; from one hour on, `1:00:00`.
  private mutating func append(clock seconds: Int) {
    if seconds >= 3600 {
      append(seconds / 3600)
      append(pair: seconds / 60 % 60)
    } else {
      append(seconds / 60)
    }
    append(pair: seconds % 60)
  }

  private mutating func append(pair number: Int) {
    append(number < 10 ? ":0" : ":")
    append(number)
  }

  /// Appends text without quotes if it reads back the same, otherwise with quotes.
  fileprivate mutating func append(headerValue text: String) {
    let isTrimmed = WorkoutValues.trimmed(text)?.utf8.count == text.utf8.count
    let isSimple = text.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F }
    guard isTrimmed, isSimple, text.unicodeScalars.first != "\"" else { return append(quoted: text) }
    for scalar in text.unicodeScalars { append(scalar: scalar) }
  }

  fileprivate mutating func append(quoted text: String) {
    append("\"")
    for scalar in text.unicodeScalars { append(quoted: scalar) }
    append("\"")
  }

  private mutating func append(quoted scalar: Unicode.Scalar) {
    switch scalar {
    case "\"": append("\\\"")
    case "\\": append("\\\\")
    case "\n": append("\\n")
    case "\r": append("\\r")
    case "\t": append("\\t")
    case "\u{0}"..."\u{1F}", "\u{7F}":
      append("\\u{")
      for scalar in String(scalar.value, radix: 16).unicodeScalars { append(scalar: scalar) }
      append("}")
    default: append(scalar: scalar)
    }
  }
}
