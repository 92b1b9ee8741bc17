import ControlWire

extension RideChart {
  /// Draws the chart in characters, at least 39 columns wide.
  ///
  /// It takes at most `rows` rows, or more if a panel would otherwise have less than four.
  package func lines(columns: Int, rows: Int, glyphs: ChartGlyphs, time localTime: LocalTime) -> [StyledLine] {
    let columns = max(39, columns)
    var heading = "\(title), \(subtitle(time: localTime))".wrapped(to: columns).map { StyledLine($0, .bold) }
    heading += tileLines(columns: columns)
    guard !panels.isEmpty else { return heading + [""] + Self.empty.wrapped(to: columns).map { StyledLine($0) } }
    let remarks = footing(glyphs).flatMap { $0.wrapped(to: columns) }.map { StyledLine($0, .dim) }
    let footing = zoneLegend(columns: columns, glyphs) + remarks
    let labelWidth = TerminalPlot.labelWidth(panels.map(\.axis))
    let width = columns - TerminalPlot.margin(labelWidth: labelWidth)
    // Each panel has a heading; laps, marks and zones take one row each, the time axis two.
    let extra = (laps.isEmpty ? 0 : 1) + (marks.isEmpty ? 0 : 1) + (zonedPanel == nil ? 0 : 1)
    let room = rows - heading.count - footing.count - panels.count - 2 - extra
    let shares = panels.reduce(0) { $0 + $1.measure.share }
    let drawn = panels.enumerated().flatMap { index, panel in
      let height = max(4, Int(Double(room) * panel.measure.share / shares))
      let plot = TerminalPlot(
        axis: panel.axis, columns: width, rows: height, labelWidth: labelWidth, glyphs: glyphs)
      let strip = index == 0 && !laps.isEmpty ? [lapLine(in: plot)] : []
      return [self.heading(of: panel, in: plot)] + strip + lines(of: panel, in: plot) + zoneLine(of: panel, in: plot)
    }
    let ticks = time.ticks(max(2, width / 10)).map { (column: column(of: Double($0.second), width), label: $0.label) }
    let base = TerminalPlot.base(columns: width, labelWidth: labelWidth, ticks: ticks, glyphs: glyphs)
    return heading + drawn + base.prefix(1) + markLines(columns: width, labelWidth: labelWidth, glyphs)
      + base.dropFirst() + footing
  }

  /// Returns the figures with their names, as many in a line as fit.
  private func tileLines(columns: Int) -> [StyledLine] {
    tiles.reduce(into: []) { lines, tile in
      let piece = StyledLine("\(tile.name) ", .dim) + StyledLine(tile.value)
      if let last = lines.last, last.width + 2 + piece.width <= columns {
        lines[lines.count - 1] = last + StyledLine("  ") + piece
      } else {
        lines.append(piece)
      }
    }
  }

  private func footing(_ glyphs: ChartGlyphs) -> [String] {
    let marks = legend.map { "\(glyphs.mark($0.kind)) \($0.text)" }
    let pauses = pauses.isEmpty ? nil : "\(glyphs.pause) " + String(localized: "timer paused")
    return (marks.isEmpty ? [] : [marks.joined(separator: ", ")]) + [pauses].compactMap(\.self) + captions
  }

  func column(of second: Double, _ width: Int) -> Int {
    min(width - 1, Int(time.position(of: second) * Double(width)))
  }

  /// Returns the panel's name and legend, and at the right the minimum, the mean and the maximum.
  private func heading(of panel: Panel, in plot: TerminalPlot) -> StyledLine {
    let glyphs = plot.glyphs
    var legend: [StyledLine] = []
    if panel.measure == .power, !plan.isEmpty {
      legend.append(StyledLine("\(glyphs.plan) \(String(localized: "plan"))", .dim))
    }
    if panel.traces.contains(where: { $0.kind == .target }) {
      let target = String(localized: "target")
      legend.append(StyledLine("\(glyphs.reference)\(glyphs.reference) \(target)", .dim))
    }
    if let reference = panel.reference {
      legend.append(StyledLine("\(glyphs.reference)\(glyphs.reference) \(Figure.short(reference))", .dim))
    }
    if let zone2 = panel.zone2 {
      legend.append(StyledLine("\(glyphs.band)\(glyphs.band) \(zone2.text(dash: glyphs.dash))", .dim))
    }
    if panel.smoothedSeconds != nil, let smoothing = panel.smoothing(points: plot.dots) {
      legend.append(StyledLine(smoothing, .dim))
    }
    if let greatest = panel.cuts(points: plot.dots).map(\.value).max() {
      let most = String(localized: "up to \(panel.measure.text(greatest))")
      legend.append(StyledLine("\(glyphs.cut) \(most)", .caution))
    }
    let columns = plot.columns + TerminalPlot.margin(labelWidth: plot.labelWidth)
    let unit = StyledLine(panel.measure.unit.map { ", \($0)" } ?? "", .dim)
    let room = columns - unit.width - legend.reduce(0) { $0 + 3 + $1.width }
    var line = StyledLine(panel.measure.names.first(fitting: room), panel.measure.kind.style) + unit
    for piece in legend where line.width + 3 + piece.width <= columns { line = line + StyledLine("   ") + piece }
    for figures in figures(of: panel) where columns - line.width - figures.count >= 2 {
      return line + StyledLine(String(repeating: " ", count: columns - line.width - figures.count))
        + StyledLine(figures)
    }
    return line
  }

  /// Returns the minimum, the mean and the maximum; then only the mean, for less space.
  private func figures(of panel: Panel) -> [String] {
    guard let range = panel.traces.first?.range else { return [] }
    let text = panel.measure.text
    let average = panel.average.map { String(localized: "average \(text($0))") }
    let (least, greatest) = (text(range.lowerBound), text(range.upperBound))
    let whole = [String(localized: "min \(least)"), average, String(localized: "max \(greatest)")]
    return [whole.compactMap(\.self).joined(separator: ", "), average].compactMap(\.self)
  }

  /// Returns the names of the laps, each at its start; without enough space, only the number or a line.
  private func lapLine(in plot: TerminalPlot) -> StyledLine {
    var line = String(repeating: " ", count: TerminalPlot.margin(labelWidth: plot.labelWidth))
    let margin = line.count
    for (index, lap) in laps.enumerated() {
      let start = margin + column(of: Double(lap.fromSeconds), plot.columns)
      let end = margin + column(of: Double(max(lap.fromSeconds, lap.toSeconds)), plot.columns)
      guard start >= line.count else { continue }
      line += String(repeating: " ", count: start - line.count)
      let names = [Self.name(of: lap, number: index + 1), String(index + 1), ""]
      let name = names.first { $0.count + 2 <= end - start } ?? ""
      line += plot.glyphs.vertical + name
    }
    return StyledLine(String(line.prefix(margin + plot.columns)), .dim)
  }

  /// Returns the row of marks below the axis; empty without marks.
  private func markLines(columns: Int, labelWidth: Int, _ glyphs: ChartGlyphs) -> [StyledLine] {
    guard !marks.isEmpty else { return [] }
    var kinds: [Int: RideMark.Kind] = [:]
    // If a column has several marks, the first kind is the most important one.
    for mark in marks {
      let column = column(of: mark.from, columns)
      let order = RideMark.Kind.allCases
      guard let other = kinds[column], order.firstIndex(of: other) ?? 0 <= order.firstIndex(of: mark.kind) ?? 0 else {
        kinds[column] = mark.kind
        continue
      }
    }
    var line = StyledLine(String(repeating: " ", count: TerminalPlot.margin(labelWidth: labelWidth)))
    for column in 0..<columns {
      line.append(
        kinds[column].map { StyledLine.Span(glyphs.mark($0), $0.style) } ?? StyledLine.Span(" "))
    }
    return [line]
  }

  private func lines(of panel: Panel, in plot: TerminalPlot) -> [StyledLine] {
    var canvas = DotCanvas(columns: plot.columns, rows: plot.rows, isBraille: plot.glyphs.isBraille)
    if let trace = panel.traces.first { draw(trace, on: &canvas, in: plot) }
    let target = panel.traces.first { $0.kind == .target }.map { targetRows($0, in: plot) } ?? []
    let band = panel.zone2.map { bandRows($0, in: plot) } ?? []
    let planned = panel.measure == .power ? plannedRows(in: plot) : []
    let reference = panel.reference.map(plot.row(of:))
    let cuts = Set(panel.cuts(points: plot.dots).map { self.column(of: $0.second, plot.columns) })
    let grounds = (0..<plot.columns).map(isPaused(at: plot.columns))
    return plot.lines { column, row in
      if row == 0, cuts.contains(column) { return StyledLine.Span(plot.glyphs.cut, .caution) }
      if let cell = canvas.cell(column, row) { return cell }
      if column < target.count, target[column] == row { return StyledLine.Span(plot.glyphs.reference, .dim) }
      if grounds[column] { return StyledLine.Span(plot.glyphs.pause, .dim) }
      if column < planned.count, let top = planned[column], row >= top {
        return StyledLine.Span(plot.glyphs.plan, .dim)
      }
      if row == reference { return StyledLine.Span(plot.glyphs.reference, .caution) }
      return band.contains(row) ? StyledLine.Span(plot.glyphs.band, .dim) : StyledLine.Span(" ")
    }
  }

  /// Returns the rows of a band; in ASCII only its edges, because no character is faint enough for a background.
  private func bandRows(_ band: Panel.Band, in plot: TerminalPlot) -> Set<Int> {
    let rows = plot.rows(of: Double(band.lowest ?? 0)...Double(band.highest ?? band.lowest ?? 0))
    return plot.glyphs.isBraille ? Set(rows) : [rows.lowerBound, rows.upperBound]
  }

  /// Returns the upper row of the planned power in each column; nil in columns without planned power.
  private func plannedRows(in plot: TerminalPlot) -> [Int?] {
    guard !plan.isEmpty else { return [] }
    let width = Double(time.seconds.count) / Double(plot.columns)
    return (0..<plot.columns).map { column in
      let second = time.seconds.lowerBound + Int((Double(column) + 0.5) * width)
      return plan.first { $0.seconds.contains(second) }.map { plot.row(of: $0.watts(at: second)) }
    }
  }

  private func draw(_ trace: Trace, on canvas: inout DotCanvas, in plot: TerminalPlot) {
    for line in trace.lines(points: canvas.width) {
      let pieces = trace.kind == .power ? zonePieces(of: line) : []
      for piece in pieces.isEmpty ? [ZonePiece(zone: nil, points: line)] : pieces {
        let dots = piece.points.map { (x: column(of: $0.second, canvas.width), y: plot.dot(of: $0.value)) }
        canvas.lines(through: dots, piece.zone.map(style) ?? trace.kind.style)
      }
    }
  }

  /// The row of the target in each column; nil in columns without a target.
  private func targetRows(_ target: Trace, in plot: TerminalPlot) -> [Int?] {
    let means = target.means(plot.columns)
    guard !means.isEmpty else { return [] }
    return (0..<plot.columns).map { column in means[column * means.count / plot.columns].map(plot.row(of:)) }
  }

  /// Returns a function that checks whether the timer was stopped in the middle of a column.
  private func isPaused(at columns: Int) -> (Int) -> Bool {
    let width = Double(time.seconds.count) / Double(columns)
    return { column in
      let middle = Double(time.seconds.lowerBound) + (Double(column) + 0.5) * width
      return pauses.contains { Double($0.lowerBound) <= middle && middle < Double($0.upperBound) }
    }
  }
}

extension Trace.Kind {
  /// The style of the line on a terminal.
  var style: Style {
    switch self {
    case .power, .speed: .accent
    case .heartRate: .bad
    case .cadence: .caution
    case .alpha1: .good
    case .target: .dim
    }
  }
}

extension RideMark.Kind {
  fileprivate var style: Style {
    switch self {
    case .drop: .bad
    case .pause: .dim
    case .easing: .caution
    case .change: .accent
    }
  }
}

extension ChartGlyphs {
  fileprivate func mark(_ kind: RideMark.Kind) -> String {
    switch kind {
    case .drop: isBraille ? "▼" : "v"
    case .pause: isBraille ? "‖" : "="
    case .easing: isBraille ? "↓" : "-"
    case .change: isBraille ? "◆" : "*"
    }
  }

  /// The background of the planned power.
  fileprivate var plan: String { isBraille ? "░" : "." }
}
