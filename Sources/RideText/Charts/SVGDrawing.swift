/// A self-contained picture in SVG 1.1: it needs no script, font or other file.
struct SVGDrawing {
  /// The width of the picture and of its coordinate system.
  let width: Int
  /// The height of the picture and of its coordinate system.
  let height: Int
  /// The title, which screen readers read out.
  let title: String
  /// The style sheet (CSS).
  let style: String

  private var elements: [String] = []

  init(width: Int, height: Int, title: String, style: String) {
    self.width = width
    self.height = height
    self.title = title
    self.style = style
  }

  /// The picture as the text of an SVG file.
  var text: String {
    let size = #"viewBox="0 0 \#(width) \#(height)" width="\#(width)" height="\#(height)""#
    let start = #"<svg xmlns="http://www.w3.org/2000/svg" \#(size) role="img">"#
    let lines = [start, "<title>\(Self.escaped(title))</title>", "<style>\(style)</style>"] + elements + ["</svg>"]
    return lines.joined(separator: "\n") + "\n"
  }

  /// Adds a rectangle.
  mutating func rectangle(x: Double, y: Double, width: Double, height: Double, class name: String) {
    add("rect", [("x", x), ("y", y), ("width", max(0, width)), ("height", max(0, height))], class: name)
  }

  /// Adds a straight line.
  mutating func line(x1: Double, y1: Double, x2: Double, y2: Double, class name: String) {
    add("line", [("x1", x1), ("y1", y1), ("x2", x2), ("y2", y2)], class: name)
  }

  /// Adds a filled circle.
  mutating func circle(x: Double, y: Double, radius: Double, class name: String) {
    add("circle", [("cx", x), ("cy", y), ("r", radius)], class: name)
  }

  /// Adds a line through points; `isClosed` makes it an area.
  mutating func path(_ points: [(x: Double, y: Double)], isClosed: Bool = false, class name: String) {
    guard let first = points.first else { return }
    // Viewers draw a path of one point only if it has a segment, even one of no length.
    let all = points.count == 1 ? [first, first] : points
    let words = all.enumerated().map { "\($0 == 0 ? "M" : "L")\(Self.number($1.x)) \(Self.number($1.y))" }
    elements.append(#"<path class="\#(name)" d="\#(words.joined())\#(isClosed ? "Z" : "")"/>"#)
  }

  /// The side of the text at which its point lies.
  enum Anchor: String {
    case start, middle, end
  }

  /// Adds a line of text.
  mutating func text(_ text: String, x: Double, y: Double, anchor: Anchor = .start, class name: String) {
    let place = #"x="\#(Self.number(x))" y="\#(Self.number(y))" text-anchor="\#(anchor.rawValue)""#
    elements.append(#"<text class="\#(name)" \#(place)>\#(Self.escaped(text))</text>"#)
  }

  private mutating func add(_ element: String, _ attributes: [(String, Double)], class name: String) {
    let words = attributes.map { #"\#($0)="\#(Self.number($1))""# }
    elements.append(#"<\#(element) class="\#(name)" \#(words.joined(separator: " "))/>"#)
  }

  private static func number(_ value: Double) -> String {
    var digits = Figure.text(value, decimals: 1)
    if digits.hasSuffix(".0") { digits.removeLast(2) }
    return digits == "?" ? "0" : digits
  }

  /// Escapes a text for XML 1.0; `printable` replaces characters that XML does not allow.
  static func escaped(_ text: String) -> String {
    var escaped = ""
    for character in text.printable {
      switch character {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      default: escaped.append(character)
      }
    }
    return escaped
  }
}

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

  /// Draws a line and a label at each tick, and the panel's title and unit above.
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

  /// Writes a label of the horizontal axis; a label at the right end stays within the picture.
  func drawLabel(_ text: String, below x: Double, on drawing: inout SVGDrawing) {
    let half = Double(text.count) * Self.characterWidth / 2
    let end = left + width + 12
    let anchor: SVGDrawing.Anchor = x + half > end ? .end : .middle
    drawing.text(text, x: anchor == .end ? end : x, y: bottom + 20, anchor: anchor, class: "tick")
  }

  /// The estimated width of a character: the reader's font is unknown here.
  static let characterWidth = 7.4

  /// The estimated width of a character of the title.
  static let titleCharacterWidth = 12

  /// The left margin that the scales' labels need.
  static func margin(_ scales: [Axis]) -> Double {
    let widest = scales.flatMap { axis in axis.ticks.map { axis.label($0).count } }.max()
    return 28 + Double(widest ?? 0) * characterWidth
  }
}

/// The style sheet of the SVG charts, for light and dark backgrounds.
enum ChartStyle {
  /// The classes, and their colours if the reader prefers a dark background.
  static let sheet = """

    text{font:13px system-ui,-apple-system,"Segoe UI",Roboto,"DejaVu Sans",sans-serif;fill:#57606a}
    .paper{fill:#ffffff}
    .title{font-size:19px;font-weight:600;fill:#1f2328}
    .name{font-weight:600;fill:#1f2328}
    .grid{stroke:#d8dee4;stroke-width:1}
    .axis{stroke:#8c959f;stroke-width:1}
    .pause{fill:#8c959f;fill-opacity:.22}
    .band{fill:#2da44e;fill-opacity:.13}
    .bandLabel{font-size:12px;fill:#1a7f37}
    .power{fill:none;stroke:#0969da;stroke-width:1.6;stroke-linejoin:round;stroke-linecap:round}
    .powerArea{fill:#0969da;fill-opacity:.12}
    .target{fill:none;stroke:#9a6700;stroke-width:2;stroke-dasharray:6 4}
    .cut{fill:#9a6700}
    .cutLabel{font-size:12px;fill:#9a6700}
    .heartRate{fill:none;stroke:#cf222e;stroke-width:1.8;stroke-linejoin:round;stroke-linecap:round}
    .point{fill:#0969da;fill-opacity:.45}
    .mean{fill:none;stroke:#0969da;stroke-width:2;stroke-linejoin:round;stroke-linecap:round}
    .meanPoint{fill:#0969da}
    .bar{fill:#0969da;fill-opacity:.75}
    .poor{fill:#cf222e;fill-opacity:.10}
    .moderate{fill:#bf8700;fill-opacity:.10}
    .optimal{fill:#2da44e;fill-opacity:.13}
    .reference{stroke:#9a6700;stroke-width:1.3;stroke-dasharray:6 4}
    .referenceLabel{font-size:12px;fill:#9a6700}
    @media (prefers-color-scheme:dark){
    text{fill:#9198a1}
    .paper{fill:#0d1117}
    .title,.name{fill:#f0f6fc}
    .grid{stroke:#2a313c}
    .axis{stroke:#656c76}
    .bandLabel{fill:#3fb950}
    .power,.mean{stroke:#58a6ff}
    .powerArea,.point,.meanPoint,.bar{fill:#58a6ff}
    .target,.reference{stroke:#d29922}
    .cut,.cutLabel,.referenceLabel{fill:#d29922}
    .heartRate{stroke:#ff7b72}
    }

    """
}
