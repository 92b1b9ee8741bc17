/// The end of the activity in a ride, by the same rule during the ride and afterwards.
///
/// Seconds of activity with short breaks between them form an island. A small island far from the last one is not
/// activity: the crank was bumped.
package struct ActivityEnd: Hashable, Sendable {
  private static let longestBreakSeconds = 30
  private static let farSeconds = 300
  private static let smallSeconds = 60

  /// The end of the last island that certainly counts.
  private var settled: Int?
  private var island: Island?

  private struct Island: Hashable, Sendable {
    let from: Int
    var end: Int
  }

  package init() {}

  /// Starts with a ride whose first `seconds` are activity.
  package init(after seconds: Int) {
    settled = seconds > 0 ? seconds : nil
  }

  /// The second after the last second of activity; nil without activity so far.
  package var second: Int? { islandCounts ? island?.end : settled }

  /// Adds a second with activity; seconds come in order, and may be repeated.
  package mutating func observe(second: Int) {
    if let end = island?.end, second - end <= Self.longestBreakSeconds {
      island?.end = max(end, second + 1)
    } else {
      settled = self.second
      island = Island(from: second, end: second + 1)
    }
  }

  private var islandCounts: Bool {
    guard let island else { return false }
    guard let settled else { return true }
    return island.from - settled < Self.farSeconds || island.end - island.from >= Self.smallSeconds
  }
}
