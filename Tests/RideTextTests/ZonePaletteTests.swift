import Foundation
import Testing

@testable import RideText

@Suite struct ZonePaletteTests {
  /// A colour in linear sRGB.
  private struct Linear {
    let red: Double
    let green: Double
    let blue: Double

    init(_ red: Double, _ green: Double, _ blue: Double) { (self.red, self.green, self.blue) = (red, green, blue) }

    /// - Parameter hex: `#rrggbb`.
    init?(_ hex: String) {
      guard hex.count == 7, let number = Int(hex.dropFirst(), radix: 16) else { return nil }
      let parts = [16, 8, 0].map { shift -> Double in
        let value = Double(number >> shift & 255) / 255
        return value <= 0.040_45 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
      }
      self.init(parts[0], parts[1], parts[2])
    }

    var luminance: Double { 0.2126 * red + 0.7152 * green + 0.0722 * blue }

    /// The colour as somebody with a deficiency sees it.
    func seen(by rows: [[Double]]) -> Linear {
      let parts = rows.map { min(1, max(0, $0[0] * red + $0[1] * green + $0[2] * blue)) }
      return Linear(parts[0], parts[1], parts[2])
    }

    /// CIELAB of 1976 with the white of D65.
    var lab: [Double] {
      func root(_ value: Double) -> Double { value > 0.008_856 ? cbrt(value) : 7.787 * value + 16.0 / 116 }
      let x = root((0.412_456_4 * red + 0.357_576_1 * green + 0.180_437_5 * blue) / 0.950_47)
      let y = root(0.212_672_9 * red + 0.715_152_2 * green + 0.072_175 * blue)
      let z = root((0.019_333_9 * red + 0.119_192 * green + 0.950_304_1 * blue) / 1.088_83)
      return [116 * y - 16, 500 * (x - y), 200 * (y - z)]
    }

    func contrast(to other: Linear) -> Double {
      (max(luminance, other.luminance) + 0.05) / (min(luminance, other.luminance) + 0.05)
    }
  }

  /// Complete deficiencies by Machado, Oliveira and Fernandes (2009), table 1, and sight without one.
  private static let sights: [(name: String, rows: [[Double]])] = [
    ("normal", [[1, 0, 0], [0, 1, 0], [0, 0, 1]]),
    (
      "protanopia",
      [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]]
    ),
    (
      "deuteranopia",
      [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]]
    ),
    (
      "tritanopia",
      [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]]
    ),
  ]

  @Test(arguments: [(ZonePalette.light, "#ffffff"), (ZonePalette.dark, "#0d1117")])
  func `a zone's colour has a contrast of 3 to 1 to its paper`(colours: [String], paper: String) throws {
    let ground = try #require(Linear(paper))
    #expect(colours.count == 7)
    for colour in colours { #expect(try #require(Linear(colour)).contrast(to: ground) >= 3, "\(colour)") }
  }

  @Test(arguments: [ZonePalette.light, ZonePalette.dark])
  func `the lightness falls from zone to zone`(colours: [String]) throws {
    let lightness = try colours.map { try #require(Linear($0)).lab[0] }
    for (lower, higher) in zip(lightness, lightness.dropFirst()) { #expect(lower - higher >= 3) }
  }

  @Test(arguments: [ZonePalette.light, ZonePalette.dark])
  func `no two zones have the same colour for any sight`(colours: [String]) throws {
    for sight in Self.sights {
      let seen = try colours.map { try #require(Linear($0)).seen(by: sight.rows).lab }
      for (index, one) in seen.enumerated() {
        for other in seen[(index + 1)...] {
          let distance = zip(one, other).reduce(0) { $0 + ($1.0 - $1.1) * ($1.0 - $1.1) }.squareRoot()
          #expect(distance >= 12, "\(sight.name), \(colours[index])")
        }
      }
    }
  }

  @Test func `three zones have the colours of the second, fourth and sixth of seven`() {
    #expect((1...3).map { ZonePalette.name(of: $0, in: 3) } == ["powerZone2", "powerZone4", "powerZone6"])
    #expect((1...7).map { ZonePalette.place(of: $0, in: 7) } == Array(0...6))
    #expect(ZonePalette.place(of: -5, in: 3) == 0 && ZonePalette.place(of: 99, in: 7) == 6)
  }
}
