extension Plan {
  /// Checks that the workout can be ridden, as far as that does not depend on the rider.
  ///
  /// - Throws: The first fault, with the interval if an interval has the fault.
  package func check() throws(PlanFault) {
    guard !name.isEmpty, name.count <= Limits.nameLength else { throw PlanFault(.badText, detail: "name") }
    guard (summary?.count ?? 0) <= Limits.textLength else { throw PlanFault(.badText, detail: "summary") }
    if let thresholdWatts, !Limits.watts.contains(thresholdWatts) {
      throw PlanFault(.powerOutOfRange, detail: "\(thresholdWatts) W")
    }
    try checkSize()
    for (index, interval) in intervals.enumerated() {
      do throws(PlanFault) {
        try interval.check()
      } catch {
        throw PlanFault(error.code, interval: index + 1, detail: error.detail)
      }
    }
  }

  /// Checks the size before groups are repeated.
  private func checkSize() throws(PlanFault) {
    var count = 0
    var seconds = 0
    var cueTextLength = 0
    for group in groups {
      guard Limits.repeats.contains(group.repeats) else {
        throw PlanFault(.repeatsOutOfRange, interval: count + 1, detail: String(group.repeats))
      }
      guard group.intervals.count <= Limits.intervals else {
        throw PlanFault(.tooManyIntervals, detail: String(group.intervals.count))
      }
      count += group.repeats * group.intervals.count
      guard count <= Limits.intervals else { throw PlanFault(.tooManyIntervals, detail: String(count)) }
      cueTextLength += group.repeats * group.intervals.reduce(0) { $0 + $1.cueTextLength }
      guard cueTextLength <= Limits.cueTextLength else {
        throw PlanFault(.tooManyCues, detail: "\(cueTextLength) characters")
      }
      for case .timer(let length) in group.intervals.map(\.end) {
        seconds += group.repeats * min(max(0, length), Limits.planSeconds.upperBound + 1)
      }
    }
    guard seconds <= Limits.planSeconds.upperBound else { throw PlanFault(.tooLong, detail: "\(seconds) s") }
  }
}

extension PlanInterval {
  fileprivate var cueTextLength: Int { cues.reduce(0) { $0 + $1.text.utf8.count } }
}

extension PlanInterval {
  /// Checks that the interval can be ridden, as far as that does not depend on route and rider.
  package func check() throws(PlanFault) {
    try end.check()
    try target.check()
    if let cadence,
      !Limits.cadenceRpm.contains(cadence.lowerBound) || !Limits.cadenceRpm.contains(cadence.upperBound)
    {
      throw PlanFault(.cadenceOutOfRange, detail: "\(cadence.lowerBound)-\(cadence.upperBound)")
    }
    if let label, label.isEmpty || label.count > Limits.nameLength { throw PlanFault(.badText, detail: "label") }
    guard cues.count <= Limits.cues else { throw PlanFault(.tooManyCues, detail: String(cues.count)) }
    for cue in cues { try cue.check() }
  }
}

extension IntervalEnd {
  fileprivate func check() throws(PlanFault) {
    switch self {
    case .timer(let seconds):
      guard seconds > 0 else { throw PlanFault(.zeroLength, detail: "\(seconds) s") }
      guard Limits.planSeconds.contains(seconds) else { throw PlanFault(.tooLong, detail: "\(seconds) s") }
    case .distance(let meters):
      // Also false for a distance that is not a number.
      guard meters > 0 else { throw PlanFault(.zeroLength, detail: "\(meters) m") }
      guard Limits.planMeters.contains(max(1, meters)) else { throw PlanFault(.tooLong, detail: "\(meters) m") }
    case .location(let place): try place.check()
    case .activity: break
    }
  }
}

extension IntervalTarget {
  fileprivate func check() throws(PlanFault) {
    switch self {
    case .steady(let power): try power.check()
    case .ramp(let from, let to):
      try from.check()
      try to.check()
    case .zone(let number, let start):
      guard Limits.zones.contains(number) else { throw PlanFault(.unknownZone, detail: String(number)) }
      try start?.check()
    case .heartRate(let range, let start):
      guard Limits.heartRate.contains(range.lowerBound), Limits.heartRate.contains(range.upperBound) else {
        throw PlanFault(.heartRateOutOfRange, detail: "\(range.lowerBound)-\(range.upperBound) bpm")
      }
      try start?.check()
    case .free: break
    }
  }
}

extension Power {
  fileprivate func check() throws(PlanFault) {
    switch self {
    case .watts(let watts):
      guard Limits.watts.contains(watts) else { throw PlanFault(.powerOutOfRange, detail: "\(watts) W") }
    case .thresholdPercent(let percent):
      guard Limits.thresholdPercent.contains(percent) else {
        throw PlanFault(.powerOutOfRange, detail: "\(percent) %")
      }
    }
  }
}

extension PlanCue {
  fileprivate func check() throws(PlanFault) {
    guard !text.isEmpty, text.count <= Limits.textLength else { throw PlanFault(.badText, detail: "cue") }
    guard atSeconds >= 0, seconds > 0 else { throw PlanFault(.zeroLength, detail: "cue") }
    guard max(atSeconds, seconds) <= Limits.planSeconds.upperBound else { throw PlanFault(.tooLong, detail: "cue") }
  }
}

extension Place {
  package func check() throws(PlanFault) {
    guard (-90...90).contains(latitudeDegrees), (-180...180).contains(longitudeDegrees) else {
      throw PlanFault(.badPlace, detail: "\(latitudeDegrees),\(longitudeDegrees)")
    }
  }
}
