/// Text of a server or a command, made safe for a sentence for people.
extension String {
  /// Returns the printable characters on one line, with any white space reduced to one space, at most `most` code
  /// points.
  func printableLine(most: Int = 200) -> String {
    let words = unicodeScalars.prefix(8 * most).split(whereSeparator: Self.isGap)
    return words.map { String(Substring.UnicodeScalarView($0)) }.joined(separator: " ").cut(to: most)
  }

  /// Returns the printable line; nil if it is empty.
  package func line(most: Int = 200) -> String? {
    let line = printableLine(most: most)
    return line.isEmpty ? nil : line
  }

  /// Returns the lines that have printable characters, at most `most` code points in total, or nil.
  package func lines(most: Int) -> String? {
    let lines = unicodeScalars.prefix(8 * most).split { $0 == "\n" || $0 == "\r" }
      .compactMap { String(Substring.UnicodeScalarView($0)).line(most: most) }
    return lines.isEmpty ? nil : lines.joined(separator: "\n").cut(to: most)
  }

  /// Truncates by code points, since a character may have any number of them.
  private func cut(to most: Int) -> String {
    unicodeScalars.count > most ? String(UnicodeScalarView(unicodeScalars.prefix(most - 1))) + "…" : self
  }

  private static func isGap(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .spaceSeparator, .surrogate, .unassigned: true
    default: false
    }
  }
}
