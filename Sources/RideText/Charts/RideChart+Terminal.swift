extension RideChart {
  /// Draws the chart in characters, at least 39 columns wide.
  ///
  /// Takes at most `rows` rows, or more if a panel would have less than four otherwise.
  package func lines(columns: Int, rows: Int, glyphs: ChartGlyphs, time localTime: LocalTime) -> [StyledLine] {
    let columns = max(39, columns)
    var heading = title.wrapped(to: columns).map { StyledLine($0, .bold) }
    heading += totals(time: localTime).wrapped(to: columns).map { StyledLine($0, .dim) }
    guard !panels.isEmpty else { return heading + [""] + Self.empty.wrapped(to: columns).map { StyledLine($0) } }
    var notes = captions
    if !pauses.isEmpty { notes.append("\(glyphs.pause) the timer stood.") }
    let footing = notes.flatMap { $0.wrapped(to: columns) }.map { StyledLine($0, .dim) }
    let labelWidth = TerminalPlot.labelWidth(panels.map(\.axis))
    let width = columns - TerminalPlot.margin(labelWidth: labelWidth)
    // Each panel has a heading; the time axis takes two rows.
    let room = rows - heading.count - footing.count - panels.count - 2
    let height = max(4, room / panels.count)
    let drawn = panels.flatMap { panel in
      let plot = TerminalPlot(
        axis: panel.axis, columns: width, rows: height, labelWidth: labelWidth, glyphs: glyphs)
      return [Self.heading(of: panel, in: plot)] + lines(of: panel, in: plot)
    }
    let ticks = time.ticks(max(2, width / 10)).map { (column: column(of: Double($0.second), width), label: $0.label) }
    return heading + drawn
      + TerminalPlot.base(columns: width, labelWidth: labelWidth, ticks: ticks, glyphs: glyphs) + footing
  }

  /// Shown instead of a chart that has no data.
  static let empty = "The ride has neither power nor heart rate."

  private func column(of second: Double, _ width: Int) -> Int {
    min(width - 1, Int(time.position(of: second) * Double(width)))
  }

  private static func heading(of panel: Panel, in plot: TerminalPlot) -> StyledLine {
    let glyphs = plot.glyphs
    var line = StyledLine(panel.title, panel.traces.first?.kind.style ?? .plain) + StyledLine(", \(panel.unit)", .dim)
    if let target = panel.traces.first(where: { $0.kind == .target }), let range = target.range {
      let watts = [range.lowerBound, range.upperBound].map { Figure.text($0, decimals: 0) }
      let text = watts[0] == watts[1] ? watts[0] : "\(watts[0])\(glyphs.dash)\(watts[1])"
      line = line + StyledLine("   \(glyphs.reference)\(glyphs.reference) target \(text)", .dim)
    }
    if let band = panel.band {
      let bounds = [band.lowerBound, band.upperBound].map { Figure.short($0) }.joined(separator: glyphs.dash)
      line = line + StyledLine("   \(glyphs.band)\(glyphs.band) Zone 2, \(bounds)", .dim)
    }
    if let greatest = panel.cuts(points: plot.dots).map(\.value).max() {
      line = line + StyledLine("   \(glyphs.cut) up to \(Figure.text(greatest, decimals: 0))", .caution)
    }
    return line
  }

  private func lines(of panel: Panel, in plot: TerminalPlot) -> [StyledLine] {
    var canvas = DotCanvas(columns: plot.columns, rows: plot.rows, isBraille: plot.glyphs.isBraille)
    if let trace = panel.traces.first { draw(trace, on: &canvas, in: plot) }
    let target = panel.traces.first { $0.kind == .target }.map { targetRows($0, in: plot) } ?? []
    let band = panel.band.map { bandRows($0, in: plot) } ?? []
    let cuts = Set(panel.cuts(points: plot.dots).map { self.column(of: $0.second, plot.columns) })
    let grounds = (0..<plot.columns).map(isPaused(at: plot.columns))
    return plot.lines { column, row in
      if row == 0, cuts.contains(column) { return StyledLine.Span(plot.glyphs.cut, .caution) }
      if let cell = canvas.cell(column, row) { return cell }
      if column < target.count, target[column] == row { return StyledLine.Span(plot.glyphs.reference, .dim) }
      if grounds[column] { return StyledLine.Span(plot.glyphs.pause, .dim) }
      return band.contains(row) ? StyledLine.Span(plot.glyphs.band, .dim) : StyledLine.Span(" ")
    }
  }

  /// The rows of a band; in ASCII only its edges, since no character there is faint enough for a background.
  private func bandRows(_ band: ClosedRange<Double>, in plot: TerminalPlot) -> Set<Int> {
    let rows = plot.rows(of: band)
    return plot.glyphs.isBraille ? Set(rows) : [rows.lowerBound, rows.upperBound]
  }

  private func draw(_ trace: Trace, on canvas: inout DotCanvas, in plot: TerminalPlot) {
    for line in trace.lines(points: canvas.width) {
      let dots = line.map { point in
        (x: column(of: point.second, canvas.width), y: plot.dot(of: point.value))
      }
      canvas.lines(through: dots, trace.kind.style)
    }
  }

  /// The row of the target in each column; nil in columns without a target.
  private func targetRows(_ target: Trace, in plot: TerminalPlot) -> [Int?] {
    let means = target.means(plot.columns)
    guard !means.isEmpty else { return [] }
    return (0..<plot.columns).map { column in means[column * means.count / plot.columns].map(plot.row(of:)) }
  }

  /// Returns a check whether the timer was stopped in the middle of a column.
  private func isPaused(at columns: Int) -> (Int) -> Bool {
    let width = Double(time.seconds.count) / Double(columns)
    return { column in
      let middle = Double(time.seconds.lowerBound) + (Double(column) + 0.5) * width
      return pauses.contains { Double($0.lowerBound) <= middle && middle < Double($0.upperBound) }
    }
  }
}

extension Trace {
  /// The range from the least to the greatest value; nil if there is none.
  var range: ClosedRange<Double>? {
    let known = values.compactMap(\.self)
    guard let least = known.min(), let greatest = known.max() else { return nil }
    return least...greatest
  }
}

extension Trace.Kind {
  /// The style of the line on a terminal.
  var style: Style {
    switch self {
    case .power: .accent
    case .heartRate: .bad
    case .target: .dim
    }
  }
}
