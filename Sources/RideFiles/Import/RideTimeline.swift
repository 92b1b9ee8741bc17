internal import RideSession

/// In which seconds of a file's ride the timer ran: what the file does not call riding is none.
///
/// Files tell it by events, or by separate tracks; many tell no more than how long the timer ran altogether. There the
/// longest silences are taken for the stops, until the times agree. Where a file tells neither, a silence longer than any
/// way of recording is a stop.
struct RideTimeline: Sendable {
  /// The longest distance of two points that is a way of recording, not a gap; as GoldenCheetah has it.
  static let longestInterval = 25
  /// The longest silence that is never taken for a stop, and by how much times may differ, in seconds.
  ///
  /// Garmin's Smart Recording has points every few seconds; TCX tracks that lie so far apart are told as a stop.
  private static let patience = 10

  /// Whether the timer ran, for each second.
  private(set) var runs: [Bool]
  /// The seconds without a point, in order, that are no way of recording; the last may reach to the end.
  private var silences: [Range<Int>]
  /// The second after the last point.
  private let pointsEnd: Int

  var count: Int { runs.count }

  /// - Parameters:
  ///   - points: The seconds that have a point, in order.
  ///   - pauses: When the file says that the timer stood; the last may have no end.
  ///   - limit: The most seconds that there may be; a stop beyond them is not looked at.
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

  /// Brings the timer to what the laps and the file say of it.
  ///
  /// - Parameters:
  ///   - laps: The laps, in order, with what the file says of each.
  ///   - timerSeconds: How long the file says that the timer ran altogether.
  ///   - tellsStops: Whether the file says when it stopped.
  mutating func settle(laps: [RideLap], timerSeconds: Double?, tellsStops: Bool) {
    let ofLaps = laps.compactMap { Self.seconds($0.given[.timerSeconds]) }
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
      stopGaps(tellsStops: tellsStops)
    }
    if let last = runs.lastIndex(of: true) {
      runs.removeLast(count - max(last + 1, pointsEnd))
    } else {
      runs.removeLast(count - pointsEnd)
    }
  }

  /// A time that may be one: some programs write 0 for what they do not know.
  private static func seconds(_ given: Double?) -> Double? {
    given.flatMap { $0 > 0 && $0.isFinite ? $0 : nil }
  }

  /// Stops the timer in the longest silences of a stretch until no more than `seconds` of it are left.
  private mutating func stopSilences(in stretch: Range<Int>, until seconds: Double) {
    let ridden = runs[stretch].count { $0 }
    var excess = ridden - Int(min(seconds, Double(ridden)).rounded())
    guard excess > Self.patience else { return }
    let candidates = silences.map { $0.clamped(to: stretch) }.enumerated()
      .sorted { ($1.element.count, $0.offset) < ($0.element.count, $1.offset) }
    for (_, silence) in candidates where excess > Self.patience && silence.count >= Self.patience {
      let running = silence.filter { runs[$0] }
      guard running.count > Self.patience else { continue }
      // The timer ran into the silence at the ride's end, and out of any other.
      let stopped = silence.upperBound == count ? running.suffix(excess) : running.prefix(excess)
      for second in stopped { runs[second] = false }
      excess -= stopped.count
    }
  }

  /// Without totals: stops the timer in every gap, or, where the file tells its stops itself, in none but the one before a
  /// stop that came long after the last point.
  private mutating func stopGaps(tellsStops: Bool) {
    for silence in silences where silence.count >= Self.longestInterval {
      guard !tellsStops || silence.lowerBound >= pointsEnd else { continue }
      for second in silence { runs[second] = false }
    }
  }
}

/// When a file's timer stopped and ran again.
struct TimerChanges: Sendable {
  struct Change: Hashable, Sendable {
    var time: UnixTime
    var runs: Bool
  }

  private var changes: [Change] = []

  var count: Int { changes.count }

  /// Whether the file tells when the timer stopped.
  var tellStops: Bool { changes.contains { !$0.runs } }

  mutating func add(_ change: Change) { changes.append(change) }

  /// Those from `first` on and before `end`; nil is without bound.
  func between(_ first: UnixTime?, _ end: UnixTime?) -> Self {
    var part = self
    part.changes.removeAll { change in
      first.map { change.time < $0 } ?? false || end.map { change.time >= $0 } ?? false
    }
    return part
  }

  /// The seconds from the ride's start in which the timer stood; the last has no end where it did not run again.
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

  /// Those of the same time stay in the order in which they came.
  private func inOrder() -> [Change] {
    changes.enumerated().sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }.map(\.element)
  }
}

extension UnixTime {
  /// Before every time that is told.
  static let distantPast = UnixTime(milliseconds: .min)

  /// Whole seconds since another time, rounded down; the nearest that can be told.
  func seconds(since start: UnixTime) -> Int {
    let (difference, overflows) = milliseconds.subtractingReportingOverflow(start.milliseconds)
    guard !overflows else { return self < start ? .min : .max }
    let (seconds, rest) = difference.quotientAndRemainder(dividingBy: 1000)
    return Int(rest < 0 ? seconds - 1 : seconds)
  }

  /// Whole seconds since another time, to the nearest.
  ///
  /// A clock that is read once a second wanders by milliseconds: rounded down, it would skip a second here and hit
  /// another twice there.
  func nearestSecond(since start: UnixTime) -> Int {
    let (half, overflows) = milliseconds.addingReportingOverflow(500)
    return UnixTime(milliseconds: overflows ? milliseconds : half).seconds(since: start)
  }
}
