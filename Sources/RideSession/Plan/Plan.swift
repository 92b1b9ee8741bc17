/// What a rider means to ride: intervals in order, some of them in groups that repeat.
package struct Plan: Hashable, Sendable, Codable {
  /// What the rider calls it.
  package var name: String
  /// What it is for; nil where nobody said.
  package var summary: String?
  /// Who made it; nil where nobody said.
  package var author: String?
  /// The functional threshold power that its percents were reckoned with, in watts; nil where nobody said.
  ///
  /// They are percent of it where the rider has set none.
  package var thresholdWatts: Int?
  package var groups: [PlanGroup]
  /// The road that the virtual distance travels; nil where it has none.
  package var route: Route?

  package init(
    name: String, summary: String? = nil, author: String? = nil, thresholdWatts: Int? = nil,
    groups: [PlanGroup] = [], route: Route? = nil
  ) {
    self.name = name
    self.summary = summary
    self.author = author
    self.thresholdWatts = thresholdWatts
    self.groups = groups
    self.route = route
  }

  /// Its intervals as they are ridden, each as often as its group repeats.
  package var intervals: [PlanInterval] { groups.flatMap(\.ridden) }
}

/// Intervals that are ridden one after the other, so many times; a lone interval is a group of itself.
package struct PlanGroup: Hashable, Sendable, Codable {
  /// How often, from 1.
  package var repeats: Int
  package var intervals: [PlanInterval]

  package init(repeats: Int = 1, _ intervals: [PlanInterval]) {
    self.repeats = repeats
    self.intervals = intervals
  }

  /// Its intervals as they are ridden.
  fileprivate var ridden: [PlanInterval] { (0..<max(0, repeats)).flatMap { _ in intervals } }
}
