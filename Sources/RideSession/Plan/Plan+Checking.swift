extension Plan {
  /// Says what no ride could make of it; who rides it is not known here.
  ///
  /// - Throws: The first obstacle, with the interval where it is one's.
  package func check() throws(PlanError) {
    guard !name.isEmpty, name.count <= PlanLimits.textLength else { throw PlanError(.badText, detail: "name") }
    guard (summary?.count ?? 0) <= PlanLimits.longTextLength else { throw PlanError(.badText, detail: "summary") }
    if let thresholdWatts, !PlanLimits.watts.contains(thresholdWatts) {
      throw PlanError(.powerOutOfRange, detail: "\(thresholdWatts) W")
    }
    try checkSize()
    for (index, interval) in intervals.enumerated() {
      do throws(PlanError) {
        try interval.check()
      } catch {
        throw PlanError(error.code, interval: index + 1, detail: error.detail)
      }
    }
  }

  /// Before anything is repeated.
  private func checkSize() throws(PlanError) {
    var count = 0
    var seconds = 0
    var cueTextLength = 0
    for group in groups {
      guard PlanLimits.repeats.contains(group.repeats) else {
        throw PlanError(.repeatsOutOfRange, interval: count + 1, detail: String(group.repeats))
      }
      guard group.intervals.count <= PlanLimits.intervals else {
        throw PlanError(.tooManyIntervals, detail: String(group.intervals.count))
      }
      count += group.repeats * group.intervals.count
      guard count <= PlanLimits.intervals else { throw PlanError(.tooManyIntervals, detail: String(count)) }
      cueTextLength += group.repeats * group.intervals.reduce(0) { $0 + $1.cueTextLength }
      guard cueTextLength <= PlanLimits.cueTextLength else {
        throw PlanError(.tooManyCues, detail: "\(cueTextLength) characters")
      }
      for case .timer(let length) in group.intervals.map(\.end) {
        seconds += group.repeats * min(max(0, length), PlanLimits.seconds.upperBound + 1)
      }
    }
    guard seconds <= PlanLimits.seconds.upperBound else { throw PlanError(.tooLong, detail: "\(seconds) s") }
  }
}

extension PlanInterval {
  fileprivate var cueTextLength: Int { cues.reduce(0) { $0 + $1.text.utf8.count } }
}
