/// Digits of five rows, or a multiple, readable from a bicycle.
enum BigDigits {
  /// The rows of a digit.
  static let rows = 5

  /// The strokes of a digit: six columns in each row, with `#` for a filled one.
  private static let strokes: [Character: [String]] = [
    "0": ["######", "##  ##", "##  ##", "##  ##", "######"],
    "1": ["  ##  ", "####  ", "  ##  ", "  ##  ", "######"],
    "2": ["######", "    ##", "######", "##    ", "######"],
    "3": ["######", "    ##", " #####", "    ##", "######"],
    "4": ["##  ##", "##  ##", "######", "    ##", "    ##"],
    "5": ["######", "##    ", "######", "    ##", "######"],
    "6": ["######", "##    ", "######", "##  ##", "######"],
    "7": ["######", "    ##", "    ##", "    ##", "    ##"],
    "8": ["######", "##  ##", "######", "##  ##", "######"],
    "9": ["######", "##  ##", "######", "    ##", "######"],
    "-": ["      ", "      ", "######", "      ", "      "],
    ":": ["  ", "##", "  ", "##", "  "],
  ]

  /// The width of a text in columns.
  static func width(_ text: String) -> Int {
    let widths = text.compactMap { strokes[$0]?.first?.count }
    return widths.reduce(0, +) + max(0, widths.count - 1)
  }

  /// Draws digits, colons and hyphens, `scale` times as large; other characters are left out.
  static func lines(_ text: String, _ style: Style, _ glyphs: Glyphs, scale: Int = 1) -> [StyledLine] {
    let block = glyphs.fill[glyphs.fill.count - 1]
    let digits = text.compactMap { strokes[$0] }
    return (0..<rows * scale).map { row in
      let cells = digits.map { $0[row / scale] }.joined(separator: " ")
      return StyledLine(
        cells.map { String(repeating: $0 == "#" ? block : " ", count: scale) }.joined(), style)
    }
  }
}
