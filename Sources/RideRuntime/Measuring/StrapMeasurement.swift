package import BluetoothLE
internal import FitnessGATT
import RideAnalysis
internal import RideSession
package import Rides

/// A measurement of heart rate variability in progress.
///
/// It receives the strap's notifications and the time, and reports its progress.
///
/// The heart rate settles first. Then beats are collected until they fill the requested time. A lost link makes a break
/// in the beats. The measurement continues after it, unless it takes too long.
package struct StrapMeasurement: Hashable, Sendable {
  /// The time during which beats arrive before they count.
  package static let settling = Duration.seconds(Limits.settlingSeconds)
  /// The time limit for the first link to the strap.
  static let patienceForLink = Duration.seconds(45)
  /// The time limit for a lost link.
  static let patienceForReturn = Duration.seconds(60)
  /// The time limit for heart rates without intervals, and for silence.
  static let patienceForIntervals = Duration.seconds(20)
  /// The maximum lead of the clock over the beats, in intervals.
  ///
  /// Beyond it, beats are missing.
  ///
  /// A value arrives up to one interval after its last beat.
  static let slackIntervals = 1.5
  /// The delay from which missing beats count as lost time.
  ///
  /// A radio that repeats a value delays it and the values after it.
  static let slack = Duration.milliseconds(2500)

  package struct Result: Hashable, Sendable {
    package var intervals: BeatIntervals
    package var figures: HRVFigures
    /// The seconds that lost links and holes in the beats left out.
    package var lostSeconds: Double
  }

  private enum State: Hashable, Sendable {
    case connecting(since: MonotonicInstant)
    /// The strap is linked, and no interval has arrived.
    case listening(since: MonotonicInstant)
    case settling(since: MonotonicInstant)
    case measuring
    case interrupted(since: MonotonicInstant, settled: Bool)
    case done(Swift.Result<Result, MeasurementFault>)
  }

  private enum Signal: Hashable, Sendable {
    case nothing, noContact, heart
  }

  private let length: Double
  private var state: State
  private var contact = SkinContact()
  /// The content of the last notification on this link.
  private var signal = Signal.nothing
  private var intervals = BeatIntervals()
  /// Whether there is a break before the next interval.
  private var isBroken = false
  /// The end of the last interval on the timeline of the beats.
  private var lineEnd = MonotonicInstant.origin
  /// The minimum delay from the end of an interval to the arrival of its value, since the last hole; nil before the
  /// first value.
  private var leastDelay: Duration?
  private var receivedAt = MonotonicInstant.origin
  private var lost = Duration.zero
  /// The latest heart rate from the strap.
  private var beatsPerMinute: Double?

  /// - Parameters:
  ///   - seconds: The length of the beats that count, `Limits.measurementSeconds`.
  ///   - now: The time when the search for the strap begins.
  package init(seconds: Int, at now: MonotonicInstant) {
    length = Double(seconds)
    state = .connecting(since: now)
  }
}

// MARK: - Events

extension StrapMeasurement {
  /// Handles a link to the strap, for the first time or again.
  package mutating func linked(at now: MonotonicInstant) {
    (contact, signal) = (SkinContact(), .nothing)
    receivedAt = now
    switch state {
    case .connecting: state = .listening(since: now)
    case .interrupted(let since, settled: true):
      lost += now - since
      // The timeline shows the rest of the hole: the time until the loss was noticed, and the time until beats arrive
      // again.
      lineEnd = lineEnd.advanced(by: now - since)
      state = .measuring
    case .interrupted: state = .listening(since: now)
    case .listening, .settling, .measuring, .done: return
    }
  }

  /// Handles the loss of the link.
  package mutating func lost(at now: MonotonicInstant) {
    passed(to: now)
    isBroken = true
    switch state {
    case .listening, .settling: state = .interrupted(since: now, settled: false)
    case .measuring: state = .interrupted(since: now, settled: true)
    case .connecting, .interrupted, .done: return
    }
  }

  /// Handles a Heart Rate Measurement (0x2A37).
  ///
  /// One that does not decode is ignored.
  ///
  /// - Returns: The intervals in it, in milliseconds, whether they count or not.
  package mutating func received(_ bytes: [UInt8], at now: MonotonicInstant) -> [Double] {
    passed(to: now)
    guard let value = try? HeartRateMeasurement(decoding: bytes) else { return [] }
    signal = contact.covers(value, at: now) ? .heart : .noContact
    guard signal == .heart else {
      isBroken = true
      return []
    }
    beatsPerMinute = value.heartRateBpm > 0 ? Double(value.heartRateBpm) : beatsPerMinute
    let beats = value.rrIntervalMilliseconds
    guard !beats.isEmpty else { return [] }
    receivedAt = now
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
    // In the shortest measurement, a slow heart has fewer beats than the figures need.
    if intervals.heartSeconds >= length, isEnough { finish() }
    return beats
  }

  /// Handles the passage of time without other events.
  package mutating func passed(to now: MonotonicInstant) {
    guard let deadline, deadline <= now else { return }
    switch state {
    case .connecting: state = .done(.failure(MeasurementFault(.noLink)))
    case .listening: state = .done(.failure(MeasurementFault(withoutIntervals)))
    case .settling(let since) where now - since >= Self.settling && now - receivedAt < Self.patienceForIntervals:
      state = .measuring
    case .settling, .measuring: state = .done(.failure(MeasurementFault(signal == .noContact ? .noContact : .linkLost)))
    case .interrupted: state = .done(.failure(MeasurementFault(.linkLost)))
    case .done: return
    }
  }

  /// The reason why no interval arrived.
  private var withoutIntervals: MeasurementFault.Code {
    switch signal {
    case .nothing: .silent
    case .noContact: .noContact
    case .heart: .noIntervals
    }
  }

  /// Handles the start of a ride.
  package mutating func rideBegan() {
    if outcome == nil { state = .done(.failure(MeasurementFault(.rideBegan))) }
  }

  /// Finds holes in the beats.
  ///
  /// If the clock is ahead of the beats, some are missing.
  ///
  /// After a break, the timeline starts anew. The break may have lost less time than the hole shows. On the old
  /// timeline, the difference would add to the delay of each later value, until a calm stretch looked like a hole.
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

// MARK: - Progress

extension StrapMeasurement {
  /// The time when `passed` is due if no other event comes first; nil if the measurement is over.
  package var deadline: MonotonicInstant? {
    switch state {
    case .connecting(let since): since.advanced(by: Self.patienceForLink)
    case .listening(let since): since.advanced(by: Self.patienceForIntervals)
    case .settling(let since):
      min(since.advanced(by: Self.settling), receivedAt.advanced(by: Self.patienceForIntervals))
    case .measuring: receivedAt.advanced(by: Self.patienceForReturn)
    case .interrupted(let since, _):
      since.advanced(by: max(.zero, min(Self.patienceForReturn, .seconds(length) - lost)))
    case .done: nil
    }
  }

  /// The outcome; nil while the measurement continues.
  package var outcome: Swift.Result<Result, MeasurementFault>? {
    if case .done(let outcome) = state { outcome } else { nil }
  }

  /// Returns the phase and the seconds left in it.
  ///
  /// The seconds are nil if they depend only on the strap.
  package func phase(at now: MonotonicInstant) -> (phase: MeasuringPhase, secondsLeft: Double?) {
    switch state {
    case .connecting, .listening: (.connecting, nil)
    case .settling(let since): (.settling, max(0, (Self.settling - (now - since)).seconds))
    case .measuring: (.measuring, max(0, length - intervals.heartSeconds))
    case .interrupted: (.interrupted, deadline.map { max(0, ($0 - now).seconds) })
    case .done: (.done, nil)
    }
  }

  /// The figures of the beats that count so far, however few they are.
  ///
  /// The heart rate is the strap's until there are beats.
  package var figures: HRVFigures {
    var figures = intervals.figures(of: intervals.sound)
    figures.meanHeartRate = figures.meanHeartRate ?? beatsPerMinute
    return figures
  }

  /// The deviation of the RMSSD at the end from that of the whole, in percent of the whole; nil in the first minute.
  ///
  /// It reveals an unsettled heart or a moving rider.
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
