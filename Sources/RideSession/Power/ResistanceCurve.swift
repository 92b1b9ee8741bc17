import Rides

/// The learnt power of a bike with resistance levels, by level and cadence.
///
/// The model is watts = g(level) × (rpm / 80)^a, in logarithms: log g is a generic curve plus a correction at each of up
/// to 33 knots, and `a` is 1.5 plus a deviation. Corrections and deviation are the state of a Kalman filter, so a power
/// at one level corrects all levels at first, later mostly the levels near it, and `a` as soon as the cadence changes.
/// The state also drifts, because brakes warm up: this is the slow integral correction.
struct ResistanceCurve: Hashable, Sendable {
  /// The generic power at 80 rpm, at the lowest and at the highest level, in watts, and its bend between them.
  ///
  /// Most bikes give less at a level, so the first level is rather too light than too heavy.
  private static let (genericLeast, genericMost, genericBend) = (35.0, 600.0, 0.4)
  /// The cadence of the curve, in revolutions a minute, and the usual exponent of the cadence.
  ///
  /// Eddy current and magnetic brakes have 1 to 2; a Peloton has 1.5 to 1.8 between 80 and 100 rpm.
  private static let (referenceRpm, usualExponent) = (80.0, 1.5)
  /// The plausible deviations of the exponent.
  private static let exponents = -0.9...1.2
  /// The standard deviations of the correction: common to all levels, of neighbours, and of one level alone.
  private static let (commonDeviation, nearDeviation, loneDeviation) = (0.6, 0.5, 0.06)
  /// The share of the range over which neighbours agree.
  private static let nearShare = 0.3
  /// The standard deviation of the exponent.
  private static let exponentDeviation = 0.35
  /// The drift in a second, as standard deviations of the same kinds.
  private static let (commonDrift, loneDrift, exponentDrift) = (0.002, 0.001, 0.001)
  /// The drift in a second that is common to all levels while an unknown cadence changes the power.
  private static let unknownCadenceDrift = 0.01
  /// The standard deviation of one measured power, as a share.
  private static let noise = 0.06
  /// The part of the generic curve's slope that each learnt slope keeps.
  private static let leastSlope = 0.3
  /// The share of the wanted watts for which the level is chosen before any power is learnt.
  private static let firstShare = 0.6
  /// The steepest brake: its power grows with this exponent of the place in the range, from this place below 0; and the
  /// share of the wanted watts that it may give at a level above all learnt ones.
  private static let (steepestExponent, steepestOrigin, mostShare) = (2.3, 0.03, 1.5)
  private static let mostKnots = 33
  /// The minimum power that the model handles, in watts.
  private static let leastWatts = 1.0

  /// The number of the highest level; the lowest is 0.
  private let highest: Int
  /// The logarithm of the generic curve at each knot.
  private let generic: [Double]
  /// The corrections at the knots, and at the end the deviation of the exponent.
  private var state: [Double]
  /// The covariance of `state`, row by row.
  private var covariance: [Double]

  /// Creates the generic curve.
  ///
  /// - Parameter highest: The number of the highest level; the lowest is 0.
  init(highest: Int) {
    self.highest = max(0, highest)
    let count = min(self.highest, Self.mostKnots - 1) + 1
    let shares = (0..<count).map { count > 1 ? Double($0) / Double(count - 1) : 0 }
    generic = shares.map { share in
      let rise = share * (1 - Self.genericBend + Self.genericBend * share)
      return (Self.genericLeast + (Self.genericMost - Self.genericLeast) * rise).naturalLogarithm
    }
    let size = count + 1
    state = Array(repeating: 0, count: size)
    covariance = Array(repeating: 0, count: size * size)
    for (row, share) in shares.enumerated() {
      for (column, other) in shares.enumerated() {
        let distance = (share - other) / Self.nearShare
        let near = Self.nearDeviation * Self.nearDeviation * (-distance * distance / 2).exponential
        covariance[row * size + column] = Self.commonDeviation * Self.commonDeviation + near
      }
      covariance[row * size + row] += Self.loneDeviation * Self.loneDeviation
    }
    covariance[size * size - 1] = Self.exponentDeviation * Self.exponentDeviation
  }

  /// The exponent of the cadence.
  var exponent: Double { Self.usualExponent + (state.last ?? 0) }

  /// Returns the standard deviation of the ratio of the powers at two levels, as a share.
  func doubt(of level: Int, from other: Int) -> Double {
    var weights = Array(repeating: 0.0, count: state.count)
    for (index, weight) in self.weights(of: level, rpm: Self.referenceRpm) { weights[index] += weight }
    for (index, weight) in self.weights(of: other, rpm: Self.referenceRpm) { weights[index] -= weight }
    let used = weights.indices.filter { weights[$0] != 0 }
    let variance = used.reduce(0.0) { sum, row in
      sum + used.reduce(0.0) { $0 + covariance[row * state.count + $1] * weights[row] * weights[$1] }
    }
    return max(0, variance).squareRoot()
  }

  /// Learns from a power at a level and a cadence above 0.
  ///
  /// - Parameters:
  ///   - watts: The measured power.
  ///   - level: The level that the bike holds.
  ///   - rpm: The cadence, in revolutions a minute.
  ///   - unrest: The additional standard deviation of the power, as a share, while it is not steady.
  ///   - knowsCadence: Whether the cadence is measured. Otherwise the curve follows the power faster.
  mutating func learn(watts: Double, level: Int, rpm: Double, unrest: Double, knowsCadence: Bool) {
    drift(common: knowsCadence ? Self.commonDrift : Self.unknownCadenceDrift)
    let size = state.count
    let weights = self.weights(of: level, rpm: rpm)
    let projected = (0..<size).map { row in
      weights.reduce(0) { $0 + covariance[row * size + $1.index] * $1.weight }
    }
    let spread = weights.reduce(0) { $0 + projected[$1.index] * $1.weight }
    let variance = spread + Self.noise * Self.noise + unrest * unrest
    let expected = genericLog(at: level) + Self.usualExponent * (rpm / Self.referenceRpm).naturalLogarithm
    let corrected = weights.reduce(expected) { $0 + state[$1.index] * $1.weight }
    // A single malformed power must not move the curve far.
    let most = 6 * variance.squareRoot()
    let surprise = min(max(max(watts, Self.leastWatts).naturalLogarithm - corrected, -most), most)
    for row in 0..<size {
      state[row] += projected[row] * surprise / variance
      for column in 0..<size { covariance[row * size + column] -= projected[row] * projected[column] / variance }
    }
    state[size - 1] = min(max(state[size - 1], Self.exponents.lowerBound), Self.exponents.upperBound)
  }

  private mutating func drift(common: Double) {
    let size = state.count
    for row in 0..<size - 1 {
      for column in 0..<size - 1 { covariance[row * size + column] += common * common }
      covariance[row * size + row] += Self.loneDrift * Self.loneDrift
    }
    covariance[size * size - 1] += Self.exponentDrift * Self.exponentDrift
  }

  /// Returns the members of `state` that the power at a level and a cadence depends on, with their weights.
  private func weights(of level: Int, rpm: Double) -> [(index: Int, weight: Double)] {
    let (knot, share) = place(of: level)
    let exponent = (state.count - 1, (rpm / Self.referenceRpm).naturalLogarithm)
    return share > 0 ? [(knot, 1 - share), (knot + 1, share), exponent] : [(knot, 1), exponent]
  }

  private func genericLog(at level: Int) -> Double { Self.value(of: generic, at: place(of: level)) }

  /// Returns the knot at or below a level, and the level's distance from it as a share of the distance to the next.
  private func place(of level: Int) -> (knot: Int, share: Double) {
    let last = generic.count - 1
    guard last > 0, level < highest else { return (last, 0) }
    let place = Double(max(0, level)) * Double(last) / Double(highest)
    let knot = min(Int(place), last - 1)
    return (knot, place - Double(knot))
  }

  private static func value(of knots: [Double], at place: (knot: Int, share: Double)) -> Double {
    guard place.share > 0 else { return knots[place.knot] }
    return knots[place.knot] * (1 - place.share) + knots[place.knot + 1] * place.share
  }
}

extension ResistanceCurve {
  /// The expected power of all levels at one cadence.
  ///
  /// It rises from each level to the next.
  struct Forecast: Hashable, Sendable {
    fileprivate let curve: ResistanceCurve
    /// The logarithms of the power at the knots.
    fileprivate let knots: [Double]

    /// Returns the expected power at a level, in watts.
    func watts(at level: Int) -> Double { ResistanceCurve.value(of: knots, at: curve.place(of: level)).exponential }

    /// Returns the level whose expected power is nearest to `wanted` watts.
    func level(for wanted: Double) -> Int {
      var (below, above) = (0, curve.highest)
      while above - below > 1 {
        let middle = (below + above) / 2
        if watts(at: middle) <= wanted { below = middle } else { above = middle }
      }
      return abs(watts(at: above) - wanted) < abs(watts(at: below) - wanted) ? above : below
    }

    /// Returns the level whose expected power is nearest to `wanted` watts, or a lower one if that level is far above
    /// the highest learnt one, or no level is learnt.
    ///
    /// There the brake may be steeper than expected, and legs stop on a pedal of twice the wanted watts.
    func cautiousLevel(for wanted: Double, highestLearnt: Int?) -> Int {
      guard let highestLearnt else { return level(for: wanted * ResistanceCurve.firstShare) }
      let best = level(for: wanted)
      guard best > highestLearnt + 1 else { return best }
      let rise = ResistanceCurve.mostShare * wanted / watts(at: highestLearnt)
      let factor = (rise.naturalLogarithm / ResistanceCurve.steepestExponent).exponential
      let place = Double(highestLearnt) / Double(curve.highest) + ResistanceCurve.steepestOrigin
      let most = Int(min(place * factor - ResistanceCurve.steepestOrigin, 1) * Double(curve.highest))
      return min(best, max(most, highestLearnt + 1))
    }
  }

  /// Returns the expected power of all levels at a cadence above 0.
  ///
  /// Learnt powers may contradict the order of the levels. The power near `level`, the present one, is the best known,
  /// so the others follow it upwards and downwards with a minimum slope.
  func forecast(rpm: Double, around level: Int) -> Forecast {
    let cadence = exponent * (rpm / Self.referenceRpm).naturalLogarithm
    var knots = zip(generic, state).map { $0 + $1 + cadence }
    let anchor = place(of: level).knot
    for knot in stride(from: anchor + 1, to: knots.count, by: 1) {
      knots[knot] = max(knots[knot], knots[knot - 1] + Self.leastSlope * (generic[knot] - generic[knot - 1]))
    }
    for knot in stride(from: anchor - 1, through: 0, by: -1) {
      knots[knot] = min(knots[knot], knots[knot + 1] - Self.leastSlope * (generic[knot + 1] - generic[knot]))
    }
    return Forecast(curve: self, knots: knots)
  }
}
