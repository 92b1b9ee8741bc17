/// A workout for one rider: groups are expanded, powers are in watts, and zones are in beats a minute.
///
/// A steady ride is a workout of one interval.
package struct RidePlan: Hashable, Sendable {
  /// The workout's name; nil for a ride without a named workout.
  package var name: String?
  /// The intervals in the order in which they are ridden, at least one.
  package var intervals: [RideInterval]
  package var route: Route?
  /// The test of FTP that it is; nil for other workouts.
  package var test: PlanTest?
  /// The rider's request; nil for rides from before it was stored.
  package var request: RideRequest?
  /// The calendar's workout from which it was made; nil for other plans.
  package var calendar: CalendarKey?

  package init(name: String? = nil, intervals: [RideInterval], route: Route? = nil) {
    self.name = name
    self.intervals = intervals
    self.route = route
  }

  /// A ride at one power.
  package static func steady(watts: Int, seconds: Int) -> RidePlan {
    RidePlan(intervals: [RideInterval(end: .timer(seconds: seconds), aim: .hold(watts: watts))])
  }

  /// A ride with one aim, and ramps around it.
  ///
  /// - Parameters:
  ///   - aim: The aim of the ride.
  ///   - seconds: The length of the ride without its ramps; nil to ride until it is stopped.
  ///   - warmupSeconds: The length of a ramp up before it; nil for no ramp.
  ///   - cooldownSeconds: The length of a ramp down after it; nil for no ramp.
  /// - Returns: The plan; without ramps if the aim has no power.
  package static func steady(
    _ aim: IntervalAim, seconds: Int?, warmupSeconds: Int? = nil, cooldownSeconds: Int? = nil
  ) -> RidePlan {
    var plan = RidePlan(intervals: [
      RideInterval(end: seconds.map { .timer(seconds: $0) } ?? .activity, aim: aim)
    ])
    guard let watts = aim.firstWatts else { return plan }
    let easyWatts = max(Limits.watts.lowerBound, watts * Limits.easyPercent / 100)
    if let warmupSeconds {
      let aim = IntervalAim.ramp(fromWatts: easyWatts, toWatts: watts)
      plan.intervals.insert(RideInterval(label: "Warm-up", end: .timer(seconds: warmupSeconds), aim: aim), at: 0)
    }
    if let cooldownSeconds {
      let aim = IntervalAim.ramp(fromWatts: watts, toWatts: easyWatts)
      plan.intervals.append(RideInterval(label: "Cool-down", end: .timer(seconds: cooldownSeconds), aim: aim))
    }
    return plan
  }

  /// The planned timer time in seconds; nil if an interval does not end by the timer.
  package var timerSeconds: Int? {
    var sum = 0
    for interval in intervals {
      guard case .timer(let seconds) = interval.end else { return nil }
      sum += seconds
    }
    return sum
  }

  /// Whether it has more to describe than a steady ride.
  package var isMoreThanSteady: Bool { name != nil || intervals.count > 1 || wantsHeartRate }

  /// Whether any interval has a target power, so that the trainer must hold it.
  package var needsPower: Bool { intervals.contains { $0.aim != .free } }

  /// Whether the heart rate controls the power in any interval.
  package var wantsHeartRate: Bool {
    intervals.indices.contains(where: isSteered)
  }

  /// Whether the heart rate controls the power in the interval at an index; false if there is no such interval.
  package func isSteered(at index: Int) -> Bool {
    if intervals.indices.contains(index), case .heartRate = intervals[index].aim { true } else { false }
  }
}

/// A part of a workout for one rider.
package struct RideInterval: Hashable, Sendable {
  package var label: String?
  package var end: IntervalEnd
  package var aim: IntervalAim
  package var cadence: ClosedRange<Int>?
  package var cues: [PlanCue]

  package init(
    label: String? = nil, end: IntervalEnd, aim: IntervalAim, cadence: ClosedRange<Int>? = nil, cues: [PlanCue] = []
  ) {
    self.label = label
    self.end = end
    self.aim = aim
    self.cadence = cadence
    self.cues = cues
  }
}

/// The target of an interval.
package enum IntervalAim: Hashable, Sendable, Codable {
  case hold(watts: Int)
  case ramp(fromWatts: Int, toWatts: Int)
  case heartRate(HeartRateTarget)
  case free

  /// The power at its start, in watts; nil for free riding.
  fileprivate var firstWatts: Int? {
    switch self {
    case .hold(let watts), .ramp(let watts, _): watts
    case .heartRate(let target): target.start.watts
    case .free: nil
    }
  }
}

/// An interval whose power is outside the trainer's range; it is ridden at the nearest possible power.
package struct Unheld: Codable, Hashable, Sendable {
  /// Its number in the plan, from 1.
  package var interval: Int
  /// The planned power, in watts.
  package var watts: Int
  /// The least power that the trainer can hold, in watts.
  package var minimumWatts: Int
  /// The greatest power that the trainer can hold, in watts.
  package var maximumWatts: Int

  package init(interval: Int, watts: Int, minimumWatts: Int, maximumWatts: Int) {
    self.interval = interval
    self.watts = watts
    self.minimumWatts = minimumWatts
    self.maximumWatts = maximumWatts
  }
}

extension RidePlan {
  /// Returns the first interval whose power is outside a range in watts; nil if all are within it.
  package func firstUnheld(in range: ClosedRange<Int>) -> Unheld? {
    for (index, interval) in intervals.enumerated() {
      let asked: [Int] =
        switch interval.aim {
        case .hold(let watts): [watts]
        case .ramp(let from, let to): [from, to]
        case .heartRate, .free: []
        }
      guard let watts = asked.first(where: { !range.contains($0) }) else { continue }
      return Unheld(
        interval: index + 1, watts: watts, minimumWatts: range.lowerBound, maximumWatts: range.upperBound)
    }
    return nil
  }
}

/// The purpose of an interval, as files of rides store it.
package enum IntervalIntensity: Hashable, Sendable, CaseIterable {
  case active
  case rest
  case warmUp
  case coolDown
  /// An effort before or after a rest.
  case interval
}

extension RidePlan {
  /// The greatest power of a rest, as a share of its neighbours' power; power just below a threshold is not a rest from
  /// just above it.
  private static let mostOfRest = 0.75

  /// The purpose of each interval: by its label if that states one, otherwise by its power compared with its
  /// neighbours.
  ///
  /// A rest at the beginning is the warm-up, and a rest at the end the cool-down; so is a ramp up at the beginning, or
  /// down at the end. The power of an interval that the heart rate controls is not known in advance, so it is not
  /// compared.
  package var intensities: [IntervalIntensity] {
    let plain = intervals.indices.map(plainIntensity)
    var found = intervals.indices.map { plain[$0] ?? intensity($0, plain) }
    for index in found.indices where found[index] == .active {
      let isBesideRest = [index - 1, index + 1].contains { found.indices.contains($0) && found[$0] == .rest }
      if isBesideRest, intervals[index].aim != .free { found[index] = .interval }
    }
    return found
  }

  /// Returns the purpose from the label, or of a ramp at the beginning or the end; nil for other intervals.
  private func plainIntensity(_ index: Int) -> IntervalIntensity? {
    if let said = intervals[index].label.flatMap(IntervalIntensity.init(saidBy:)) { return said }
    guard intervals.count > 1, case .ramp(let from, let to) = intervals[index].aim else { return nil }
    if index == 0, from < to { return .warmUp }
    return index == intervals.count - 1 && from > to ? .coolDown : nil
  }

  private func intensity(_ index: Int, _ plain: [IntervalIntensity?]) -> IntervalIntensity {
    guard isEasier(index, plain) else { return .active }
    return index == 0 ? .warmUp : index == intervals.count - 1 ? .coolDown : .rest
  }

  /// Whether an interval is much easier than each of its neighbours, apart from warm-ups and cool-downs.
  private func isEasier(_ index: Int, _ plain: [IntervalIntensity?]) -> Bool {
    let beside = [index - 1, index + 1].filter { neighbour in
      intervals.indices.contains(neighbour) && plain[neighbour] != .warmUp && plain[neighbour] != .coolDown
    }
    guard let least = beside.compactMap({ intervals[$0].meanWatts }).min() else { return false }
    if case .free = intervals[index].aim { return true }
    return intervals[index].meanWatts.map { $0 <= least * Self.mostOfRest } ?? false
  }
}

extension RideInterval {
  /// Nil without a planned power.
  fileprivate var meanWatts: Double? {
    switch aim {
    case .hold(let watts): Double(watts)
    case .ramp(let from, let to): Double(from + to) / 2
    case .heartRate, .free: nil
    }
  }
}

extension IntervalIntensity {
  /// Parses a label such as `Warm-up`, `WARMUP 2`, `Rest`, `Recovery`; nil if it states no purpose.
  fileprivate init?(saidBy label: String) {
    let letters = label.lowercased().filter(\.isLetter)
    if letters.hasPrefix("warmup") || letters.hasPrefix("warmingup") {
      self = .warmUp
    } else if letters.hasPrefix("cooldown") || letters.hasPrefix("coolingdown") {
      self = .coolDown
    } else if letters == "rest" || letters == "resting" || letters.hasPrefix("recover") {
      self = .rest
    } else {
      return nil
    }
  }
}

// MARK: - Members

extension RidePlan: Tabled, Codable {
  package static let blank = RidePlan(intervals: [])
  package static let members: Members<Self> = [
    .text("name", { $0.name }, { $0.name = $1 }),
    .parts(
      "intervals", most: Limits.intervals, { $0.intervals.map(RiddenInterval.init) },
      { plan, ridden in plan.intervals = ridden.compactMap { try? RideInterval($0) } }),
    .part("route", { $0.route }, { $0.route = $1 }),
    .text("test", of: PlanTest.init, { $0.test?.rawValue }, { $0.test = $1 }),
    .part("request", { $0.request }, { $0.request = $1 }),
    .part("calendar", { $0.calendar }, { $0.calendar = $1 }),
  ]
}
