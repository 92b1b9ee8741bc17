import Rides
import Testing

@Suite struct PrecisionTests {
  @Test(arguments: [
    (Precision.power, 128.74333333333334, 128.7), (.heartRate, 131.96, 132), (.share, 0.12349, 0.123),
    (.energy, 538.4, 538), (.work, -0.04, 0),
  ])
  func `a number is rounded to its quantity's precision`(_ precision: Precision, _ value: Double, _ rounded: Double) {
    #expect(precision.rounded(value) == rounded && precision.rounded(value).sign == rounded.sign)
  }

  @Test func `a number that cannot be rounded stays unchanged`() {
    #expect(Precision.power.rounded(.infinity) == .infinity && Precision.power.rounded(.nan).isNaN)
    #expect(Precision.ratio.rounded(1e305) == 1e305)
  }
}
