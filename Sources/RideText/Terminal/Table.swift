/// Rows of text in aligned columns, two spaces apart.
///
/// If the lines are longer than the page, texts are cut and columns are left out until they fit.
struct Table {
  /// The alignment of a column.
  enum Alignment {
    case left
    case right
  }

  /// A column: its heading, its alignment, and its behaviour on a narrow page.
  struct Column {
    let title: String
    let alignment: Alignment
    /// The minimum number of characters of a cut text; nil for a column that is never cut.
    let least: Int?
    /// The order in which columns are left out, the lowest first; nil for a column that always stays.
    let rank: Int?

    /// - Parameters:
    ///   - title: The heading.
    ///   - alignment: The alignment of the texts.
    ///   - least: The minimum number of characters of a cut text; nil for a column that is never cut.
    ///   - rank: The order in which columns are left out, the lowest first; nil for a column that always stays.
    init(_ title: String, _ alignment: Alignment = .left, cutTo least: Int? = nil, drop rank: Int? = nil) {
      (self.title, self.alignment, self.least, self.rank) = (title, alignment, least, rank)
    }
  }

  private static let gap = 2

  /// The columns, from left to right.
  let columns: [Column]
  /// The rows; cells beyond the last column are not shown.
  let rows: [[String]]

  /// The headings and the rows at their full width, one per line, without trailing spaces.
  var text: String { lines.joined(separator: "\n") }

  /// The line of headings, then one line per row, at their full width.
  var lines: [String] { lines(of: Array(columns.indices), widths: widths, glyphs: .ascii) }

  /// Returns the headings and the rows, one per line, fitted to the page.
  func text(on page: Page) -> String { lines(on: page).joined(separator: "\n") }

  /// Returns the line of headings, then one line per row, fitted to the page.
  func lines(on page: Page) -> [String] {
    var shown = Array(columns.indices)
    var widths = widths
    guard let room = page.columns else { return lines(of: shown, widths: widths, glyphs: page.glyphs) }
    while Self.width(shown, leastWidths) > room, let next = nextToDrop(of: shown) { shown.removeAll { $0 == next } }
    while Self.width(shown, widths) > room, let widest = widest(of: shown, widths) { widths[widest] -= 1 }
    return lines(of: shown, widths: widths, glyphs: page.glyphs)
  }
}

extension Table {
  private var titled: [[String]] { [columns.map(\.title)] + rows }

  /// The width of each column with its longest text.
  private var widths: [Int] {
    columns.indices.map { column in titled.map { column < $0.count ? $0[column].count : 0 }.max() ?? 0 }
  }

  /// The width of each column with its texts cut as far as allowed; a heading is never cut.
  private var leastWidths: [Int] {
    zip(widths, columns).map { width, column in column.least.map { min(width, max($0, column.title.count)) } ?? width }
  }

  private static func width(_ shown: [Int], _ widths: [Int]) -> Int {
    shown.reduce(0) { $0 + widths[$1] + gap } - gap
  }

  private func nextToDrop(of shown: [Int]) -> Int? {
    shown.compactMap { index in columns[index].rank.map { (index, $0) } }.min { $0.1 < $1.1 }?.0
  }

  /// The widest column that can be cut further.
  private func widest(of shown: [Int], _ widths: [Int]) -> Int? {
    shown.filter { widths[$0] > leastWidths[$0] }.max { widths[$0] < widths[$1] }
  }

  private func lines(of shown: [Int], widths: [Int], glyphs: Glyphs) -> [String] {
    titled.map { cells in
      let padded = shown.filter { $0 < cells.count }.map { index in
        let cell = cells[index].cut(to: widths[index], glyphs)
        let space = String(repeating: " ", count: widths[index] - cell.count)
        return columns[index].alignment == .left ? cell + space : space + cell
      }
      return padded.joined(separator: String(repeating: " ", count: Self.gap)).trimmingEnd
    }
  }
}
