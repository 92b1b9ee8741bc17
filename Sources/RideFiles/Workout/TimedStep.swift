internal import Rides

/// An interval that other programs' formats can express: a duration and a power at each end.
struct TimedStep {
  var seconds: Int
  /// Nil for an interval without a target.
  var powers: (from: Power, to: Power)?

  init(_ interval: PlanInterval, number: Int) throws(PlanFault) {
    guard case .timer(let seconds) = interval.end else {
      throw PlanFault(.notExpressible, interval: number, detail: interval.end.kind.rawValue)
    }
    self.seconds = seconds
    switch interval.target {
    case .steady(let power): powers = (power, power)
    case .ramp(let from, let to): powers = (from, to)
    case .free: powers = nil
    case .zone(let zone, _): throw PlanFault(.notExpressible, interval: number, detail: "zone \(zone)")
    case .heartRate(let range, _):
      let detail = "\(range.lowerBound)-\(range.upperBound) bpm"
      throw PlanFault(.notExpressible, interval: number, detail: detail)
    }
  }
}

/// Conversions from a file's numbers to powers and targets.
enum WorkoutPower {
  /// Converts a fraction of functional threshold power; above 20 it is read as percent.
  ///
  /// If the file names its own threshold, the result is in watts.
  static func threshold(fraction: Double, of thresholdWatts: Double? = nil) -> Power {
    let percent = (fraction > 20 ? fraction : fraction * 100).rounded(to: 10_000)
    guard let thresholdWatts else { return .thresholdPercent(percent) }
    return watts(percent * thresholdWatts / 100)
  }

  /// Rounds to the nearest whole watt.
  static func watts(_ watts: Double) -> Power { .watts(Int(min(max(watts, -1e9), 1e9).rounded())) }

  /// Returns a constant target; `free` if the power is 0.
  static func steady(_ power: Power) -> IntervalTarget { power.isNothing ? .free : .steady(power) }

  /// Returns a ramp; an end at 0 is raised to the smallest power.
  static func ramp(from: Power, to: Power) -> IntervalTarget {
    from == to ? steady(from) : .ramp(from: from.something, to: to.something)
  }
}

extension Power {
  fileprivate var isNothing: Bool {
    switch self {
    case .watts(let watts): watts == 0
    case .thresholdPercent(let percent): percent >= 0 && percent < Limits.thresholdPercent.lowerBound
    }
  }

  fileprivate var something: Power {
    guard isNothing else { return self }
    switch self {
    case .watts: return .watts(Limits.watts.lowerBound)
    case .thresholdPercent: return .thresholdPercent(Limits.thresholdPercent.lowerBound)
    }
  }

  /// Returns the power in percent of functional threshold power.
  func percent(of thresholdWatts: Int?) throws(PlanFault) -> Double {
    switch self {
    case .thresholdPercent(let percent): return percent
    case .watts(let watts): return Double(watts) / Double(try Self.known(thresholdWatts)) * 100
    }
  }

  /// Returns the power in watts.
  func watts(of thresholdWatts: Int?) throws(PlanFault) -> Double {
    switch self {
    case .watts(let watts): return Double(watts)
    case .thresholdPercent(let percent): return Double(try Self.known(thresholdWatts)) * percent / 100
    }
  }

  private static func known(_ thresholdWatts: Int?) throws(PlanFault) -> Int {
    guard let thresholdWatts, thresholdWatts > 0 else { throw PlanFault(.formatWantsThreshold) }
    return thresholdWatts
  }
}
