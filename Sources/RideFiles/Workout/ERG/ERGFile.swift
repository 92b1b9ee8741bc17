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
      let text = WorkoutWords.given(columns.joined(separator: " "), atMost: PlanLimits.textLength)
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
enum ERGColumns {
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
struct ERGName {
  var begin: Int
  var end: Int
  var text: String
}
