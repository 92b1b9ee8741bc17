internal import RideSession

/// An ERG or MRC file while its lines are read.
struct ERGFile {
  private enum Section {
    case header
    case data
    case text
    case intervals
    case passedOver
  }

  private static let headerTitle = "[COURSE HEADER]"
  private static let comments = [";", "#", "//"]

  private var header = ERGHeader()
  private var course = ERGCourse()
  private var cues = TimedCues()
  private var names: [ERGName] = []
  private var section: Section?
  private var last = 1

  /// Whether a line is the title with which a course begins.
  static func isHeader(_ line: String) -> Bool { WorkoutWords.given(line)?.uppercased() == headerTitle }

  /// Takes the next line; an end that is missing is where the next section begins.
  ///
  /// What stands outside the sections is for people, and so is a line that begins as a comment of any kind.
  mutating func read(_ line: WorkoutLines.Line) throws(WorkoutFileError) {
    last = line.number
    guard let text = WorkoutWords.given(line.text), !Self.comments.contains(where: text.hasPrefix) else { return }
    if text.hasPrefix("["), text.hasSuffix("]") { return try turn(to: text, line.number) }
    let line = WorkoutLines.Line(number: line.number, text: text)
    switch section {
    case .header: try header.read(line)
    case .data: try course.read(line)
    case .text: try readCue(line)
    case .intervals: try readName(line)
    case .passedOver, nil: break
    }
  }

  private mutating func turn(to title: String, _ line: Int) throws(WorkoutFileError) {
    switch title.uppercased() {
    case Self.headerTitle: section = .header
    case "[COURSE DATA]": section = .data
    case "[COURSE TEXT]": section = .text
    case "[INTERVAL DATA]": section = .intervals
    case let title where title.hasPrefix("[END "): section = .passedOver
    default:
      guard section != nil else { throw WorkoutFileError(.unsupported, line: line, "`\(title.prefix(32))`") }
      section = .passedOver
    }
  }

  /// Takes `seconds text seconds`, between tabs, semicolons or spaces; how long may be missing.
  private mutating func readCue(_ line: WorkoutLines.Line) throws(WorkoutFileError) {
    var columns = ERGColumns.of(line.text)
    guard columns.count > 1, let second = WorkoutWords.number(columns.removeFirst()) else {
      throw WorkoutFileError(.malformed, line: line.number, "`\(line.text.prefix(32))` is no text with its second")
    }
    let seconds = columns.count > 1 ? WorkoutWords.number(columns[columns.count - 1]) : nil
    if seconds != nil { columns.removeLast() }
    cues.add(columns.joined(separator: " "), at: second, for: seconds, line: line.number)
  }

  /// Takes `seconds seconds name`; what is not that names nothing.
  private mutating func readName(_ line: WorkoutLines.Line) throws(WorkoutFileError) {
    var columns = ERGColumns.of(line.text)
    guard columns.count > 2, let begin = WorkoutWords.number(columns.removeFirst()),
      let end = WorkoutWords.number(columns.removeFirst()),
      let text = WorkoutWords.given(columns.joined(separator: " "), atMost: Limits.nameLength)
    else { return }
    names.append(ERGName(begin: Int(begin.rounded()), end: Int(end.rounded()), text: text))
  }

  /// The plan, after the last line.
  ///
  /// - Throws: `malformed` for a file that never says what it counts in, `badPlan` with the line.
  func plan() throws(WorkoutFileError) -> Plan {
    guard header.unit != nil else {
      throw WorkoutFileError(.malformed, line: last, "it never says MINUTES WATTS or MINUTES PERCENT")
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
  /// What stands between tabs; without one, between semicolons where the first column is a number, else between spaces.
  static func of(_ text: String) -> [String] {
    var columns = text.split(separator: "\t")
    if columns.count < 2 { columns = text.split(separator: ";") }
    if columns.count < 2 || (!text.contains("\t") && WorkoutWords.number(columns[0]) == nil) {
      columns = text.split(separator: " ")
    }
    return columns.compactMap { WorkoutWords.given(String($0)) }
  }

  /// The words of a point, between spaces, tabs or semicolons; between commas where those cannot be decimal.
  ///
  /// A comma is decimal unless a point is, or the line would have a single column.
  static func ofPoint(_ text: String) -> [Substring] {
    let words = text.split { $0 == " " || $0 == "\t" || $0 == ";" }.filter { $0 != "," }
    guard let first = words.first else { return words }
    let rest = words.dropFirst().map { $0.drop { $0 == "," } }
    guard rest.isEmpty || WorkoutWords.number(first) == nil else { return [first] + rest }
    let parts = first.split(separator: ",")
    guard parts.count == 2 || parts.first?.contains(".") ?? false || !rest.isEmpty else { return words }
    return parts + rest
  }
}

/// A name that a stretch of the course has, from one second to another.
private struct ERGName {
  var begin: Int
  var end: Int
  var text: String
}

/// What a course header says.
private struct ERGHeader {
  var name: String?
  var summary: String?
  /// The threshold that the file was made for, in watts.
  var thresholdWatts: Double?
  /// Nil until the line that names the columns.
  var unit: ERGWorkout.Unit?
  /// Whether the last key was `DESCRIPTION`, which may go on for lines.
  private var isDescribing = false

  /// Takes a line: `KEY = value`, the names of the columns, or more of the description.
  mutating func read(_ line: WorkoutLines.Line) throws(WorkoutFileError) {
    guard let equals = line.text.firstIndex(of: "=") else { return try readWords(line) }
    let key = WorkoutWords.given(String(line.text[..<equals]))?.uppercased()
    let value = WorkoutWords.given(String(line.text[line.text.index(after: equals)...]))
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

  private mutating func readWords(_ line: WorkoutLines.Line) throws(WorkoutFileError) {
    let words = line.text.uppercased().split { $0 == " " || $0 == "\t" }
    let counted = words.first == "MINUTES" && words.count > 1 ? words[1] : nil
    switch counted {
    case "WATTS": unit = .watts
    case "PERCENT", "PERCENTAGE", "FTP", "%": unit = .thresholdPercent
    case let counted? where words.count == 2:
      throw WorkoutFileError(.unsupported, line: line.number, "a course in `\(counted.prefix(32))`")
    default:
      guard isDescribing else {
        throw WorkoutFileError(.unknownWord, line: line.number, "`\(line.text.prefix(32))` in the course header")
      }
      return describe(line.text)
    }
    isDescribing = false
  }

  private static let units = ["watts", "watt", "w"]

  /// Takes `250`, also with the unit behind it and a comment behind that.
  private mutating func readThreshold(_ value: String?, _ line: Int) throws(WorkoutFileError) {
    let beforeComment = value?.split(separator: ";", omittingEmptySubsequences: false).first
    guard let value = beforeComment.flatMap({ WorkoutWords.given(String($0)) }) else { return }
    let unit = Self.units.first { value.lowercased().hasSuffix($0) }
    guard let watts = WorkoutWords.number(value.dropLast(unit?.count ?? 0)), watts >= 0 else {
      throw WorkoutFileError(.malformed, line: line, "FTP: `\(value.prefix(32))` is no number")
    }
    thresholdWatts = watts > 0 ? watts : nil
  }

  /// A file's name without its extension, if it is one.
  private static func name(_ value: String) -> String? {
    guard value.lowercased() != "none" else { return nil }
    let ending = value.lowercased().suffix(4)
    let stem = ending == ".erg" || ending == ".mrc" ? String(value.dropLast(4)) : value
    return WorkoutWords.given(stem, atMost: Limits.nameLength)
  }

  /// What makes the file's own watts of the percents that it is read as, in watts; nil where it counts in percent itself.
  var ownThresholdWatts: Int? {
    guard unit == .watts, let thresholdWatts else { return nil }
    let whole = Int(thresholdWatts.rounded())
    return Limits.watts.contains(whole) ? whole : nil
  }

  /// A power as the file counts it.
  func power(_ value: Double) -> Power {
    guard unit == .watts else { return .thresholdPercent(value.rounded(to: 10_000)) }
    guard let thresholdWatts else { return WorkoutPower.watts(value) }
    return .thresholdPercent((value / thresholdWatts * 100).rounded(to: 100))
  }
}

/// The points of a course, in order of time.
private struct ERGCourse {
  private struct Point {
    /// From the beginning, in whole seconds, though the file has minutes.
    var second: Int
    /// In what the file counts in.
    var value: Double
    var line: Int
  }

  private struct Lap {
    var second: Int
    var name: String?
  }

  /// A straight line of the course.
  struct Stretch {
    var begin: Int
    var end: Int
    var from: Double
    var to: Double
    var label: String?
    /// The line of the point at which it ends.
    var line: Int
  }

  private var points: [Point] = []
  private var laps: [Lap] = []

  /// Takes `minutes power`, or `minutes LAP name`; what else stands behind a power is for people.
  mutating func read(_ line: WorkoutLines.Line) throws(WorkoutFileError) {
    let words = ERGColumns.ofPoint(line.text)
    guard words.count > 1, let minutes = WorkoutWords.number(words[0]), minutes >= 0 else {
      throw WorkoutFileError(.malformed, line: line.number, "`\(line.text.prefix(32))` is no point of a course")
    }
    let second = Int((min(minutes, 1e6) * 60).rounded())
    guard second >= points.last?.second ?? 0 else {
      throw WorkoutFileError(.malformed, line: line.number, "`\(words[0])` comes before what stands before it")
    }
    if words[1].uppercased() == "LAP" {
      laps.append(Lap(second: second, name: WorkoutWords.given(words[2...].joined(separator: " "), atMost: 100)))
      return
    }
    guard let value = WorkoutWords.number(words[1]) else {
      throw WorkoutFileError(.malformed, line: line.number, "`\(words[1].prefix(32))` is no power")
    }
    // What is held before the first point is its power.
    if points.isEmpty, second > 0 { points.append(Point(second: 0, value: value, line: line.number)) }
    points.append(Point(second: second, value: value, line: line.number))
  }

  /// Its lines, each as long as it is straight and nothing new begins.
  ///
  /// A name is that of the line with which it begins if it ends no later; one that is about more names no line.
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
  /// Whether another goes on from its end in the same line.
  fileprivate func isContinued(by next: Self) -> Bool {
    guard to == next.from else { return false }
    let (rise, time) = (next.to - from, Double(next.end - begin))
    return abs(from + rise * Double(end - begin) / time - to) < 0.001
  }
}
