/// The characters of bars and marks.
package struct Glyphs: Equatable {
  /// The last cell of a bar's filled part, from the narrowest to a full cell.
  let fill: [String]
  /// An empty cell of a bar.
  let track: String
  /// A cell of a gauge.
  let line: String
  /// A cell of a gauge within its range, and of a line up to its cursor.
  let ridden: String
  /// The cursor below a skyline.
  let cursor: String
  /// The middle of a gauge.
  let middle: String
  /// The point on a gauge.
  let point: String
  /// The left end of a gauge.
  let leftEnd: String
  /// The right end of a gauge.
  let rightEnd: String
  /// A connected device.
  let linked: String
  /// A device that is connecting.
  let linking: String
  /// A device that is not connected.
  let unlinked: String
  /// The minus sign.
  let minus: String
  /// The dash between the ends of a range.
  let dash: String
  /// The multiplication sign, as in "4 ×".
  let times: String
  /// The end of a truncated text.
  let ellipsis: String
  /// The prime, as in "W′".
  let prime: String

  /// The set for a locale in UTF-8.
  package static let unicode = Glyphs(
    fill: ["▏", "▎", "▍", "▌", "▋", "▊", "▉", "█"], track: "░", line: "─", ridden: "━",
    cursor: "▲", middle: "┼", point: "●", leftEnd: "├",
    rightEnd: "┤", linked: "●", linking: "◌", unlinked: "○", minus: "−", dash: "–",
    times: "×", ellipsis: "…", prime: "′")
  /// The set for every other locale.
  package static let ascii = Glyphs(
    fill: ["#"], track: ".", line: "-", ridden: "=", cursor: "^", middle: "|", point: "O", leftEnd: "[", rightEnd: "]",
    linked: "*",
    linking: "~", unlinked: "-", minus: "-", dash: "-", times: "x", ellipsis: ".", prime: "'")
}

extension Glyphs {
  /// Chooses the set for the locale of an environment.
  package init(environment: (String) -> String?) {
    // The first variable that is set decides (POSIX, Base Definitions 8.2).
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap(environment).first { !$0.isEmpty } ?? ""
    let codeset = locale.uppercased()
    self = codeset.contains("UTF-8") || codeset.contains("UTF8") ? .unicode : .ascii
  }

  /// Draws a bar that is filled from the left.
  ///
  /// - Parameters:
  ///   - fraction: The filled part, 0…1; values outside are clamped.
  ///   - width: The bar's width in cells.
  /// - Returns: The bar; its filled part is highlighted.
  func progressBar(_ fraction: Double, width: Int) -> StyledLine {
    let filled = bar(fraction, width: width)
    let rest = String(repeating: track, count: max(0, width - filled.count))
    return StyledLine(filled, .good) + StyledLine(rest, .dim)
  }

  /// Draws only the filled part of a bar.
  func bar(_ fraction: Double, width: Int) -> String {
    let steps = Int((min(1, max(0, fraction)) * Double(width * fill.count)).rounded(.down))
    let (whole, part) = steps.quotientAndRemainder(dividingBy: fill.count)
    return String(repeating: fill[fill.count - 1], count: whole) + (part > 0 ? fill[part - 1] : "")
  }

  /// Draws a gauge with the target in the middle and a point at the power.
  ///
  /// The ends are a fifth of the target below and above it, at least 20 W; a power beyond them is shown at the end.
  ///
  /// - Returns: A line of `width` cells, or one less if `width` is even.
  func gauge(power: Int?, target: Int, width: Int) -> StyledLine {
    let half = max(1, (width - 3) / 2)
    let reach = max(20, Double(target) / 5)
    var cells = Array(repeating: StyledLine(line, .dim), count: 2 * half + 1)
    cells[half] = StyledLine(middle, .dim)
    if let power {
      let offset = (Double(power) - Double(target)) / reach
      let index = half + Int((min(1, max(-1, offset)) * Double(half)).rounded())
      cells[index] = StyledLine(point, Self.style(power: power, target: target))
    }
    return cells.reduce(StyledLine(leftEnd, .dim), +) + StyledLine(rightEnd, .dim)
  }

  /// Draws a gauge with a range and a point at the value, for example a heart rate.
  ///
  /// The range takes the middle half; a value beyond the ends is shown at the end.
  ///
  /// - Returns: A line of `width` cells.
  func gauge(_ value: Int?, within range: ClosedRange<Int>, width: Int) -> StyledLine {
    let count = max(4, width - 2)
    let reach = Double(max(10, range.upperBound - range.lowerBound)) / 2
    let least = Double(range.lowerBound) - reach
    let most = Double(range.upperBound) + reach
    func place(_ value: Double) -> Int {
      Int((min(1, max(0, (value - least) / (most - least))) * Double(count - 1)).rounded())
    }
    let inside = place(Double(range.lowerBound))...place(Double(range.upperBound))
    let cells = (0..<count).map { cell in
      if let value, place(Double(value)) == cell { return StyledLine(point, range.contains(value) ? .good : .caution) }
      return inside.contains(cell) ? StyledLine(ridden, .good) : StyledLine(line, .dim)
    }
    return cells.reduce(StyledLine(leftEnd, .dim), +) + StyledLine(rightEnd, .dim)
  }

  /// Judges a power: `good` within 5 % of the target or within 5 W, else `caution`.
  static func style(power: Int, target: Int) -> Style {
    (power - target).magnitude <= UInt(max(5, target / 20)) ? .good : .caution
  }
}
