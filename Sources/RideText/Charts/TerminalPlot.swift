/// A frame with a vertical scale at the left; the caller supplies each cell.
struct TerminalPlot {
  /// The vertical scale.
  let axis: Axis
  /// The number of cells in a row, without the scale.
  let columns: Int
  /// The number of rows.
  let rows: Int
  /// The width of the scale's labels in columns.
  let labelWidth: Int
  /// The characters that the terminal can show.
  let glyphs: ChartGlyphs

  /// Returns the columns of the frame around its cells.
  static func margin(labelWidth: Int) -> Int { labelWidth + 2 }

  /// The width of the scales' labels in columns.
  static func labelWidth(_ axes: [Axis]) -> Int {
    axes.flatMap { axis in axis.ticks.map { axis.label($0).count } }.max() ?? 0
  }

  /// The number of dots from left to right.
  var dots: Int { columns * (glyphs.isBraille ? 2 : 1) }

  /// The number of dots from top to bottom.
  private var height: Int { rows * (glyphs.isBraille ? 4 : 2) }

  /// The dot of a value, counted from the top.
  func dot(of value: Double) -> Int {
    Int(((1 - axis.position(of: value)) * Double(height - 1)).rounded())
  }

  /// The row of a value, counted from the top.
  func row(of value: Double) -> Int {
    dot(of: value) / (glyphs.isBraille ? 4 : 2)
  }

  /// The rows of a range of values.
  func rows(of range: ClosedRange<Double>) -> ClosedRange<Int> {
    row(of: range.upperBound)...row(of: range.lowerBound)
  }

  /// Returns the lines of the frame; `cell` returns the content of a column and row.
  func lines(_ cell: (Int, Int) -> StyledLine.Span) -> [StyledLine] {
    let labels = labels
    return (0..<rows).map { row in
      let label = labels[row].map { String(repeating: " ", count: max(0, labelWidth - $0.count)) + $0 }
      let edge = label == nil ? glyphs.vertical : glyphs.verticalTick
      var line = StyledLine("\(label ?? String(repeating: " ", count: labelWidth)) \(edge)", .dim)
      for column in 0..<columns { line.append(cell(column, row)) }
      return line
    }
  }

  /// The labels by row; at most every other row has one.
  private var labels: [Int: String] {
    let ticks = axis.labelled(atMost: (rows + 1) / 2)
    return Dictionary(ticks.map { (row(of: $0), axis.label($0)) }, uniquingKeysWith: { first, _ in first })
  }

  /// Returns the horizontal axis and the line of labels below it; ticks are given as columns of the frame's cells.
  ///
  /// A label at the right end is moved to fit; a label that would touch the previous one is left out.
  static func base(
    columns: Int, labelWidth: Int, ticks: [(column: Int, label: String)], glyphs: ChartGlyphs
  ) -> [StyledLine] {
    let marked = Set(ticks.map(\.column))
    let line = (0..<columns).map { marked.contains($0) ? glyphs.horizontalTick : glyphs.horizontal }.joined()
    let width = margin(labelWidth: labelWidth) + columns
    var labels = ""
    for tick in ticks {
      let middle = margin(labelWidth: labelWidth) + tick.column
      let start = max(0, min(middle - tick.label.count / 2, width - tick.label.count))
      guard start > labels.count || labels.isEmpty else { continue }
      labels += String(repeating: " ", count: start - labels.count) + tick.label
    }
    let indent = String(repeating: " ", count: labelWidth + 1)
    return [StyledLine("\(indent)\(glyphs.corner)\(line)", .dim), StyledLine(labels, .dim)]
  }
}

/// A drawing of dots in characters: a cell has two by four dots with Braille patterns, one by two in ASCII.
struct DotCanvas {
  /// The number of cells in a row.
  let columns: Int
  /// The number of rows.
  let rows: Int
  /// Whether the terminal can show Braille patterns.
  let isBraille: Bool

  private var masks: [UInt8]
  private var styles: [Style]

  init(columns: Int, rows: Int, isBraille: Bool) {
    self.columns = max(1, columns)
    self.rows = max(1, rows)
    self.isBraille = isBraille
    masks = Array(repeating: 0, count: self.columns * self.rows)
    styles = Array(repeating: .plain, count: self.columns * self.rows)
  }

  /// The number of dots from left to right.
  var width: Int { columns * (isBraille ? 2 : 1) }
  /// The number of dots from top to bottom.
  var height: Int { rows * (isBraille ? 4 : 2) }

  /// Sets a dot; ignores dots outside the canvas.
  mutating func set(_ x: Int, _ y: Int, _ style: Style) {
    guard (0..<width).contains(x), (0..<height).contains(y) else { return }
    let (dotsAcross, dotsDown) = isBraille ? (2, 4) : (1, 2)
    let index = y / dotsDown * columns + x / dotsAcross
    masks[index] |= isBraille ? Self.braille[y % 4 * 2 + x % 2] : 1 << UInt8(y % 2)
    styles[index] = style
  }

  /// Draws straight lines from dot to dot.
  mutating func lines(through dots: [(x: Int, y: Int)], _ style: Style) {
    for dot in dots.prefix(1) { set(dot.x, dot.y, style) }
    for (start, end) in zip(dots, dots.dropFirst()) { line(from: start, to: end, style) }
  }

  private mutating func line(from start: (x: Int, y: Int), to end: (x: Int, y: Int), _ style: Style) {
    let steps = max(abs(end.x - start.x), abs(end.y - start.y))
    for step in 0...steps {
      let fraction = steps == 0 ? 0 : Double(step) / Double(steps)
      let x = Double(start.x) + Double(end.x - start.x) * fraction
      let y = Double(start.y) + Double(end.y - start.y) * fraction
      set(Int(x.rounded()), Int(y.rounded()), style)
    }
  }

  /// The content of a cell; nil if none of its dots is set.
  func cell(_ column: Int, _ row: Int) -> StyledLine.Span? {
    guard (0..<columns).contains(column), (0..<rows).contains(row) else { return nil }
    let mask = masks[row * columns + column]
    guard mask != 0 else { return nil }
    let text =
      isBraille
      ? Unicode.Scalar(0x2800 + UInt32(mask)).map { String(Character($0)) } ?? " " : ["'", ".", ":"][Int(mask & 3) - 1]
    return StyledLine.Span(text, styles[row * columns + column])
  }

  /// The bits of a Braille pattern (Unicode, block U+2800), row by row.
  private static let braille: [UInt8] = [0x01, 0x08, 0x02, 0x10, 0x04, 0x20, 0x40, 0x80]
}

/// The characters of a chart's frame and backgrounds.
package struct ChartGlyphs {
  /// The vertical axis.
  let vertical: String
  /// The vertical axis at a tick.
  let verticalTick: String
  /// The horizontal axis.
  let horizontal: String
  /// The horizontal axis at a tick.
  let horizontalTick: String
  /// The corner in which the axes meet.
  let corner: String
  /// The background of a band.
  let band: String
  /// The background of a time in which the timer was stopped.
  let pause: String
  /// A reference line.
  let reference: String
  /// The point of a ride.
  let point: String
  /// The top cell of a bar, from the lowest part to a full cell.
  let fill: [String]
  /// A peak above the scale.
  let cut: String
  /// The dash between the ends of a range.
  let dash: String
  /// Whether Braille patterns can be shown.
  let isBraille: Bool

  /// The set for a locale in UTF-8.
  static let unicode = ChartGlyphs(
    vertical: "│", verticalTick: "┤", horizontal: "─", horizontalTick: "┬", corner: "└", band: "·", pause: "╱",
    reference: "┄", point: "●", fill: ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"], cut: "▲", dash: "–", isBraille: true)
  /// The set for every other locale.
  static let ascii = ChartGlyphs(
    vertical: "|", verticalTick: "+", horizontal: "-", horizontalTick: "+", corner: "+", band: "-", pause: "/",
    reference: "-", point: "O", fill: ["#"], cut: "^", dash: "-", isBraille: false)
}

extension ChartGlyphs {
  /// Chooses the set that matches the characters of the live view.
  package init(_ glyphs: Glyphs) {
    self = glyphs == .unicode ? .unicode : .ascii
  }
}
