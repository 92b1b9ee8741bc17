import ControlWire
import Rides
import Testing

@testable import RideText

@Suite struct FigureTests {
  @Test(arguments: [(0, "0:00"), (59, "0:59"), (600, "10:00"), (3599, "59:59"), (3723, "1:02:03"), (-4, "0:00")])
  func `a clock time has hours only from one hour on`(seconds: Int, text: String) {
    #expect("\(ClockTime(seconds))" == text)
  }

  @Test(arguments: [
    (31.44, 1, "31.4"), (31.45, 1, "31.5"), (0.04, 1, "0.0"), (-0.04, 1, "0.0"), (-1.26, 1, "-1.3"), (0.05, 2, "0.05"),
    (149.5, 0, "150"), (.infinity, 1, "?"), (.nan, 0, "?"),
  ])
  func `a figure is rounded half away from zero`(value: Double, decimals: Int, text: String) {
    #expect(Figure.text(value, decimals: decimals) == text)
  }

  @Test(arguments: [(60, "60"), (2.5, "2.5"), (0.05, "0.05"), (100, "100")])
  func `a short figure has no trailing zeros`(value: Double, text: String) {
    #expect(Figure.short(value) == text)
  }

  @Test func `distances, speeds and weights are in the rider's units`() {
    func texts() -> [String?] {
      [
        Figure.distance(metres: 31_400), Figure.way(metres: 12), Figure.way(metres: 2500), Figure.speed(kmh: 31.4),
        Figure.weight(kilograms: 72.5),
      ]
    }
    #expect(texts() == ["31.40 km", "12 m", "2.50 km", "31.4 km/h", "72.5 kg"])
    Figure.$units.withValue(.imperial) {
      #expect(texts() == ["19.51 mi", "39 ft", "1.55 mi", "19.5 mph", "159.8 lb"])
    }
  }
}
