internal import Rides

/// Reads the lines of a `WorkoutText`.
struct WorkoutTextDecoder {
  private struct Group {
    var repeats: Int
    var line: Int
    var intervals: [PlanInterval] = []
  }

  private var plan = Plan(name: "")
  private var headers: Set<String> = []
  private var draft = PlanDraft()
  private var group: Group?
  /// The interval that further cues belong to; it has not been added to its group.
  private var interval: (interval: PlanInterval, line: Int)?

  /// Reads the next line.
  mutating func read(_ line: WorkoutLines.Line) throws(PlanFault) {
    if let header = try WorkoutTextHeader(line) { return try take(header, line) }
    var words = WorkoutTextLine(words: try WorkoutTextToken.all(in: line), number: line.number)
    guard let first = words.words.first else { return }
    switch first {
    case .word("repeat"): try beginGroup(&words)
    case .word("end"): try endGroup(&words)
    case .word("cue"): try addCue(&words)
    default:
      try settle()
      let next = try words.interval()
      try PlanDraft.check(next, line: line.number)
      interval = (next, line.number)
    }
    try words.finish()
  }

  /// Returns the plan, after the last line.
  mutating func finish() throws(PlanFault) -> Plan {
    try settle()
    if let group { throw PlanFault(.malformed, line: group.line, detail: "`repeat` without an `end`") }
    plan.groups = draft.groups
    return plan
  }

  private mutating func take(_ header: WorkoutTextHeader, _ line: WorkoutLines.Line) throws(PlanFault) {
    guard draft.groups.isEmpty, group == nil, interval == nil else {
      throw PlanFault(.malformed, line: line.number, detail: "`\(header.key):` after an interval")
    }
    guard headers.insert(header.key).inserted else {
      throw PlanFault(.malformed, line: line.number, detail: "`\(header.key):` appears twice")
    }
    switch header.key {
    case "name": plan.name = header.value
    case "about": plan.summary = header.value
    case "ftp": plan.thresholdWatts = try Self.thresholdWatts(header.value, line.number)
    default: plan.author = header.value
    }
    guard plan.name.count <= Limits.nameLength, header.value.count <= Limits.textLength else {
      throw PlanFault(.badText, line: line.number, detail: header.key)
    }
  }

  /// Reads `250`, `250W` or `250 W`.
  private static func thresholdWatts(_ text: String, _ line: Int) throws(PlanFault) -> Int {
    let word = text.lowercased().filter { $0 != " " }
    guard case .watts(let watts)? = WorkoutTextNumbers.power(word) ?? WorkoutTextNumbers.power(word + "w") else {
      throw PlanFault(.malformed, line: line, detail: "`ftp: \(text.prefix(32))`")
    }
    guard Limits.watts.contains(watts) else {
      throw PlanFault(.powerOutOfRange, line: line, detail: "\(watts) W")
    }
    return watts
  }

  private mutating func beginGroup(_ words: inout WorkoutTextLine) throws(PlanFault) {
    try settle()
    words.words.removeFirst()
    guard group == nil else { throw words.refusal(.malformed, "a group inside a group") }
    guard let word = words.takeWord(), let repeats = WorkoutTextNumbers.whole(word) else {
      throw words.refusal(.malformed, "`repeat` without a number")
    }
    guard Limits.repeats.contains(repeats) else {
      throw PlanFault(.repeatsOutOfRange, line: words.number, detail: String(repeats))
    }
    group = Group(repeats: repeats, line: words.number)
  }

  private mutating func endGroup(_ words: inout WorkoutTextLine) throws(PlanFault) {
    try settle()
    words.words.removeFirst()
    guard let ended = group else { throw words.refusal(.malformed, "`end` without a `repeat`") }
    guard !ended.intervals.isEmpty else {
      throw PlanFault(.empty, line: ended.line, detail: "nothing to repeat")
    }
    try draft.add(PlanGroup(repeats: ended.repeats, ended.intervals), line: ended.line)
    group = nil
  }

  private mutating func addCue(_ words: inout WorkoutTextLine) throws(PlanFault) {
    words.words.removeFirst()
    guard var last = interval else { throw words.refusal(.malformed, "a cue before the first interval") }
    last.interval.cues.append(try words.cue())
    try PlanDraft.check(last.interval, line: words.number)
    interval = last
  }

  /// Adds the last interval to its group; no more cues follow.
  private mutating func settle() throws(PlanFault) {
    guard let (interval, line) = interval else { return }
    self.interval = nil
    guard group == nil else {
      group?.intervals.append(interval)
      guard group?.intervals.count ?? 0 <= Limits.intervals else {
        throw PlanFault(.tooManyIntervals, line: line)
      }
      return
    }
    try draft.add(interval, line: line)
  }
}

/// A header line of the plan: `name: Over-unders`.
private struct WorkoutTextHeader {
  /// `name`, `about`, `author` or `ftp`.
  var key: String
  var value: String

  private static let keys: Set<String> = ["name", "about", "author", "ftp"]

  /// Nil for any other line.
  init?(_ line: WorkoutLines.Line) throws(PlanFault) {
    guard let colon = line.text.firstIndex(of: ":"),
      let key = WorkoutValues.trimmed(String(line.text[..<colon]))?.lowercased(), Self.keys.contains(key)
    else { return nil }
    self.key = key
    let rest = line.text[line.text.index(after: colon)...].unicodeScalars.drop { $0 == " " || $0 == "\t" }
    guard rest.first == "\"" else {
      value = WorkoutValues.trimmed(String(rest)) ?? ""
      return
    }
    var quoted = rest.dropFirst()
    value = try WorkoutTextToken.quoted(&quoted, line.number)
    guard WorkoutValues.trimmed(String(quoted)) == nil else {
      throw PlanFault(.malformed, line: line.number, detail: "text after the quotes of `\(key):`")
    }
  }
}
