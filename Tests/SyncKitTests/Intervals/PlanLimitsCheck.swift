import ControlWire
import Rides

/// Checks a plan for faults that jz2d would refuse.
enum PlanLimitsCheck {
  static func faults(_ groups: [PlannedGroup]) -> [String] {
    var faults: [String] = []
    var (count, seconds, cueBytes) = (0, 0, 0)
    for group in groups {
      if group.intervals.isEmpty { faults.append("an empty group") }
      if !Limits.repeats.contains(group.repeats) { faults.append("\(group.repeats) repeats") }
      count += group.repeats * group.intervals.count
      for interval in group.intervals {
        seconds += group.repeats * (interval.seconds ?? 0)
        cueBytes += group.repeats * (interval.cues ?? []).reduce(0) { $0 + $1.text.utf8.count }
        faults += self.faults(interval)
      }
    }
    if count > Limits.intervals { faults.append("\(count) intervals") }
    if seconds > Limits.planSeconds.upperBound { faults.append("\(seconds) s") }
    if cueBytes > Limits.cueTextLength { faults.append("\(cueBytes) bytes of cues") }
    return faults
  }

  private static func faults(_ interval: PlannedInterval) -> [String] {
    var faults: [String] = []
    func need(_ isRight: Bool, _ what: String) {
      if !isRight { faults.append("\(what): \(interval)") }
    }
    need((interval.end == .timer) == (interval.seconds != nil), "seconds")
    need((interval.end == .distance) == (interval.meters != nil), "meters")
    need(interval.end != .location, "end")
    need(interval.seconds.map(Limits.planSeconds.contains) ?? true, "seconds")
    need(interval.meters.map(Limits.planMeters.contains) ?? true, "meters")
    need([interval.watts, interval.toWatts].allSatisfy { $0.map(Limits.watts.contains) ?? true }, "watts")
    need(
      [interval.thresholdPercent, interval.toThresholdPercent]
        .allSatisfy { $0.map(Limits.thresholdPercent.contains) ?? true }, "percent")
    need(interval.watts == nil || interval.thresholdPercent == nil, "two powers")
    let isRamp = interval.toWatts != nil || interval.toThresholdPercent != nil
    need(!isRamp || interval.watts != nil || interval.thresholdPercent != nil, "ramp from nothing")
    need(!isRamp || interval.end != .activity, "ramp without a length")
    need(!isRamp || interval.bpmFrom == nil, "ramp of heart rates")
    need(isRange(interval.bpmFrom, interval.bpmTo, in: Limits.heartRate), "bpm")
    need(isRange(interval.cadenceFrom, interval.cadenceTo, in: Limits.cadenceRpm), "cadence")
    need(interval.label.map { (1...Limits.nameLength).contains($0.count) } ?? true, "label")
    need((interval.cues ?? []).count <= Limits.cues, "cues")
    for cue in interval.cues ?? [] {
      need((1...Limits.textLength).contains(cue.text.count), "cue")
      need(cue.atSeconds >= 0 && cue.seconds > 0 && cue.atSeconds <= Limits.planSeconds.upperBound, "cue's time")
    }
    return faults
  }

  private static func isRange(_ from: Int?, _ to: Int?, in limits: ClosedRange<Int>) -> Bool {
    guard let from, let to else { return from == nil && to == nil }
    return from <= to && limits.contains(from) && limits.contains(to)
  }
}
