import ControlWire

extension HistoryChart {
  /// Draws the chart as an SVG picture.
  package func svg(width: Int, height: Int, theme: ChartTheme = .auto, time: LocalTime) -> String {
    let subtitle = subtitle(time: time)
    var drawing = SVGDrawing(
      width: width, height: height, title: "\(title), \(subtitle)", description: description(time: time),
      theme: theme)
    let top = drawing.heading(title, subtitle)
    guard rideCount > 0 else {
      drawing.text(empty, x: drawing.width / 2, y: drawing.height / 2, anchor: .middle, class: "name")
      return drawing.text
    }
    let foot = drawing.footing([credit].compactMap(\.self))
    let plots = SVGPlot.stack(panels.map(\.axis), from: top, to: foot - 28, least: 120, in: drawing)
    for (panel, plot) in zip(panels, plots) { draw(panel, in: plot, on: &drawing) }
    if let first = plots.first, let last = plots.last {
      drawMonths(below: last, on: &drawing)
      drawing.addHints(weeks, from: first, to: last) { text(ofWeek: $0, time: time) }
    }
    return drawing.text
  }

  private func draw(_ panel: Panel, in plot: SVGPlot, on drawing: inout SVGDrawing) {
    plot.drawFrame(on: &drawing)
    drawHeading(of: panel, in: plot, on: &drawing)
    if let reference = panel.reference, !panel.isEmpty {
      let y = plot.y(reference)
      drawing.line(x1: plot.left, y1: y, x2: plot.right, y2: y, class: "reference")
    }
    guard !panel.isEmpty else {
      return drawing.text(
        panel.empty, x: plot.left + plot.width / 2, y: plot.top + plot.height / 2 - 6, anchor: .middle, class: "legend")
    }
    for (week, sum) in panel.sums.enumerated() {
      if let sum { draw(sum, of: week, in: plot, on: &drawing) }
    }
    for (week, hours) in panel.zones.enumerated() {
      if let hours { draw(hours, of: week, count: panel.zoneCount, in: plot, on: &drawing) }
    }
    for ride in panel.rides {
      drawing.circle(x: x(ride.week, plot), y: plot.y(ride.value), radius: 3, class: "point")
    }
    for line in Self.lines(panel.means) {
      let points = line.map { (x: x(Double($0.week) + 0.5, plot), y: plot.y($0.mean)) }
      drawing.path(points, class: "mean")
      for point in points { drawing.circle(x: point.x, y: point.y, radius: weeks > 60 ? 2.6 : 4, class: "meanPoint") }
    }
  }

  /// Writes the panel's name above its left edge, and its legend above its right edge.
  private func drawHeading(of panel: Panel, in plot: SVGPlot, on drawing: inout SVGDrawing) {
    let y = plot.top - 12
    drawing.text(
      [SVGDrawing.Span(panel.title, class: "name"), SVGDrawing.Span(panel.unit, class: "unit")],
      x: SVGDrawing.margin, y: y)
    var right = plot.right
    func place(_ text: String, _ name: String = "legend") -> Double {
      drawing.text(text, x: right, y: y, anchor: .end, class: name)
      right -= Double(text.count) * SVGPlot.smallCharacterWidth + 6
      defer { right -= 18 + 14 }
      return right
    }
    func swatch(_ text: String, _ name: String) {
      let end = place(text)
      drawing.rectangle(x: end - 16, y: y - 10, width: 16, height: 11, class: name)
    }
    if !panel.zones.isEmpty {
      for number in (1...max(1, panel.zoneCount)).reversed() {
        swatch(PowerZoneName.short(number), "zoneBar \(ZonePalette.name(of: number, in: panel.zoneCount))")
      }
    } else if !panel.sums.isEmpty {
      if panel.sums.last.flatMap({ $0 }) != nil { swatch(String(localized: "this week so far"), "openBar") }
      if hasZone2 {
        swatch(String(localized: "other"), "otherBar")
        swatch(String(localized: "Zone 2"), "zone2Bar")
      }
    } else if let reference = panel.reference, !panel.isEmpty {
      _ = place(String(localized: "coupled below \(Figure.short(reference)) %"), "referenceLabel")
    } else if !panel.isEmpty {
      _ = place(String(localized: "small: one ride, large: weekly mean"))
    }
  }

  /// Draws the hours of a week: Zone 2 at the bottom, the others above it, and their sum on top.
  private func draw(_ sum: Panel.Hours, of week: Int, in plot: SVGPlot, on drawing: inout SVGDrawing) {
    let slot = x(1, plot) - x(0, plot)
    let (width, middle) = (min(Self.widestBarWidth, slot * 0.7), x(Double(week) + 0.5, plot))
    let left = middle - width / 2
    let edge = plot.y(sum.all)
    if hasZone2 {
      let split = plot.y(sum.zone2)
      drawing.rectangle(x: left, y: edge, width: width, height: split - edge, class: "otherBar")
      drawing.rectangle(x: left, y: split, width: width, height: plot.bottom - split, class: "zone2Bar")
    } else {
      drawing.rectangle(x: left, y: edge, width: width, height: plot.bottom - edge, class: "bar")
    }
    if isOpen(week) {
      drawing.rectangle(
        x: left - 3, y: edge - 3, width: width + 6, height: plot.bottom - edge + 3, class: "openBar")
    }
    let text = Figure.text(sum.all, decimals: 1)
    guard Double(text.count) * SVGPlot.smallCharacterWidth <= slot - 2 else { return }
    drawing.text(text, x: middle, y: edge - (isOpen(week) ? 7 : 4), anchor: .middle, class: "small")
  }

  /// Draws the hours of a week in power zones, the lowest at the bottom.
  private func draw(_ hours: [Double], of week: Int, count: Int, in plot: SVGPlot, on drawing: inout SVGDrawing) {
    let slot = x(1, plot) - x(0, plot)
    let (width, middle) = (min(Self.widestBarWidth, slot * 0.7), x(Double(week) + 0.5, plot))
    var below = 0.0
    for (index, part) in hours.enumerated() where part > 0 {
      let (top, bottom) = (plot.y(below + part), plot.y(below))
      drawing.rectangle(
        x: middle - width / 2, y: top, width: width, height: bottom - top,
        class: "zoneBar \(ZonePalette.name(of: index + 1, in: count))")
      below += part
    }
  }

  /// The maximum width of a bar, for a chart of few weeks.
  private static let widestBarWidth = 48.0

  /// Groups the means into lines, separated by weeks without a mean.
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
      let width = Double(month.name.count) * SVGPlot.characterWidth
      guard x >= free, x + width < drawing.width - 4 else { continue }
      drawing.text(month.name, x: x, y: plot.bottom + 20, class: "tick")
      free = x + width + 16
    }
  }

  private func x(_ week: Double, _ plot: SVGPlot) -> Double {
    plot.x(week / Double(weeks))
  }
}
