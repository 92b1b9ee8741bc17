import ControlWire
import Rides

extension ScoreChart {
  /// Draws the chart as an SVG picture.
  package func svg(width: Int, height: Int, theme: ChartTheme = .auto) -> String {
    var drawing = SVGDrawing(
      width: width, height: height, title: "\(title), \(subtitle)", description: description, theme: theme)
    let top = drawing.heading(title, subtitle)
    let plots = SVGPlot.stack(panels.map(\.axis), from: top, to: drawing.height - 14 - 28, least: 160, in: drawing)
    for (panel, plot) in zip(panels, plots) { draw(panel, in: plot, on: &drawing) }
    if let first = plots.first, let last = plots.last {
      drawTicks(below: last, on: &drawing)
      drawing.addHints(days, from: first, to: last, text(ofDay:))
    }
    return drawing.text
  }

  private func draw(_ panel: Panel, in plot: SVGPlot, on drawing: inout SVGDrawing) {
    for band in panel.bands { draw(band, in: plot, on: &drawing) }
    drawRanges(panel.ranges, in: plot, on: &drawing)
    plot.drawFrame(on: &drawing)
    drawing.text(
      [SVGDrawing.Span(panel.title, class: "name"), SVGDrawing.Span(panel.unit, class: "unit")],
      x: SVGDrawing.margin, y: plot.top - 12)
    if let legend = Self.legend(of: panel) {
      drawing.text(legend, x: plot.right, y: plot.top - 12, anchor: .end, class: "legend")
    }
    guard !panel.isEmpty else {
      return drawing.text(
        panel.empty, x: plot.left + plot.width / 2, y: plot.top + plot.height / 2 + 4, anchor: .middle, class: "legend")
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
    for band in panel.bands {
      drawing.text(
        Self.text(of: band), x: plot.left + 6, y: plot.y(band.range.upperBound) + 13, class: "zoneName")
    }
  }

  /// Returns `optimal, from 67`; for the lowest band only the name.
  private static func text(of band: Panel.Band) -> String {
    let name = band.category.title
    guard band.range.lowerBound > 0 else { return name }
    return String(localized: "\(name), from \(Int(band.range.lowerBound.rounded(.up)))")
  }

  /// The radius of a point; it is smaller if days are close together.
  private var pointRadius: Double { days > 45 ? 2.6 : 3.6 }

  private static func legend(of panel: Panel) -> String? {
    switch panel.form {
    case .points:
      String(
        localized: "dots: mornings, line: mean of \(ScoreModel.weekDays) days, "
          + "green: own range of \(ScoreModel.rangeDays) days")
    case .line, .bars: nil
    }
  }

  private func draw(_ band: Panel.Band, in plot: SVGPlot, on drawing: inout SVGDrawing) {
    let (top, bottom) = (plot.y(band.range.upperBound), plot.y(band.range.lowerBound))
    drawing.rectangle(x: plot.left, y: top, width: plot.width, height: bottom - top, class: band.category.rawValue)
  }

  /// Draws the own range as an area for each run of days with a range.
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
      // A single day is not a line.
      for point in points where days <= 45 || points.count == 1 {
        drawing.circle(x: point.x, y: point.y, radius: 2.6, class: "meanPoint")
      }
    }
  }

  private func drawBars(_ values: [Double?], in plot: SVGPlot, on drawing: inout SVGDrawing) {
    for (day, value) in values.enumerated() {
      guard let value else { continue }
      let (start, end) = (x(Double(day) + 0.15, plot), x(Double(day) + 0.85, plot))
      // A day without strain has a thin bar; a day with unknown strain has no bar.
      let height = max(1.5, plot.bottom - plot.y(value))
      drawing.rectangle(x: start, y: plot.bottom - height, width: end - start, height: height, class: "bar")
    }
  }

  private func drawTicks(below plot: SVGPlot, on drawing: inout SVGDrawing) {
    for tick in ticks {
      let x = x(Double(tick.day) + (days <= 45 ? 0.5 : 0), plot)
      drawing.line(x1: x, y1: plot.bottom, x2: x, y2: plot.bottom + 5, class: "axis")
      plot.drawLabel(tick.label, below: x, y: plot.bottom + 20, on: &drawing)
    }
  }

  private func x(_ day: Double, _ plot: SVGPlot) -> Double { plot.x(day / Double(days)) }
}
