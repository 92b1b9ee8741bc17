/// DFA alpha-1: how far a heartbeat remembers itself over 4…16 beats (Peng and others 1995).
///
/// Definitions differ by 0.06 on the same beats, so this is the one meant: the series less its mean is summed up; for each
/// whole number n from 4 to 16 the sums are cut into boxes of n from the start, a rest at the end left out; from each box
/// its own straight line is taken; F(n) is the root of the mean of all squares that are left. Alpha-1 is the slope of
/// ln F(n) over ln n by least squares. NeuroKit2's `fractal_dfa(scale=arange(4, 17), overlap=False)` says the same, but for
/// boxes without any fluctuation, which it leaves out.
package enum DFAAlpha1 {
  private static let boxes = 4...16
  /// Two of the longest boxes; with fewer beats a slope says nothing.
  private static let leastBeats = 32

  /// The slope of the fluctuations.
  ///
  /// - Parameter rrMilliseconds: RR intervals, oldest first.
  /// - Returns: About 1.5 of a smooth series, 0.5 of chance; nil of fewer than 32 intervals, of a constant series, and of
  ///   one with a number that is none.
  package static func alpha1(rrMilliseconds: [Double]) -> Double? {
    guard rrMilliseconds.count >= leastBeats else { return nil }
    let sums = summed(rrMilliseconds)
    let points = boxes.map {
      (logLength: Double($0).naturalLogarithm, logF: fluctuation(sums, box: $0).naturalLogarithm)
    }
    guard points.allSatisfy({ $0.logF.isFinite }) else { return nil }
    return slope(points)
  }

  /// The running sum of what each value is above the mean.
  private static func summed(_ values: [Double]) -> [Double] {
    let mean = values.reduce(0, +) / Double(values.count)
    var sum = 0.0
    return values.map { value in
      sum += value - mean
      return sum
    }
  }

  /// F(n).
  private static func fluctuation(_ sums: [Double], box length: Int) -> Double {
    let whole = sums.count / length
    var squares = 0.0
    for box in 0..<whole { squares += residual(sums[(box * length)..<((box + 1) * length)]) }
    return (squares / Double(whole * length)).squareRoot()
  }

  /// The sum of the squares that a straight line leaves.
  private static func residual(_ box: ArraySlice<Double>) -> Double {
    let middle = Double(box.count - 1) / 2
    let mean = box.reduce(0, +) / Double(box.count)
    var (along, across) = (0.0, 0.0)
    for (index, value) in box.enumerated() {
      let place = Double(index) - middle
      along += place * place
      across += place * (value - mean)
    }
    let rise = across / along
    var squares = 0.0
    for (index, value) in box.enumerated() {
      let left = value - mean - rise * (Double(index) - middle)
      squares += left * left
    }
    return squares
  }

  private static func slope(_ points: [(logLength: Double, logF: Double)]) -> Double {
    let count = Double(points.count)
    let meanX = points.reduce(0) { $0 + $1.logLength } / count
    let meanY = points.reduce(0) { $0 + $1.logF } / count
    var (along, across) = (0.0, 0.0)
    for point in points {
      along += (point.logLength - meanX) * (point.logLength - meanX)
      across += (point.logLength - meanX) * (point.logF - meanY)
    }
    return across / along
  }
}
