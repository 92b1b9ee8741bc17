/// The colours of the power zones, in pictures and on a terminal; the page has the same ones.
///
/// From zone to zone the lightness falls, so that the order needs no hue. Neighbours differ by at least 11 (CIEDE2000)
/// on light and 13 on dark paper, also in the simulations of protanopia, deuteranopia and tritanopia by Machado,
/// Oliveira and Fernandes (2009). The contrast to the paper is at least 3 to 1 (WCAG 2.1, 1.4.11).
enum ZonePalette {
  /// The colours of seven zones on light paper, the lowest first.
  static let light = ["#8493a2", "#547ffa", "#008f4c", "#9f6500", "#903b1b", "#6d0600", "#030499"]
  /// The colours of seven zones on dark paper, the lowest first.
  static let dark = ["#e4f7fe", "#8cd7fe", "#aacca3", "#c6bb00", "#dc886c", "#ee1e0c", "#7452ed"]

  /// The styles on a terminal, whose background and colours only its user knows.
  private static let styles: [Style] = [.dim, .accent, .good, .caution, .bad, .violet, .brightViolet]

  /// Returns the place of a zone in the palette, 0…6.
  ///
  /// Three zones have the colours of the second, fourth and sixth of seven.
  ///
  /// - Parameters:
  ///   - number: The number of the zone, from 1.
  ///   - count: The number of zones of the rider's method.
  /// - Returns: The place.
  static func place(of number: Int, in count: Int) -> Int {
    min(light.count - 1, max(0, count == 3 ? 2 * number - 1 : number - 1))
  }

  static func style(of number: Int, in count: Int) -> Style { styles[place(of: number, in: count)] }

  /// Returns the class of a zone in a picture.
  static func name(of number: Int, in count: Int) -> String { "powerZone\(place(of: number, in: count) + 1)" }

  /// The classes in these colours.
  static func sheet(_ colours: [String]) -> String {
    colours.enumerated().map { ".powerZone\($0 + 1){fill:\($1);stroke:\($1)}" }.joined(separator: "\n")
  }
}
