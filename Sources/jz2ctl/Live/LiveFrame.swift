import ControlWire

/// What the live view shows of one status: lines for a terminal of a given size.
struct LiveFrame {
  /// How fresh the status is.
  enum News: Equatable {
    /// The daemon tells changes as they come.
    case fresh
    /// The daemon has said nothing for so many seconds, though a ride is on.
    case silent(seconds: Int)
    /// The connection has been lost for so many seconds, and is tried again.
    case detached(seconds: Int)
    /// The ride is over, and the daemon speaks of it no more.
    case finished
  }

  /// The status.
  let status: Status
  /// How fresh it is.
  let news: News
  /// The terminal's columns, of which 39…119 are used; the last one stays free, since some terminals wrap there.
  let columns: Int
  /// The characters at hand.
  let glyphs: Glyphs
  /// The last ride, for as long as none is on.
  var last: RideSummary?

  /// The columns in use.
  var width: Int { min(120, max(40, columns)) - 1 }

  /// The view, sections parted by blank lines, no line wider than the terminal.
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
      // What is drawn is what was last heard, and none of it is of now.
      [lost(for: seconds)] + [heading, progress, interval, figures, devices, expired].map { $0.map(\.dimmed) } + [
        footer
      ]
    case .finished: [heading, progress, expired]
    }
  }

  /// The view for a terminal of so many rows: blank lines go first, then the end.
  func lines(rows: Int) -> [StyledLine] {
    let all = lines
    guard all.count > rows else { return all }
    return Array(all.filter { $0.width > 0 }.prefix(max(1, rows)))
  }
}
