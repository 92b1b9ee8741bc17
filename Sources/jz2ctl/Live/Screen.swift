/// Lines redrawn in place, below whatever the terminal showed before.
///
/// The sequences are those of ECMA-48 and DEC private modes 7 and 25, which every terminal since the VT100 and VT220 has.
struct Screen {
  /// Hides the cursor.
  static let hideCursor = "\u{1B}[?25l"
  /// Shows the cursor.
  static let showCursor = "\u{1B}[?25h"
  /// Rings the bell.
  static let bell = "\u{07}"

  /// The widths of the lines that stand above the cursor.
  private var drawn: [Int] = []

  /// Forgets what was drawn: the next frame begins where the cursor stands.
  mutating func release() {
    drawn = []
  }

  /// The text that puts lines in place of those before, the cursor on the line below.
  ///
  /// A terminal that became narrower has broken the old lines, so they take more rows than they did.
  mutating func frame(_ lines: [StyledLine], columns: Int, isColoured: Bool) -> String {
    let rows = drawn.reduce(0) { $0 + max(1, ($1 + columns - 1) / max(1, columns)) }
    drawn = lines.map(\.width)
    let up = rows > 0 ? "\u{1B}[\(rows)A" : ""
    let body = lines.map { "\($0.encoded(isColoured: isColoured))\u{1B}[K\r\n" }.joined()
    return "\u{1B}[?7l\r\(up)\(body)\u{1B}[J\u{1B}[?7h"
  }
}
