/// Rows of text in aligned columns, with a heading above those of each month.
struct MonthTable<Row> {
  /// A column, and what it has of a row.
  struct Column {
    let layout: Table.Column
    /// Whether it is shown even if it is empty for every row.
    var isAlways = true
    let cell: (Row) -> String
  }

  /// The columns, from left to right; names in one called `Name` are cut where the room ends.
  let columns: [Column]
  let rows: [Row]
  /// The available columns of the terminal; nil if unknown, and then names are cut to 40.
  let width: Int?
  /// The month of a row.
  let month: (Row) -> CalendarMonth?
  /// The heading of a month and its rows; nil for a table without headings.
  let heading: ((CalendarMonth?, [Row]) -> String)?

  /// The table, without columns that are empty for every row.
  var text: String {
    let columns = columns.filter { column in column.isAlways || rows.contains { column.cell($0) != "" } }
    let lines = table(columns).lines
    guard let heading else { return lines.joined(separator: "\n") }
    var groups: [(month: CalendarMonth?, rows: [Row], lines: [String])] = []
    for (row, line) in zip(rows, lines.dropFirst()) {
      let month = month(row)
      if groups.last?.month != month || groups.isEmpty { groups.append((month, [], [])) }
      groups[groups.count - 1].rows.append(row)
      groups[groups.count - 1].lines.append(line)
    }
    let sections = groups.map { ([heading($0.month, $0.rows)] + $0.lines).joined(separator: "\n") }
    return ([lines.first ?? ""] + sections).joined(separator: "\n\n")
  }

  /// Lays out the table and cuts names so that each line fits; at least eight characters of a name stay.
  private func table(_ columns: [Column]) -> Table {
    let whole = Table(columns: columns.map(\.layout), rows: rows.map { row in columns.map { $0.cell(row) } })
    guard let index = columns.firstIndex(where: { $0.layout.title == "Name" }) else { return whole }
    let longest = whole.rows.map { $0[index].count }.max() ?? 0
    let room = width.map { width in max(8, longest + width - (whole.lines.map(\.count).max() ?? 0)) } ?? 40
    return Table(
      columns: whole.columns,
      rows: whole.rows.map { cells in
        var cells = cells
        if cells[index].count > room { cells[index] = cells[index].fitted(to: room) }
        return cells
      })
  }
}
