/// Rows of text in aligned columns, two spaces apart.
struct Table {
  /// Which way a column leans.
  enum Alignment {
    case left
    case right
  }

  /// One column: its heading and which way it leans.
  struct Column {
    let title: String
    let alignment: Alignment

    init(_ title: String, _ alignment: Alignment = .left) {
      self.title = title
      self.alignment = alignment
    }
  }

  /// The columns, from the left.
  let columns: [Column]
  /// The rows; a cell beyond the columns is not shown.
  let rows: [[String]]

  /// The headings and the rows, a line each, without spaces at the end.
  var text: String { lines.joined(separator: "\n") }

  /// The headings' line, then a line for each row.
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
