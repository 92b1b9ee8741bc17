package import ControlWire

/// Which problems the journal was told of: each is told once when it has come to stay, and once when it is over.
package struct ProblemJournal: Sendable {
  package enum Entry: Hashable, Sendable {
    case began(Problem)
    case ended(Problem)
  }

  /// How long a problem has to last: what is got over at once, the first moments of a start among it, is none.
  private static let settling = Duration.seconds(2)

  private struct Known {
    var problem: Problem
    let since: SuspendingClock.Instant
    var isTold = false
  }

  private var known: [String: Known] = [:]

  package init() {}

  /// Takes the problems that there are at `now`; returns what to tell, what has ended first.
  ///
  /// One that is told already and has other words now, since its cause is another, is told anew.
  package mutating func take(_ problems: [Problem], at now: SuspendingClock.Instant) -> [Entry] {
    let codes = Set(problems.map(\.code))
    let ended = known.values.filter { !codes.contains($0.problem.code) }.sorted { $0.since < $1.since }
    for entry in ended { known[entry.problem.code] = nil }
    return ended.filter(\.isTold).map { .ended($0.problem) }
      + problems.compactMap { isToBeTold($0, at: now) ? .began($0) : nil }
  }

  private mutating func isToBeTold(_ problem: Problem, at now: SuspendingClock.Instant) -> Bool {
    let entry = known[problem.code] ?? Known(problem: problem, since: now)
    let isNews = !entry.isTold || entry.problem != problem
    let isDue = isNews && now - entry.since >= Self.settling
    known[problem.code] = Known(problem: problem, since: entry.since, isTold: entry.isTold || isDue)
    return isDue
  }
}
