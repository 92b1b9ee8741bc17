import ControlWire

extension ScoreChart {
  /// Draws the chart as an SVG picture.
  package func svg(width: Int, height: Int) -> String {
    var drawing = SVGDrawing(width: width, height: height, title: title, style: ChartStyle.sheet)
    drawing.rectangle(x: 0, y: 0, width: Double(width), height: Double(height), class: "paper")
    drawing.text(title, x: 20, y: 34, class: "title")
    let left = SVGPlot.margin(panels.map(\.axis))
    let (top, gap, foot) = (84.0, 46.0, 40.0)
    let room = max(160, Double(height) - top - foot - gap * Double(panels.count - 1)) / Double(panels.count)
    let plots = panels.enumerated().map { index, panel in
      SVGPlot(
        axis: panel.axis, left: left, top: top + Double(index) * (room + gap),
        width: max(100, Double(width) - left - 24), height: room)
    }
    for (panel, plot) in zip(panels, plots) { draw(panel, in: plot, on: &drawing) }
    if let last = plots.last { drawTicks(below: last, on: &drawing) }
    return drawing.text
  }

  private func draw(_ panel: Panel, in plot: SVGPlot, on drawing: inout SVGDrawing) {
    for band in panel.bands { draw(band, in: plot, on: &drawing) }
    drawRanges(panel.ranges, in: plot, on: &drawing)
    plot.drawFrame(title: panel.title, unit: panel.unit, on: &drawing)
    if let legend = Self.legend(of: panel) {
      drawing.text(legend, x: plot.left + plot.width, y: plot.top - 10, anchor: .end, class: "legend")
    }
    switch panel.form {
    case .line: drawLine(panel.values, in: plot, on: &drawing)
    case .bars: drawBars(panel.values, in: plot, on: &drawing)
    case .points:
      for (day, value) in panel.values.enumerated() {
        guard let value else { continue }
        drawing.circle(x: x(Double(day) + 0.5, plot), y: plot.y(value), radius: pointRadius, class: "point")
      }
      drawLine(panel.means, in: plot, on: &drawing)
    }
  }

  /// Smaller where days stand close.
  private var pointRadius: Double { days > 45 ? 2.6 : 3.6 }

  private static func legend(of panel: Panel) -> String? {
    switch panel.form {
    case .points:
      "dots: mornings, line: mean of \(ScoreModel.weekDays) days, green: own range of \(ScoreModel.rangeDays) days"
    case .line:
      panel.bands.isEmpty
        ? nil : "red: poor, yellow: moderate \(beginning(.moderate)), green: optimal \(beginning(.optimal))"
    case .bars: nil
    }
  }

  private func draw(_ band: Panel.Band, in plot: SVGPlot, on drawing: inout SVGDrawing) {
    let (top, bottom) = (plot.y(band.range.upperBound), plot.y(band.range.lowerBound))
    drawing.rectangle(x: plot.left, y: top, width: plot.width, height: bottom - top, class: band.name)
  }

  /// Draws the own range as an area for each run of days that have one.
  private func drawRanges(_ ranges: [ClosedRange<Double>?], in plot: SVGPlot, on drawing: inout SVGDrawing) {
    for run in Self.lines(ranges.map { $0?.lowerBound }) {
      var (lower, upper): ([(x: Double, y: Double)], [(x: Double, y: Double)]) = ([], [])
      for (day, low) in run {
        let edges = [x(Double(day), plot), x(Double(day) + 1, plot)]
        lower += edges.map { ($0, plot.y(low)) }
        upper += edges.map { ($0, plot.y(ranges[day]?.upperBound ?? low)) }
      }
      drawing.path(lower + upper.reversed(), isClosed: true, class: "band")
    }
  }

  private func drawLine(_ values: [Double?], in plot: SVGPlot, on drawing: inout SVGDrawing) {
    for line in Self.lines(values) {
      let points = line.map { (x: x(Double($0.day) + 0.5, plot), y: plot.y($0.value)) }
      drawing.path(points, class: "mean")
      // A single day is no line.
      for point in points where days <= 45 || points.count == 1 {
        drawing.circle(x: point.x, y: point.y, radius: 2.6, class: "meanPoint")
      }
    }
  }

  private func drawBars(_ values: [Double?], in plot: SVGPlot, on drawing: inout SVGDrawing) {
    for (day, value) in values.enumerated() {
      guard let value else { continue }
      let (start, end) = (x(Double(day) + 0.15, plot), x(Double(day) + 0.85, plot))
      // A day without strain has a line, one of which nothing is known has not.
      let height = max(1.5, plot.bottom - plot.y(value))
      drawing.rectangle(x: start, y: plot.bottom - height, width: end - start, height: height, class: "bar")
    }
  }

  private func drawTicks(below plot: SVGPlot, on drawing: inout SVGDrawing) {
    for tick in ticks {
      let x = x(Double(tick.day) + (days <= 45 ? 0.5 : 0), plot)
      drawing.line(x1: x, y1: plot.bottom, x2: x, y2: plot.bottom + 5, class: "axis")
      plot.drawLabel(tick.label, below: x, on: &drawing)
    }
  }

  private func x(_ day: Double, _ plot: SVGPlot) -> Double { plot.x(day / Double(days)) }
}
