import ControlWire
import Rides

/// Words about measurements and nights, shared by several texts.
package enum BodyText {
  /// Names a source and its measure.
  static func origin(_ source: BodySource) -> String {
    switch source {
    case .strap: String(localized: "the strap in the morning (RMSSD)")
    case .apple: String(localized: "Apple Health (SDNN)")
    case .intervals: "intervals.icu (RMSSD)"
    }
  }

  /// Names a source in a table.
  static func name(_ source: BodySource) -> String {
    switch source {
    case .strap: String(localized: "strap")
    case .apple: "Apple"
    case .intervals: "intervals.icu"
    }
  }

  /// Names the source of a night in a table.
  static func name(_ source: NightSource) -> String {
    switch source {
    case .entered: String(localized: "entered")
    case .apple: "Apple"
    case .intervals: "intervals.icu"
    }
  }

  /// Formats the length of a night or of a part of it: `7h 15m`, `25m`; `?` for an impossible length.
  package static func length(minutes: Double) -> String {
    guard minutes.isFinite, minutes.magnitude < 1e6 else { return "?" }
    let whole = Int(minutes.magnitude.rounded())
    let sign = minutes < 0 && whole > 0 ? "-" : ""
    return sign + (whole < 60 ? "\(whole)m" : "\(whole / 60)h \(twoDigits(whole % 60))m")
  }

  /// Formats the time of day of a moment: `06:45`.
  static func clock(_ moment: LocalMoment) -> String {
    "\(twoDigits(moment.secondOfDay / 3600)):\(twoDigits(moment.secondOfDay / 60 % 60))"
  }

  /// Formats the day and the time of day: `2026-11-25 06:45`.
  static func time(_ moment: LocalMoment) -> String { "\(moment.day.dateText) \(clock(moment))" }

  static func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

  /// Formats a heart rate variability: `43.1 ms`.
  static func milliseconds(_ value: Double) -> String { "\(Figure.text(value, decimals: 1)) ms" }

  /// Formats a share: `1.5 %`.
  static func percent(_ value: Double) -> String { "\(Figure.text(value, decimals: 1)) %" }

  /// Aligns names and values in two columns; absent values are left out.
  static func aligned(_ rows: [(String, String?)]) -> String {
    let known = rows.compactMap { name, value in value.map { (name, $0) } }
    let width = known.map { $0.0.count }.max() ?? 0
    return known.map { "\($0.0.fitted(to: width))  \($0.1)" }.joined(separator: "\n")
  }

  /// The word between the last two words of a list.
  package enum Conjunction {
    case and
    case or
  }

  /// Joins words as in a sentence: `sleep, heart rate, and weight`.
  package static func list(_ words: [String], _ conjunction: Conjunction = .and) -> String {
    guard let last = words.last, words.count > 1 else { return words.first ?? "" }
    let first = words.dropLast().joined(separator: ", ")
    return switch (conjunction, words.count) {
    case (.and, 2): String(localized: "\(first) and \(last)")
    case (.and, _): String(localized: "\(first), and \(last)")
    case (.or, 2): String(localized: "\(first) or \(last)")
    case (.or, _): String(localized: "\(first), or \(last)")
    }
  }

  /// Joins the sentences of a paragraph.
  static func explanations(_ explanations: String?...) -> String {
    explanations.compactMap(\.self).joined(separator: " ")
  }

  /// Wraps a text to a width; a command between backticks and the space before a French colon are not broken.
  static func wrapped(_ text: String, to width: Int) -> String {
    var isCommand = false
    let joined = zip(text, text.dropFirst() + " ").map { character, next -> Character in
      if character == "`" { isCommand.toggle() }
      return character == " " && (isCommand || ":;?!".contains(next)) ? hardSpace : character
    }
    return String(String(joined).wrapped(to: width).joined(separator: "\n").map { $0 == hardSpace ? " " : $0 })
  }

  private static let hardSpace: Character = "\u{A0}"
}

extension String {
  /// The text with a capital letter at the start.
  var capitalised: String { prefix(1).uppercased() + dropFirst() }
}
