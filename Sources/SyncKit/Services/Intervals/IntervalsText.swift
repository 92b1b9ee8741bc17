/// Texts of intervals.icu, as people may see them.
package enum IntervalsText {
  /// The most characters of a text that the service says.
  private static let saidLength = 200

  /// One line of printable characters, at most so many; nil if nothing is left.
  package static func line(_ text: String, most: Int = saidLength) -> String? {
    let words = text.unicodeScalars.prefix(8 * most).split(whereSeparator: isGap)
    let line = words.map { String(Substring.UnicodeScalarView($0)) }.joined(separator: " ")
    return cut(line, to: most)
  }

  /// Lines of printable characters, at most so many characters in all; nil if nothing is left.
  package static func lines(_ text: String, most: Int) -> String? {
    let lines = text.unicodeScalars.prefix(8 * most).split(whereSeparator: { $0 == "\n" || $0 == "\r" })
      .compactMap { line(String(Substring.UnicodeScalarView($0)), most: most) }
    return cut(lines.joined(separator: "\n"), to: most)
  }

  /// Cut by code points: a character may have any number of them.
  private static func cut(_ text: String, to most: Int) -> String? {
    let scalars = text.unicodeScalars
    guard scalars.count > most else { return text.isEmpty ? nil : text }
    return String(String.UnicodeScalarView(scalars.prefix(most - 1))) + "…"
  }

  private static func isGap(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .spaceSeparator, .surrogate, .unassigned: true
    default: false
    }
  }
}
