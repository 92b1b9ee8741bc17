package import RideSession

/// Puts together a ride from the points of a file, in any order.
///
/// Rows without a hole come of points at any distance: the seconds between two are rows without a value.
package struct RideAssembly: Sendable {
  /// What a file says of a moment.
  package struct Point: Hashable, Sendable {
    package var time: UnixTime
    /// Its values; `second` and `timerRunning` are not looked at.
    package var sample: RideSample

    package init(time: UnixTime, sample: RideSample) {
      self.time = time
      self.sample = sample
    }
  }

  /// Where in the file the decoder is, for what is refused.
  package var place = RideFileError.Place(byte: 0)

  let limits: ImportLimits
  private(set) var points: [Point] = []
  private(set) var timer = TimerChanges()
  private(set) var laps: [(start: UnixTime, lap: RideLap)] = []
  /// What was too much where nothing could be thrown.
  private(set) var excess: RideFileError?
  private var earliest: UnixTime?
  private var latest: UnixTime?

  package init(limits: ImportLimits = ImportLimits()) {
    self.limits = limits
  }

  /// Adds a point; of one at the same time, the values that it has too are replaced, its RR intervals are kept.
  ///
  /// - Throws: `outOfRange` for a time before 1989-12-31 or after 2099, `tooLong` for a ride beyond the limit.
  package mutating func add(_ point: Point) throws(RideFileError) {
    guard Self.credibleTimes.contains(point.time) else {
      throw RideFileError(.outOfRange, at: place, "the time \(point.time.rfc3339) is not credible")
    }
    let (first, last) = (min(earliest ?? point.time, point.time), max(latest ?? point.time, point.time))
    guard (last.milliseconds - first.milliseconds) / 1000 < limits.seconds else {
      throw RideFileError(.tooLong, at: place, "it lasts from \(first.rfc3339) to \(last.rfc3339)")
    }
    (earliest, latest) = (first, last)
    guard points.last?.time != point.time else { return points[points.endIndex - 1].sample.merge(point.sample) }
    guard points.count < limits.seconds else {
      throw RideFileError(.tooLong, at: place, "it has more than \(limits.seconds) points")
    }
    points.append(point)
  }

  /// The timer stands from there on; it runs from the ride's beginning.
  package mutating func stop(at time: UnixTime) { change(TimerChanges.Change(time: time, runs: false)) }

  /// The timer runs again from there on.
  package mutating func run(at time: UnixTime) { change(TimerChanges.Change(time: time, runs: true)) }

  /// Adds a lap that began then; its `second` is not looked at.
  package mutating func lap(start: UnixTime, _ lap: RideLap) {
    guard laps.count < limits.laps else { return exceed("it has more than \(limits.laps) laps") }
    laps.append((start, lap))
  }

  private mutating func change(_ change: TimerChanges.Change) {
    guard timer.count < limits.seconds else { return exceed("its timer changed more than \(limits.seconds) times") }
    timer.add(change)
  }

  private mutating func exceed(_ detail: String) {
    excess = excess ?? RideFileError(.tooLong, at: place, detail)
  }

  /// From FIT's epoch to the end of the century.
  static let credibleTimes = UnixTime(seconds: 631_065_600)..<UnixTime(seconds: 4_102_444_800)
}
