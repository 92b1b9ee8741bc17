package import BluetoothLE

/// DFA alpha-1 of the last two minutes of RR intervals, as they arrive.
///
/// A strap says how long beats were, and not when: the beats are laid end to end on a time line, and where the clock has run
/// well ahead of it beats are missing. Those of a short gap count as artefacts, and the beats around them are joined; after a
/// long gap the two minutes begin anew.
package struct AlphaEstimator: Hashable, Sendable {
  /// The stretch of which alpha-1 is taken.
  package static let window = Duration.seconds(120)
  /// How often there is a new estimate.
  package static let interval = Duration.seconds(5)
  /// How far the clock may be ahead of the beats: a notification brings those of a second, and none that is not over.
  private static let slack = Duration.milliseconds(2500)
  /// After a longer gap nothing is joined.
  private static let longGap = LiveReadings.heartRateAge
  /// The percentages of artefacts up to which an estimate is good, and low (Frontiers in Physiology 2022, 13:879071).
  private static let (goodPercent, lowPercent) = (3.0, 5.0)
  /// More beats than two minutes can have.
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
  /// Since when there has been no long gap.
  private var since: MonotonicInstant?
  /// The end of the last beat on the time line.
  private var lineEnd = MonotonicInstant.origin
  private var heardAt = MonotonicInstant.origin
  private var estimatedAt: MonotonicInstant?

  package init() {}

  /// RR intervals arrived, oldest first, in 1/1024 s.
  package mutating func received(_ ticks: [UInt16], at now: MonotonicInstant) {
    guard !ticks.isEmpty else { return }
    let length = ticks.reduce(Duration.zero) { $0 + Self.duration($1) }
    layEnd(of: length, at: now)
    for tick in ticks {
      lineEnd = lineEnd.advanced(by: Self.duration(tick))
      beats.append(Beat(end: lineEnd, milliseconds: Double(tick) * 1000 / 1024))
    }
    heardAt = now
    forget(before: now.advanced(by: .zero - Self.window))
  }

  /// An estimate, if five seconds have passed since the last.
  package mutating func estimateDue(at now: MonotonicInstant) -> AlphaEstimate? {
    if let estimatedAt, now - estimatedAt < Self.interval { return nil }
    estimatedAt = now
    return estimate(at: now)
  }

  /// What the last two minutes say now; nothing, while no beats come.
  package func estimate(at now: MonotonicInstant) -> AlphaEstimate {
    guard let since, now - heardAt <= Self.longGap else { return AlphaEstimate() }
    let from = now.advanced(by: .zero - Self.window)
    let all = beats.filter { $0.end > from }.map(\.milliseconds)
    let accepted = RRArtefacts.removed(from: all)
    let missing = gaps.reduce(0) { $1.end > from ? $0 + $1.beats : $0 }
    let share = Double(all.count + missing - accepted.count) / Double(max(1, all.count + missing))
    let confidence = since <= from ? Self.confidence(artefactPercent: share * 100) : .none
    let alpha1 = confidence == .none ? nil : DFAAlpha1.alpha1(rrMilliseconds: accepted)
    return AlphaEstimate(
      alpha1: alpha1, beats: accepted.count, artefactPercent: share * 100,
      confidence: alpha1 == nil ? .none : confidence)
  }

  /// Brings the time line to where beats of a total `length` can be laid that end by now.
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

  /// How many beats like the last ones make up a time.
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

/// What the RR intervals of the last two minutes say of DFA alpha-1: an estimate, no diagnosis.
package struct AlphaEstimate: Hashable, Sendable, Codable {
  /// About 0.75 at the aerobic and 0.5 at the anaerobic threshold; nil where `confidence` is `none`, or the intervals do
  /// not change.
  package var alpha1: Double?
  /// How many beats it is made of.
  package var beats: Int
  /// The share of the beats of the window that were artefacts or missing, 0…100.
  package var artefactPercent: Double
  package var confidence: Alpha1Confidence

  package init(alpha1: Double? = nil, beats: Int = 0, artefactPercent: Double = 0, confidence: Alpha1Confidence = .none)
  {
    self.alpha1 = alpha1
    self.beats = beats
    self.artefactPercent = artefactPercent
    self.confidence = confidence
  }
}
