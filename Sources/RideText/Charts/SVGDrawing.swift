import ControlWire

/// A self-contained picture in SVG 1.1, without scripts, fonts or other files.
struct SVGDrawing {
  /// The width of the picture and of its coordinate system.
  let width: Double
  /// The height of the picture and of its coordinate system.
  let height: Double
  /// The title for screen readers.
  let title: String
  /// The description for screen readers, read after the title.
  let description: String
  private let style: String

  private var elements: [String] = []

  init(width: Int, height: Int, title: String, description: String, theme: ChartTheme) {
    (self.width, self.height) = (Double(width), Double(height))
    (self.title, self.description) = (title, description)
    style = ChartStyle.sheet(theme)
    rectangle(x: 0, y: 0, width: self.width, height: self.height, class: "paper")
  }

  /// The margin at all edges.
  static let margin = 20.0

  /// The text of the SVG file.
  var text: String {
    let (width, height) = (Self.number(width), Self.number(height))
    let size = #"viewBox="0 0 \#(width) \#(height)" width="\#(width)" height="\#(height)""#
    let language = #"xml:lang="\#((Translation.current?.language ?? .english).rawValue)""#
    let roles = #"role="img" aria-labelledby="jz2-title jz2-desc""#
    let start = #"<svg xmlns="http://www.w3.org/2000/svg" \#(language) \#(size) \#(roles)>"#
    let words = [
      #"<title id="jz2-title">\#(Self.escaped(title))</title>"#,
      #"<desc id="jz2-desc">\#(Self.lines(description))</desc>"#,
    ]
    return ([start] + words + ["<style>\(style)</style>"] + elements + ["</svg>"]).joined(separator: "\n") + "\n"
  }

  /// Adds a rectangle; a browser shows `hint` while the pointer rests on it.
  mutating func rectangle(
    x: Double, y: Double, width: Double, height: Double, radius: Double = 0, class name: String, hint: String? = nil
  ) {
    let corner = radius > 0 ? [("rx", radius)] : []
    add(
      "rect", [("x", x), ("y", y), ("width", max(0, width)), ("height", max(0, height))] + corner, class: name,
      hint: hint)
  }

  /// Adds a straight line.
  mutating func line(x1: Double, y1: Double, x2: Double, y2: Double, class name: String, hint: String? = nil) {
    add("line", [("x1", x1), ("y1", y1), ("x2", x2), ("y2", y2)], class: name, hint: hint)
  }

  /// Adds a filled circle.
  mutating func circle(x: Double, y: Double, radius: Double, class name: String) {
    add("circle", [("cx", x), ("cy", y), ("r", radius)], class: name)
  }

  /// Adds a line through points; `isClosed` makes it an area.
  mutating func path(
    _ points: [(x: Double, y: Double)], isClosed: Bool = false, class name: String, hint: String? = nil
  ) {
    paths([points], isClosed: isClosed, class: name, hint: hint)
  }

  /// Adds lines or areas as one element.
  mutating func paths(
    _ lines: [[(x: Double, y: Double)]], isClosed: Bool = false, class name: String, hint: String? = nil
  ) {
    let words = lines.flatMap { points -> [String] in
      guard let first = points.first else { return [] }
      // Viewers draw a path of one point only if it has a segment, even of zero length.
      let all = points.count == 1 ? [first, first] : points
      return all.enumerated().map { "\($0 == 0 ? "M" : "L")\(Self.number($1.x)) \(Self.number($1.y))" }
        + (isClosed ? ["Z"] : [])
    }
    guard !words.isEmpty else { return }
    add("path", #"d="\#(words.joined())""#, class: name, hint: hint)
  }

  /// The part of the text that is placed at its point.
  enum Anchor: String {
    case start, middle, end
  }

  /// A piece of a line of text.
  struct Span {
    let text: String
    let name: String

    init(_ text: String, class name: String) { (self.text, self.name) = (text, name) }
  }

  /// Adds a line of text.
  mutating func text(_ text: String, x: Double, y: Double, anchor: Anchor = .start, class name: String) {
    let place = #"x="\#(Self.number(x))" y="\#(Self.number(y))" text-anchor="\#(anchor.rawValue)""#
    elements.append(#"<text class="\#(name)" \#(place)>\#(Self.escaped(text))</text>"#)
  }

  /// Adds a line of text in several styles.
  mutating func text(_ pieces: [Span], x: Double, y: Double) {
    let spans = pieces.enumerated().map { index, piece in
      let gap = index == 0 ? "" : #" dx="8""#
      return #"<tspan class="\#(piece.name)"\#(gap)>\#(Self.escaped(piece.text))</tspan>"#
    }
    elements.append(#"<text x="\#(Self.number(x))" y="\#(Self.number(y))">\#(spans.joined())</text>"#)
  }

  private mutating func add(
    _ element: String, _ attributes: [(String, Double)], class name: String, hint: String? = nil
  ) {
    add(
      element, attributes.map { #"\#($0)="\#(Self.number($1))""# }.joined(separator: " "), class: name, hint: hint)
  }

  private mutating func add(_ element: String, _ attributes: String, class name: String, hint: String?) {
    let start = #"<\#(element) class="\#(name)" \#(attributes)"#
    elements.append(hint.map { "\(start)><title>\(Self.lines($0))</title></\(element)>" } ?? "\(start)/>")
  }

  private static func number(_ value: Double) -> String {
    var digits = Figure.pointed(value, decimals: 1)
    if digits.hasSuffix(".0") { digits.removeLast(2) }
    return digits == "?" ? "0" : digits
  }

  /// Escapes a text of several lines.
  private static func lines(_ text: String) -> String {
    text.split(separator: "\n").map { escaped(String($0)) }.joined(separator: "\n")
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

extension SVGDrawing {
  /// Writes the heading: the title, and the subtitle next to it, or below it if there is too little space.
  ///
  /// - Returns: The lower edge.
  mutating func heading(_ title: String, _ subtitle: String) -> Double {
    let room = max(0, width - 2 * Self.margin)
    let fitted = title.fitted(to: Int(room / SVGPlot.titleCharacterWidth)).trimmingEnd
    let ends = Double(fitted.count) * SVGPlot.titleCharacterWidth
    let isBeside = ends + 8 + Double(subtitle.count) * SVGPlot.characterWidth <= room
    text(
      [Span(fitted, class: "title")] + (isBeside ? [Span(subtitle, class: "subtitle")] : []), x: Self.margin, y: 36)
    guard !isBeside else { return 40 }
    text(
      subtitle.fitted(to: Int(room / SVGPlot.characterWidth)).trimmingEnd, x: Self.margin, y: 57, class: "subtitle")
    return 61
  }

  /// Divides a stack of plots into columns; a browser shows a column's hint while the pointer rests on it.
  mutating func addHints(_ count: Int, from first: SVGPlot, to last: SVGPlot, _ hint: (Int) -> String) {
    let width = first.width / Double(count)
    for column in 0..<count {
      rectangle(
        x: first.left + Double(column) * width, y: first.top, width: width, height: last.bottom - first.top,
        class: "hover", hint: hint(column))
    }
  }

  /// Writes captions at the bottom edge, wrapped to the width.
  ///
  /// - Returns: Their upper edge; the bottom margin without captions.
  mutating func footing(_ captions: [String]) -> Double {
    let room = Int((width - 2 * Self.margin) / SVGPlot.smallCharacterWidth)
    let lines = captions.flatMap { $0.wrapped(to: room) }
    let top = height - 14 - 17 * Double(lines.count)
    for (index, line) in lines.enumerated() {
      text(line, x: Self.margin, y: top + 17 * Double(index) + 13, class: "caption")
    }
    return top
  }
}
