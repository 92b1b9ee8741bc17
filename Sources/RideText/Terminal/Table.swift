/// Rows of text in aligned columns, two spaces apart.
struct Table {
  /// The side to which a column is aligned.
  enum Alignment {
    case left
    case right
  }

  /// A column: its heading and its alignment.
  struct Column {
    let title: String
    let alignment: Alignment

    init(_ title: String, _ alignment: Alignment = .left) {
      self.title = title
      self.alignment = alignment
    }
  }

  /// The columns, from left to right.
  let columns: [Column]
  /// The rows; cells beyond the last column are not shown.
  let rows: [[String]]

  /// The headings and the rows, one per line, without trailing spaces.
  var text: String { lines.joined(separator: "\n") }

  /// The line of headings, then one line per row.
  var lines: [String] {
    let titled = [columns.map(\.title)] + rows
    let widths = columns.indices.map { column in
      titled.map { column < $0.count ? $0[column].count : 0 }.max() ?? 0
    }
    return titled.map { line(of: $0, widths: widths) }
  }

  private func line(of cells: [String], widths: [Int]) -> String {
    let padded = zip(zip(cells, widths), columns).map { cell, column in
      let gap = String(repeating: " ", count: max(0, cell.1 - cell.0.count))
      return column.alignment == .left ? cell.0 + gap : gap + cell.0
    }
    return padded.joined(separator: "  ").trimmingEnd
  }
}
