package import RideSession

/// Puts together a ride from the points of a file, in any order.
///
/// Rows without a hole come of points at any distance: the seconds between two are rows without a value. Riding is what the
/// file calls so (`RideTimeline`).
package struct RideAssembly: Sendable {
  /// What a file says of a moment.
  package struct Point: Hashable, Sendable {
    package var time: UnixTime
    /// Its values; `second` and `timerRunning` are not looked at.
    package var sample: RideSample
    /// Where it stands in the file.
    var place = RideFileError.Place(byte: 0)

    package init(time: UnixTime, sample: RideSample) {
      self.time = time
      self.sample = sample
    }
  }

  /// Where in the file the decoder is, for what is refused or left out.
  package var place = RideFileError.Place(byte: 0)
  /// What of the file has no place in the ride.
  package var leftOut = LeftOut()

  package var limits: ImportLimits
  var points: [Point] = []
  private(set) var timer = TimerChanges()
  private(set) var laps: [(start: UnixTime, lap: RideLap)] = []
  /// What was too much where nothing could be thrown.
  private(set) var excess: RideFileError?

  package init(limits: ImportLimits = ImportLimits()) {
    self.limits = limits
  }

  /// Adds a point; of one at the same time, the values that it has too are replaced, its RR intervals are kept.
  ///
  /// One of a time before 1989-12-31 or after 2099 is left out.
  /// - Throws: `tooLong` for more points than the longest ride has seconds.
  package mutating func add(_ point: Point) throws(RideFileError) {
    guard Self.credibleTimes.contains(point.time) else { return leftOut.add(at: place) }
    guard points.last?.time != point.time else { return points[points.endIndex - 1].sample.merge(point.sample) }
    guard points.count < limits.seconds else {
      throw RideFileError(.tooLong, at: place, "it has more than \(limits.seconds) points")
    }
    points.append(point)
    points[points.endIndex - 1].place = place
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

  /// The parts from each of some times, in order, to the next; what is earlier belongs to the first, as does what was left
  /// out.
  func parts(from times: [UnixTime]) -> [RideAssembly] {
    guard times.count > 1 else { return [self] }
    func part(_ time: UnixTime) -> Int { max(0, (times.lastIndex { $0 <= time }) ?? 0) }
    var parts = times.map { _ in RideAssembly(limits: limits) }
    for point in points { parts[part(point.time)].points.append(point) }
    for lap in laps { parts[part(lap.start)].laps.append(lap) }
    for index in parts.indices {
      let (first, end) = (index == 0 ? nil : times[index], index + 1 < times.count ? times[index + 1] : nil)
      parts[index].timer = timer.between(first, end)
      (parts[index].place, parts[index].excess) = (place, excess)
    }
    parts[0].leftOut = leftOut
    var before: Double?
    for index in parts.indices {
      let last = parts[index].points.last { $0.sample.distanceMeters != nil }?.sample.distanceMeters
      parts[index].countDistance(from: before)
      before = last ?? before
    }
    return parts
  }

  /// Counts the distance from 0 where it goes on from that of earlier points, in metres.
  private mutating func countDistance(from before: Double?) {
    guard let before, let first = points.lazy.compactMap(\.sample.distanceMeters).first, first >= before else { return }
    for index in points.indices {
      points[index].sample.distanceMeters = points[index].sample.distanceMeters.map { max(0, $0 - before) }
    }
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
