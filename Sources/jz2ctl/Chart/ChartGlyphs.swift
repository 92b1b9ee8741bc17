/// The characters that draw a chart's frame and grounds.
struct ChartGlyphs {
  /// The vertical axis.
  let vertical: String
  /// The vertical axis at a tick.
  let verticalTick: String
  /// The horizontal axis.
  let horizontal: String
  /// The horizontal axis at a tick.
  let horizontalTick: String
  /// Where the axes meet.
  let corner: String
  /// The ground of a band.
  let band: String
  /// The ground where the timer stood.
  let pause: String
  /// A line that something is read against.
  let reference: String
  /// A ride.
  let point: String
  /// The last cell of a column from the least part to the whole, upwards.
  let fill: [String]
  /// A peak that the scale cuts.
  let cut: String
  /// From … to.
  let dash: String
  /// Whether Braille patterns can be shown.
  let isBraille: Bool

  /// For a locale in UTF-8.
  static let unicode = ChartGlyphs(
    vertical: "│", verticalTick: "┤", horizontal: "─", horizontalTick: "┬", corner: "└", band: "·", pause: "╱",
    reference: "┄", point: "●", fill: ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"], cut: "▲", dash: "–", isBraille: true)
  /// For every other.
  static let ascii = ChartGlyphs(
    vertical: "|", verticalTick: "+", horizontal: "-", horizontalTick: "+", corner: "+", band: "-", pause: "/",
    reference: "-", point: "O", fill: ["#"], cut: "^", dash: "-", isBraille: false)
}

extension ChartGlyphs {
  /// Those that go with the ones of the live view.
  init(_ glyphs: Glyphs) {
    self = glyphs == .unicode ? .unicode : .ascii
  }
}
