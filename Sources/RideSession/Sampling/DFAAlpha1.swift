import BluetoothLE
import Rides

/// Estimates DFA alpha-1 from the RR intervals of the last two minutes, as they arrive.
///
/// A strap reports the lengths of beats, not their times, so the beats are laid end to end on a timeline. If the clock
/// is far ahead of the timeline, beats are missing. In a short gap, the missing beats count as artefacts, and the beats
/// around them are joined. After a long gap, the two minutes start again.
struct AlphaEstimator: Hashable, Sendable {
  /// The length of time that an estimate covers.
  private static let window = Duration.seconds(120)
  /// The time between two estimates.
  private static let interval = Duration.seconds(5)
  /// The permitted lead of the clock over the beats.
  ///
  /// A notification has the beats of a second, without the one in progress.
  private static let slack = Duration.milliseconds(2500)
  /// The longest gap after which beats are joined.
  private static let longGap = LiveReadings.heartRateAge
  /// The percentages of artefacts up to which confidence is good, and low (Frontiers in Physiology 2022, 13:879071).
  private static let (goodPercent, lowPercent) = (3.0, 5.0)
  /// More beats than two minutes can contain.
  private static let mostBeats = 600

  private struct Beat: Hashable, Sendable {
    let end: MonotonicInstant
    let milliseconds: Double
  }

  private struct Gap: Hashable, Sendable {
    let end: MonotonicInstant
    let beats: Int
  }

  private var beats: [Beat] = []
  private var gaps: [Gap] = []
  /// The start of the beats after the last long gap.
  private var since: MonotonicInstant?
  /// The end of the last beat on the timeline.
  private var lineEnd = MonotonicInstant.origin
  private var receivedAt = MonotonicInstant.origin
  private var estimatedAt: MonotonicInstant?
  /// The latest estimate; nil until RR intervals arrive.
  private(set) var latest: Alpha1Status?

  /// Adds RR intervals, oldest first, in 1/1024 s.
  mutating func received(_ ticks: [UInt16], at now: MonotonicInstant) {
    guard !ticks.isEmpty else { return }
    latest = latest ?? Alpha1Status()
    let length = ticks.reduce(Duration.zero) { $0 + Self.duration($1) }
    layEnd(of: length, at: now)
    for tick in ticks {
      lineEnd = lineEnd.advanced(by: Self.duration(tick))
      beats.append(Beat(end: lineEnd, milliseconds: Double(tick) * 1000 / 1024))
    }
    receivedAt = now
    forget(before: now.advanced(by: .zero - Self.window))
  }

  /// Makes a new estimate if five seconds have passed since the last one.
  ///
  /// Returns nil otherwise, and before RR intervals arrive.
  mutating func estimateDue(at now: MonotonicInstant) -> Alpha1Status? {
    guard latest != nil else { return nil }
    if let estimatedAt, now - estimatedAt < Self.interval { return nil }
    estimatedAt = now
    latest = estimate(at: now)
    return latest
  }

  /// Returns the estimate from the last two minutes.
  ///
  /// While no beats arrive, it has no alpha-1.
  func estimate(at now: MonotonicInstant) -> Alpha1Status {
    guard let since, now - receivedAt <= Self.longGap else { return Alpha1Status() }
    let from = now.advanced(by: .zero - Self.window)
    let all = beats.filter { $0.end > from }.map(\.milliseconds)
    let accepted = RRArtefacts.removed(from: all)
    let missing = gaps.reduce(0) { $1.end > from ? $0 + $1.beats : $0 }
    let share = Double(all.count + missing - accepted.count) / Double(max(1, all.count + missing))
    let confidence = since <= from ? Self.confidence(artefactPercent: share * 100) : .none
    let alpha1 = confidence == .none ? nil : DFAAlpha1.alpha1(rrMilliseconds: accepted)
    return Alpha1Status(
      value: alpha1, beats: accepted.count, artefactPercent: share * 100,
      confidence: alpha1 == nil ? .none : confidence)
  }

  /// Moves the timeline to a point from which beats with a total `length` end now.
  private mutating func layEnd(of length: Duration, at now: MonotonicInstant) {
    let start = now.advanced(by: .zero - length)
    let hole = start - lineEnd
    guard since != nil, hole <= Self.longGap else {
      (beats, gaps, since, lineEnd) = ([], [], start, start)
      return
    }
    guard hole > Self.slack || hole < .zero - Self.slack else { return }
    if hole > .zero { gaps.append(Gap(end: start, beats: beatsFitting(hole))) }
    lineEnd = start
  }

  /// Returns the number of beats, as long as the last ones, that fit into a time.
  private func beatsFitting(_ time: Duration) -> Int {
    let recent = beats.suffix(10).map(\.milliseconds)
    let mean = max(300, recent.reduce(0, +) / Double(max(1, recent.count)))
    return Int((time.seconds * 1000 / mean).rounded())
  }

  private mutating func forget(before from: MonotonicInstant) {
    let old = beats.prefix { $0.end <= from }.count
    beats.removeFirst(max(old, beats.count - Self.mostBeats))
    gaps.removeAll { $0.end <= from }
  }

  private static func duration(_ ticks: UInt16) -> Duration { .nanoseconds(Int64(ticks) * 1_000_000_000 / 1024) }

  private static func confidence(artefactPercent: Double) -> Alpha1Confidence {
    if artefactPercent <= goodPercent { return .good }
    return artefactPercent <= lowPercent ? .low : .none
  }
}

/// DFA alpha-1: the correlation of heartbeats over 4…16 beats (Peng and others 1995).
///
/// Definitions differ by 0.06 on the same beats. In this one, the series minus its mean is summed up. For each whole
/// number n from 4 to 16, the sums are cut into boxes of n from the start, and a rest at the end is left out. From each
/// box, its own straight line is subtracted. F(n) is the root of the mean square of the remainders. Alpha-1 is the
/// slope of ln F(n) over ln n by least squares. NeuroKit2's `fractal_dfa(scale=arange(4, 17), overlap=False)` gives the
/// same, except that it leaves out boxes without any fluctuation.
enum DFAAlpha1 {
  private static let boxes = 4...16
  /// Two of the longest boxes.
  ///
  /// With fewer beats, the slope has no meaning.
  private static let leastBeats = 32

  /// Returns the slope of the fluctuations.
  ///
  /// - Parameter rrMilliseconds: RR intervals, oldest first.
  /// - Returns: About 1.5 for a smooth series, 0.5 for a random one; nil for fewer than 32 intervals, a constant
  ///   series, and a series with a value that is not finite.
  static func alpha1(rrMilliseconds: [Double]) -> Double? {
    guard rrMilliseconds.count >= leastBeats else { return nil }
    let sums = summed(rrMilliseconds)
    let points = boxes.map {
      (logLength: Double($0).naturalLogarithm, logF: fluctuation(sums, box: $0).naturalLogarithm)
    }
    guard points.allSatisfy({ $0.logF.isFinite }) else { return nil }
    return slope(points)
  }

  /// Returns the running sums of the deviations from the mean.
  private static func summed(_ values: [Double]) -> [Double] {
    let mean = values.reduce(0, +) / Double(values.count)
    var sum = 0.0
    return values.map { value in
      sum += value - mean
      return sum
    }
  }

  /// F(n).
  private static func fluctuation(_ sums: [Double], box length: Int) -> Double {
    let whole = sums.count / length
    var squares = 0.0
    for box in 0..<whole { squares += residual(sums[(box * length)..<((box + 1) * length)]) }
    return (squares / Double(whole * length)).squareRoot()
  }

  /// Returns the sum of the squared deviations from the box's own straight line.
  private static func residual(_ box: ArraySlice<Double>) -> Double {
    let middle = Double(box.count - 1) / 2
    let mean = box.reduce(0, +) / Double(box.count)
    var (along, across) = (0.0, 0.0)
    for (index, value) in box.enumerated() {
      let place = Double(index) - middle
      along += place * place
      across += place * (value - mean)
    }
    let rise = across / along
    var squares = 0.0
    for (index, value) in box.enumerated() {
      let left = value - mean - rise * (Double(index) - middle)
      squares += left * left
    }
    return squares
  }

  private static func slope(_ points: [(logLength: Double, logF: Double)]) -> Double {
    let count = Double(points.count)
    let meanX = points.reduce(0) { $0 + $1.logLength } / count
    let meanY = points.reduce(0) { $0 + $1.logF } / count
    var (along, across) = (0.0, 0.0)
    for point in points {
      along += (point.logLength - meanX) * (point.logLength - meanX)
      across += (point.logLength - meanX) * (point.logF - meanY)
    }
    return across / along
  }
}
