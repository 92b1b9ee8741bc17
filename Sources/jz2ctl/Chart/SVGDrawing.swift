/// A picture in SVG 1.1 that needs nothing else: no script, no font, no other file.
struct SVGDrawing {
  /// The width of the picture and of its coordinates.
  let width: Int
  /// The height of the picture and of its coordinates.
  let height: Int
  /// What it shows, for who cannot see it.
  let title: String
  /// Its style sheet.
  let style: String

  private var elements: [String] = []

  init(width: Int, height: Int, title: String, style: String) {
    self.width = width
    self.height = height
    self.title = title
    self.style = style
  }

  /// The picture as a file.
  var text: String {
    let size = #"viewBox="0 0 \#(width) \#(height)" width="\#(width)" height="\#(height)""#
    let start = #"<svg xmlns="http://www.w3.org/2000/svg" \#(size) role="img">"#
    let lines = [start, "<title>\(Self.escaped(title))</title>", "<style>\(style)</style>"] + elements + ["</svg>"]
    return lines.joined(separator: "\n") + "\n"
  }

  /// A rectangle.
  mutating func rectangle(x: Double, y: Double, width: Double, height: Double, class name: String) {
    add("rect", [("x", x), ("y", y), ("width", max(0, width)), ("height", max(0, height))], class: name)
  }

  /// A straight line.
  mutating func line(x1: Double, y1: Double, x2: Double, y2: Double, class name: String) {
    add("line", [("x1", x1), ("y1", y1), ("x2", x2), ("y2", y2)], class: name)
  }

  /// A dot.
  mutating func circle(x: Double, y: Double, radius: Double, class name: String) {
    add("circle", [("cx", x), ("cy", y), ("r", radius)], class: name)
  }

  /// Straight lines from point to point; closed, where it is an area.
  mutating func path(_ points: [(x: Double, y: Double)], isClosed: Bool = false, class name: String) {
    guard let first = points.first else { return }
    // A line of one point shows only with a length, though it be none.
    let all = points.count == 1 ? [first, first] : points
    let words = all.enumerated().map { "\($0 == 0 ? "M" : "L")\(Self.number($1.x)) \(Self.number($1.y))" }
    elements.append(#"<path class="\#(name)" d="\#(words.joined())\#(isClosed ? "Z" : "")"/>"#)
  }

  /// Where a text stands to its point.
  enum Anchor: String {
    case start, middle, end
  }

  /// A line of text.
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

  /// A text as XML 1.0 takes it; what is no character there was made a question mark by `printable`.
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
