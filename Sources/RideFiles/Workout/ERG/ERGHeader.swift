internal import RideSession

/// What a course header says.
struct ERGHeader {
  var name: String?
  var summary: String?
  /// The threshold that the file was made for, in watts.
  var thresholdWatts: Double?
  /// Nil until the line that names the columns.
  var unit: ERGWorkout.Unit?

  /// Takes a line: `KEY = value`, or the names of the columns.
  mutating func read(_ line: WorkoutLines.Line) throws(WorkoutFileError) {
    guard let equals = line.text.firstIndex(of: "=") else { return try readColumns(line) }
    let key = WorkoutWords.given(String(line.text[..<equals]))?.uppercased()
    let value = WorkoutWords.given(String(line.text[line.text.index(after: equals)...]))
    switch key {
    case "DESCRIPTION": summary = value.map { String($0.prefix(PlanLimits.longTextLength)) }
    case "FILE NAME", "FILENAME": name = value.flatMap(Self.name)
    case "FTP": try readThreshold(value, line.number)
    default: break
    }
  }

  private mutating func readColumns(_ line: WorkoutLines.Line) throws(WorkoutFileError) {
    let words = line.text.uppercased().split { $0 == " " || $0 == "\t" }
    guard words.first == "MINUTES", words.count > 1 else {
      throw WorkoutFileError(.unknownWord, line: line.number, "`\(line.text.prefix(32))` in the course header")
    }
    switch words[1] {
    case "WATTS": unit = .watts
    case "PERCENT", "PERCENTAGE", "FTP", "%": unit = .thresholdPercent
    default: throw WorkoutFileError(.unsupported, line: line.number, "a course in `\(words[1].prefix(32))`")
    }
  }

  private mutating func readThreshold(_ value: String?, _ line: Int) throws(WorkoutFileError) {
    guard let value else { return }
    guard let watts = WorkoutWords.number(value), watts >= 0 else {
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

  /// A power as the file counts it.
  func power(_ value: Double) -> Power {
    guard unit == .watts else { return .thresholdPercent(value.rounded(to: 10_000)) }
    guard let thresholdWatts else { return WorkoutPower.watts(value) }
    return .thresholdPercent((value / thresholdWatts * 100).rounded(to: 100))
  }
}
