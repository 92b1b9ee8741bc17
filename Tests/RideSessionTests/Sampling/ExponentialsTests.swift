import Rides
import Testing

@Suite struct ExponentialTests {
  private static let powers: [(power: Double, value: Double)] = [
    (0, 1), (1, 2.718281828459045), (-1, 0.36787944117144233), (-1.0 / 42, 0.9764716866522433),
    (1.92, 6.8209584692907494), (100, 2.6881171418161356e43), (-100, 3.720075976020836e-44),
  ]

  @Test(arguments: powers)
  func `the exponential equals that of other libraries`(_ power: Double, _ expected: Double) {
    #expect(abs(power.exponential / expected - 1) < 1e-14)
  }

  @Test func `an exponential beyond the range of numbers is infinite or 0`() {
    #expect(1000.0.exponential == .infinity && (-1000.0).exponential == 0 && Double.nan.exponential.isNaN)
  }

  @Test(arguments: [
    (2.0, 0.693_147_180_559_945_3), (0.1, -2.302_585_092_994_045_7), (16.0, 2.772_588_722_239_781),
    (1.0, 0.0), (1e-300, -690.775_527_898_213_7), (1.4142, 0.3465640001880033),
  ])
  func `the logarithm is exact to within four units in the last place`(x: Double, expected: Double) {
    #expect(abs(x.naturalLogarithm - expected) <= 4 * expected.ulp)
  }

  @Test func `zero, negative and infinite values have no logarithm`() {
    #expect(0.0.naturalLogarithm.isNaN)
    #expect((-1.0).naturalLogarithm.isNaN)
    #expect(Double.infinity.naturalLogarithm.isNaN)
  }
}
