/// A frame with a scale at its left, filled a cell at a time.
struct TerminalPlot {
  /// The scale.
  let axis: Axis
  /// The cells of a row, without the scale.
  let columns: Int
  /// The rows of cells.
  let rows: Int
  /// The columns of the scale's labels.
  let labelWidth: Int
  /// The characters at hand.
  let glyphs: ChartGlyphs

  /// The columns that a frame takes beside its cells.
  static func margin(labelWidth: Int) -> Int { labelWidth + 2 }

  /// The columns of a scale's labels.
  static func labelWidth(_ axes: [Axis]) -> Int {
    axes.flatMap { axis in axis.ticks.map { axis.label($0).count } }.max() ?? 0
  }

  /// The dots from left to right.
  var dots: Int { columns * (glyphs.isBraille ? 2 : 1) }

  /// The dots from top to bottom.
  private var height: Int { rows * (glyphs.isBraille ? 4 : 2) }

  /// The dot of a value, from the top.
  func dot(of value: Double) -> Int {
    Int(((1 - axis.position(of: value)) * Double(height - 1)).rounded())
  }

  /// The row of a value, from the top.
  func row(of value: Double) -> Int {
    dot(of: value) / (glyphs.isBraille ? 4 : 2)
  }

  /// The rows that a range of values takes.
  func rows(of range: ClosedRange<Double>) -> ClosedRange<Int> {
    row(of: range.upperBound)...row(of: range.lowerBound)
  }

  /// The frame's lines; `cell` tells what stands in it by column and row.
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

  /// The labels by row, every other one of which stays free.
  private var labels: [Int: String] {
    let ticks = axis.labelled(atMost: (rows + 1) / 2)
    return Dictionary(ticks.map { (row(of: $0), axis.label($0)) }, uniquingKeysWith: { first, _ in first })
  }

  /// The line below the frames and the labels below that, by the columns of the frames' cells.
  ///
  /// A label at the end is moved to fit; one that would touch the one before is left out.
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
