/// Rows of text in aligned columns, with a heading above the rows of each month.
struct MonthTable<Row> {
  /// A column, with a function for its cells.
  struct Column {
    let layout: Table.Column
    /// Whether it is shown even if it is empty for every row.
    var isAlways = true
    let cell: (Row) -> String
  }

  /// The columns, from left to right.
  let columns: [Column]
  let rows: [Row]
  let page: Page
  /// The month of a row.
  let month: (Row) -> CalendarMonth?
  /// The heading of a month and its rows; nil for a table without headings.
  let heading: ((CalendarMonth?, [Row]) -> String)?

  /// The table, without columns that are empty for every row.
  var text: String {
    let columns = columns.filter { column in column.isAlways || rows.contains { column.cell($0) != "" } }
    let table = Table(columns: columns.map(\.layout), rows: rows.map { row in columns.map { $0.cell(row) } })
    let lines = table.lines(on: page)
    guard let heading else { return lines.joined(separator: "\n") }
    var groups: [(month: CalendarMonth?, rows: [Row], lines: [String])] = []
    for (row, line) in zip(rows, lines.dropFirst()) {
      let month = month(row)
      if groups.last?.month != month || groups.isEmpty { groups.append((month, [], [])) }
      groups[groups.count - 1].rows.append(row)
      groups[groups.count - 1].lines.append(line)
    }
    let sections = groups.map { group in
      let heading = heading(group.month, group.rows)
      return ((page.columns.map(heading.wrapped) ?? [heading]) + group.lines).joined(separator: "\n")
    }
    return ([lines.first ?? ""] + sections).joined(separator: "\n\n")
  }
}

extension MonthTable {
  /// A table without months.
  init(columns: [Column], rows: [Row], page: Page) {
    self.init(columns: columns, rows: rows, page: page, month: { _ in nil }, heading: nil)
  }
}
