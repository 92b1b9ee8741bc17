/// Redraws lines in place, below the previous output of the terminal.
///
/// It uses sequences of ECMA-48 and DEC private modes 7 and 25, which terminals have had since the VT100 and VT220.
package struct Screen {
  /// Hides the cursor.
  package static let hideCursor = "\u{1B}[?25l"
  /// Shows the cursor.
  package static let showCursor = "\u{1B}[?25h"
  /// Rings the bell.
  package static let bell = "\u{07}"

  /// The widths of the lines above the cursor, in columns.
  private var drawn: [Int] = []

  package init() {}

  /// Forgets the drawn lines, so that the next frame begins at the cursor.
  package mutating func release() {
    drawn = []
  }

  /// Returns the text that replaces the previous frame by these lines and leaves the cursor on the line below.
  ///
  /// A terminal that became narrower has wrapped the old lines, so they may take more rows than lines.
  package mutating func frame(_ lines: [StyledLine], columns: Int, isColoured: Bool) -> String {
    let rows = drawn.reduce(0) { $0 + max(1, ($1 + columns - 1) / max(1, columns)) }
    drawn = lines.map(\.width)
    let up = rows > 0 ? "\u{1B}[\(rows)A" : ""
    let body = lines.map { "\($0.encoded(isColoured: isColoured))\u{1B}[K\r\n" }.joined()
    return "\u{1B}[?7l\r\(up)\(body)\u{1B}[J\u{1B}[?7h"
  }
}

/// A separate screen; the terminal keeps its previous output (xterm, DEC private mode 1049).
///
/// A terminal without a second screen shows the frames over the previous text.
package enum AlternateScreen {
  /// Switches to the separate screen, without a cursor.
  package static let enter = "\u{1B}[?1049h\u{1B}[2J" + Screen.hideCursor
  /// Switches back to the previous text.
  package static let leave = "\u{1B}[?1049l" + Screen.showCursor

  /// Returns the text that shows only these lines, starting at the top of the screen.
  ///
  /// After a change of size the screen must be cleared first, because terminals move old text.
  package static func frame(_ lines: [StyledLine], isColoured: Bool, isCleared: Bool = false) -> String {
    let body = lines.map { "\($0.encoded(isColoured: isColoured))\u{1B}[K" }.joined(separator: "\r\n")
    return "\u{1B}[?7l\(isCleared ? "\u{1B}[2J" : "")\u{1B}[H\(body)\u{1B}[J\u{1B}[?7h"
  }
}
