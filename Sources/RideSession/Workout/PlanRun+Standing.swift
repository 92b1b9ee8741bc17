package import Rides

// The place of a ride in its workout.

extension PlanRun {
  /// Returns the place of the ride after this many seconds of timer time.
  package func standing(riddenSeconds: Int) -> PlanStatus {
    PlanStatus(
      name: plan.name, intervals: plan.intervals.count, interval: current, next: planned(at: progress.index + 1),
      expired: progress.ended, expiredCount: progress.endedCount, biasPercent: progress.biasPercent,
      remainingSeconds: remainingSecondsInAll, share: shareInAll(riddenSeconds: riddenSeconds))
  }

  /// The present interval.
  package var current: IntervalStatus? {
    guard var standing = planned(at: progress.index) else { return nil }
    standing.timerSeconds = progress.timerSeconds
    standing.meters = progress.meters
    standing.remainingSeconds = remainingSeconds
    standing.remainingMeters = remainingMeters
    standing.share = share
    standing.handWatts = handWatts
    standing.handFree = progress.isFreed ? true : nil
    standing.cue = interval?.cues.text(atSeconds: progress.timerSeconds)
    return standing
  }

  /// Every interval of the workout: ended ones with their actual length, the present one, and the others as planned.
  ///
  /// An interval that the end of a test left out has no length.
  package var outline: [IntervalStatus] {
    var taken: [Int: Int] = [:]
    for ended in progress.ended { taken[ended.number, default: 0] += ended.timerSeconds }
    // Of the intervals before the first one that is remembered, the length is unknown.
    let known = progress.ended.first?.number ?? .max
    return plan.intervals.indices.compactMap { index in
      if index == progress.index { return current }
      guard var standing = planned(at: index), index < progress.index else { return planned(at: index) }
      standing.timerSeconds = taken[index + 1] ?? (index + 1 > known ? 0 : standing.remainingSeconds ?? 0)
      (standing.remainingSeconds, standing.remainingMeters) = (0, nil)
      return standing
    }
  }

  /// Returns an interval that has not begun, so that all of it remains.
  func planned(at index: Int) -> IntervalStatus? {
    guard let interval = interval(at: index) else { return nil }
    var standing = IntervalStatus(number: index + 1, label: label(at: index), interval: interval)
    switch interval.aim {
    case .hold(let watts): standing.watts = biased(watts)
    case .ramp(let from, let to): (standing.watts, standing.toWatts) = (biased(from), biased(to))
    case .heartRate(let target): standing.watts = startWatts(of: target, at: index)
    case .free: break
    }
    return standing
  }

  private func startWatts(of target: HeartRateTarget, at index: Int) -> Int {
    guard case .usual = target.start, let steering = progress.steering, plan.isSteered(at: index - 1),
      (progress.index...progress.index + 1).contains(index)
    else { return firstWatts(of: target) }
    return steering.watts
  }
}

extension [PlanCue] {
  /// Returns the text of the cues that began last, joined.
  ///
  /// Files store a line that is too long for the screen as two cues of one time.
  ///
  /// - Returns: At most as many characters as one cue may have; nil if no cue is due.
  fileprivate func text(atSeconds now: Int) -> String? {
    let due = filter { now >= $0.atSeconds && now - $0.atSeconds < $0.seconds }
    guard let latest = due.last else { return nil }
    let text = due.lazy.filter { $0.atSeconds == latest.atSeconds }.map(\.text).joined(separator: " ")
    return String(text.prefix(Limits.textLength))
  }
}
