internal import Rides

/// A plan being read.
///
/// Intervals that cannot be ridden are refused with their line.
struct PlanDraft {
  private(set) var groups: [PlanGroup] = []
  private var count = 0
  private var seconds = 0

  /// Checks an interval.
  static func check(_ interval: PlanInterval, line: Int) throws(PlanFault) {
    do throws(PlanFault) { try interval.check() } catch { throw error.inLine(line) }
  }

  mutating func add(_ interval: PlanInterval, line: Int) throws(PlanFault) {
    try add(PlanGroup([interval]), line: line)
  }

  /// Adds a group; `repeats` is not expanded.
  mutating func add(_ group: PlanGroup, line: Int) throws(PlanFault) {
    do throws(PlanFault) {
      try Plan(name: "-", groups: [group]).check()
      // Both factors have been checked, so this cannot overflow.
      count += group.repeats * group.intervals.count
      seconds += group.repeats * group.intervals.map(\.end.timerSeconds).reduce(0, +)
      guard count <= Limits.intervals else { throw PlanFault(.tooManyIntervals, detail: String(count)) }
      guard seconds <= Limits.planSeconds.upperBound else { throw PlanFault(.tooLong, detail: "\(seconds) s") }
    } catch {
      throw error.inLine(line)
    }
    groups.append(group)
  }

  /// The duration so far, in seconds.
  var timerSeconds: Int { seconds }
}

extension IntervalEnd {
  /// The duration in seconds; 0 if it does not end by time.
  var timerSeconds: Int { if case .timer(let seconds) = self { seconds } else { 0 } }
}

/// Cues with times from the beginning of the workout, to be assigned to intervals.
struct TimedCues {
  private struct TimedCue {
    var second: Int
    var seconds: Int
    var text: String
    var line: Int
  }

  private var cues: [TimedCue] = []

  /// Adds a cue.
  ///
  /// - Parameters:
  ///   - text: The text; without text, no cue is added.
  ///   - second: The time in seconds from the beginning; negative times count as 0.
  ///   - seconds: The duration; nil or 0 for the default.
  ///   - line: The line of the file.
  mutating func add(_ text: String?, at second: Double, for seconds: Double?, line: Int) {
    guard let text = text.flatMap({ WorkoutValues.trimmed($0, atMost: Limits.textLength) }) else { return }
    let shown = Int(min(seconds ?? 0, 86_400).rounded())
    cues.append(
      TimedCue(
        second: Int(min(max(second, 0), 1e9).rounded()), seconds: shown > 0 ? shown : PlanCue.usualSeconds, text: text,
        line: line))
  }

  /// Assigns each cue to the interval of its time.
  ///
  /// Cues after the end are left out.
  ///
  /// A cue is shown once, so a repeated group with a cue is expanded.
  func placed(in groups: [PlanGroup]) throws(PlanFault) -> [PlanGroup] {
    guard !cues.isEmpty else { return groups }
    // In order of time; equal times keep their order.
    let ordered = cues.enumerated().sorted { ($0.element.second, $0.offset) < ($1.element.second, $1.offset) }
    var rest = ordered.map(\.element)[...]
    var (placed, begin) = ([PlanGroup](), 0)
    for group in groups {
      let end = begin + group.repeats * group.intervals.map(\.end.timerSeconds).reduce(0, +)
      guard let first = rest.first, first.second < end else {
        placed.append(group)
        begin = end
        continue
      }
      if group.repeats == 1 {
        placed.append(PlanGroup(try Self.place(&rest, in: group.intervals, from: begin)))
      } else {
        let ridden = (0..<group.repeats).flatMap { _ in group.intervals }
        placed += try Self.place(&rest, in: ridden, from: begin).map { PlanGroup([$0]) }
      }
      begin = end
    }
    return placed
  }

  private static func place(
    _ rest: inout ArraySlice<TimedCue>, in intervals: [PlanInterval], from begin: Int
  ) throws(PlanFault) -> [PlanInterval] {
    var (placed, begin) = (intervals, begin)
    for index in placed.indices {
      let end = begin + placed[index].end.timerSeconds
      while let cue = rest.first, cue.second < end {
        rest.removeFirst()
        placed[index].cues.append(PlanCue(atSeconds: cue.second - begin, seconds: cue.seconds, text: cue.text))
        try PlanDraft.check(placed[index], line: cue.line)
      }
      begin = end
    }
    return placed
  }
}

// MARK: - Faults

extension PlanFault {
  /// Converts an XML fault of a workout or a route.
  init(_ fault: FileFault) {
    let code: Code =
      switch fault.code {
      case .notThisFormat: .notText
      case .unknownEncoding: .unknownEncoding
      case .forbidden: .forbidden
      case .tooLarge: .tooLarge
      case .tooLong, .tooManyPoints, .tooManyLaps, .tooManyRides, .tooManyParts, .tooDeep, .textTooLong: .tooManyParts
      case .cut, .wrongChecksum, .malformed, .outOfRange, .noActivity, .noTimes, .badTimes: .malformed
      }
    self.init(code, line: fault.line, detail: fault.reason)
  }

  /// Returns the same fault with its line in the file.
  func inLine(_ line: Int) -> PlanFault {
    PlanFault(code, line: line, interval: interval, detail: detail)
  }
}
