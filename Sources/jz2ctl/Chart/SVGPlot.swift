/// The place of one panel in a picture.
struct SVGPlot {
  /// The scale at its left.
  let axis: Axis
  /// Its edges, in the picture's coordinates.
  let left: Double
  let top: Double
  let width: Double
  let height: Double

  /// Where a value stands.
  func y(_ value: Double) -> Double {
    top + (1 - axis.position(of: value)) * height
  }

  /// Where a share of the width stands.
  func x(_ position: Double) -> Double {
    left + position * width
  }

  /// The lower edge.
  var bottom: Double { top + height }

  /// Draws the scale with a line at each tick, and the panel's name and unit above.
  func drawFrame(title: String, unit: String, on drawing: inout SVGDrawing) {
    drawing.text("\(title), \(unit)", x: left, y: top - 10, class: "name")
    let labelled = axis.labelled(atMost: Int(height / 18))
    for tick in axis.ticks {
      drawing.line(x1: left, y1: y(tick), x2: left + width, y2: y(tick), class: tick == axis.lowest ? "axis" : "grid")
    }
    for tick in labelled {
      drawing.text(axis.label(tick), x: left - 8, y: y(tick) + 4.5, anchor: .end, class: "tick")
    }
  }

  /// Writes a label of the horizontal scale; one at its end stays within the picture.
  func drawLabel(_ text: String, below x: Double, on drawing: inout SVGDrawing) {
    let half = Double(text.count) * Self.characterWidth / 2
    let end = left + width + 12
    let anchor: SVGDrawing.Anchor = x + half > end ? .end : .middle
    drawing.text(text, x: anchor == .end ? end : x, y: bottom + 20, anchor: anchor, class: "tick")
  }

  /// The widths of texts of the style sheet are not known here: about so much for a character.
  static let characterWidth = 7.4

  /// The same for the title.
  static let titleCharacterWidth = 12

  /// The margin that the scales' labels take at the left.
  static func margin(_ scales: [Axis]) -> Double {
    let widest = scales.flatMap { axis in axis.ticks.map { axis.label($0).count } }.max()
    return 28 + Double(widest ?? 0) * characterWidth
  }
}
