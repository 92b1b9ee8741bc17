/// The characters that draw bars and marks.
struct Glyphs: Equatable {
  /// The filled part of a bar's last cell, from the least part to the whole.
  let fill: [String]
  /// A cell of a bar that is not filled.
  let track: String
  /// A cell of a gauge.
  let line: String
  /// The middle of a gauge.
  let middle: String
  /// The point on a gauge.
  let point: String
  /// The left end of a gauge.
  let leftEnd: String
  /// The right end of a gauge.
  let rightEnd: String
  /// A link that stands.
  let linked: String
  /// A link that is being made.
  let linking: String
  /// A link that is not there.
  let unlinked: String
  /// Minus sign.
  let minus: String
  /// From one number to another.
  let dash: String
  /// So many times.
  let times: String

  /// For a locale in UTF-8.
  static let unicode = Glyphs(
    fill: ["▏", "▎", "▍", "▌", "▋", "▊", "▉", "█"], track: "░", line: "─", middle: "┼", point: "●", leftEnd: "├",
    rightEnd: "┤", linked: "●", linking: "◌", unlinked: "○", minus: "−", dash: "–",
    times: "×")
  /// For every other.
  static let ascii = Glyphs(
    fill: ["#"], track: ".", line: "-", middle: "|", point: "O", leftEnd: "[", rightEnd: "]", linked: "*",
    linking: "~", unlinked: "-", minus: "-", dash: "-", times: "x")
}
