/// A drawing of dots in characters: two by four of them in a cell with Braille patterns, one by two in ASCII.
struct DotCanvas {
  /// The cells of a row.
  let columns: Int
  /// The rows of cells.
  let rows: Int
  /// Whether Braille patterns can be shown.
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

  /// The dots from left to right.
  var width: Int { columns * (isBraille ? 2 : 1) }
  /// The dots from top to bottom.
  var height: Int { rows * (isBraille ? 4 : 2) }

  /// Sets a dot; nothing beyond the edges.
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

  /// What a cell shows; nil where no dot is set.
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
