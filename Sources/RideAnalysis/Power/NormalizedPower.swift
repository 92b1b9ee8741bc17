extension RunningMeans {
  private static let windowSeconds = 30

  /// Normalized Power, in watts; nil for less than half a minute, and without power.
  ///
  /// The fourth root of the mean fourth power of the trailing 30-s mean (Coggan), first taken at second 30, when its window
  /// is full: GoldenCheetah fills it with zeros before, and makes 199.67 W of a constant 200.
  var normalizedWatts: Double? {
    guard indices.count >= Self.windowSeconds else { return nil }
    var sum = 0.0
    var count = 0
    for end in Self.windowSeconds...indices.upperBound {
      guard let mean = mean(in: end - Self.windowSeconds..<end) else { continue }
      sum += mean * mean * mean * mean
      count += 1
    }
    return count == 0 ? nil : (sum / Double(count)).squareRoot().squareRoot()
  }
}
