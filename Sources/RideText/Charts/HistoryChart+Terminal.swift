extension HistoryChart {
  /// Draws the chart in characters, at least 39 columns wide.
  ///
  /// Takes at most `rows` rows, or more if a panel would have less than three otherwise.
  package func lines(columns: Int, rows: Int, glyphs: ChartGlyphs, time: LocalTime) -> [StyledLine] {
    let columns = max(39, columns)
    let heading = title(time: time).wrapped(to: columns).map { StyledLine($0, .bold) }
    let labelWidth = TerminalPlot.labelWidth(panels.map(\.axis))
    let room = columns - TerminalPlot.margin(labelWidth: labelWidth)
    // Every week has the same number of columns; if there are too few, several weeks share one.
    let width = weeks <= room ? room / weeks * weeks : room
    let footing = (credit?.wrapped(to: columns) ?? []).map { StyledLine($0, .dim) }
    let height = max(3, (rows - heading.count - footing.count - panels.count - 2) / panels.count)
    let drawn = panels.flatMap { panel in
      let plot = TerminalPlot(axis: panel.axis, columns: width, rows: height, labelWidth: labelWidth, glyphs: glyphs)
      return [Self.heading(of: panel, glyphs)] + lines(of: panel, in: plot)
    }
    let ticks = months.map { (column: $0.week * width / weeks, label: $0.name) }
    return heading + drawn
      + TerminalPlot.base(columns: width, labelWidth: labelWidth, ticks: ticks, glyphs: glyphs) + footing
  }

  private static func heading(of panel: Panel, _ glyphs: ChartGlyphs) -> StyledLine {
    var line = StyledLine(panel.title, .accent) + StyledLine(", \(panel.unit)", .dim)
    if panel.reference == nil, panel.sums.isEmpty {
      line = line + StyledLine("   \(glyphs.point) ride, line: week", .dim)
    }
    if let reference = panel.reference {
      line = line + StyledLine("   \(glyphs.reference) coupled below \(Figure.short(reference))", .dim)
    }
    return line
  }

  private func lines(of panel: Panel, in plot: TerminalPlot) -> [StyledLine] {
    let canvas = means(of: panel, in: plot)
    let points = Set(
      panel.rides.map { ride in
        Cell(
          column: min(plot.columns - 1, Int(ride.week / Double(weeks) * Double(plot.columns))),
          row: plot.row(of: ride.value))
      })
    let reference = panel.reference.map(plot.row(of:))
    return plot.lines { column, row in
      if points.contains(Cell(column: column, row: row)) { return StyledLine.Span(plot.glyphs.point, .accent) }
      if let cell = canvas.cell(column, row) { return cell }
      let week = column * weeks / plot.columns
      if week < panel.sums.count, let sum = panel.sums[week] { return bar(sum, row, at: column, in: plot) }
      return row == reference ? StyledLine.Span(plot.glyphs.reference, .caution) : StyledLine.Span(" ")
    }
  }

  /// Draws the line through the weekly means.
  private func means(of panel: Panel, in plot: TerminalPlot) -> DotCanvas {
    var canvas = DotCanvas(columns: plot.columns, rows: plot.rows, isBraille: plot.glyphs.isBraille)
    for line in Self.lines(panel.means) {
      let dots = line.map { week, mean in
        (x: Int((Double(week) + 0.5) / Double(weeks) * Double(canvas.width)), y: plot.dot(of: mean))
      }
      canvas.lines(through: dots, .good)
    }
    return canvas
  }

  /// The cell of a week's bar; its last column stays empty as a gap if a week has at least two.
  private func bar(_ sum: Double, _ row: Int, at column: Int, in plot: TerminalPlot) -> StyledLine.Span {
    let isLast = (column + 1) * weeks / plot.columns != column * weeks / plot.columns
    guard !isLast || plot.columns < 2 * weeks else { return StyledLine.Span(" ") }
    let fill = plot.glyphs.fill
    let filled = plot.axis.position(of: sum) * Double(plot.rows) - Double(plot.rows - 1 - row)
    let steps = Int((min(1, max(0, filled)) * Double(fill.count)).rounded())
    return steps > 0 ? StyledLine.Span(fill[steps - 1], .accent) : StyledLine.Span(" ")
  }

  private struct Cell: Hashable {
    let column: Int
    let row: Int
  }
}
