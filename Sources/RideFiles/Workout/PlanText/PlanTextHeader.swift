/// A line that is about the whole plan: `name: Over-unders`.
struct PlanTextHeader {
  /// `name`, `about`, `author` or `ftp`.
  var key: String
  var value: String

  private static let keys: Set<String> = ["name", "about", "author", "ftp"]

  /// Nil for a line that is something else.
  init?(_ line: WorkoutLines.Line) throws(WorkoutFileError) {
    guard let colon = line.text.firstIndex(of: ":"),
      let key = WorkoutWords.given(String(line.text[..<colon]))?.lowercased(), Self.keys.contains(key)
    else { return nil }
    self.key = key
    let rest = line.text[line.text.index(after: colon)...].unicodeScalars.drop { $0 == " " || $0 == "\t" }
    guard rest.first == "\"" else {
      value = WorkoutWords.given(String(rest)) ?? ""
      return
    }
    var quoted = rest.dropFirst()
    value = try PlanTextWord.quoted(&quoted, line.number)
    guard WorkoutWords.given(String(quoted)) == nil else {
      throw WorkoutFileError(.malformed, line: line.number, "`\(key):` goes on after its quotes")
    }
  }
}
