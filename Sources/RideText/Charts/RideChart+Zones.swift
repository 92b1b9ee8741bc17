import ControlWire
import Rides

// The power zones in a ride's chart.

extension RideChart {
  /// A part of the line of power within one zone.
  struct ZonePiece: Equatable {
    /// The number of the zone, from 1; nil without zones.
    let zone: Int?
    var points: [Trace.Point]
  }

  /// The zones for the legend, up to the highest one with time in it; empty without a panel of power.
  var shownZones: [PowerZones.Zone] {
    guard zonedPanel != nil else { return [] }
    let last = powerZones.lastIndex { $0.seconds ?? 0 > 0 } ?? powerZones.count - 1
    return Array(powerZones[...last])
  }

  /// The panel with zones: that of the power; nil if zones or power are not known.
  var zonedPanel: Panel? { powerZones.isEmpty ? nil : panels.first { $0.measure == .power } }

  /// Splits a line of power where it crosses the bound of a zone; empty without zones.
  func zonePieces(of line: [Trace.Point]) -> [ZonePiece] {
    guard !powerZones.isEmpty, let first = line.first else { return [] }
    let bounds = powerZones.bounds
    var pieces = [ZonePiece(zone: number(of: first.value), points: [first])]
    for (start, end) in zip(line, line.dropFirst()) {
      let range = min(start.value, end.value)...max(start.value, end.value)
      let crossed = bounds.filter { range.contains($0) && $0 != start.value && $0 != end.value }
      let crossings = (start.value <= end.value ? crossed : crossed.reversed()).map { bound in
        let share = (bound - start.value) / (end.value - start.value)
        return Trace.Point(second: start.second + share * (end.second - start.second), value: bound)
      }
      var from = start
      for point in crossings + [end] {
        let zone = number(of: (from.value + point.value) / 2)
        if pieces[pieces.count - 1].zone == zone {
          pieces[pieces.count - 1].points.append(point)
        } else if pieces[pieces.count - 1].points.count == 1, pieces.count == 1 {
          pieces = [ZonePiece(zone: zone, points: [from, point])]
        } else {
          pieces.append(ZonePiece(zone: zone, points: [from, point]))
        }
        from = point
      }
    }
    return pieces
  }

  private func number(of watts: Double) -> Int? { powerZones.zone(ofWatts: watts)?.number }

  func style(ofZone number: Int) -> Style { ZonePalette.style(of: number, in: powerZones.count) }

  private func name(ofZone number: Int) -> String { ZonePalette.name(of: number, in: powerZones.count) }
}

// MARK: - Picture

extension RideChart {
  /// Draws the line of power in the colours of its zones, and the area below it.
  func drawZones(of trace: Trace, in plot: SVGPlot, on drawing: inout SVGDrawing) {
    let pieces = trace.lines(points: Self.pointsOfLine).flatMap(zonePieces)
    for zone in powerZones {
      let lines = pieces.filter { $0.zone == zone.number }.map { piece in
        piece.points.map { (x: x($0.second, plot), y: plot.y($0.value)) }
      }
      let areas = lines.map { line -> [(x: Double, y: Double)] in
        guard let first = line.first, let last = line.last else { return [] }
        return [(first.x, plot.bottom)] + line + [(last.x, plot.bottom)]
      }
      drawing.paths(areas, isClosed: true, class: "zoneArea \(name(ofZone: zone.number))")
      drawing.paths(lines, class: "zoneLine \(name(ofZone: zone.number))")
    }
  }

  /// Draws the bounds of the zones and, where there is room, the numbers of the zones between them.
  func drawZoneBounds(in plot: SVGPlot, on drawing: inout SVGDrawing) {
    for zone in powerZones {
      let bottom = plot.y(Double(zone.fromWatts ?? 0))
      let top = plot.y(zone.belowWatts.map(Double.init) ?? .infinity)
      if zone.fromWatts != nil, bottom > plot.top, bottom < plot.bottom {
        drawing.line(x1: plot.left, y1: bottom, x2: plot.right, y2: bottom, class: "zoneBound")
      }
      guard bottom - top >= 12 else { continue }
      drawing.text(
        PowerZoneName.short(zone.number), x: plot.left + 5, y: (top + bottom) / 2 + 4, class: "zoneName")
    }
  }

  /// An entry of the legend, with its place in its row.
  struct ZoneEntry {
    let zone: Int
    let text: String
    let x: Double
  }

  /// Returns the legend of the zones in rows of a width.
  func zoneLegend(in width: Double) -> [[ZoneEntry]] {
    var rows: [[ZoneEntry]] = []
    var x = 0.0
    for zone in shownZones {
      let text = PowerZoneName.text(zone, in: powerZones.count)
      let taken = Self.swatchWidth + 6 + Double(text.count) * SVGPlot.smallCharacterWidth
      if rows.isEmpty || x + taken > width {
        rows.append([])
        x = 0
      }
      rows[rows.count - 1].append(ZoneEntry(zone: zone.number, text: text, x: SVGDrawing.margin + x))
      x += taken + 20
    }
    return rows
  }

  /// Draws a row of the legend.
  func draw(_ entries: [ZoneEntry], at top: Double, on drawing: inout SVGDrawing) {
    for entry in entries {
      drawing.rectangle(
        x: entry.x, y: top + 4, width: Self.swatchWidth, height: 11, class: "zoneBar \(name(ofZone: entry.zone))")
      drawing.text(entry.text, x: entry.x + Self.swatchWidth + 6, y: top + 14, class: "legend")
    }
  }

  private static let swatchWidth = 16.0
}

// MARK: - Terminal

extension RideChart {
  /// Returns the number of the zone in each column, for readers without colours; empty for other panels.
  func zoneLine(of panel: Panel, in plot: TerminalPlot) -> [StyledLine] {
    guard panel.measure == .power, !powerZones.isEmpty, let trace = panel.traces.first else { return [] }
    let means = trace.means(plot.columns)
    let margin = TerminalPlot.margin(labelWidth: plot.labelWidth)
    var line = StyledLine("Z".leading(margin - 2) + "  ", .dim)
    for column in 0..<plot.columns where !means.isEmpty {
      let zone = means[column * means.count / plot.columns].flatMap(number)
      line.append(zone.map { StyledLine.Span("\($0)", style(ofZone: $0)) } ?? StyledLine.Span(" "))
    }
    return [line]
  }

  /// Returns the legend of the zones, as many in a line as fit.
  func zoneLegend(columns: Int, _ glyphs: ChartGlyphs) -> [StyledLine] {
    shownZones.reduce(into: []) { lines, zone in
      let mark = StyledLine(glyphs.fill[glyphs.fill.count - 1] + " ", style(ofZone: zone.number))
      let piece = mark + StyledLine(PowerZoneName.text(zone, in: powerZones.count))
      if let last = lines.last, last.width + 3 + piece.width <= columns {
        lines[lines.count - 1] = last + StyledLine("   ") + piece
      } else {
        lines.append(piece)
      }
    }
  }
}

extension String {
  /// The text with spaces before it, up to a width.
  fileprivate func leading(_ width: Int) -> String { String(repeating: " ", count: Swift.max(0, width - count)) + self }
}
