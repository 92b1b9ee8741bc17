import ControlWire
import RideSession
import RideStore

extension PlanSummary {
  /// A plan of the store in figures.
  init(_ stored: StoredPlan) {
    let intervals = stored.plan.intervals
    var seconds = 0
    var openEnded = false
    for interval in intervals {
      // What is stored was checked: the sum is a day at most.
      if case .timer(let length) = interval.end { seconds += length } else { openEnded = true }
    }
    self.init(
      name: stored.plan.name, summary: stored.plan.summary, author: stored.plan.author, intervals: intervals.count,
      timerSeconds: seconds, openEnded: openEnded, routeMeters: stored.routeMeters)
  }

  /// The most bytes of JSON that it takes: a character of the texts may be escaped by another.
  var mostBytes: Int { 240 + 2 * [name, summary ?? "", author ?? ""].reduce(0) { $0 + $1.utf8.count } }
}

extension PlanDetails {
  /// A plan of the store with all that is in it.
  init(_ stored: StoredPlan) {
    self.init(plan: PlanSummary(stored), groups: stored.plan.groups.map(PlannedGroup.init))
  }
}
