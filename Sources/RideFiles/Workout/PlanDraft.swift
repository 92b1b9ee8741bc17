internal import RideSession

/// A plan while its file is read: what no ride could be made of is refused at its line.
struct PlanDraft {
  private(set) var groups: [PlanGroup] = []
  private var count = 0
  private var seconds = 0

  /// Says what is wrong with an interval.
  static func check(_ interval: PlanInterval, line: Int) throws(WorkoutFileError) {
    do throws(PlanError) { try interval.check() } catch { throw WorkoutFileError(error, line: line) }
  }

  mutating func add(_ interval: PlanInterval, line: Int) throws(WorkoutFileError) {
    try add(PlanGroup([interval]), line: line)
  }

  /// Adds a group, before any of it is repeated.
  mutating func add(_ group: PlanGroup, line: Int) throws(WorkoutFileError) {
    do throws(PlanError) {
      try Plan(name: "-", groups: [group]).check()
      // Both are bounded by what was checked.
      count += group.repeats * group.intervals.count
      seconds += group.repeats * group.intervals.map(\.end.timerSeconds).reduce(0, +)
      guard count <= PlanLimits.intervals else { throw PlanError(.tooManyIntervals, detail: String(count)) }
      guard seconds <= PlanLimits.seconds.upperBound else { throw PlanError(.tooLong, detail: "\(seconds) s") }
    } catch {
      throw WorkoutFileError(error, line: line)
    }
    groups.append(group)
  }

  /// How long the intervals last so far, in seconds.
  var timerSeconds: Int { seconds }
}

extension IntervalEnd {
  /// How long it lasts, in seconds; 0 where it does not end by time.
  var timerSeconds: Int { if case .timer(let seconds) = self { seconds } else { 0 } }
}
