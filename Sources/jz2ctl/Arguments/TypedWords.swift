import ControlWire
import RideText

/// The words of a command line as riders type them, put into the form that the parser reads.
///
/// - A unit that a blank separates from its number is joined to it: `start 150 W 60 min`, `--zone2 120 - 140`.
/// - A setting needs no hyphens: `settings ftp 250`.
/// - `show -2` is the ride two before the newest one; the parser would read `-2` as an option.
struct TypedWords {
  private let words: [String]
  /// The program's verbs and options; nil if they cannot be read.
  private let tree: () -> VerbTree?

  init(_ words: [String], tree: @escaping () -> VerbTree?) { (self.words, self.tree) = (words, tree) }

  /// The words for the parser.
  var parsed: [String] {
    guard let verb = verbIndex, !words.contains("--") else { return words }
    let (before, rest) = (Array(words[..<verb]), Array(words[verb...]))
    switch rest[0] {
    case "settings": return before + named(Self.joined(rest))
    case "watts", "bias", "extend", "scan": return before + Self.joined(rest)
    case "start": return before + back(isRide(rest) ? Self.joined(rest) : rest, only: ["--like"])
    case "plan" where rest.dropFirst().first == "add": return before + Self.joined(rest)
    default: return Self.rideVerbs.contains(rest[0]) ? before + back(rest, only: nil) : words
    }
  }

  /// The verbs whose first word is a ride.
  private static let rideVerbs: Set = [
    "show", "chart", "export", "trim", "untrim", "rename", "note", "delete", "undelete", "uploaded", "power", "undo",
    "stats",
  ]

  private var verbIndex: Int? {
    var index = 0
    while index < words.count, words[index].hasPrefix("-") { index += words[index] == "--socket" ? 2 : 1 }
    return index < words.count ? index : nil
  }

  /// Whether the words after `start` are watts or options, not the name of a plan.
  private func isRide(_ words: [String]) -> Bool {
    words.dropFirst().first.map { $0.hasPrefix("-") || $0.first?.isNumber == true } ?? false
  }

  private static let times: Set = ["min", "h", "s", "km", "m"]

  private static func joined(_ words: [String]) -> [String] {
    var joined: [String] = []
    for word in words {
      let last = joined.last ?? ""
      let isAfterNumber = last.last?.isNumber == true && last.allSatisfy { $0.isNumber || "+-.,–".contains($0) }
      let isAfterDash = last.count > 1 && last.last == "-" && last.first?.isNumber == true
      let isUnit = Quantity.spellings.contains(word.lowercased()) || Self.times.contains(word.lowercased())
      if isAfterNumber, isUnit || word == "-" || word == "–" {
        joined[joined.count - 1] += word == "–" ? "-" : word
      } else if isAfterDash, word.first?.isNumber == true {
        joined[joined.count - 1] += word
      } else {
        joined.append(word)
      }
    }
    return joined
  }

  /// Adds the hyphens to names of settings.
  private func named(_ words: [String]) -> [String] {
    guard words.dropFirst().contains(where: { !$0.hasPrefix("-") }),
      let options = tree()?.verbs.first(where: { $0.name == "settings" })?.options
    else { return words }
    var (isValue, isList) = (false, false)
    return words.enumerated().map { index, word in
      if index == 0 || isValue {
        isValue = false
      } else if word.hasPrefix("--") {
        isList = word == "--clear"
        isValue = !isList && options[word] == true
      } else if !isList, options["--\(word.lowercased())"] == true {
        isValue = true
        return "--\(word.lowercased())"
      }
      return word
    }
  }

  /// Replaces `-2` by `last-2` in the place of a ride: behind an option of `only`, or else wherever no option takes it.
  private func back(_ words: [String], only: Set<String>?) -> [String] {
    guard words.contains(where: { Self.count($0) != nil }) else { return words }
    let options = tree()?.verbs.first { $0.name == words[0] }?.options ?? [:]
    return words.enumerated().map { index, word in
      guard index > 0, let count = Self.count(word) else { return word }
      let before = words[index - 1]
      let isRide = only.map { $0.contains(before) } ?? (options[before] != true)
      return isRide ? "last-\(count)" : word
    }
  }

  private static func count(_ word: String) -> Int? {
    guard word.hasPrefix("-"), let count = Int(word.dropFirst()), (1...99_999).contains(count),
      word.dropFirst().allSatisfy(\.isNumber)
    else { return nil }
    return count
  }
}

/// The renamed commands and options; for one release, an old spelling is answered with the new one.
enum OldWords {
  /// Each old spelling with its new one, without the values of options.
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
