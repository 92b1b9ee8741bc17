extension RideChart {
  /// The most points in one line.
  static let pointsOfLine = 1000

  /// Draws the chart as an SVG picture.
  package func svg(width: Int, height: Int, time localTime: LocalTime) -> String {
    var drawing = SVGDrawing(width: width, height: height, title: title, style: ChartStyle.sheet)
    drawing.rectangle(x: 0, y: 0, width: Double(width), height: Double(height), class: "paper")
    let room = max(0, width - 40) / SVGPlot.titleCharacterWidth
    drawing.text(title.fitted(to: room).trimmingEnd, x: 20, y: 34, class: "title")
    drawing.text(totals(time: localTime), x: 20, y: 57, class: "totals")
    guard !panels.isEmpty else {
      drawing.text(Self.empty, x: Double(width) / 2, y: Double(height) / 2, anchor: .middle, class: "name")
      return drawing.text
    }
    let plots = plots(width: Double(width), height: Double(height))
    for (panel, plot) in zip(panels, plots) { draw(panel, in: plot, on: &drawing) }
    if let last = plots.last { drawTime(below: last, on: &drawing) }
    var notes = captions
    if !pauses.isEmpty { notes.append("Grey: the timer stood.") }
    if hasCuts { notes.append("Triangles: beyond the scale, and how far.") }
    drawing.text(notes.joined(separator: " "), x: 20, y: Double(height) - 14, class: "caption")
    return drawing.text
  }

  /// Places the panels one below the other.
  private func plots(width: Double, height: Double) -> [SVGPlot] {
    let left = SVGPlot.margin(panels.map(\.axis))
    let (top, gap, foot) = (104.0, 46.0, captions.isEmpty && pauses.isEmpty && !hasCuts ? 44.0 : 66.0)
    let room = max(60, height - top - foot - gap * Double(panels.count - 1))
    // The first of two panels matters more and gets three fifths of the room.
    let shares = panels.count == 2 ? [0.6, 0.4] : panels.map { _ in 1 / Double(panels.count) }
    var edge = top
    return zip(panels, shares).map { panel, share in
      defer { edge += room * share + gap }
      return SVGPlot(axis: panel.axis, left: left, top: edge, width: max(100, width - left - 24), height: room * share)
    }
  }

  private var hasCuts: Bool { panels.contains { !$0.cuts(points: Self.pointsOfLine).isEmpty } }

  private func draw(_ panel: Panel, in plot: SVGPlot, on drawing: inout SVGDrawing) {
    if let band = panel.band {
      let top = plot.y(band.upperBound)
      drawing.rectangle(
        x: plot.left, y: top, width: plot.width, height: plot.y(band.lowerBound) - top, class: "band")
    }
    for pause in pauses {
      let (start, end) = (x(Double(pause.lowerBound), plot), x(Double(pause.upperBound), plot))
      drawing.rectangle(x: start, y: plot.top, width: end - start, height: plot.height, class: "pause")
    }
    plot.drawFrame(title: panel.title, unit: panel.unit, on: &drawing)
    for trace in panel.traces { draw(trace, in: plot, on: &drawing) }
    drawCuts(of: panel, in: plot, on: &drawing)
    drawLegend(of: panel, in: plot, on: &drawing)
  }

  private func draw(_ trace: Trace, in plot: SVGPlot, on drawing: inout SVGDrawing) {
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
      let text = Figure.text(peak.value, decimals: 0)
      let width = Double(text.count) * SVGPlot.characterWidth + 8
      let isLast = x + width > plot.left + plot.width
      drawing.text(text, x: isLast ? x - 8 : x + 8, y: top + 11, anchor: isLast ? .end : .start, class: "cutLabel")
      free = x + width + 16
    }
  }

  /// Keeps only the points at which the line bends: a target stays the same for minutes.
  private static func steps(_ points: [(x: Double, y: Double)]) -> [(x: Double, y: Double)] {
    points.enumerated().filter { index, point in
      index == 0 || index == points.count - 1 || points[index - 1].y != point.y || points[index + 1].y != point.y
    }.map(\.element)
  }

  /// Draws the legend at the right above the panel.
  private func drawLegend(of panel: Panel, in plot: SVGPlot, on drawing: inout SVGDrawing) {
    var right = plot.left + plot.width
    let y = plot.top - 10
    if let band = panel.band {
      let text = "Zone 2, \(Figure.short(band.lowerBound))–\(Figure.short(band.upperBound)) bpm"
      drawing.text(text, x: right, y: y, anchor: .end, class: "bandLabel")
      right -= Double(text.count) * SVGPlot.characterWidth + 22
      drawing.rectangle(x: right, y: y - 11, width: 16, height: 13, class: "band")
    }
    if panel.traces.contains(where: { $0.kind == .target }) {
      drawing.text("target", x: right, y: y, anchor: .end, class: "referenceLabel")
      right -= 6 * SVGPlot.characterWidth
      drawing.line(x1: right - 26, y1: y - 4, x2: right - 4, y2: y - 4, class: "reference")
    }
  }

  private func drawTime(below plot: SVGPlot, on drawing: inout SVGDrawing) {
    for tick in time.ticks(max(2, Int(plot.width / 90))) {
      let x = x(Double(tick.second), plot)
      drawing.line(x1: x, y1: plot.bottom, x2: x, y2: plot.bottom + 5, class: "axis")
      plot.drawLabel(tick.label, below: x, on: &drawing)
    }
  }

  private func x(_ second: Double, _ plot: SVGPlot) -> Double {
    plot.x(time.position(of: second))
  }
}
