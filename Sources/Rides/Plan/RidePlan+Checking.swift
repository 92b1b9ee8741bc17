extension RidePlan {
  /// Whether it has intervals, and all numbers are small enough to add up, as in every plan with which a ride was
  /// started.
  package var isSound: Bool {
    !intervals.isEmpty && intervals.count <= Limits.intervals && intervals.allSatisfy(\.isSound)
  }
}

extension RideInterval {
  /// Plausible watts, heart rates and cadences; other numbers come from damage.
  private static let plausible = 0...65_535

  fileprivate var isSound: Bool {
    isEndSound && isAimSound && (cadence.map(Self.holds) ?? true)
      && cues.allSatisfy { $0.atSeconds >= 0 && $0.seconds >= 0 && max($0.atSeconds, $0.seconds) <= Self.mostSeconds }
  }

  private static let mostSeconds = 2 * Limits.planSeconds.upperBound

  private var isEndSound: Bool {
    switch end {
    case .timer(let seconds): (0...Self.mostSeconds).contains(seconds)
    case .distance(let meters): (0...Limits.planMeters.upperBound).contains(meters)
    case .location(let place): (try? place.check()) != nil
    case .activity: true
    }
  }

  private var isAimSound: Bool {
    switch aim {
    case .hold(let watts): Self.plausible.contains(watts)
    case .ramp(let from, let to): Self.plausible.contains(from) && Self.plausible.contains(to)
    case .heartRate(let target): target.isSound
    case .free: true
    }
  }

  private static func holds(_ range: ClosedRange<Int>) -> Bool {
    plausible.contains(range.lowerBound) && plausible.contains(range.upperBound)
  }
}
