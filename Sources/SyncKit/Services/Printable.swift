/// What a server or a command says, as it may stand in a sentence for people.
extension String {
  /// Without control characters, one space for any white space, and at most so many characters.
  func printableLine(most: Int = 200) -> String {
    let words = unicodeScalars.split { scalar in
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator, .spaceSeparator, .surrogate, .unassigned: true
      default: false
      }
    }
    let line = words.map { String($0) }.joined(separator: " ")
    return line.count > most ? "\(line.prefix(most - 1))…" : line
  }
}
