import ControlWire

extension HistoryChart {
  /// Draws the chart in characters, at least 39 columns wide.
  ///
  /// It takes at most `rows` rows, or more if a panel would otherwise have less than three.
  package func lines(columns: Int, rows: Int, glyphs: ChartGlyphs, time: LocalTime) -> [StyledLine] {
    let columns = max(39, columns)
    let heading = "\(title), \(subtitle(time: time))".wrapped(to: columns).map { StyledLine($0, .bold) }
    guard rideCount > 0 else { return heading + [""] + empty.wrapped(to: columns).map { StyledLine($0) } }
    let labelWidth = TerminalPlot.labelWidth(panels.map(\.axis))
    let room = columns - TerminalPlot.margin(labelWidth: labelWidth)
    // Every week has the same number of columns; if there are too few, several weeks share one.
    let width = weeks <= room ? room / weeks * weeks : room
    let open = hours.sums.last.flatMap { $0 } == nil ? [] : [String(localized: "The last week is not over.")]
    let footing = (open + [credit].compactMap(\.self)).flatMap { $0.wrapped(to: columns) }.map { StyledLine($0, .dim) }
    let plotWidth = TerminalPlot.margin(labelWidth: labelWidth) + width
    let headings = panels.map { self.heading(of: $0, width: plotWidth, glyphs).folded(to: columns, indent: 2) }
    let taken = heading.count + footing.count + headings.reduce(0) { $0 + $1.count } + 2
    let height = max(3, (rows - taken) / max(1, panels.count { !$0.isEmpty }))
    let drawn = zip(panels, headings).flatMap { panel, heading -> [StyledLine] in
      if panel.isEmpty { return heading }
      let plot = TerminalPlot(axis: panel.axis, columns: width, rows: height, labelWidth: labelWidth, glyphs: glyphs)
      return heading + lines(of: panel, in: plot)
    }
    let ticks = months.map { (column: $0.week * width / weeks, label: $0.name) }
    return heading + drawn
      + TerminalPlot.base(columns: width, labelWidth: labelWidth, ticks: ticks, glyphs: glyphs) + footing
  }

  /// Returns the panel's name and legend, and at the right the value of the last week with one.
  private func heading(of panel: Panel, width: Int, _ glyphs: ChartGlyphs) -> StyledLine {
    var line = StyledLine(panel.title, .accent) + StyledLine(", \(panel.unit)", .dim)
    if panel.isEmpty { return line + StyledLine("   \(panel.empty)", .dim) }
    if !panel.zones.isEmpty {
      for number in 1...max(1, panel.zoneCount) {
        let style = ZonePalette.style(of: number, in: panel.zoneCount)
        line = line + StyledLine(number == 1 ? "   " : " ") + StyledLine(PowerZoneName.short(number), style)
      }
    } else if !panel.sums.isEmpty, hasZone2 {
      let (zone2, other) = (String(localized: "Zone 2"), String(localized: "other"))
      line =
        line + StyledLine("   \(glyphs.fill[glyphs.fill.count - 1])", .good) + StyledLine(" \(zone2)  ", .dim)
        + StyledLine("\(glyphs.fill[glyphs.fill.count - 1]) \(other)", .dim)
    } else if let reference = panel.reference {
      let coupled = String(localized: "coupled below \(Figure.short(reference))")
      line = line + StyledLine("   \(glyphs.reference) \(coupled)", .dim)
    } else if panel.zones.isEmpty, panel.sums.isEmpty {
      line = line + StyledLine("   \(glyphs.point) \(String(localized: "ride, line: week"))", .dim)
    }
    let values =
      panel.sums.isEmpty ? panel.zones.isEmpty ? panel.means : [] : panel.sums.map { $0?.all }
    guard let last = values.lastIndex(where: { $0 != nil }), let value = values[last] else { return line }
    let figure = "\(Figure.text(value, decimals: panel.unit == "W" ? 0 : 1)) \(panel.unit)"
    let text = String(localized: isOpen(last) ? "this week \(figure)" : "latest \(figure)")
    let gap = width - line.width - text.count
    return gap >= 2 ? line + StyledLine(String(repeating: " ", count: gap)) + StyledLine(text) : line
  }

  private func lines(of panel: Panel, in plot: TerminalPlot) -> [StyledLine] {
    let canvas = means(of: panel, in: plot)
    let points = Set(
      panel.rides.map { ride in
        Cell(
          column: min(plot.columns - 1, Int(ride.week / Double(weeks) * Double(plot.columns))),
          row: plot.row(of: ride.value))
      })
    let reference = panel.isEmpty ? nil : panel.reference.map(plot.row(of:))
    return plot.lines { column, row in
      if points.contains(Cell(column: column, row: row)) { return StyledLine.Span(plot.glyphs.point, .accent) }
      if let cell = canvas.cell(column, row) { return cell }
      if let zone = zone(of: panel, column, row, in: plot) { return zone }
      if let sum = sum(of: panel, at: column, in: plot), isInBar(column, in: plot) { return bar(sum, row, in: plot) }
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

  /// Returns the hours of a column: those of its week, or the most of several weeks that share it.
  private func sum(of panel: Panel, at column: Int, in plot: TerminalPlot) -> Panel.Hours? {
    guard !panel.sums.isEmpty else { return nil }
    let first = min(weeks - 1, column * weeks / plot.columns)
    let end = max(first + 1, min(weeks, (column + 1) * weeks / plot.columns))
    return panel.sums[first..<end].compactMap(\.self).max { $0.all < $1.all }
  }

  /// Returns a cell of a week's bar of power zones: the number of the zone in its middle; nil outside of bars.
  private func zone(of panel: Panel, _ column: Int, _ row: Int, in plot: TerminalPlot) -> StyledLine.Span? {
    guard !panel.zones.isEmpty, isInBar(column, in: plot) else { return nil }
    let first = min(weeks - 1, column * weeks / plot.columns)
    let end = max(first + 1, min(weeks, (column + 1) * weeks / plot.columns))
    let shown = panel.zones[first..<end].compactMap(\.self).max { $0.reduce(0, +) < $1.reduce(0, +) }
    let middle = (Double(plot.rows - 1 - row) + 0.5) / Double(plot.rows)
    var below = 0.0
    for (index, hours) in (shown ?? []).enumerated() where hours > 0 {
      below += hours
      guard plot.axis.position(of: below) >= middle else { continue }
      return StyledLine.Span("\(index + 1)", ZonePalette.style(of: index + 1, in: panel.zoneCount))
    }
    return nil
  }

  /// Returns whether a column belongs to its week's bar, which is at most `widestBar` wide and leaves a gap if it can.
  private func isInBar(_ column: Int, in plot: TerminalPlot) -> Bool {
    let slot = plot.columns / weeks
    guard slot >= 2 else { return true }
    let width = min(Self.widestBar, slot - 1)
    let first = (slot - width) / 2
    return (first..<first + width).contains(column % slot)
  }

  /// The maximum width of a bar, for a chart of few weeks.
  private static let widestBar = 10

  /// A cell of a week's bar.
  private func bar(_ sum: Panel.Hours, _ row: Int, in plot: TerminalPlot) -> StyledLine.Span {
    let fill = plot.glyphs.fill
    let below = Double(plot.rows - 1 - row)
    let filled = plot.axis.position(of: sum.all) * Double(plot.rows) - below
    let steps = Int((min(1, max(0, filled)) * Double(fill.count)).rounded())
    guard steps > 0 else { return StyledLine.Span(" ") }
    // A cell has one colour: that of Zone 2 if Zone 2 reaches the middle of its filled part.
    let isZone2 = plot.axis.position(of: sum.zone2) * Double(plot.rows) - below >= min(1, filled) / 2
    return StyledLine.Span(fill[steps - 1], hasZone2 ? (isZone2 ? .good : .dim) : .accent)
  }

  private struct Cell: Hashable {
    let column: Int
    let row: Int
  }
}
