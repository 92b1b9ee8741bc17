internal import RideSession

/// An interval as the files of others can have it: so long, and from one power to another.
struct WorkoutStep {
  var seconds: Int
  /// Nil where nothing is held.
  var powers: (from: Power, to: Power)?

  /// - Throws: `notExpressible` for an interval that ends by anything but time, or is led by the heart.
  init(_ interval: PlanInterval, number: Int) throws(WorkoutFileError) {
    guard case .timer(let seconds) = interval.end else {
      throw WorkoutFileError(.notExpressible, interval: number, interval.end.word)
    }
    self.seconds = seconds
    switch interval.target {
    case .steady(let power): powers = (power, power)
    case .ramp(let from, let to): powers = (from, to)
    case .free: powers = nil
    case .zone(let zone, _): throw WorkoutFileError(.notExpressible, interval: number, "zone \(zone)")
    }
  }
}

extension IntervalEnd {
  /// The word that `PlanText` has for it.
  var word: String {
    switch self {
    case .timer: "timer"
    case .distance: "distance"
    case .location: "location"
    case .activity: "activity"
    }
  }
}

/// Powers of one kind, as a file counts them.
enum WorkoutPower {
  /// The power of a fraction of the functional threshold power; what is above 20 was meant as percent.
  ///
  /// A threshold that the file brings along makes watts of it.
  static func threshold(fraction: Double, of thresholdWatts: Double? = nil) -> Power {
    let percent = (fraction > 20 ? fraction : fraction * 100).rounded(to: 10_000)
    guard let thresholdWatts else { return .thresholdPercent(percent) }
    return watts(percent * thresholdWatts / 100)
  }

  /// The nearest power in whole watts.
  static func watts(_ watts: Double) -> Power { .watts(Int(min(max(watts, -1e9), 1e9).rounded())) }

  /// What to hold for powers that a file has: where it says nothing at all is to be held, the road is flat.
  static func steady(_ power: Power) -> IntervalTarget { power.isNothing ? .free : .steady(power) }

  /// From one to the other; one that begins or ends with nothing does so with the least there is.
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

  /// In percent of a functional threshold power.
  func percent(of thresholdWatts: Int?) throws(WorkoutFileError) -> Double {
    switch self {
    case .thresholdPercent(let percent): return percent
    case .watts(let watts): return Double(watts) / Double(try Self.known(thresholdWatts)) * 100
    }
  }

  /// In watts.
  func watts(of thresholdWatts: Int?) throws(WorkoutFileError) -> Double {
    switch self {
    case .watts(let watts): return Double(watts)
    case .thresholdPercent(let percent): return Double(try Self.known(thresholdWatts)) * percent / 100
    }
  }

  private static func known(_ thresholdWatts: Int?) throws(WorkoutFileError) -> Int {
    guard let thresholdWatts, thresholdWatts > 0 else { throw WorkoutFileError(.needsThreshold) }
    return thresholdWatts
  }
}
