package import ControlWire

/// The content of the live view for one status: lines for a terminal of a given size.
package struct LiveFrame {
  /// How current the status is.
  package enum News: Equatable {
    /// The daemon reports changes as they happen.
    case fresh
    /// The daemon has sent nothing for so many seconds although a ride is on.
    case silent(seconds: Int)
    /// The connection has been lost for so many seconds; the client keeps trying.
    case detached(seconds: Int)
    /// The ride is over; the daemon no longer reports it.
    case finished
  }

  /// The status.
  let status: Status
  /// How current the status is.
  let news: News
  /// The terminal's columns: 39 to 119 are used, and the last one stays free, since some terminals wrap there.
  let columns: Int
  /// The characters that the terminal can show.
  let glyphs: Glyphs
  /// The previous ride, shown while no ride is on.
  var last: RideSummary?

  package init(status: Status, news: News, columns: Int, glyphs: Glyphs, last: RideSummary? = nil) {
    (self.status, self.news, self.columns) = (status, news, columns)
    (self.glyphs, self.last) = (glyphs, last)
  }

  /// The columns in use.
  var width: Int { min(120, max(40, columns)) - 1 }

  /// The lines of the view, with blank lines between sections; no line is wider than the terminal.
  var lines: [StyledLine] {
    let sections = sections.filter { !$0.isEmpty }
    let lines = sections.reduce(into: [StyledLine]()) { lines, section in
      lines += lines.isEmpty ? section : [""] + section
    }
    return lines.map { $0.cut(to: min(width, columns - 1)) }
  }

  private var sections: [[StyledLine]] {
    switch news {
    case .fresh, .silent: [heading, lastRide, progress, interval, figures, devices, problems, expired, footer]
    case .detached(let seconds):
      // The last status is shown, but it may no longer be true.
      [lost(for: seconds)] + [heading, progress, interval, figures, devices, expired].map { $0.map(\.dimmed) } + [
        footer
      ]
    case .finished: [heading, progress, expired]
    }
  }

  /// The view for a terminal of `rows` rows: drops blank lines first, then lines at the end.
  package func lines(rows: Int) -> [StyledLine] {
    let all = lines
    guard all.count > rows else { return all }
    return Array(all.filter { $0.width > 0 }.prefix(max(1, rows)))
  }

  /// A progress bar over the whole width, followed by its percentage.
  func bar(_ share: Double) -> StyledLine {
    let share = min(1, max(0, share))
    let percent = "\(Int((share * 100).rounded(.down))) %"
    let gap = String(repeating: " ", count: max(1, 6 - percent.count))
    return glyphs.progressBar(share, width: width - 6) + StyledLine(gap + percent)
  }

  /// Wraps a text to the width of the view; `mark` precedes the first line, spaces the others.
  func wrapped(_ text: String, mark: String, _ style: Style) -> [StyledLine] {
    text.wrapped(to: min(width, columns - 1) - mark.count).enumerated().map { index, line in
      StyledLine((index == 0 ? mark : String(repeating: " ", count: mark.count)) + line, style)
    }
  }

  /// Spreads pieces over one line from edge to edge; returns one line per piece if they do not fit.
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
