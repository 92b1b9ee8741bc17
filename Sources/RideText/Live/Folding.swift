extension [String] {
  /// Returns the first name that fits into `width` columns; the last one if all are too wide.
  func first(fitting width: Int) -> String { first { $0.count <= width } ?? last ?? "" }
}

extension StyledLine {
  /// Breaks the line at spaces into lines of at most `width` columns; a longer word is cut.
  ///
  /// - Parameters:
  ///   - width: The maximum number of columns, at least 2.
  ///   - indent: The number of spaces before each line except the first; at most half of the width.
  /// - Returns: The lines, at least one.
  func folded(to width: Int, indent: Int = 0) -> [StyledLine] {
    let width = max(2, width)
    let indent = StyledLine(String(repeating: " ", count: min(indent, width / 2)))
    var lines: [StyledLine] = []
    var rest = self
    while rest.width > width {
      let begin = lines.isEmpty ? 0 : indent.width
      let space = Array(rest.plain.prefix(width + 1)).lastIndex(of: " ").flatMap { $0 > begin ? $0 : nil }
      lines.append(rest.cut(to: space ?? width))
      rest = indent + rest.dropping(space ?? width)
    }
    return lines + [rest]
  }

  /// Returns the line without its first columns, and without the spaces that follow them.
  private func dropping(_ columns: Int) -> StyledLine {
    var left = columns + plain.dropFirst(columns).prefix { $0 == " " }.count
    var line = StyledLine("")
    for span in spans {
      let text = span.text.dropFirst(left)
      left -= span.text.count - text.count
      if !text.isEmpty { line.append(Span(String(text), span.style)) }
    }
    return line
  }
}
