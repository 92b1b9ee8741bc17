/// Where the activity of a ride ends: the same rule while it is ridden and when it is looked back on.
///
/// Seconds of activity with short breaks between them make an island. One that is small and far from the last is a crank
/// that somebody bumped into, and no activity.
package struct ActivityEnd: Hashable, Sendable {
  private static let longestBreakSeconds = 30
  private static let farSeconds = 300
  private static let smallSeconds = 60

  /// The end of the last island that counts for sure.
  private var settled: Int?
  private var island: Island?

  private struct Island: Hashable, Sendable {
    let from: Int
    var end: Int
  }

  package init() {}

  /// A ride whose first `seconds` are past and count as activity.
  package init(after seconds: Int) {
    settled = seconds > 0 ? seconds : nil
  }

  /// The second after the last one of activity; nil while there was none.
  package var second: Int? { islandCounts ? island?.end : settled }

  /// There was activity in this second of the ride; seconds come in order, and may come again.
  package mutating func saw(second: Int) {
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
