internal import RideSession

/// What a course header says.
struct ERGHeader {
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
    summary = String([summary, text].compactMap(\.self).joined(separator: "\n").prefix(PlanLimits.longTextLength))
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
    return WorkoutWords.given(stem, atMost: PlanLimits.textLength)
  }

  /// What makes the file's own watts of the percents that it is read as, in watts; nil where it counts in percent itself.
  var ownThresholdWatts: Int? {
    guard unit == .watts, let thresholdWatts else { return nil }
    let whole = Int(thresholdWatts.rounded())
    return PlanLimits.watts.contains(whole) ? whole : nil
  }

  /// A power as the file counts it.
  func power(_ value: Double) -> Power {
    guard unit == .watts else { return .thresholdPercent(value.rounded(to: 10_000)) }
    guard let thresholdWatts else { return WorkoutPower.watts(value) }
    return .thresholdPercent((value / thresholdWatts * 100).rounded(to: 100))
  }
}
