internal import RideSession

/// Decides for each second of an imported ride whether the timer ran.
///
/// A second that the file does not count as riding is none.
///
/// Some files have timer events or separate tracks. Many give only the total timer time: then the longest silences
/// count as stops until the totals agree. If a file gives neither, a silence longer than any recording interval is a
/// stop.
struct RideTimeline: Sendable {
  /// The longest interval between two points that is a recording interval and not a gap, in seconds; the same as in
  /// GoldenCheetah.
  static let longestInterval = 25
  /// Seconds.
  ///
  /// Shorter silences never count as stops, and times that differ by no more agree.
  ///
  /// Garmin's Smart Recording writes points every few seconds; TCX tracks this far apart count as a stop.
  private static let patience = 10

  /// Whether the timer ran, for each second.
  private(set) var runs: [Bool]
  /// The silences, in order: ranges of seconds without a point that are too long for a recording interval.
  ///
  /// The last may reach the end.
  private var silences: [Range<Int>]
  /// The second after the last point.
  private let pointsEnd: Int

  var count: Int { runs.count }

  init(points: [Int], pauses: [Range<Int>], limit: Int) {
    pointsEnd = max(0, points.last.map { $0 + 1 } ?? 0)
    var count = pointsEnd
    if let stop = pauses.last, stop.upperBound == .max, stop.lowerBound <= limit { count = max(count, stop.lowerBound) }
    runs = Array(repeating: true, count: count)
    for pause in pauses {
      for second in pause.clamped(to: 0..<runs.count) { runs[second] = false }
    }
    var (silences, next): ([Range<Int>], Int) = ([], 0)
    for point in points {
      if point - next >= Self.patience { silences.append(next..<point) }
      next = max(next, point + 1)
    }
    if runs.count - next >= Self.patience { silences.append(next..<runs.count) }
    self.silences = silences
  }

  /// Adjusts the timer to the totals of the laps and of the file.
  ///
  /// - Parameters:
  ///   - laps: The laps in order, with the file's figures.
  ///   - timerSeconds: The total timer time according to the file.
  ///   - hasStops: Whether the file has timer stops.
  mutating func settle(laps: [RideLap], timerSeconds: Double?, hasStops: Bool) {
    let ofLaps = laps.compactMap { Self.seconds($0.fileTotals[.timerSeconds]) }
    let sum = ofLaps.count == laps.count && !laps.isEmpty ? ofLaps.reduce(0, +) : nil
    let whole = Self.seconds(timerSeconds) ?? sum
    if let sum, let whole, abs(sum - whole) <= Double(Self.patience) {
      for (index, seconds) in ofLaps.enumerated() {
        let end = index + 1 < laps.count ? laps[index + 1].second : count
        stopSilences(in: laps[index].second..<max(laps[index].second, end), until: seconds)
      }
    }
    if let whole {
      stopSilences(in: 0..<count, until: whole)
    } else {
      stopGaps(hasStops: hasStops)
    }
    if let last = runs.lastIndex(of: true) {
      runs.removeLast(count - max(last + 1, pointsEnd))
    } else {
      runs.removeLast(count - pointsEnd)
    }
  }

  /// A usable time: some programs write 0 for an unknown one.
  private static func seconds(_ given: Double?) -> Double? {
    given.flatMap { $0 > 0 && $0.isFinite ? $0 : nil }
  }

  /// Stops the timer in the longest silences of a range until at most `seconds` of riding are left in it.
  private mutating func stopSilences(in stretch: Range<Int>, until seconds: Double) {
    let ridden = runs[stretch].count { $0 }
    var excess = ridden - Int(min(seconds, Double(ridden)).rounded())
    guard excess > Self.patience else { return }
    let candidates = silences.map { $0.clamped(to: stretch) }.enumerated()
      .sorted { ($1.element.count, $0.offset) < ($0.element.count, $1.offset) }
    for (_, silence) in candidates where excess > Self.patience && silence.count >= Self.patience {
      let running = silence.filter { runs[$0] }
      guard running.count > Self.patience else { continue }
      // At the end of the ride the timer ran into the silence; elsewhere it ran out of it.
      let stopped = silence.upperBound == count ? running.suffix(excess) : running.prefix(excess)
      for second in stopped { runs[second] = false }
      excess -= stopped.count
    }
  }

  /// Stops the timer in every gap, for a file without totals.
  ///
  /// If the file has timer stops, only in the gap before a stop long after the last point.
  private mutating func stopGaps(hasStops: Bool) {
    for silence in silences where silence.count >= Self.longestInterval {
      guard !hasStops || silence.lowerBound >= pointsEnd else { continue }
      for second in silence { runs[second] = false }
    }
  }
}

/// The stops and starts of a file's timer.
struct TimerChanges: Sendable {
  struct Change: Hashable, Sendable {
    var time: UnixTime
    var runs: Bool
  }

  private var changes: [Change] = []

  var count: Int { changes.count }

  /// Whether the file says when the timer stopped.
  var hasStops: Bool { changes.contains { !$0.runs } }

  mutating func add(_ change: Change) { changes.append(change) }

  /// The changes from `first` on and before `end`; nil means unbounded.
  func between(_ first: UnixTime?, _ end: UnixTime?) -> Self {
    var part = self
    part.changes.removeAll { change in
      first.map { change.time < $0 } ?? false || end.map { change.time >= $0 } ?? false
    }
    return part
  }

  /// The pauses in seconds from the start; the last is open-ended if the timer did not start again.
  func pauses(from start: UnixTime) -> [Range<Int>] {
    var (pauses, stopped): ([Range<Int>], Int?) = ([], nil)
    for change in inOrder() {
      let second = change.time.nearestSecond(since: start)
      if let from = stopped, change.runs {
        pauses.append(from..<second)
        stopped = nil
      } else if !change.runs, stopped == nil {
        stopped = second
      }
    }
    return pauses + (stopped.map { [$0..<Int.max] } ?? [])
  }

  /// The changes in order of time; equal times keep their order.
  private func inOrder() -> [Change] {
    changes.enumerated().sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }.map(\.element)
  }
}

extension UnixTime {
  /// Earlier than every real time.
  static let distantPast = UnixTime(milliseconds: .min)

  /// Whole seconds since another time, rounded down; clamped if the difference overflows.
  func seconds(since start: UnixTime) -> Int {
    let (difference, overflows) = milliseconds.subtractingReportingOverflow(start.milliseconds)
    guard !overflows else { return self < start ? .min : .max }
    let (seconds, rest) = difference.quotientAndRemainder(dividingBy: 1000)
    return Int(rest < 0 ? seconds - 1 : seconds)
  }

  /// Whole seconds since another time, rounded to the nearest.
  ///
  /// A clock read once a second drifts by milliseconds: rounding down would skip some seconds and hit others twice.
  func nearestSecond(since start: UnixTime) -> Int {
    let (half, overflows) = milliseconds.addingReportingOverflow(500)
    return UnixTime(milliseconds: overflows ? milliseconds : half).seconds(since: start)
  }
}
