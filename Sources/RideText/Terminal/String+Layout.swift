extension String {
  /// The text with every character that could control a terminal replaced by `?`.
  ///
  /// This is needed because a device's name is received over the air from any sender in range.
  package var printable: String {
    String(
      String.UnicodeScalarView(
        unicodeScalars.map { scalar in
          switch scalar.properties.generalCategory {
          case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned, .privateUse: "?"
          default: scalar
          }
        }))
  }

  /// The text without trailing spaces.
  package var trimmingEnd: String {
    var rest = self[...]
    while rest.last == " " { rest.removeLast() }
    return String(rest)
  }

  /// Pads the text with spaces to a width, or cuts it and adds a full stop.
  package func fitted(to width: Int) -> String {
    if count <= width { return self + String(repeating: " ", count: width - count) }
    return width > 0 ? prefix(width - 1) + "." : ""
  }

  /// Cuts the text to a width, and ends it with the ellipsis; `width` is at least 1.
  func cut(to width: Int, _ glyphs: Glyphs) -> String {
    count <= width ? self : prefix(width - 1) + glyphs.ellipsis
  }

  /// Breaks the text at spaces into lines of at most `width` characters; a longer word is cut.
  package func wrapped(to width: Int) -> [String] {
    let width = max(1, width)
    var lines: [String] = []
    var line = ""
    for word in split(separator: " ") {
      var word = word
      if !line.isEmpty && line.count + 1 + word.count > width {
        lines.append(line)
        line = ""
      }
      while word.count > width {
        lines.append(String(word.prefix(width)))
        word = word.dropFirst(width)
      }
      line += (line.isEmpty ? "" : " ") + word
    }
    return line.isEmpty ? lines : lines + [line]
  }
}
