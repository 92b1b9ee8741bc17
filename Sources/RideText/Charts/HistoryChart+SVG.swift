extension HistoryChart {
  /// Draws the chart as an SVG picture.
  package func svg(width: Int, height: Int, time: LocalTime) -> String {
    let title = title(time: time)
    var drawing = SVGDrawing(width: width, height: height, title: title, style: ChartStyle.sheet)
    drawing.rectangle(x: 0, y: 0, width: Double(width), height: Double(height), class: "paper")
    drawing.text(title, x: 20, y: 34, class: "title")
    let left = SVGPlot.margin(panels.map(\.axis))
    let (top, gap, foot) = (84.0, 46.0, credit == nil ? 40.0 : 62.0)
    let room = max(120, Double(height) - top - foot - gap * Double(panels.count - 1)) / Double(panels.count)
    let plots = panels.enumerated().map { index, panel in
      SVGPlot(
        axis: panel.axis, left: left, top: top + Double(index) * (room + gap),
        width: max(100, Double(width) - left - 24), height: room)
    }
    for (panel, plot) in zip(panels, plots) { draw(panel, in: plot, on: &drawing) }
    if let last = plots.last { drawMonths(below: last, on: &drawing) }
    if let credit { drawing.text(credit, x: 20, y: Double(height) - 14, class: "caption") }
    return drawing.text
  }

  private func draw(_ panel: Panel, in plot: SVGPlot, on drawing: inout SVGDrawing) {
    plot.drawFrame(title: panel.title, unit: panel.unit, on: &drawing)
    if let reference = panel.reference {
      let y = plot.y(reference)
      drawing.line(x1: plot.left, y1: y, x2: plot.left + plot.width, y2: y, class: "reference")
      drawing.text(
        "coupled below \(Figure.short(reference)) %", x: plot.left + plot.width, y: plot.top - 10, anchor: .end,
        class: "referenceLabel")
    } else if panel.sums.isEmpty {
      drawing.text(
        "dots: rides, line: weekly mean", x: plot.left + plot.width, y: plot.top - 10, anchor: .end, class: "legend")
    }
    for (week, sum) in panel.sums.enumerated() {
      guard let sum else { continue }
      let (start, end) = (x(Double(week) + 0.15, plot), x(Double(week) + 0.85, plot))
      drawing.rectangle(
        x: start, y: plot.y(sum), width: end - start, height: plot.bottom - plot.y(sum), class: "bar")
    }
    for line in Self.lines(panel.means) {
      let points = line.map { (x: x(Double($0.week) + 0.5, plot), y: plot.y($0.mean)) }
      drawing.path(points, class: "mean")
      for point in points { drawing.circle(x: point.x, y: point.y, radius: 2.6, class: "meanPoint") }
    }
    for ride in panel.rides {
      drawing.circle(x: x(ride.week, plot), y: plot.y(ride.value), radius: 3.6, class: "point")
    }
  }

  /// Groups the means into lines; a week without a mean separates them.
  static func lines(_ means: [Double?]) -> [[(week: Int, mean: Double)]] {
    var lines: [[(week: Int, mean: Double)]] = []
    for (week, mean) in means.enumerated() {
      guard let mean else { continue }
      if lines.last?.last?.week == week - 1 {
        lines[lines.count - 1].append((week, mean))
      } else {
        lines.append([(week, mean)])
      }
    }
    return lines
  }

  private func drawMonths(below plot: SVGPlot, on drawing: inout SVGDrawing) {
    var free = -Double.infinity
    for month in months {
      let x = x(Double(month.week), plot)
      drawing.line(x1: x, y1: plot.bottom, x2: x, y2: plot.bottom + 5, class: "axis")
      guard x >= free, x + 30 < plot.left + plot.width else { continue }
      drawing.text(month.name, x: x, y: plot.bottom + 20, class: "tick")
      free = x + 48
    }
  }

  private func x(_ week: Double, _ plot: SVGPlot) -> Double {
    plot.x(week / Double(weeks))
  }
}
