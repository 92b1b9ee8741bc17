/// Reproducible noise: SplitMix64 (Steele, Lea, Flood 2014), roughly normal as a sum of four.
package struct SeededNoise: Hashable, Sendable {
  private var state: UInt64

  package init(seed: UInt64) {
    state = seed
  }

  /// Returns the next value, of mean 0 and the given standard deviation.
  package mutating func next(deviation: Double) -> Double {
    let sum = uniform() + uniform() + uniform() + uniform()
    return (sum - 2) * 3.0.squareRoot() * deviation
  }

  /// Uniform between 0 and 1.
  private mutating func uniform() -> Double {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return Double((mixed ^ (mixed >> 31)) >> 11) / Double(1 << 53)
  }
}
