import ControlWire
import RideText

/// The renamed commands and options; for one release, an old spelling is answered with the new one.
enum OldWords {
  /// Each old spelling with its new one. The value of an option is not part of a spelling.
  static let changes: [(old: String, new: String)] = [
    ("done", "next"), ("skip", "next"), ("label", "plan edit"),
    ("records", "stats records"), ("power", "stats power"), ("load", "stats load"),
    ("rides --weeks", "stats weeks"), ("rides --offset", "rides --month"),
    ("chart --history", "stats history"), ("chart --scores", "stats scores"),
    ("undelete", "undo"), ("untrim", "undo"), ("plan undelete", "undo"),
    ("plan import", "import"), ("health import", "import"), ("health", "import"), ("sleep import", "import"),
    ("hrv import", "import"),
    ("start --time", "start --minutes"), ("start --again", "start last"),
  ]

  /// Returns the answer to a command line (without the program) with an old spelling; nil for any other line.
  static func answer(to words: [String]) -> String? {
    let line = CommandWords(words)
    guard let change = changes.first(where: { line.matches($0.old) }) else { return nil }
    return String(localized: "`\(change.old)` is now `jz2ctl \(change.new)`.")
  }
}

/// A command line split into verbs and options, without the options that every verb has.
private struct CommandWords {
  private var verbs: [String] = []
  private var options: [String] = []

  init(_ words: [String]) {
    var isSocket = false
    for word in words.prefix(while: { $0 != "--" }) {
      if isSocket {
        isSocket = false
      } else if word == "--socket" {
        isSocket = true
      } else if word.hasPrefix("-") {
        options.append(String(word.prefix { $0 != "=" }))
      } else {
        verbs.append(word)
      }
    }
    if verbs.first == "help" { verbs.removeFirst() }
  }

  /// Returns whether this begins with the verbs of a spelling and has its option.
  func matches(_ spelling: String) -> Bool {
    let words = spelling.split(separator: " ").map(String.init)
    let (options, verbs) = (words.filter { $0.hasPrefix("-") }, words.filter { !$0.hasPrefix("-") })
    return self.verbs.starts(with: verbs) && options.allSatisfy(self.options.contains)
  }
}
