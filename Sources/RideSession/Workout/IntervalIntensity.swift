/// The purpose of an interval, as files of rides have it.
package enum IntervalIntensity: Hashable, Sendable, CaseIterable {
  case active
  case rest
  case warmUp
  case coolDown
  /// An effort with a rest beside it.
  case interval
}

extension RidePlan {
  /// The greatest share of its neighbours' power that a rest has: just below a threshold is no rest from just above it.
  private static let mostOfRest = 0.75

  /// The purpose of each interval: by its label if that states one, otherwise by its power compared with its neighbours.
  ///
  /// A rest at the beginning is the warm-up, and one at the end the cool-down; so is a ramp up at the beginning, or down at
  /// the end. An interval that the heart rate steers has no power to be judged by.
  package var intensities: [IntervalIntensity] {
    let plain = intervals.indices.map(plainIntensity)
    var found = intervals.indices.map { plain[$0] ?? intensity($0, plain) }
    for index in found.indices where found[index] == .active {
      let isBesideRest = [index - 1, index + 1].contains { found.indices.contains($0) && found[$0] == .rest }
      if isBesideRest, intervals[index].aim != .free { found[index] = .interval }
    }
    return found
  }

  /// The purpose that the label states, or that a ramp at the beginning or the end has; nil for other intervals.
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
  /// Nil if no power is planned.
  fileprivate var meanWatts: Double? {
    switch aim {
    case .hold(let watts): Double(watts)
    case .ramp(let from, let to): Double(from + to) / 2
    case .heartRate, .free: nil
    }
  }
}

extension IntervalIntensity {
  /// Reads a label such as `Warm-up`, `WARMUP 2`, `Rest`, `Recovery`; nil if it states no purpose.
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
