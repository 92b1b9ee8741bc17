/// The area of one panel in a picture.
struct SVGPlot {
  /// The vertical scale.
  let axis: Axis
  /// The edges in the picture's coordinates.
  let left: Double
  let top: Double
  let width: Double
  let height: Double

  /// The vertical coordinate of a value.
  func y(_ value: Double) -> Double {
    top + (1 - axis.position(of: value)) * height
  }

  /// The horizontal coordinate of a relative position, 0…1.
  func x(_ position: Double) -> Double {
    left + position * width
  }

  /// The lower edge.
  var bottom: Double { top + height }

  /// The right edge.
  var right: Double { left + width }

  /// Draws a line and a label at each tick.
  func drawFrame(on drawing: inout SVGDrawing) {
    for tick in axis.ticks {
      drawing.line(x1: left, y1: y(tick), x2: right, y2: y(tick), class: tick == axis.lowest ? "axis" : "grid")
    }
    for tick in axis.labelled(atMost: Int(height / 18)) {
      drawing.text(axis.label(tick), x: left - 8, y: y(tick) + 4.5, anchor: .end, class: "tick")
    }
  }

  /// Writes a label of the horizontal axis; labels at the ends are moved into the picture.
  func drawLabel(_ text: String, below x: Double, y: Double, on drawing: inout SVGDrawing) {
    let half = Double(text.count) * Self.characterWidth / 2
    let middle = min(drawing.width - SVGDrawing.margin - half, max(SVGDrawing.margin + half, x))
    drawing.text(text, x: middle, y: y, anchor: .middle, class: "tick")
  }

  /// The estimated width of a character; the reader's font is unknown here.
  static let characterWidth = 7.4

  /// The estimated width of a character of 12 and of 11 pixels.
  static let smallCharacterWidth = 6.4

  /// The estimated width of a character of the title.
  static let titleCharacterWidth = 12.0

  /// Places plots of equal height, one for each vertical scale, below the heading and above `foot`; all plots together
  /// are at least `least` high.
  static func stack(
    _ axes: [Axis], from top: Double, to foot: Double, least: Double, in drawing: SVGDrawing
  ) -> [SVGPlot] {
    let (left, gap) = (left(axes), 42.0)
    let height = max(least, foot - top - gap * Double(axes.count)) / Double(axes.count)
    return axes.enumerated().map { index, axis in
      SVGPlot(
        axis: axis, left: left, top: top + gap + Double(index) * (height + gap),
        width: max(100, drawing.width - left - SVGDrawing.margin), height: height)
    }
  }

  /// Returns the left edge of the plots; the scales' labels are between it and the picture's margin.
  static func left(_ scales: [Axis]) -> Double {
    let widest = scales.flatMap { axis in axis.ticks.map { axis.label($0).count } }.max()
    return SVGDrawing.margin + 8 + Double(widest ?? 0) * characterWidth
  }
}
