/// A stretch of a ride, from its first row to the next lap's.
package struct RideLap: Hashable, Sendable {
  /// What ended the lap.
  package enum Trigger: String, Hashable, Sendable, CaseIterable {
    case manual
    case distance
    case location
    case time
    case heartRate
    /// The ride's end.
    case end
  }

  /// The row it begins with, in seconds from the ride's start.
  package var second: Int
  package var trigger: Trigger
  /// What the plan that was ridden calls it; nil where it does not.
  package var label: String?
  /// The number of the plan's interval that it was, from 1; nil for a lap of another kind, and of a ride from a file.
  package var interval: Int?
  /// Whether it is rest between efforts.
  package var isResting: Bool
  /// What the file said of it that the ride came from; empty for a ride recorded here.
  package var given: [RideFigure: Double]

  package init(
    second: Int, trigger: Trigger = .manual, label: String? = nil, interval: Int? = nil,
    isResting: Bool = false, given: [RideFigure: Double] = [:]
  ) {
    self.second = second
    self.trigger = trigger
    self.label = label
    self.interval = interval
    self.isResting = isResting
    self.given = given
  }
}
