extension LiveFrame {
  /// A bar over the whole width, and how much of it is full.
  func bar(_ share: Double) -> StyledLine {
    let share = min(1, max(0, share))
    let percent = "\(Int((share * 100).rounded(.down))) %"
    let gap = String(repeating: " ", count: max(1, 6 - percent.count))
    return glyphs.progressBar(share, width: width - 6) + StyledLine(gap + percent)
  }

  /// A text in lines as wide as the view, a mark before the first.
  func wrapped(_ text: String, mark: String, _ style: Style) -> [StyledLine] {
    text.wrapped(to: min(width, columns - 1) - mark.count).enumerated().map { index, line in
      StyledLine((index == 0 ? mark : String(repeating: " ", count: mark.count)) + line, style)
    }
  }

  /// Pieces spread over one line from edge to edge, or a line each where they do not fit.
  func spread(_ pieces: [StyledLine]) -> [StyledLine] {
    let taken = pieces.reduce(0) { $0 + $1.width }
    let room = width - taken
    guard pieces.count > 1, room >= 2 * (pieces.count - 1) else { return pieces }
    let gap = room / (pieces.count - 1)
    var line = pieces[0]
    for (index, piece) in pieces.enumerated().dropFirst() {
      let isLast = index == pieces.count - 1
      line = line.padded(to: isLast ? width - piece.width : line.width + gap) + piece
    }
    return [line]
  }
}
