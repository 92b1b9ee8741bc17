package import BluetoothLE
internal import FitnessGATT
import RideAnalysis
internal import RideSession
package import Rides

/// A measurement of heart rate variability as it goes on: it takes what the strap sends and the time, and says how far it is.
///
/// The heart settles first. Then beats are collected until they fill the time that was asked for. A lost link is a break in
/// the beats, and the measurement goes on behind it, if it does not take too long.
package struct StrapMeasurement: Hashable, Sendable {
  /// How long beats arrive before they count.
  package static let settling = Duration.seconds(Limits.settlingSeconds)
  /// How long the strap may take until it is linked.
  static let patienceForLink = Duration.seconds(45)
  /// How long a link may be lost.
  static let patienceForReturn = Duration.seconds(60)
  /// How long a strap may send heart rates without intervals, or nothing at all.
  static let patienceForIntervals = Duration.seconds(20)
  /// How far the clock may run ahead of the beats, in intervals; further, and beats are missing.
  ///
  /// A value comes up to an interval after its last beat.
  static let slackIntervals = 1.5
  /// From where on missing beats count as lost time: a radio that repeats a value delays it and those behind it.
  static let slack = Duration.milliseconds(2500)

  /// What was measured.
  package struct Result: Hashable, Sendable {
    package var intervals: BeatIntervals
    package var figures: HRVFigures
    /// The seconds that lost links and holes in the beats left out.
    package var lostSeconds: Double
  }

  private enum State: Hashable, Sendable {
    case connecting(since: MonotonicInstant)
    /// Linked, and no interval has come.
    case listening(since: MonotonicInstant)
    case settling(since: MonotonicInstant)
    case measuring
    case interrupted(since: MonotonicInstant, settled: Bool)
    case done(Swift.Result<Result, MeasurementFault>)
  }

  private enum Heard: Hashable, Sendable {
    case nothing, noContact, heart
  }

  private let length: Double
  private var state: State
  private var contact = SkinContact()
  /// What the strap said last on this link.
  private var heard = Heard.nothing
  private var intervals = BeatIntervals()
  /// Whether the next interval does not follow the last.
  private var isBroken = false
  /// Where the last interval ends on the line of beats.
  private var lineEnd = MonotonicInstant.origin
  /// The least time from the end of an interval to the value that brought it, since the last hole; nil before the first.
  private var leastDelay: Duration?
  private var heardAt = MonotonicInstant.origin
  private var lost = Duration.zero
  /// The latest rate that the strap sent.
  private var beatsPerMinute: Double?

  /// - Parameters:
  ///   - seconds: The length of the beats that count, `Limits.measurementSeconds`.
  ///   - now: When the strap is first looked for.
  package init(seconds: Int, at now: MonotonicInstant) {
    length = Double(seconds)
    state = .connecting(since: now)
  }
}

// MARK: - What happens

extension StrapMeasurement {
  /// The strap is linked, for the first time or again.
  package mutating func linked(at now: MonotonicInstant) {
    (contact, heard) = (SkinContact(), .nothing)
    heardAt = now
    switch state {
    case .connecting: state = .listening(since: now)
    case .interrupted(let since, settled: true):
      lost += now - since
      // The rest of the hole is found on the line: what passed before the loss was noticed, and until beats come again.
      lineEnd = lineEnd.advanced(by: now - since)
      state = .measuring
    case .interrupted: state = .listening(since: now)
    case .listening, .settling, .measuring, .done: return
    }
  }

  /// The link is gone.
  package mutating func lost(at now: MonotonicInstant) {
    passed(to: now)
    isBroken = true
    switch state {
    case .listening, .settling: state = .interrupted(since: now, settled: false)
    case .measuring: state = .interrupted(since: now, settled: true)
    case .connecting, .interrupted, .done: return
    }
  }

  /// The strap sent a Heart Rate Measurement (0x2A37); one that cannot be read is as good as none.
  ///
  /// - Returns: The intervals that came with it, in milliseconds, whether they count or not.
  package mutating func received(_ bytes: [UInt8], at now: MonotonicInstant) -> [Double] {
    passed(to: now)
    guard let value = try? HeartRateMeasurement(decoding: bytes) else { return [] }
    heard = contact.covers(value, at: now) ? .heart : .noContact
    guard heard == .heart else {
      isBroken = true
      return []
    }
    beatsPerMinute = value.heartRateBpm > 0 ? Double(value.heartRateBpm) : beatsPerMinute
    let beats = value.rrIntervalMilliseconds
    guard !beats.isEmpty else { return [] }
    heardAt = now
    if case .listening = state {
      state = .settling(since: now)
      (lineEnd, leastDelay) = (now, .zero)
      return beats
    }
    let isBreak = layOnLine(beats, at: now)
    guard state == .measuring else { return beats }
    guard lost.seconds < length else {
      state = .done(.failure(MeasurementFault(.linkLost)))
      return beats
    }
    intervals.append(beats, afterBreak: isBreak)
    // A slow heart beats less often in the shortest measurement than figures need.
    if intervals.heartSeconds >= length, isEnough { finish() }
    return beats
  }

  /// Nothing happened until now.
  package mutating func passed(to now: MonotonicInstant) {
    guard let deadline, deadline <= now else { return }
    switch state {
    case .connecting: state = .done(.failure(MeasurementFault(.noLink)))
    case .listening: state = .done(.failure(MeasurementFault(withoutIntervals)))
    case .settling(let since) where now - since >= Self.settling && now - heardAt < Self.patienceForIntervals:
      state = .measuring
    case .settling, .measuring: state = .done(.failure(MeasurementFault(heard == .noContact ? .noContact : .linkLost)))
    case .interrupted: state = .done(.failure(MeasurementFault(.linkLost)))
    case .done: return
    }
  }

  /// Why no interval came.
  private var withoutIntervals: MeasurementFault.Code {
    switch heard {
    case .nothing: .silent
    case .noContact: .noContact
    case .heart: .noIntervals
    }
  }

  /// A ride begins.
  package mutating func rideBegan() {
    if outcome == nil { state = .done(.failure(MeasurementFault(.rideBegan))) }
  }

  /// Finds holes in the beats: where the clock runs ahead of them, some are missing.
  ///
  /// Behind a break the line begins anew. The break may have swallowed less than shows as a hole; kept, that would add to
  /// the delay of each later value, until a calm stretch looks like a hole.
  ///
  /// - Returns: Whether beats are missing before these.
  private mutating func layOnLine(_ beats: [Double], at now: MonotonicInstant) -> Bool {
    lineEnd = lineEnd.advanced(by: .seconds(beats.reduce(0, +) / 1000))
    let delay = now - lineEnd
    let hole = delay - (leastDelay ?? delay)
    guard isBroken || hole > .milliseconds(Self.slackIntervals * (beats.max() ?? 0)) else {
      leastDelay = min(leastDelay ?? delay, delay)
      return false
    }
    (isBroken, leastDelay) = (false, delay)
    if state == .measuring, hole > Self.slack { lost += hole }
    return true
  }

  private var isEnough: Bool {
    intervals.heartSeconds >= 2 * length || intervals.sound.count { $0 } >= ScoreModel.leastIntervals
  }

  private mutating func finish() {
    do throws(MeasurementFault) {
      let result = Result(
        intervals: intervals, figures: try intervals.measured(), lostSeconds: lost.seconds.toFourDecimals)
      state = .done(.success(result))
    } catch {
      state = .done(.failure(error))
    }
  }
}

// MARK: - How far it is

extension StrapMeasurement {
  /// When `passed` is due if nothing happens before; nil if it is over.
  package var deadline: MonotonicInstant? {
    switch state {
    case .connecting(let since): since.advanced(by: Self.patienceForLink)
    case .listening(let since): since.advanced(by: Self.patienceForIntervals)
    case .settling(let since):
      min(since.advanced(by: Self.settling), heardAt.advanced(by: Self.patienceForIntervals))
    case .measuring: heardAt.advanced(by: Self.patienceForReturn)
    case .interrupted(let since, _):
      since.advanced(by: max(.zero, min(Self.patienceForReturn, .seconds(length) - lost)))
    case .done: nil
    }
  }

  /// What came of it; nil while it goes on.
  package var outcome: Swift.Result<Result, MeasurementFault>? {
    if case .done(let outcome) = state { outcome } else { nil }
  }

  /// Where it stands, and the seconds left of that; nil if only the strap knows.
  package func phase(at now: MonotonicInstant) -> (phase: MeasuringPhase, secondsLeft: Double?) {
    switch state {
    case .connecting, .listening: (.connecting, nil)
    case .settling(let since): (.settling, max(0, (Self.settling - (now - since)).seconds))
    case .measuring: (.measuring, max(0, length - intervals.heartSeconds))
    case .interrupted: (.interrupted, deadline.map { max(0, ($0 - now).seconds) })
    case .done: (.done, nil)
    }
  }

  /// The figures of the beats that count so far, whatever they are worth; the rate is the strap's until there are beats.
  package var figures: HRVFigures {
    var figures = intervals.figures(of: intervals.sound)
    figures.meanHeartRate = figures.meanHeartRate ?? beatsPerMinute
    return figures
  }

  /// How far the RMSSD of the end is from that of the whole, in percent of it; nil in the first minute.
  ///
  /// A heart that has not settled, or a rider who moves, shows here.
  package var stabilityPercent: Double? {
    guard intervals.seconds >= 2 * ScoreModel.stabilitySeconds else { return nil }
    var (first, rest) = (intervals.milliseconds.count, 1000 * ScoreModel.stabilitySeconds)
    while first > 0, rest > 0 {
      first -= 1
      rest -= intervals.milliseconds[first]
    }
    let last = BeatIntervals(
      Array(intervals.milliseconds[first...]), breaks: intervals.breaks.map { $0 - first }.filter { $0 > 0 })
    guard let whole = intervals.figures(of: intervals.sound).rmssd, whole > 0,
      let recent = last.figures(of: last.sound).rmssd
    else { return nil }
    return (100 * (recent - whole) / whole).toFourDecimals
  }
}
