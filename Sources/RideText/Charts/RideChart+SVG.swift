import ControlWire

extension RideChart {
  /// The maximum number of points in one line.
  static let pointsOfLine = 1000

  /// Draws the chart as an SVG picture.
  package func svg(width: Int, height: Int, theme: ChartTheme = .auto, time localTime: LocalTime) -> String {
    let subtitle = subtitle(time: localTime)
    var drawing = SVGDrawing(
      width: width, height: height, title: "\(title), \(subtitle)", description: description(time: localTime),
      theme: theme)
    let top = draw(tiles, below: drawing.heading(title, subtitle), on: &drawing)
    guard !panels.isEmpty else {
      drawing.text(Self.empty, x: drawing.width / 2, y: drawing.height / 2, anchor: .middle, class: "name")
      return drawing.text
    }
    let cuts = hasCuts ? [String(localized: "Triangles: peaks above the scale.")] : []
    let foot = drawing.footing(captions + cuts)
    let legendTop = foot - (legend.isEmpty ? 0 : Self.legendHeight)
    let zoneRows = zoneLegend(in: drawing.width - 2 * SVGDrawing.margin)
    let zonesTop = legendTop - Self.legendHeight * Double(zoneRows.count)
    let plots = plots(from: top, to: zonesTop - Self.timeHeight - (marks.isEmpty ? 0 : Self.marksHeight), drawing)
    for (panel, plot) in zip(panels, plots) { draw(panel, in: plot, on: &drawing) }
    if let first = plots.first, let last = plots.last {
      drawLaps(in: plots, on: &drawing)
      drawMarks(below: last, on: &drawing)
      drawTime(below: last, on: &drawing)
      drawHints(from: first, to: last, on: &drawing)
      for (row, entries) in zoneRows.enumerated() {
        draw(entries, at: zonesTop + Self.legendHeight * Double(row), on: &drawing)
      }
      drawLegend(at: legendTop, on: &drawing)
    }
    return drawing.text
  }

  /// The height of the labels of the time axis, of the marks above them, and of the marks' legend.
  private static let timeHeight = 28.0
  static let marksHeight = 18.0
  private static let legendHeight = 20.0
  /// The height of the strip of laps above the first panel.
  static let lapHeight = 19.0

  /// Draws figures with their names side by side, as many as fit.
  ///
  /// - Returns: The lower edge.
  private func draw(_ tiles: [Tile], below top: Double, on drawing: inout SVGDrawing) -> Double {
    var x = SVGDrawing.margin
    for tile in tiles {
      let width = max(
        Double(tile.name.count) * SVGPlot.smallCharacterWidth, Double(tile.value.count) * 10.5)
      guard x + width <= drawing.width - SVGDrawing.margin else { break }
      drawing.text(tile.name, x: x, y: top + 22, class: "tileName")
      drawing.text(tile.value, x: x, y: top + 43, class: "tile")
      x += width + 26
    }
    return top + 46
  }

  /// Places the panels one below the other.
  private func plots(from top: Double, to bottom: Double, _ drawing: SVGDrawing) -> [SVGPlot] {
    let left = SVGPlot.left(panels.map(\.axis))
    let hasAverage = panels.contains { $0.average != nil }
    let right = drawing.width - SVGDrawing.margin - (hasAverage ? Self.averageWidth : 0)
    let strip = laps.isEmpty ? 0 : Self.lapHeight + 4
    let headings = Self.headingHeight * Double(panels.count) + strip + Self.panelGap * Double(panels.count - 1)
    let room = max(40 * Double(panels.count), bottom - top - headings)
    let shares = panels.reduce(0) { $0 + $1.measure.share }
    var edge = top
    return panels.enumerated().map { index, panel in
      edge += Self.headingHeight + (index == 0 ? strip : Self.panelGap)
      let height = room * panel.measure.share / shares
      defer { edge += height }
      return SVGPlot(axis: panel.axis, left: left, top: edge, width: max(100, right - left), height: height)
    }
  }

  private static let headingHeight = 34.0
  private static let panelGap = 4.0
  /// The width of the number of an average, at the right.
  private static let averageWidth = 56.0

  private var hasCuts: Bool { panels.contains { !$0.cuts(points: Self.pointsOfLine).isEmpty } }

  private func draw(_ panel: Panel, in plot: SVGPlot, on drawing: inout SVGDrawing) {
    for band in panel.bands { draw(band, in: plot, on: &drawing) }
    for pause in pauses {
      let (start, end) = (x(Double(pause.lowerBound), plot), x(Double(pause.upperBound), plot))
      drawing.rectangle(x: start, y: plot.top, width: end - start, height: plot.height, class: "pause")
    }
    if panel.measure == .power { drawPlan(in: plot, on: &drawing) }
    plot.drawFrame(on: &drawing)
    if let reference = panel.reference {
      let y = plot.y(reference)
      drawing.line(x1: plot.left, y1: y, x2: plot.right, y2: y, class: "reference")
    }
    if panel.measure == .power { drawZoneBounds(in: plot, on: &drawing) }
    for trace in panel.traces { draw(trace, in: plot, on: &drawing) }
    drawCuts(of: panel, in: plot, on: &drawing)
    for band in panel.bands { name(band, in: plot, on: &drawing) }
    drawAverage(of: panel, in: plot, on: &drawing)
    drawHeading(of: panel, in: plot, on: &drawing)
  }

  private func draw(_ band: Panel.Band, in plot: SVGPlot, on drawing: inout SVGDrawing) {
    let (top, bottom) = edges(of: band, in: plot)
    guard bottom - top >= 1 else { return }
    let name = "zone\(min(5, max(1, band.number)))"
    drawing.rectangle(x: plot.left, y: top, width: plot.width, height: bottom - top, class: name)
  }

  /// Writes a band's name into it if the band is high enough.
  private func name(_ band: Panel.Band, in plot: SVGPlot, on drawing: inout SVGDrawing) {
    let (top, bottom) = edges(of: band, in: plot)
    guard bottom - top >= 14 else { return }
    drawing.text(band.text(), x: plot.left + 6, y: top + 12, class: band.number == 2 ? "zone2Name" : "zoneName")
  }

  private func edges(of band: Panel.Band, in plot: SVGPlot) -> (top: Double, bottom: Double) {
    (plot.y(band.below ?? .infinity), plot.y(band.from ?? 0))
  }

  private func drawPlan(in plot: SVGPlot, on drawing: inout SVGDrawing) {
    for block in plan {
      let (start, end) = (x(Double(block.seconds.lowerBound), plot), x(Double(block.seconds.upperBound), plot))
      drawing.path(
        [
          (start, plot.bottom), (start, plot.y(block.fromWatts)), (end, plot.y(block.toWatts)), (end, plot.bottom),
        ], isClosed: true, class: "plan")
    }
  }

  private func draw(_ trace: Trace, in plot: SVGPlot, on drawing: inout SVGDrawing) {
    if trace.kind == .power, !powerZones.isEmpty { return drawZones(of: trace, in: plot, on: &drawing) }
    for line in trace.lines(points: Self.pointsOfLine) {
      let points = line.map { (x: x($0.second, plot), y: plot.y($0.value)) }
      if trace.kind == .power, let first = points.first, let last = points.last {
        drawing.path(
          [(first.x, plot.bottom)] + points + [(last.x, plot.bottom)], isClosed: true, class: "powerArea")
      }
      drawing.path(trace.kind == .target ? Self.steps(points) : points, class: trace.kind.rawValue)
    }
  }

  /// Draws a triangle at the upper edge for each peak above the scale, and its value if there is room.
  private func drawCuts(of panel: Panel, in plot: SVGPlot, on drawing: inout SVGDrawing) {
    var free = -Double.infinity
    for peak in panel.cuts(points: Self.pointsOfLine) {
      let (x, top) = (x(peak.second, plot), plot.top)
      drawing.path([(x, top + 1), (x + 5, top + 10), (x - 5, top + 10)], isClosed: true, class: "cut")
      guard x >= free else { continue }
      let text = panel.measure.text(peak.value)
      let width = Double(text.count) * SVGPlot.characterWidth + 8
      let isLast = x + width > plot.right
      drawing.text(text, x: isLast ? x - 8 : x + 8, y: top + 11, anchor: isLast ? .end : .start, class: "cutLabel")
      free = x + width + 16
    }
  }

  /// Keeps only the points at which the line bends, because a target is constant for minutes.
  private static func steps(_ points: [(x: Double, y: Double)]) -> [(x: Double, y: Double)] {
    points.enumerated().filter { index, point in
      index == 0 || index == points.count - 1 || points[index - 1].y != point.y || points[index + 1].y != point.y
    }.map(\.element)
  }

  /// Draws the mean as a thin line, with its number at the right.
  private func drawAverage(of panel: Panel, in plot: SVGPlot, on drawing: inout SVGDrawing) {
    guard let average = panel.average else { return }
    // The mean of the power is grey, because every other colour could be that of a zone.
    let isZoned = panel.measure == .power && !powerZones.isEmpty
    let (y, name) = (plot.y(average), isZoned ? "zone" : panel.measure.kind.rawValue)
    drawing.line(x1: plot.left, y1: y, x2: plot.right + 4, y2: y, class: "\(name)MeanLine")
    let place = min(plot.bottom - 12, max(plot.top + 8, y))
    drawing.text(panel.measure.text(average), x: plot.right + 8, y: place + 4.5, class: "\(name)Mean")
    drawing.text(String(localized: "average"), x: plot.right + 8, y: place + 18, class: "small")
  }

  /// Writes the panel's name above its left edge, and its legend above its right edge.
  private func drawHeading(of panel: Panel, in plot: SVGPlot, on drawing: inout SVGDrawing) {
    let isFirst = panel.measure == panels.first?.measure
    let y = plot.top - 10 - (isFirst && !laps.isEmpty ? Self.lapHeight + 4 : 0)
    let words = [
      SVGDrawing.Span(panel.measure.title, class: "name"),
      panel.measure.unit.map { SVGDrawing.Span($0, class: "unit") },
      panel.smoothing(points: Self.pointsOfLine).map { SVGDrawing.Span($0, class: "small") },
    ]
    drawing.text(words.compactMap(\.self), x: SVGDrawing.margin, y: y)
    var right = plot.right
    func place(_ text: String, _ name: String) -> Double {
      drawing.text(text, x: right, y: y, anchor: .end, class: name)
      right -= Double(text.count) * SVGPlot.smallCharacterWidth + 6
      defer { right -= 22 + 16 }
      return right
    }
    if let reference = panel.reference {
      let name = String(localized: "aerobic threshold near \(Figure.short(reference))")
      let end = place(name, "referenceLabel")
      drawing.line(x1: end - 22, y1: y - 4, x2: end, y2: y - 4, class: "reference")
    }
    if panel.traces.contains(where: { $0.kind == .target }) {
      let name = String(localized: plan.isEmpty ? "target" : "target, where not as planned")
      let end = place(name, "referenceLabel")
      drawing.line(x1: end - 22, y1: y - 4, x2: end, y2: y - 4, class: "target")
    }
    if panel.measure == .power, !plan.isEmpty {
      let end = place(String(localized: "plan"), "legend")
      drawing.rectangle(x: end - 18, y: y - 10, width: 18, height: 11, class: "plan")
    }
  }

  private func drawTime(below plot: SVGPlot, on drawing: inout SVGDrawing) {
    let y = plot.bottom + (marks.isEmpty ? 0 : Self.marksHeight)
    for tick in time.ticks(max(2, Int(plot.width / 90))) {
      let x = x(Double(tick.second), plot)
      drawing.line(x1: x, y1: plot.bottom, x2: x, y2: plot.bottom + 5, class: "axis")
      plot.drawLabel(tick.label, below: x, y: y + 20, on: &drawing)
    }
  }

  func x(_ second: Double, _ plot: SVGPlot) -> Double {
    plot.x(time.position(of: second))
  }
}
