import ControlWire
import Rides

extension ScoreChart {
  /// Draws the chart in characters, at least 39 columns wide.
  ///
  /// It takes at most `rows` rows, or more if a panel would otherwise have less than three.
  package func lines(columns: Int, rows: Int, glyphs: ChartGlyphs) -> [StyledLine] {
    let columns = max(39, columns)
    let heading = "\(title), \(subtitle)".wrapped(to: columns).map { StyledLine($0, .bold) }
    let labelWidth = TerminalPlot.labelWidth(panels.map(\.axis))
    let room = columns - TerminalPlot.margin(labelWidth: labelWidth)
    // Every day has the same number of columns; if there are too few, several days share one.
    let width = days <= room ? room / days * days : room
    let headings = panels.map { panel in
      self.heading(of: panel, hasPoints: hasPoints(width), glyphs).folded(to: columns, indent: 2)
    }
    let height = max(3, (rows - heading.count - headings.reduce(0) { $0 + $1.count } - 2) / panels.count)
    let drawn = zip(panels, headings).flatMap { panel, heading -> [StyledLine] in
      let plot = TerminalPlot(axis: panel.axis, columns: width, rows: height, labelWidth: labelWidth, glyphs: glyphs)
      return heading + lines(of: panel, in: plot)
    }
    let labels = ticks.map { (column: ($0.day * width + width / 2 / days) / days, label: $0.label) }
    return heading + drawn
      + TerminalPlot.base(columns: width, labelWidth: labelWidth, ticks: labels, glyphs: glyphs)
  }

  private func heading(of panel: Panel, hasPoints: Bool, _ glyphs: ChartGlyphs) -> StyledLine {
    let name = StyledLine(panel.title, .accent) + StyledLine(", \(panel.unit)", .dim)
    let point = hasPoints ? "\(glyphs.point) \(String(localized: "morning"))" : nil
    let line = String(localized: "line: \(ScoreModel.weekDays) days")
    let range = "\(glyphs.band) \(String(localized: "own range"))"
    let legend: [String] =
      switch panel.form {
      case .points: [point, line, range].compactMap(\.self)
      case .line:
        panel.bands.compactMap { Self.beginning(of: $0.category) }.enumerated().map { index, text in
          index == 0 ? "\(glyphs.reference) \(text)" : text
        }
      case .bars: []
      }
    return legend.isEmpty ? name : name + StyledLine("   \(legend.joined(separator: ", "))", .dim)
  }

  private func lines(of panel: Panel, in plot: TerminalPlot) -> [StyledLine] {
    let canvas = canvas(of: panel, in: plot)
    let points = points(of: panel, in: plot)
    let references = Set(panel.bands.dropFirst().map { plot.row(of: $0.range.lowerBound) })
    return plot.lines { column, row in
      let days = days(at: column, in: plot)
      if points.contains([column, row]) { return StyledLine.Span(plot.glyphs.point, .accent) }
      if let cell = canvas.cell(column, row) { return cell }
      if panel.form == .bars, let bar = bar(panel.values[days].compactMap(\.self).max(), row, at: column, in: plot) {
        return bar
      }
      if !panel.ranges.isEmpty, let range = panel.ranges[days].compactMap(\.self).last,
        plot.rows(of: range).contains(row)
      {
        return StyledLine.Span(plot.glyphs.band, .good)
      }
      return references.contains(row) ? StyledLine.Span(plot.glyphs.reference, .dim) : StyledLine.Span(" ")
    }
  }

  /// Returns the days of a column, at least one.
  private func days(at column: Int, in plot: TerminalPlot) -> Range<Int> {
    let first = min(days - 1, column * days / plot.columns)
    return first..<max(first + 1, min(days, (column + 1) * days / plot.columns))
  }

  private func canvas(of panel: Panel, in plot: TerminalPlot) -> DotCanvas {
    var canvas = DotCanvas(columns: plot.columns, rows: plot.rows, isBraille: plot.glyphs.isBraille)
    func dots(_ line: [(day: Int, value: Double)]) -> [(x: Int, y: Int)] {
      line.map { (x: Int((Double($0.day) + 0.5) / Double(days) * Double(canvas.width)), y: plot.dot(of: $0.value)) }
    }
    switch panel.form {
    case .line: for line in Self.lines(panel.values) { canvas.lines(through: dots(line), .good) }
    case .points: for line in Self.lines(panel.means) { canvas.lines(through: dots(line), .caution) }
    case .bars: break
    }
    return canvas
  }

  /// Returns whether there is room for the points of single days.
  private func hasPoints(_ columns: Int) -> Bool { columns >= 2 * days }

  /// Returns the cells of single days, if there is room for them.
  private func points(of panel: Panel, in plot: TerminalPlot) -> Set<[Int]> {
    guard panel.form != .bars, hasPoints(plot.columns) else { return [] }
    let cells = panel.values.enumerated().compactMap { day, value in
      value.map { [Int((Double(day) + 0.5) / Double(days) * Double(plot.columns)), plot.row(of: $0)] }
    }
    return Set(cells)
  }

  /// Returns the cell of a day's bar; the last column of a day with at least two columns stays empty as a gap.
  private func bar(_ value: Double?, _ row: Int, at column: Int, in plot: TerminalPlot) -> StyledLine.Span? {
    guard let value else { return nil }
    // A day without strain has a line; a day with unknown strain has no line.
    if value <= 0, row == plot.rows - 1 { return StyledLine.Span(plot.glyphs.isBraille ? "▁" : "_", .dim) }
    let isLast = (column + 1) * days / plot.columns != column * days / plot.columns
    guard !isLast || plot.columns < 2 * days else { return nil }
    let fill = plot.glyphs.fill
    let filled = plot.axis.position(of: value) * Double(plot.rows) - Double(plot.rows - 1 - row)
    let steps = Int((min(1, max(0, filled)) * Double(fill.count)).rounded())
    return steps > 0 ? StyledLine.Span(fill[steps - 1], .accent) : nil
  }
}
