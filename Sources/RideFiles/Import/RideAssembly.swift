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

extension RideAssembly {
  /// The ride: its rows from `start` on, or from the first point on where that is earlier or nothing is said.
  ///
  /// - Parameters:
  ///   - start: When the file says that the ride began.
  ///   - end: When the file says that it ended; points days before the one or after the other are left out.
  ///   - activityID: What other programs know it by; nil for its start.
  ///   - origin: The file and what recorded it.
  ///   - given: What the file says of the whole ride.
  ///   - name: What the file calls it.
  ///   - note: What the file says of it.
  /// - Returns: A ride without number, trainer and events; it was planned to last as long as its timer ran.
  /// - Throws: `noActivity` for a ride without points, `tooLong` for one beyond the limits.
  package mutating func finish(
    start: UnixTime?, end: UnixTime? = nil, activityID: UnixTime?, origin: RideOrigin,
    given: [RideFigure: Double] = [:], name: String? = nil, note: String? = nil
  ) throws(RideFileError) -> RideRecord {
    if let excess { throw excess }
    putInOrder()
    leaveOutStrays(start: start, end: end)
    guard let first = points.first?.time else {
      throw RideFileError(.noActivity, at: place, "there is no point in it")
    }
    let begin = beginning(start, first: first)
    let (samples, laps) = try rows(from: begin, timerSeconds: given[.timerSeconds])
    return RideRecord(
      id: 0, start: begin, activityID: activityID, plannedSeconds: samples.count(where: \.timerRunning),
      trainerName: nil, name: name, note: note, samples: samples, events: [], laps: laps, given: given, origin: origin)
  }

  private mutating func putInOrder() {
    if zip(points, points.dropFirst()).allSatisfy({ $0.time <= $1.time }) { return }
    points = points.enumerated().sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }.map(\.element)
  }

  /// A day, in milliseconds: nothing of a ride is so far from it.
  private static let day: Int64 = 86_400_000

  /// Leaves out the few points that a clock dated wrongly: days from all others, and outside the ride that the file tells
  /// of or, where it tells of none, longer than any ride.
  private mutating func leaveOutStrays(start: UnixTime?, end: UnixTime?) {
    let borders = points.indices.dropFirst().filter {
      points[$0].time.milliseconds - points[$0 - 1].time.milliseconds > Self.day
    }
    guard !borders.isEmpty, let first = points.first, let last = points.last else { return }
    let groups = zip([0] + borders, borders + [points.count]).map { $0..<$1 }
    guard let most = groups.max(by: { $0.count < $1.count }), most.count >= points.count - points.count / 10 else {
      return
    }
    var isTold = last.time.seconds(since: first.time) >= limits.seconds
    if let start, let end, start <= end, Self.credibleTimes.contains(start), Self.credibleTimes.contains(end) {
      let ride = start.milliseconds - Self.day...end.milliseconds + Self.day
      isTold = isTold || ride.contains(points[most.lowerBound].time.milliseconds)
    }
    guard isTold else { return }
    for stray in points[..<most.lowerBound] + points[most.upperBound...] { leftOut.add(at: stray.place) }
    points = Array(points[most])
  }

  /// When the ride begins: a time that the file tells is not taken where it cannot be, or is more than a day too early.
  private func beginning(_ start: UnixTime?, first: UnixTime) -> UnixTime {
    guard let start, start < first, Self.credibleTimes.contains(start),
      first.milliseconds - start.milliseconds <= Self.day
    else { return first }
    return start
  }

  /// A row for each second up to the last point, or to the last stop where the timer ran on until then; and the laps.
  private func rows(
    from start: UnixTime, timerSeconds: Double?
  ) throws(RideFileError) -> (rows: [RideSample], laps: [RideLap]) {
    let seconds = points.map { $0.time.nearestSecond(since: start) }
    guard let last = seconds.last, last < limits.seconds else {
      throw RideFileError(.tooLong, at: place, "it lasts \((seconds.last ?? 0) + 1) s from \(start.rfc3339) on")
    }
    var timeline = RideTimeline(points: seconds, pauses: timer.pauses(from: start), limit: limits.seconds)
    let laps = lapsInOrder(from: start, rows: timeline.count)
    timeline.settle(laps: laps, timerSeconds: timerSeconds, tellsStops: timer.tellStops)
    var rows: [RideSample] = []
    rows.reserveCapacity(timeline.count)
    for second in 0..<timeline.count {
      rows.append(RideSample(second: second, timerRunning: timeline.runs[second]))
    }
    for (second, point) in zip(seconds, points) { rows[second].merge(point.sample) }
    rows.carryValues(over: RideTimeline.longestInterval)
    return (rows, lapsInOrder(from: start, rows: timeline.count))
  }

  /// The first from row 0; one that began after the last row is an empty one at the end.
  private func lapsInOrder(from start: UnixTime, rows: Int) -> [RideLap] {
    var laps = laps.enumerated().sorted { ($0.element.start, $0.offset) < ($1.element.start, $1.offset) }
      .map { _, entry in
        var lap = entry.lap
        lap.second = min(max(0, entry.start.nearestSecond(since: start)), rows)
        return lap
      }
    if !laps.isEmpty { laps[0].second = 0 }
    return laps
  }
}

extension [RideSample] {
  /// Gives the rows between two points of a file the values of the first, where they are so many seconds apart at most.
  ///
  /// A program that writes a point every few seconds, or only when something changes, means that what it wrote holds on:
  /// without that an hour would count as minutes of work. Longer distances are gaps, and stay without values, as does
  /// what lies about a pause.
  fileprivate mutating func carryValues(over longestInterval: Int) {
    var point: Int?
    for index in indices where self[index].hasValue {
      if let point, index - point <= longestInterval { carry(from: point, into: point + 1..<index) }
      point = index
    }
  }

  private mutating func carry(from point: Int, into seconds: Range<Int>) {
    guard self[seconds].allSatisfy(\.timerRunning) else { return }
    var carried = self[point]
    (carried.rrIntervals, carried.imported, carried.isCarried) = ([], nil, true)
    for index in seconds {
      carried.second = self[index].second
      self[index] = carried
    }
  }
}
