extension String {
  /// The text without spaces at its end.
  var trimmingEnd: String {
    var rest = self[...]
    while rest.last == " " { rest.removeLast() }
    return String(rest)
  }

  /// The text filled up with spaces, or cut with a full stop in place of what is lost.
  func fitted(to width: Int) -> String {
    if count <= width { return self + String(repeating: " ", count: width - count) }
    return width > 0 ? prefix(width - 1) + "." : ""
  }

  /// The text in lines of at most so many characters, broken at spaces; a longer word is cut.
  func wrapped(to width: Int) -> [String] {
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
