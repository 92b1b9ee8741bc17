internal import FoundationEssentials
internal import RideSession

/// A plan as it is kept: JSON, and the points of its route beside it.
extension Plan {
  /// A plan that was kept; its route, where it has one, has no points.
  ///
  /// - Throws: Where damage leaves nothing that could be ridden.
  init(json text: String) throws {
    self = try JSONDecoder().decode(Plan.self, from: Data(text.utf8))
    try check()
  }

  /// Its JSON, without the points of its route.
  var json: String {
    get throws {
      var plan = self
      plan.route?.points = []
      return String(decoding: try JSONEncoder().encode(plan), as: UTF8.self)
    }
  }
}

/// A plan as it is ridden, kept in the same way.
extension RidePlan {
  /// A plan that was kept; nil where there is none, or damage leaves nothing that could be ridden.
  init?(json text: String?, points: Data?) {
    guard let text, var plan = try? JSONDecoder().decode(RidePlan.self, from: Data(text.utf8)) else { return nil }
    do { plan.route = try plan.route.map { try Route($0, points: points) } } catch { return nil }
    guard plan.isSound else { return nil }
    self = plan
  }

  /// Its JSON, without the points of its route.
  var json: String {
    get throws {
      var plan = self
      plan.route?.points = []
      return String(decoding: try JSONEncoder().encode(plan), as: UTF8.self)
    }
  }

  /// Whether it has what every plan has that a ride was begun with: intervals, and numbers of which sums can be made.
  private var isSound: Bool {
    !intervals.isEmpty && intervals.count <= PlanLimits.intervals && intervals.allSatisfy(\.isSound)
  }
}

extension RideInterval {
  /// Watts, heart rates and cadences that anybody could have meant; others come of damage.
  private static let plausible = 0...65_535

  fileprivate var isSound: Bool {
    isEndSound && isAimSound && (cadence.map(Self.holds) ?? true)
      && cues.allSatisfy { $0.atSeconds >= 0 && $0.seconds >= 0 && max($0.atSeconds, $0.seconds) <= Self.mostSeconds }
  }

  private static let mostSeconds = 2 * PlanLimits.seconds.upperBound

  private var isEndSound: Bool {
    switch end {
    case .timer(let seconds): (0...Self.mostSeconds).contains(seconds)
    case .distance(let meters): (0...PlanLimits.meters.upperBound).contains(meters)
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
