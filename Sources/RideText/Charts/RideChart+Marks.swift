import ControlWire

// Laps, marks and tooltips of a ride's picture.

extension RideChart {
  /// Draws the laps as a strip above the first panel, and their edges through all panels.
  func drawLaps(in plots: [SVGPlot], on drawing: inout SVGDrawing) {
    guard let first = plots.first else { return }
    let top = first.top - Self.lapHeight - 4
    for (index, lap) in laps.enumerated() {
      let (start, end) = (x(Double(lap.fromSeconds), first), x(Double(max(lap.fromSeconds, lap.toSeconds)), first))
      drawing.rectangle(
        x: start + 0.5, y: top, width: end - start - 1, height: Self.lapHeight, radius: 2, class: "lapGround",
        hint: Self.text(of: lap, number: index + 1))
      let room = end - start - 10
      let names = [Self.name(of: lap, number: index + 1), String(index + 1)]
      if let name = names.first(where: { Double($0.count) * SVGPlot.smallCharacterWidth <= room + 2 }) {
        drawing.text(name, x: start + 5, y: top + 13.5, class: "lapName")
      }
      guard index > 0 else { continue }
      // The headings between the panels stay legible.
      for plot in plots { drawing.line(x1: start, y1: plot.top, x2: start, y2: plot.bottom, class: "lapEdge") }
    }
  }

  /// Draws the marks between the last panel and the labels of the time axis.
  ///
  /// Overlapping marks of one kind are drawn as a single mark.
  func drawMarks(below plot: SVGPlot, on drawing: inout SVGDrawing) {
    let y = plot.bottom + Self.marksHeight / 2 + 2
    for kind in RideMark.Kind.allCases {
      var groups: [[RideMark]] = []
      for mark in marks where mark.kind == kind {
        if let first = groups.last?.first, x(mark.from, plot) - x(first.from, plot) < Self.markWidth {
          groups[groups.count - 1].append(mark)
        } else {
          groups.append([mark])
        }
      }
      for group in groups {
        guard let first = group.first else { continue }
        let start = x(first.from, plot)
        if let end = group.last?.to.map({ x($0, plot) }), end - start > Self.markWidth / 2 {
          drawing.line(x1: start, y1: y, x2: end, y2: y, class: "\(kind.styleName) lasting")
        }
        let hint = group.map(\.explanation).joined(separator: "\n")
        draw(kind, x: start, y: y, hint: hint, on: &drawing)
      }
    }
  }

  private static let markWidth = 11.0

  /// Draws the mark of a kind around a point; each kind has its own shape, so that colours are not needed to
  /// distinguish them.
  private func draw(_ kind: RideMark.Kind, x: Double, y: Double, hint: String?, on drawing: inout SVGDrawing) {
    let name = kind.styleName
    switch kind {
    case .drop:
      drawing.path([(x - 5, y - 4), (x + 5, y - 4), (x, y + 5)], isClosed: true, class: name, hint: hint)
    case .pause:
      drawing.path(
        [
          (x - 4, y - 5), (x - 1, y - 5), (x - 1, y + 5), (x + 1, y + 5), (x + 1, y - 5), (x + 4, y - 5),
          (x + 4, y + 5), (x - 4, y + 5),
        ], isClosed: true, class: name, hint: hint)
    case .easing: drawing.path([(x - 4.5, y - 2.5), (x, y + 3), (x + 4.5, y - 2.5)], class: name, hint: hint)
    case .change:
      drawing.path([(x, y - 5), (x + 4.5, y), (x, y + 5), (x - 4.5, y)], isClosed: true, class: name, hint: hint)
    }
  }

  /// Draws the legend of the marks in one line.
  func drawLegend(at top: Double, on drawing: inout SVGDrawing) {
    var x = SVGDrawing.margin + 6
    for entry in legend {
      draw(entry.kind, x: x, y: top + 10, hint: nil, on: &drawing)
      drawing.text(entry.text, x: x + 11, y: top + 14, class: "legend")
      x += 11 + Double(entry.text.count) * SVGPlot.smallCharacterWidth + 24
    }
  }

  /// Adds an invisible strip for each minute, or for longer in a long ride; a browser shows the means there.
  func drawHints(from first: SVGPlot, to last: SVGPlot, on drawing: inout SVGDrawing) {
    let step = [60, 120, 300, 600, 1200, 3600].first { time.seconds.count / $0 <= Self.mostHints } ?? 86_400
    var start = time.seconds.lowerBound
    while start < time.seconds.upperBound {
      let seconds = start..<min(time.seconds.upperBound, (start / step + 1) * step)
      let (left, right) = (x(Double(seconds.lowerBound), first), x(Double(seconds.upperBound), first))
      drawing.rectangle(
        x: left, y: first.top, width: right - left, height: last.bottom - first.top, class: "hover",
        hint: text(of: seconds))
      start = seconds.upperBound
    }
  }

  private static let mostHints = 180
}

extension RideMark.Kind {
  fileprivate var styleName: String {
    switch self {
    case .drop: "drop"
    case .pause: "still"
    case .easing: "easing"
    case .change: "change"
    }
  }
}
