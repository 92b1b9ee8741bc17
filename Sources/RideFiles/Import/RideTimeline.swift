internal import Rides

/// Decides for each second of an imported ride whether the timer ran.
///
/// The timer ran only in seconds that the file counts as riding. The second of a stop counts if it has a point.
///
/// Some files have timer events or separate tracks. Many give only the total timer time: then the longest silences
/// count as stops, or stops as ridden, until the totals agree. If a file gives neither, a silence longer than any
/// recording interval is a stop.
struct RideTimeline: Sendable {
  /// The longest interval between two points that is a recording interval and not a gap, in seconds; the same as in
  /// GoldenCheetah.
  static let longestInterval = 25
  /// The shortest silence that can be a stop, and the largest difference between times that agree, in seconds.
  ///
  /// Garmin's Smart Recording writes points every few seconds; TCX tracks this far apart count as a stop.
  private static let patience = 10

  /// Whether the timer ran, for each second.
  private(set) var runs: [Bool]
  /// The silences, in order: ranges of seconds without a point that are too long for a recording interval.
  ///
  /// The last may reach the end.
  private var silences: [Range<Int>]
  /// Seconds with points in which the bicycle does not move, in order: the stops of a device that records during
  /// auto-pause.
  private let standstills: [Range<Int>]
  /// The stops of the file within the ride, in order.
  private var pauses: [Range<Int>] = []
  /// The seconds of stops that count because they have a point, in order.
  private var stopSeconds: ArraySlice<Int> = []
  /// The second after the last point.
  private let pointsEnd: Int
  /// The most seconds of a ride.
  private let limit: Int

  var count: Int { runs.count }

  init(points: [Int], pauses: [Range<Int>], standstills: [Range<Int>] = [], limit: Int) {
    self.limit = limit
    self.standstills = standstills
    pointsEnd = max(0, points.last.map { $0 + 1 } ?? 0)
    var count = pointsEnd
    if let stop = pauses.last, stop.upperBound == .max, stop.lowerBound <= limit { count = max(count, stop.lowerBound) }
    runs = Array(repeating: true, count: count)
    let seconds = Set(points)
    for pause in pauses {
      let stop = pause.lowerBound
      var rest = pause.clamped(to: 0..<count)
      if rest.first == stop, seconds.contains(stop) {
        stopSeconds.append(stop)
        rest = rest.dropFirst()
      }
      if !rest.isEmpty { self.pauses.append(rest) }
      for second in rest { runs[second] = false }
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
  ///   - totals: The times of the whole ride according to the file.
  ///   - hasStops: Whether the file has timer stops.
  mutating func settle(laps: [RideLap], totals: RideAssembly.Totals, hasStops: Bool) {
    let whole = totals.timerSeconds
    let ofLaps = laps.compactMap { $0.fileTotals[.timerSeconds] }
    let sum = ofLaps.count == laps.count ? ofLaps.reduce(0, +) : 0
    if sum > 0, let whole, abs(sum - whole) <= Double(Self.patience) {
      for (index, seconds) in ofLaps.enumerated() {
        let end = index + 1 < laps.count ? laps[index + 1].second : count
        settle(laps[index].second..<max(laps[index].second, end), to: seconds)
      }
    }
    if let whole {
      settle(0..<count, to: whole)
      let hasPauses = totals.elapsedSeconds.map { $0 > whole + Double(Self.patience) } ?? true
      if hasPauses { stop(standstills, in: 0..<count, until: whole) }
      dropStopSeconds(until: whole)
      if !totals.countStrays { extend(to: whole, elapsed: totals.elapsedSeconds) }
    } else {
      stopGaps(hasStops: hasStops)
    }
    endWithTimer()
  }

  private mutating func settle(_ stretch: Range<Int>, to seconds: Double) {
    stop(silences, in: stretch, until: seconds)
    rideStops(in: stretch, until: seconds)
  }

  /// Ends the ride with its last point, or with the timer if that ran longer.
  private mutating func endWithTimer() {
    let last = runs.lastIndex(of: true).map { $0 + 1 } ?? 0
    runs.removeLast(max(0, count - max(last, pointsEnd)))
  }

  /// Stops the timer in the longest silences or standstills of a range until at most `seconds` of riding are left in
  /// it.
  private mutating func stop(_ silences: [Range<Int>], in stretch: Range<Int>, until seconds: Double) {
    let ridden = runs[stretch].count { $0 }
    var excess = ridden - Int(min(seconds, Double(ridden)).rounded())
    guard excess > Self.patience else { return }
    let candidates = silences.map { $0.clamped(to: stretch) }.enumerated()
      .sorted { ($1.element.count, $0.offset) < ($0.element.count, $1.offset) }
    for (_, silence) in candidates where excess > Self.patience && silence.count >= Self.patience {
      let running = silence.filter { runs[$0] }
      guard running.count > Self.patience else { continue }
      // At the end of the ride, the timer still ran when the silence began; elsewhere it ran again before the silence
      // ended.
      let stopped = silence.upperBound == count ? running.suffix(excess) : running.prefix(excess)
      for second in stopped { runs[second] = false }
      excess -= stopped.count
    }
  }

  /// Counts stops of the file as ridden, the longest first, as long as no more than `seconds` are ridden in a range.
  ///
  /// The break between two laps is a stop only if the laps' times leave it out.
  private mutating func rideStops(in stretch: Range<Int>, until seconds: Double) {
    var missing = Int(min(seconds, Double(limit)).rounded()) - runs[stretch].count { $0 }
    guard missing > 0 else { return }
    for pause in pauses.map({ $0.clamped(to: stretch) }).sorted(by: { $0.count > $1.count }) {
      let stopped = pause.count { !runs[$0] }
      guard stopped > 0, stopped <= missing + Self.patience, missing > Self.patience || stopped <= missing else {
        continue
      }
      for second in pause { runs[second] = true }
      missing -= stopped
    }
  }

  /// Removes seconds of stops, the earliest first, until no more than `seconds` are ridden.
  private mutating func dropStopSeconds(until seconds: Double) {
    var excess = runs.count { $0 } - Int(min(seconds, Double(limit)).rounded(.up))
    while excess > 0, let second = stopSeconds.popFirst() {
      guard runs[second] else { continue }
      runs[second] = false
      excess -= 1
    }
  }

  /// Lets the timer continue after the last point if the total is longer, at most for as long as the points last.
  ///
  /// A few seconds count only if the file's elapsed time includes them.
  private mutating func extend(to seconds: Double, elapsed: Double?) {
    let missing = Int(min(seconds, Double(limit)).rounded()) - runs.count { $0 }
    let isConfirmed = elapsed.map { Double(count + missing) <= $0 + 1 } ?? false
    guard missing >= (isConfirmed ? 2 : Self.patience), missing <= pointsEnd, count + missing <= limit else { return }
    runs += Array(repeating: true, count: missing)
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
