import ControlWire
import RideText

/// A verb with its options and subcommands.
struct VerbTree: Equatable {
  let name: String
  var aliases: [String] = []
  /// Whether the help leaves it out.
  var isHidden = false
  /// The long options by name, with their dashes, also those of the default subcommand; true if the option takes a
  /// value.
  var options: [String: Bool]
  var verbs: [VerbTree] = []

  /// The names of the subcommands that the help shows.
  var shownNames: [String] { verbs.filter { !$0.isHidden }.map(\.name) }

  /// The subcommand that a word names.
  private func verb(named word: String) -> VerbTree? {
    verbs.first { $0.name == word || $0.aliases.contains(word) }
  }
}

/// The text of an invalid command line.
enum UsageText {
  /// Returns the reason, and where to read more.
  static func text(_ reason: String, command: String) -> String {
    "\(reason)\n\(String(localized: "See `\(command) --help`."))"
  }
}

/// An unknown word in the place of a verb or an option.
struct Misspelling: Equatable {
  enum Kind: Equatable {
    case option
    case verb
  }

  let kind: Kind
  let word: String
  /// The verbs before the word, starting with the program.
  let path: [String]
  /// The known words closest to it; empty if none is close.
  let nearest: [String]

  /// The error message, with a reference to the help.
  var text: String {
    let word = word.printable
    let command = path.joined(separator: " ")
    let reason =
      switch kind {
      case .option: String(localized: "Unknown option \(word).")
      case .verb where path.count > 1: String(localized: "`\(command)` has no command \(word).")
      case .verb: String(localized: "Unknown command \(word).")
      }
    return UsageText.text([reason, guess].compactMap(\.self).joined(separator: " "), command: command)
  }

  private var guess: String? {
    guard let first = nearest.first else { return nil }
    let names = nearest.dropFirst().reduce(first) { String(localized: "\($0) or \($1)") }
    return String(localized: "Did you mean \(names)?")
  }
}

extension VerbTree {
  /// Finds the first unknown verb or option.
  ///
  /// - Parameter words: The command line without the program.
  /// - Returns: The word; nil if all are known.
  func misspelling(in words: some Sequence<String>) -> Misspelling? {
    reading(of: words).misspelling
  }

  /// Returns the verbs of a command line, starting with the program.
  func path(of words: some Sequence<String>) -> [String] { reading(of: words).path }

  private func reading(of words: some Sequence<String>) -> (path: [String], misspelling: Misspelling?) {
    var (verb, path) = (self, [name])
    func unknown(_ kind: Misspelling.Kind, _ word: String, among known: some Sequence<String>) -> Misspelling {
      Misspelling(kind: kind, word: word, path: path, nearest: Suggestions.nearest(to: word, among: known))
    }
    var isValue = false
    for word in words {
      if isValue {
        isValue = false
      } else if word == "--" {
        return (path, nil)
      } else if Self.isOption(word) {
        let option = String(word.prefix { $0 != "=" })
        guard let takesValue = verb.options[option] else {
          return (path, unknown(.option, option, among: verb.options.keys))
        }
        isValue = takesValue && option == word
      } else if !verb.verbs.isEmpty {
        guard let next = verb.verb(named: word) else {
          return (path, unknown(.verb, word, among: verb.shownNames))
        }
        verb = next
        path.append(next.name)
      }
    }
    return (path, nil)
  }

  /// Returns whether a word is a long option; `-5` is a change, and the parser checks short options.
  private static func isOption(_ word: String) -> Bool {
    word.hasPrefix("--") && word.dropFirst(2).first?.isLetter == true
  }
}

/// Known words that resemble a mistyped one.
enum Suggestions {
  /// Returns the candidates with the fewest typing errors, at most three; empty if more than a third of the letters
  /// would be wrong.
  static func nearest(to word: String, among candidates: some Sequence<String>) -> [String] {
    let most = max(1, word.count / 3)
    let near = candidates.map { (word: $0, slips: slips(from: word, to: $0)) }.filter { $0.slips <= most }
    guard let least = near.map(\.slips).min() else { return [] }
    return Array(near.filter { $0.slips == least }.map(\.word).sorted().prefix(3))
  }

  /// Returns the number of letters to insert, remove or replace, or of neighbours to swap, to turn one word into
  /// another (Damerau and Levenshtein, each place changed at most once).
  static func slips(from word: String, to other: String) -> Int {
    let (word, other) = (Array(word), Array(other))
    var before: [Int] = []
    var above = Array(0...other.count)
    for row in word.indices {
      var current = [row + 1]
      for column in other.indices {
        let isSame = word[row] == other[column]
        var least = min(above[column + 1] + 1, current[column] + 1, above[column] + (isSame ? 0 : 1))
        if row > 0, column > 0, word[row] == other[column - 1], word[row - 1] == other[column] {
          least = min(least, before[column - 1] + 1)
        }
        current.append(least)
      }
      (before, above) = (above, current)
    }
    return above[other.count]
  }
}
