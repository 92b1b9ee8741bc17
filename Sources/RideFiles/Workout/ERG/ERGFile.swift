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

  private var header = ERGHeader()
  private var course = ERGCourse()
  private var cues = TimedCues()
  private var names: [ERGName] = []
  private var section: Section?
  private var last = 1

  /// Takes the next line; an end that is missing is where the next section begins.
  mutating func read(_ line: WorkoutLines.Line) throws(WorkoutFileError) {
    last = line.number
    guard let text = WorkoutWords.given(line.text) else { return }
    if text.hasPrefix("["), text.hasSuffix("]") { return try turn(to: text, line.number) }
    let line = WorkoutLines.Line(number: line.number, text: text)
    switch section {
    case .header: try header.read(line)
    case .data: try course.read(line)
    case .text: try readCue(line)
    case .intervals: try readName(line)
    case .passedOver: break
    case nil: throw WorkoutFileError(.malformed, line: line.number, "`\(text.prefix(32))` outside a section")
    }
  }

  private mutating func turn(to title: String, _ line: Int) throws(WorkoutFileError) {
    switch title.uppercased() {
    case "[COURSE HEADER]": section = .header
    case "[COURSE DATA]": section = .data
    case "[COURSE TEXT]": section = .text
    case "[INTERVAL DATA]": section = .intervals
    case let title where title.hasPrefix("[END "): section = .passedOver
    default:
      guard section != nil else { throw WorkoutFileError(.unsupported, line: line, "`\(title.prefix(32))`") }
      section = .passedOver
    }
  }

  /// Takes `seconds text seconds`, between tabs or spaces; how long may be missing.
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
    return Plan(name: header.name ?? "", summary: header.summary, groups: try cues.placed(in: draft.groups))
  }
}

/// The columns of a line.
enum ERGColumns {
  /// What stands between tabs; between spaces where there is no tab.
  static func of(_ text: String) -> [String] {
    let columns = text.split(separator: "\t", omittingEmptySubsequences: true).map(String.init)
    let words = columns.count > 1 ? columns : text.split(separator: " ").map(String.init)
    return words.compactMap { WorkoutWords.given($0) }
  }
}

/// A name that a stretch of the course has, from one second to another.
struct ERGName {
  var begin: Int
  var end: Int
  var text: String
}
