import ControlWire
import RideText

/// Messages of swift-argument-parser 1.8, which are only English.
///
/// Its errors are not public, so their texts are the only way to recognise them; a test compares each with the parser.
enum ParserMessage {
  /// Returns the message in the reader's language; a message that is not the parser's is returned unchanged.
  static func translated(_ message: String) -> String {
    if let (value, rest) = message.parts(between: "The value '", "' is invalid for '") {
      guard let (option, reason) = rest.parts(between: "", "'") else { return message }
      let why = reason.hasPrefix(": ") ? String(reason.dropFirst(2)) : choice(reason)
      let refusal = String(localized: "`\(value)` does not fit \(option).")
      return why.isEmpty ? refusal : "\(refusal) \(why)"
    }
    if let (word, _) = message.parts(between: "Unexpected argument '", "'") {
      return String(localized: "There is a word too many: \(word).")
    }
    if let (_, words) = message.parts(between: "", " unexpected arguments: '") {
      let list = words.dropLast().replacing("', '", with: ", ")
      return String(localized: "There are words too many: \(list).")
    }
    if let (word, _) = message.parts(between: "Missing expected argument '", "'") {
      return String(localized: "Something is missing: \(word).")
    }
    if let (words, _) = message.parts(between: "Missing one of: '", "'") {
      return String(localized: "Something is missing: \(words.replacing("', '", with: ", ")).")
    }
    if let (option, _) = message.parts(between: "Missing value for '", "'") {
      return String(localized: "The value is missing: \(option).")
    }
    if let (option, rest) = message.parts(between: "The option '", "' does not take any value, but '") {
      let value = rest.parts(between: "", "'")?.0 ?? ""
      return String(localized: "\(option) takes no value such as \(value).")
    }
    if let (option, _) = message.parts(between: "Unknown option '", "'") {
      return String(localized: "Unknown option \(option).")
    }
    return message
  }

  /// Returns the values of `. Please provide one of 'a', 'b' or 'c'.` in a sentence; empty for no such text.
  private static func choice(_ text: String) -> String {
    guard text.hasPrefix(". Please provide one of") else { return "" }
    let quoted = text.split(separator: "'", omittingEmptySubsequences: false)
    let listed = text.split(separator: "\n").dropFirst().map { String($0.drop { " -".contains($0) }) }
    let values = listed.isEmpty ? stride(from: 1, to: quoted.count, by: 2).map { String(quoted[$0]) } : Array(listed)
    return values.isEmpty ? "" : String(localized: "Choose \(BodyText.list(values, .or)).")
  }
}

extension String {
  /// Returns the text between two others, and the text after the second one; nil if it does not start so.
  fileprivate func parts(between start: String, _ end: String) -> (String, String)? {
    guard hasPrefix(start), let place = dropFirst(start.count).ranges(of: end).first else { return nil }
    return (
      String(self[index(startIndex, offsetBy: start.count)..<place.lowerBound]), String(self[place.upperBound...])
    )
  }
}
