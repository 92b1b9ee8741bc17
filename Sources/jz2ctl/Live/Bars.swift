extension Glyphs {
  /// A bar filled from the left.
  ///
  /// - Parameters:
  ///   - fraction: How much of it is filled, 0…1.
  ///   - width: Its cells.
  /// - Returns: The bar; its filled part stands out.
  func progressBar(_ fraction: Double, width: Int) -> StyledLine {
    let filled = bar(fraction, width: width)
    let rest = String(repeating: track, count: max(0, width - filled.count))
    return StyledLine(filled, .good) + StyledLine(rest, .dim)
  }

  /// The filled part of a bar alone.
  func bar(_ fraction: Double, width: Int) -> String {
    let steps = Int((min(1, max(0, fraction)) * Double(width * fill.count)).rounded(.down))
    let (whole, part) = steps.quotientAndRemainder(dividingBy: fill.count)
    return String(repeating: fill[fill.count - 1], count: whole) + (part > 0 ? fill[part - 1] : "")
  }

  /// A gauge with the target in its middle and a point where the power is.
  ///
  /// Its ends stand for a fifth of the target below and above, 20 W at the least; a power beyond stays at the end.
  ///
  /// - Returns: A line of as many cells as asked for, or one less if that is even.
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

  /// Whether a power is where it should be: within 5 % of the target, or 5 W.
  static func style(power: Int, target: Int) -> Style {
    (power - target).magnitude <= UInt(max(5, target / 20)) ? .good : .caution
  }
}
