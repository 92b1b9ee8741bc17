/// The style of a piece of text; the raw value is its SGR parameter.
enum Style: String {
  case plain = ""
  case bold = "1"
  case dim = "2"
  case good = "32"
  case caution = "33"
  case bad = "31"
  case accent = "36"
  case violet = "35"
  case brightViolet = "1;35"
}

/// One line of a view: pieces of text, each with its style.
package struct StyledLine: Equatable, ExpressibleByStringInterpolation {
  /// A piece of the line.
  struct Span: Equatable {
    let text: String
    let style: Style

    init(_ text: String, _ style: Style = .plain) {
      self.text = text
      self.style = style
    }
  }

  /// The pieces, from left to right.
  private(set) var spans: [Span]

  init(_ text: String, _ style: Style = .plain) {
    spans = text.isEmpty ? [] : [Span(text, style)]
  }

  package init(stringLiteral text: String) {
    self.init(text)
  }

  /// The width in columns.
  var width: Int {
    spans.reduce(0) { $0 + $1.text.count }
  }

  /// The text without styles.
  var plain: String {
    spans.map(\.text).joined()
  }

  /// Appends a piece; merges it with the last one if both have the same style.
  mutating func append(_ span: Span) {
    if let last = spans.last, last.style == span.style {
      spans[spans.count - 1] = Span(last.text + span.text, span.style)
    } else {
      spans.append(span)
    }
  }

  static func + (left: StyledLine, right: StyledLine) -> StyledLine {
    var line = left
    line.spans += right.spans
    return line
  }

  /// The same text, all dim.
  var dimmed: StyledLine { StyledLine(plain, .dim) }

  /// Pads the line with spaces to a width.
  func padded(to width: Int) -> StyledLine {
    self + StyledLine(String(repeating: " ", count: max(0, width - self.width)))
  }

  /// Cuts the line to a width.
  func cut(to width: Int) -> StyledLine {
    var rest = max(0, width)
    var line = StyledLine("")
    for span in spans where rest > 0 {
      line.spans.append(Span(String(span.text.prefix(rest)), span.style))
      rest -= min(rest, span.text.count)
    }
    return line
  }

  /// Encodes the line for a terminal; if `isColoured`, with SGR sequences (ECMA-48 §8.3.117).
  package func encoded(isColoured: Bool) -> String {
    guard isColoured else { return plain }
    return spans.map { span in
      span.style == .plain ? span.text : "\u{1B}[\(span.style.rawValue)m\(span.text)\u{1B}[0m"
    }.joined()
  }
}
