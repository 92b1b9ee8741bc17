/// An interval that asks for a power which the trainer does not hold; it is ridden with the nearest that it does.
package struct UnheldInterval: Hashable, Sendable {
  /// Its place in the plan, from 1.
  package var number: Int
  /// What it asks for.
  package var watts: Int
  /// What the trainer holds, in watts.
  package var range: ClosedRange<Int>
}

extension RidePlan {
  /// The first interval that asks for a power beyond a range in watts; nil where none does.
  func firstUnheld(in range: ClosedRange<Int>) -> UnheldInterval? {
    for (index, interval) in intervals.enumerated() {
      let asked: [Int] =
        switch interval.aim {
        case .hold(let watts): [watts]
        case .ramp(let from, let to): [from, to]
        case .heartRate, .free: []
        }
      guard let watts = asked.first(where: { !range.contains($0) }) else { continue }
      return UnheldInterval(number: index + 1, watts: watts, range: range)
    }
    return nil
  }
}
