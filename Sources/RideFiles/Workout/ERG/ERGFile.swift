internal import Rides

/// An ERG or MRC file being read line by line.
struct ERGFile {
  private enum Section {
    case header
    case data
    case text
    case intervals
    case ignored
  }

  private static let headerTitle = "[COURSE HEADER]"
  private static let comments = [";", "#", "//"]

  private var header = ERGHeader()
  private var course = ERGCourse()
  private var cues = TimedCues()
  private var names: [ERGName] = []
  private var section: Section?
  private var last = 1

  /// Returns whether a line is the title of a course header.
  static func isHeader(_ line: String) -> Bool { WorkoutValues.trimmed(line)?.uppercased() == headerTitle }

  /// Reads the next line.
  ///
  /// A section without an end mark ends where the next section begins.
  ///
  /// Text outside sections and lines that begin like a comment are ignored.
  mutating func read(_ line: WorkoutLines.Line) throws(PlanFault) {
    last = line.number
    guard let text = WorkoutValues.trimmed(line.text), !Self.comments.contains(where: text.hasPrefix) else { return }
    if text.hasPrefix("["), text.hasSuffix("]") { return try turn(to: text, line.number) }
    let line = WorkoutLines.Line(number: line.number, text: text)
    switch section {
    case .header: try header.read(line)
    case .data: try course.read(line)
    case .text: try readCue(line)
    case .intervals: try readName(line)
    case .ignored, nil: break
    }
  }

  private mutating func turn(to title: String, _ line: Int) throws(PlanFault) {
    switch title.uppercased() {
    case Self.headerTitle: section = .header
    case "[COURSE DATA]": section = .data
    case "[COURSE TEXT]": section = .text
    case "[INTERVAL DATA]": section = .intervals
    case let title where title.hasPrefix("[END "): section = .ignored
    default:
      guard section != nil else { throw PlanFault(.unsupported, line: line, detail: "`\(title.prefix(32))`") }
      section = .ignored
    }
  }

  /// Reads `seconds text seconds`, separated by tabs, semicolons or spaces; the duration is optional.
  private mutating func readCue(_ line: WorkoutLines.Line) throws(PlanFault) {
    var columns = ERGColumns.of(line.text)
    guard columns.count > 1, let second = WorkoutValues.number(columns.removeFirst()) else {
      throw PlanFault(.malformed, line: line.number, detail: "`\(line.text.prefix(32))` is not a second with a text")
    }
    let seconds = columns.count > 1 ? WorkoutValues.number(columns[columns.count - 1]) : nil
    if seconds != nil { columns.removeLast() }
    cues.add(columns.joined(separator: " "), at: second, for: seconds, line: line.number)
  }

  /// Reads `seconds seconds name`; other lines are ignored.
  private mutating func readName(_ line: WorkoutLines.Line) throws(PlanFault) {
    var columns = ERGColumns.of(line.text)
    guard columns.count > 2, let begin = WorkoutValues.number(columns.removeFirst()),
      let end = WorkoutValues.number(columns.removeFirst()),
      let text = WorkoutValues.trimmed(columns.joined(separator: " "), atMost: Limits.nameLength)
    else { return }
    names.append(ERGName(begin: Int(begin.rounded()), end: Int(end.rounded()), text: text))
  }

  /// Returns the plan, after the last line.
  ///
  /// - Throws: `malformed` if the file does not name its unit, and the faults of `check` with the line.
  func plan() throws(PlanFault) -> Plan {
    guard header.unit != nil else {
      throw PlanFault(.malformed, line: last, detail: "it has no line MINUTES WATTS or MINUTES PERCENT")
    }
    var draft = PlanDraft()
    for stretch in course.stretches(named: names) {
      let interval = PlanInterval(
        label: stretch.label, end: .timer(seconds: stretch.end - stretch.begin),
        target: WorkoutPower.ramp(from: header.power(stretch.from), to: header.power(stretch.to)))
      try draft.add(interval, line: stretch.line)
    }
    return Plan(
      name: header.name ?? "", summary: header.summary, thresholdWatts: header.ownThresholdWatts,
      groups: try cues.placed(in: draft.groups))
  }
}

/// The columns of a line.
private enum ERGColumns {
  /// Splits a line at tabs; without tabs, at semicolons if the first column is a number; otherwise at spaces.
  static func of(_ text: String) -> [String] {
    var columns = text.split(separator: "\t")
    if columns.count < 2 { columns = text.split(separator: ";") }
    if columns.count < 2 || (!text.contains("\t") && WorkoutValues.number(columns[0]) == nil) {
      columns = text.split(separator: " ")
    }
    return columns.compactMap { WorkoutValues.trimmed(String($0)) }
  }

  /// Splits a point at spaces, tabs or semicolons, and at commas that cannot be decimal commas.
  ///
  /// A comma is decimal unless the number has a decimal point or the line would have only one column.
  static func ofPoint(_ text: String) -> [Substring] {
    let words = text.split { $0 == " " || $0 == "\t" || $0 == ";" }.filter { $0 != "," }
    guard let first = words.first else { return words }
    let rest = words.dropFirst().map { $0.drop { $0 == "," } }
    guard rest.isEmpty || WorkoutValues.number(first) == nil else { return [first] + rest }
    let parts = first.split(separator: ",")
    guard parts.count == 2 || parts.first?.contains(".") ?? false || !rest.isEmpty else { return words }
    return parts + rest
  }
}

/// The name of a part of the course, with its first and last second.
private struct ERGName {
  var begin: Int
  var end: Int
  var text: String
}

/// The course header.
private struct ERGHeader {
  var name: String?
  var summary: String?
  /// The functional threshold power that the file was made for, in watts.
  var thresholdWatts: Double?
  /// The unit; nil until the line that names the columns.
  var unit: ERGWorkout.Unit?
  /// Whether the last key was `DESCRIPTION`, which may continue on further lines.
  private var isDescribing = false

  /// Reads a line: `KEY = value`, the names of the columns, or more of the description.
  mutating func read(_ line: WorkoutLines.Line) throws(PlanFault) {
    guard let equals = line.text.firstIndex(of: "=") else { return try readWords(line) }
    let key = WorkoutValues.trimmed(String(line.text[..<equals]))?.uppercased()
    let value = WorkoutValues.trimmed(String(line.text[line.text.index(after: equals)...]))
    isDescribing = key == "DESCRIPTION"
    switch key {
    case "DESCRIPTION": describe(value)
    case "FILE NAME", "FILENAME": name = value.flatMap(Self.name)
    case "FTP": try readThreshold(value, line.number)
    default: break
    }
  }

  private mutating func describe(_ text: String?) {
    guard let text else { return }
    summary = String([summary, text].compactMap(\.self).joined(separator: "\n").prefix(Limits.textLength))
  }

  private mutating func readWords(_ line: WorkoutLines.Line) throws(PlanFault) {
    let words = line.text.uppercased().split { $0 == " " || $0 == "\t" }
    let counted = words.first == "MINUTES" && words.count > 1 ? words[1] : nil
    switch counted {
    case "WATTS": unit = .watts
    case "PERCENT", "PERCENTAGE", "FTP", "%": unit = .percent
    case let counted? where words.count == 2:
      throw PlanFault(.unsupported, line: line.number, detail: "a course in `\(counted.prefix(32))`")
    default:
      guard isDescribing else {
        throw PlanFault(.unknownWord, line: line.number, detail: "`\(line.text.prefix(32))` in the course header")
      }
      return describe(line.text)
    }
    isDescribing = false
  }

  private static let units = ["watts", "watt", "w"]

  /// Reads `250`, optionally followed by its unit and a comment.
  private mutating func readThreshold(_ value: String?, _ line: Int) throws(PlanFault) {
    let beforeComment = value?.split(separator: ";", omittingEmptySubsequences: false).first
    guard let value = beforeComment.flatMap({ WorkoutValues.trimmed(String($0)) }) else { return }
    let unit = Self.units.first { value.lowercased().hasSuffix($0) }
    guard let watts = WorkoutValues.number(value.dropLast(unit?.count ?? 0)), watts >= 0 else {
      throw PlanFault(.malformed, line: line, detail: "FTP: `\(value.prefix(32))` is not a number")
    }
    thresholdWatts = watts > 0 ? watts : nil
  }

  /// Returns the file name without its extension; nil for `none`.
  private static func name(_ value: String) -> String? {
    guard value.lowercased() != "none" else { return nil }
    let ending = value.lowercased().suffix(4)
    let stem = ending == ".erg" || ending == ".mrc" ? String(value.dropLast(4)) : value
    return WorkoutValues.trimmed(stem, atMost: Limits.nameLength)
  }

  /// Functional threshold power in watts that converts the percentages back to the file's own watts; nil if the file is
  /// in percent.
  var ownThresholdWatts: Int? {
    guard unit == .watts, let thresholdWatts else { return nil }
    let whole = Int(thresholdWatts.rounded())
    return Limits.watts.contains(whole) ? whole : nil
  }

  /// Converts a power from the file's unit.
  func power(_ value: Double) -> Power {
    guard unit == .watts else { return .thresholdPercent(value.rounded(to: 10_000)) }
    guard let thresholdWatts else { return WorkoutPower.watts(value) }
    return .thresholdPercent((value / thresholdWatts * 100).rounded(to: 100))
  }
}

/// The points of a course, in order of time.
private struct ERGCourse {
  private struct Point {
    /// Whole seconds from the beginning; the file has minutes.
    var second: Int
    /// The power in the file's unit.
    var value: Double
    var line: Int
  }

  private struct Lap {
    var second: Int
    var name: String?
  }

  /// A part of the course with linear power.
  struct Stretch {
    var begin: Int
    var end: Int
    var from: Double
    var to: Double
    var label: String?
    /// The line of its last point.
    var line: Int
  }

  private var points: [Point] = []
  private var laps: [Lap] = []

  /// Reads `minutes power` or `minutes LAP name`; anything after the power is ignored.
  mutating func read(_ line: WorkoutLines.Line) throws(PlanFault) {
    let words = ERGColumns.ofPoint(line.text)
    guard words.count > 1, let minutes = WorkoutValues.number(words[0]), minutes >= 0 else {
      throw PlanFault(.malformed, line: line.number, detail: "`\(line.text.prefix(32))` is not a point of a course")
    }
    let second = Int((min(minutes, 1e6) * 60).rounded())
    guard second >= points.last?.second ?? 0 else {
      throw PlanFault(.malformed, line: line.number, detail: "`\(words[0])` is earlier than the time before it")
    }
    if words[1].uppercased() == "LAP" {
      laps.append(Lap(second: second, name: WorkoutValues.trimmed(words[2...].joined(separator: " "), atMost: 100)))
      return
    }
    guard let value = WorkoutValues.number(words[1]) else {
      throw PlanFault(.malformed, line: line.number, detail: "`\(words[1].prefix(32))` is not a power")
    }
    // The first power also applies to the time before its point.
    if points.isEmpty, second > 0 { points.append(Point(second: 0, value: value, line: line.number)) }
    points.append(Point(second: second, value: value, line: line.number))
  }

  /// Splits the course where its slope changes or a lap or name begins.
  ///
  /// A name applies to the stretch at which it begins, unless it lasts longer than the stretch.
  func stretches(named names: [ERGName]) -> [Stretch] {
    let marks = Set(laps.map(\.second) + names.flatMap { [$0.begin, $0.end] })
    var stretches: [Stretch] = []
    for (first, second) in zip(points, points.dropFirst()) where second.second > first.second {
      let next = Stretch(
        begin: first.second, end: second.second, from: first.value, to: second.value, line: second.line)
      if let last = stretches.last, !marks.contains(next.begin), last.isContinued(by: next) {
        stretches[stretches.count - 1].end = next.end
        stretches[stretches.count - 1].to = next.to
      } else {
        stretches.append(next)
      }
    }
    return label(stretches, names)
  }

  private func label(_ stretches: [Stretch], _ names: [ERGName]) -> [Stretch] {
    let named = Dictionary(grouping: names, by: \.begin)
    let lapped = Dictionary(laps.map { ($0.second, $0.name) }) { _, last in last }
    return stretches.map { stretch in
      var stretch = stretch
      let name = named[stretch.begin]?.last { $0.end > $0.begin && $0.end <= stretch.end }
      stretch.label = name?.text ?? lapped[stretch.begin] ?? nil
      return stretch
    }
  }
}

extension ERGCourse.Stretch {
  /// Returns whether `next` continues this stretch with the same slope.
  fileprivate func isContinued(by next: Self) -> Bool {
    guard to == next.from else { return false }
    let (rise, time) = (next.to - from, Double(next.end - begin))
    return abs(from + rise * Double(end - begin) / time - to) < 0.001
  }
}
