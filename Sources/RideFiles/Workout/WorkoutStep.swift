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
